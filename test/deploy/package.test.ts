// Tests the package of `npm pack`, installed in a folder of its own: it starts, reads files, searches, and has the
// panel, the CLI and the typed client.
//
// The test copies the locked packages of this installation, so that it needs no registry: install.test.ts runs
// `npm install`.

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t, { type Test } from 'tap';
import { createClient } from '../../scripts/client/index.ts';
import { eastAsianPdf } from '../../scripts/fixtures/documents.ts';
import { removeFolder } from '../../scripts/fixtures/folders.ts';
import { startLyingProxy } from '../harness/lying-proxy.ts';
import { until } from '../harness/process.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
/** It grows with the published document, so with each operation. */
const maxPackedBytes = 3.25 * 1024 ** 2;
const maxKitBytes = 1024 ** 2;

interface Packed {
  filename: string;
  size: number;
  files: { path: string }[];
}

interface Locked {
  version?: string;
  integrity?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  dev?: boolean;
  devOptional?: boolean;
  peer?: boolean;
  /** True for a folder of the repository. */
  link?: boolean;
}

t.setTimeout(300_000);

const folder = mkdtempSync(join(tmpdir(), 'svc-package-'));
t.teardown(() => removeFolder(folder));
const { stdout } = await run('npm', ['pack', '--json', '--silent', '--pack-destination', folder], {
  cwd: root,
  maxBuffer: 2 ** 26,
});
const [packed] = JSON.parse(stdout) as [Packed];
const installed = join(folder, 'node_modules/svc-server');
mkdirSync(installed, { recursive: true });
await run('tar', ['-xzf', join(folder, packed.filename), '--strip-components=1', '-C', installed]);
const { packages } = readJson<{ packages: Record<string, Locked> }>(join(root, 'package-lock.json'));
for (const [place, { dev, devOptional, peer, link }] of Object.entries(packages)) {
  // Packages for other platforms are in the lock file, but not on the disk.
  if (place.startsWith('node_modules/') && !dev && !devOptional && !peer && !link && existsSync(join(root, place)))
    cpSync(join(root, place), join(folder, place), { recursive: true });
}
const { bin, version } = readJson<{ bin: { svc: string }; version: string }>(join(installed, 'package.json'));
const svc = join(installed, bin.svc);

const environment = {
  PATH: process.env.PATH ?? '',
  HOME: folder,
  SVC_DATA_DIR: join(folder, 'data'),
  SVC_PORT: '0',
  SVC_RUN_WORKERS: 'false',
};

t.test('the package contains only the program, and is small', async (t) => {
  t.ok(packed.size <= maxPackedBytes, `${packed.size} bytes`);
  const files = packed.files.map(({ path }) => path);
  t.strictSame(
    files.filter((path) => !/^(?:dist|deploy)\//.test(path)).sort(),
    ['CHANGELOG.md', 'README.md', 'npm-shrinkwrap.json', 'package.json'].filter((path) => files.includes(path)),
  );
  t.notOk(
    files.some((path) => path.endsWith('.tgz')),
    'the contract kit is a package of its own',
  );
  t.strictSame(
    files.filter((path) => /\/(?:test|bench)\/|(?<!\.d)\.ts$/.test(path)),
    [],
    'no tests, no benchmarks, no sources',
  );
});

t.test('the package carries locked versions of its packages, no development packages, no addresses', async (t) => {
  const text = readFileSync(join(installed, 'npm-shrinkwrap.json'), 'utf8');
  const { packages: shrunk } = JSON.parse(text) as { packages: Record<string, Locked> };
  const { '': own, ...others } = shrunk;
  const [packed, direct] = [installed, root].map((at) => readJson<Locked>(join(at, 'package.json')).dependencies);
  t.strictSame(own?.dependencies, packed);
  t.strictSame({ ...packed, ...direct }, packed);
  t.equal(packed?.['sql-escaper'], packages['node_modules/sql-escaper']?.version, 'a package of a package');
  t.strictSame(direct, packages['']?.dependencies, 'the repository is as before');
  t.notOk(own?.devDependencies);
  const pins = (one: Record<string, Locked>): string[] =>
    Object.keys(others).map((place) => `${place} ${one[place]?.version} ${one[place]?.integrity}`);
  t.strictSame(pins(shrunk), pins(packages));
  const wanted = Object.entries(packages).filter(
    ([, { dev, devOptional, peer, link }]) => !dev && !devOptional && !peer && !link,
  );
  t.strictSame(
    wanted.map(([place]) => place).filter((place) => !(place in shrunk)),
    // An optional peer, for which the lock file has an empty package.
    ['node_modules/@napi-rs/canvas'],
  );
  t.notMatch(text, /https?:|"resolved"|"node_modules\/(?:typescript|tap|pg)"/);
  t.notOk(
    existsSync(join(root, 'npm-shrinkwrap.json')),
    'the repository keeps no copy, which npm would prefer to the lock file',
  );
});

t.test('the command names the package of version 0.2.0 that has the same command', async (t) => {
  const old = join(folder, 'node_modules/svc');
  t.teardown(() => removeFolder(old));
  const noteWith = async (bin: string, ...args: string[]): Promise<string> => {
    mkdirSync(old, { recursive: true });
    writeFileSync(join(old, 'package.json'), JSON.stringify({ name: 'svc', bin: { svc: bin } }));
    return (await run(process.execPath, [svc, '--version', ...args], { cwd: folder, env: environment })).stderr;
  };
  writeFileSync(join(folder, 'package.json'), '{}');
  t.match(await noteWith('dist/scripts/cli.js'), /Run "npm uninstall svc" first, then "npm rebuild svc-server"\.\n$/);
  t.equal(await noteWith('dist/scripts/cli.js', '--json'), '');
  t.equal(await noteWith('bin/other.js'), '', "another project's package is not meant");
  await rm(join(folder, 'package.json'));
  t.match(await noteWith('dist/scripts/cli.js'), /"npm uninstall -g svc" first, then "npm rebuild -g svc-server"/);
});

t.test('the package runs the server, the worker, the CLI and the typed client', async (t) => {
  const server = start(t, ['serve']);
  const url = await server.says(/^listening on (\S+)$/m);
  start(t, ['worker']);
  t.equal((await svcRun(['--version'])).trim(), version);
  const account = ['--email', 'ada@example.com', '--password', 'correct horse battery'];
  await svcRun(['server', 'create-admin', ...account]);
  await svcRun(['server', 'login', ...account, '--url', url]);
  await svcRun(['organization', 'create', '--name', 'Analytical Engines', '--url', url]);
  const [project] = [JSON.parse(await svcRun(['project', 'create', '--name', 'Search', '--json', '--url', url]))];
  const key = JSON.parse(
    await svcRun(['api-key', 'create', '--name', 'app', '--project', project.id, '--json', '--url', url]),
  );
  for (const path of ['/panel', '/docs', '/openapi.json']) t.equal((await fetch(url + path)).status, 200, path);

  writeFileSync(join(folder, 'client.mjs'), client);
  const { stdout } = await run(process.execPath, ['client.mjs', url, key.value], { cwd: folder, env: environment });
  t.strictSame(JSON.parse(stdout), {
    stores: ['Third', 'Second', 'First'],
    found: 'The key to the engine room hangs behind the clock.',
    refusal: { name: 'ApiError', status: 404 },
    title: 'svc',
  });
});

t.test('the package reads a PDF that names a predefined table of characters', async (t) => {
  writeFileSync(join(folder, 'japanese.pdf'), eastAsianPdf('UniJIS-UCS2-H', 'Japan1', '65e5672c8a9e'));
  writeFileSync(join(folder, 'reads.mjs'), readsFile);
  const { stdout } = await run(process.execPath, ['reads.mjs', folder], { cwd: folder, env: environment });
  t.equal(stdout, '日本語');
});

t.test('the package starts a sandbox, from the command line and from a test', async (t) => {
  const url = await start(t, ['sandbox', '--port', '0']).says(/^listening on (\S+)$/m);
  t.equal((await fetch(`${url}/sandbox/openapi.json`)).status, 200);
  writeFileSync(join(folder, 'sandbox.mjs'), sandboxTest);
  const { stdout } = await run(process.execPath, ['sandbox.mjs'], { cwd: folder, env: environment });
  t.strictSame(JSON.parse(stdout), { said: 'Hello there', faulty: 503, isolated: true });
});

t.test('a setting that needs an optional package says how to install it', async (t) => {
  const { stderr, code } = (await run(process.execPath, [svc, 'serve'], {
    env: { ...environment, SVC_BROKER_ENABLED: 'true', SVC_BROKER_URL: 'amqp://127.0.0.1' },
  }).catch((error: unknown) => error)) as { stderr: string; code: number };
  t.equal(code, 1);
  t.equal(
    stderr,
    'svc: SVC_BROKER_ENABLED needs a package that is not installed. Install it: npm install --save-prod rabbitmq-client@5.0.8\n',
  );
});

/** Reads a file as the server does, in a process that may read only the package and the file's folder. */
const readsFile = `
import { ReaderPool } from './node_modules/svc-server/dist/services/ingestion/pool.js';
const [, , folder] = process.argv;
const pool = new ReaderPool({ processes: 1, timeoutMs: 60_000, memoryBytes: 512 << 20 }, [folder]);
const chunks = { maxTokens: 800, overlapTokens: 0 };
const request = { path: folder + '/japanese.pdf', filename: 'japanese.pdf', chunks, maxTokens: 1000 };
for await (const [{ text }] of pool.read(request, new AbortController().signal)) process.stdout.write(text.trim());
await pool.close();
`;

/** A test of a user who has installed the package. */
const sandboxTest = `
import { startSandbox } from 'svc-server/sandbox';
const sandbox = await startSandbox();
const ask = (key) =>
  fetch(sandbox.url + '/v1/chat/completions', {
    method: 'POST',
    headers: { authorization: 'Bearer ' + key, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'sandbox-echo', messages: [{ role: 'user', content: 'Hello there' }] }),
  });
const other = await sandbox.prepare('worker-2');
const { choices } = await (await ask(sandbox.organization.project_key)).json();
await sandbox.fault({ kind: 'unavailable' }, other.project_key);
const untouched = await ask(sandbox.organization.project_key);
const { status: faulty } = await ask(other.project_key);
await sandbox.reset();
await sandbox.close();
console.log(JSON.stringify({ said: choices[0].message.content, faulty, isolated: untouched.status === 200 }));
`;

/** A program of a user who has installed the package: it creates a store, searches a file, and handles a refusal. */
const client = `
import { createClient } from 'svc-server/client';
import document from 'svc-server/openapi.json' with { type: 'json' };
const [, , url, token] = process.argv;
const svc = createClient({ url, token });
let store;
for (const name of ['First', 'Second', 'Third']) store = await svc.post('/v1/vector_stores', { body: { name } });
const body = new FormData();
body.set('purpose', 'assistants');
body.set('file', new Blob(['The key to the engine room hangs behind the clock.']), 'keys.md');
const file = await svc.post('/v1/files', { body });
const params = { vector_store_id: store.id };
await svc.post('/v1/vector_stores/{vector_store_id}/files', { params, body: { file_id: file.id } });
const of = { params: { ...params, file_id: file.id } };
while ((await svc.get('/v1/vector_stores/{vector_store_id}/files/{file_id}', of)).status === 'in_progress')
  await new Promise((resolve) => setTimeout(resolve, 50));
const hits = await svc.post('/v1/vector_stores/{vector_store_id}/search', { params, body: { query: 'Where is the key?' } });
const stores = [];
for await (const { name } of svc.list('/v1/vector_stores', { query: { limit: 2 } })) stores.push(name);
const refusal = await svc
  .get('/v1/vector_stores/{vector_store_id}', { params: { vector_store_id: 'vs_nothing' } })
  .catch(({ name, status }) => ({ name, status }));
console.log(JSON.stringify({ stores, found: hits.data[0]?.content[0]?.text, refusal, title: document.info.title }));
`;

t.test("the client's calls are typed by the document", async (t) => {
  const svc = createClient({ url: 'http://127.0.0.1:1' });
  // The compiler checks these lines, but they do not run.
  const params = { vector_store_id: 'vs_1' };
  const calls = async (): Promise<void> => {
    for await (const { name } of svc.list('/v1/organization/projects')) name.toUpperCase();
    (await svc.post('/v1/files', { body: new FormData() })).bytes.toFixed();
    await svc.delete('/v1/vector_stores/{vector_store_id}', { params });
    // @ts-expect-error There is no such path.
    await svc.get('/v1/nothing');
    // @ts-expect-error The path needs a parameter.
    await svc.get('/v1/vector_stores/{vector_store_id}');
    // @ts-expect-error The answer is no list.
    svc.list('/healthz');
    // @ts-expect-error The body has no such member.
    await svc.post('/v1/organization/projects', { body: { title: 'Search' } });
  };
  t.type(calls, 'function');
});

t.test('the contract kit is a package of its own, which needs no other package', async (t) => {
  const [name] = readdirSync(join(root, 'dist')).filter((file) => /^svc-contract-.+\.tgz$/.test(file));
  const tarball = join(root, 'dist', name ?? '');
  t.equal(name, `svc-contract-${version}.tgz`);
  t.ok(statSync(tarball).size <= maxKitBytes, `${statSync(tarball).size} bytes`);
  // A folder without packages, also above it.
  const empty = mkdtempSync(join(tmpdir(), 'svc-kit-'));
  t.teardown(() => removeFolder(empty));
  await run('tar', ['-xzf', tarball, '-C', empty]);
  const { bin, dependencies } = readJson<{ bin: Record<string, string>; dependencies?: object }>(
    join(empty, 'package/package.json'),
  );
  t.equal(dependencies, undefined);
  const program = join(empty, 'package', bin['svc-contract'] ?? '');
  const sdk = async (...args: string[]) => {
    const env = { PATH: process.env.PATH, SVC_SDK_HOME: join(empty, 'none') };
    const result = run(process.execPath, [program, 'sdk', ...args], { cwd: empty, env });
    return result.catch((error: unknown) => error as { code: number; stdout: string; stderr: string });
  };
  t.match((await sdk('--list')).stdout, /^go +ogen +\d[\s\S]+^typescript /m);
  t.match(await sdk('python', '--out', '.'), { code: 2, stderr: /is not empty/ });
  t.match(await sdk('python', '--out', 'new'), {
    code: 2,
    stderr: /: svc-contract sdk python .+ --out new --install\n$/,
  });
  t.strictSame(readdirSync(empty), ['package'], 'nothing is written');
  const url = await start(t, ['serve']).says(/^listening on (\S+)$/m);
  const [email, password] = ['kit@example.com', 'correct horse battery'];
  await svcRun(['server', 'create-admin', '--email', email, '--password', password]);
  const login = await fetch(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const { access_token: token } = (await login.json()) as { access_token: string };
  const kit = async (at: string): Promise<string> => {
    const chosen = ['createProject', 'getProject'].flatMap((id) => ['--operation', id]);
    const args = [program, 'run', at, ...chosen];
    const env = { PATH: process.env.PATH, SVC_TOKEN: token };
    const result = run(process.execPath, args, { cwd: empty, env });
    return (await result.catch((error: unknown) => error as { stdout: string; stderr: string })).stdout;
  };
  t.match(await kit(url), /^\d+ passed, 0 failed, \d+ skipped\n$/m);
  const lie = await startLyingProxy(t, url, ({ status, headers }) => {
    if (status === 405) headers.delete('allow');
  });
  const failed = await kit(lie);
  t.match(failed, /^FAILED {2}header allow: 2 cases of createProject, getProject$/m);
  t.match(failed, /^ {2}getProject, rule method: getProject\/protocol\/-\/other-method$/m);
});

interface Started {
  /** Resolves to the first group of the pattern, once the process has printed a match. */
  says(pattern: RegExp): Promise<string>;
}

function start(t: Test, args: string[]): Started {
  const child: ChildProcess = spawn(process.execPath, [svc, ...args], { cwd: folder, env: environment });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk));
  t.teardown(() => {
    child.kill();
    return exited;
  });
  return {
    says: (pattern) =>
      until(() => {
        if (child.exitCode !== null) throw new Error(`svc ${args.join(' ')} exited: ${output}`);
        return pattern.exec(output)?.[1];
      }),
  };
}

async function svcRun(args: string[]): Promise<string> {
  return (await run(process.execPath, [svc, ...args], { cwd: folder, env: environment })).stdout;
}

function readJson<Content>(path: string): Content {
  return JSON.parse(readFileSync(path, 'utf8')) as Content;
}
