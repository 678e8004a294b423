// Tests the upgrade of a filled installation of the package of version 0.2.0, in a folder and with -g, and that an
// installation has the versions of npm-shrinkwrap.json.

import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t, { type Test } from 'tap';
import { send } from '../../scripts/contract/send.ts';
import { removeFolder } from '../../scripts/fixtures/folders.ts';
import { closeServer, listenOnLoopback } from '../harness/loopback.ts';
import { until } from '../harness/process.ts';
import { checkOut } from '../harness/released/checkout.ts';
import type { Expected } from '../harness/released/fill.ts';
import { lastingSettings, secretsKey, unpack, upstreamNetwork } from '../harness/released/installation.ts';
import { notTried } from '../harness/skip-reason.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const archive = join(root, 'test/harness/released/0.2.0-medium-sqlite.tar.gz');

t.setTimeout(900_000);

const folder = mkdtempSync(join(tmpdir(), 'svc-upgrade-'));
t.teardown(() => removeFolder(folder));

async function pack(code: string, destination: string): Promise<string> {
  mkdirSync(destination);
  const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', destination], { cwd: code });
  return join(destination, stdout.trim().split('\n').at(-1) ?? '');
}

/** Makes the package of 0.2.0 from the git history; undefined if the history is not there. */
async function packOld(): Promise<string | undefined> {
  const checkout = await checkOut('0.2.0');
  if (checkout === undefined) return undefined;
  const tarball = await pack(checkout.folder, join(folder, 'old'));
  await checkout.remove();
  return tarball;
}

const [oldTarball, tarball] = [await packOld(), await pack(root, join(folder, 'new'))];

/** Where npm installs: a folder, or the prefix of -g. */
interface Place {
  npm(...args: string[]): Promise<{ stdout: string; stderr: string }>;
  /** The installed command. */
  svc: string;
  modules: string;
}

function placeOf(isGlobal: boolean): Place {
  const at = mkdtempSync(join(folder, isGlobal ? 'prefix-' : 'folder-'));
  const npm = (...args: string[]) => run('npm', [...args, ...(isGlobal ? ['-g', '--prefix', at] : [])], { cwd: at });
  return isGlobal
    ? { npm, svc: join(at, 'bin/svc'), modules: join(at, 'lib/node_modules') }
    : { npm, svc: join(at, 'node_modules/.bin/svc'), modules: join(at, 'node_modules') };
}

/** Starts the command's server on the installation, asks for what its callers had, and stops it. */
async function holdServer(t: Test, svc: string, dataDir: string, expected: Expected): Promise<void> {
  const { PATH } = process.env;
  const settings = { SVC_DATA_DIR: dataDir, SVC_SECRETS_KEY: secretsKey, SVC_PORT: '0' };
  const child = spawn(svc, ['serve'], {
    env: { PATH, HOME: folder, ...settings, ...lastingSettings, ...upstreamNetwork },
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk));
  try {
    const url = await until(() => {
      if (child.exitCode !== null) throw new Error(`svc serve exited: ${output}`);
      return /^listening on (\S+)$/m.exec(output)?.[1];
    });
    const { project, search, later } = expected;
    const own = { token: project.key };
    const stores = await send(url, 'GET', '/v1/vector_stores?limit=100', own);
    t.equal(stores.body.data.length, project.stores);
    const path = `/v1/vector_stores/${search.storeId}/search`;
    const found = await send(url, 'POST', path, { ...own, body: { query: search.text } });
    t.match(found.body.data[0], { file_id: search.fileId, content: [{ text: search.text }] });
    const response = await send(url, 'GET', `/v1/responses/${later?.response.id}`, own);
    t.equal(response.body.output[0].content[0].text, later?.response.text);
  } finally {
    child.kill();
    await exited;
  }
}

for (const isGlobal of [false, true])
  t.test(`the package of 0.2.0 is upgraded ${isGlobal ? 'with -g' : 'in a folder'}`, async (t) => {
    if (oldTarball === undefined) return notTried(t, 'the git history of released versions is not there');
    const { database, expected } = await unpack(archive, 'sqlite');
    t.teardown(() => database.drop());
    const { npm, svc, modules } = placeOf(isGlobal);
    await npm('install', oldTarball);
    await holdServer(t, svc, database.dataDir, expected);
    if (isGlobal)
      // npm overwrites no command of another package, except with --force.
      await t.rejects(npm('install', tarball), /EEXIST/);
    await npm('install', tarball, ...(isGlobal ? ['--force'] : []));
    const { stderr } = await run(svc, ['--version']);
    const option = isGlobal ? ' -g' : '';
    t.match(stderr, `Run "npm uninstall${option} svc" first, then "npm rebuild${option} svc-server".`);
    await npm('uninstall', 'svc');
    await npm('rebuild', 'svc-server');
    t.equal(realpathSync(svc), realpathSync(join(modules, 'svc-server/dist/scripts/cli.js')));
    t.equal((await run(svc, ['--version'])).stderr, '');
    t.strictSame(otherVersions(modules), [], 'the versions of the shrinkwrap, which npm ignores in a tarball');
    await holdServer(t, svc, database.dataDir, expected);
  });

/** Returns the packages of an installed svc-server whose versions are not those of its shrinkwrap. */
function otherVersions(modules: string): string[] {
  const own = join(modules, 'svc-server');
  const { packages } = readJson<{ packages: Record<string, { version: string; optional?: boolean }> }>(
    join(own, 'npm-shrinkwrap.json'),
  );
  return Object.entries(packages).flatMap(([place, { version, optional }]) => {
    if (place.lastIndexOf('node_modules/') !== 0 || optional) return [];
    // In a folder npm installs the packages beside svc-server, with -g below it.
    const at = [join(own, place), join(modules, place.replace('node_modules/', ''))].find((path) => existsSync(path));
    const found = at && readJson<{ version: string }>(join(at, 'package.json')).version;
    return found === version ? [] : [`${place}: ${found} instead of ${version}`];
  });
}

t.test('who removes the old package first needs no other step', async (t) => {
  if (oldTarball === undefined) return notTried(t, 'the git history of released versions is not there');
  const { npm, svc } = placeOf(true);
  await npm('install', oldTarball);
  await npm('uninstall', 'svc');
  t.notOk(existsSync(svc));
  await npm('install', tarball);
  t.match(await run(svc, ['--version']), { stderr: '', stdout: /^\d+\.\d+\.\d+\n$/ });
});

t.test('an installation from a registry has the versions of npm-shrinkwrap.json, not newer ones', async (t) => {
  const unpacked = join(folder, 'shrinkwrap');
  mkdirSync(unpacked);
  await run('tar', ['-xzf', tarball, '-C', unpacked]);
  const file = join(unpacked, 'package/npm-shrinkwrap.json');
  const shrinkwrap = readJson<{ packages: Record<string, { version: string }> }>(file);
  // A package below another one, which only the shrinkwrap pins, in an older version that its parent allows.
  const place = 'node_modules/pino-pretty/node_modules/colorette';
  const integrity = (await run('npm', ['view', 'colorette@2.0.19', 'dist.integrity'])).stdout.trim();
  const locked = shrinkwrap.packages[place];
  t.not(locked?.version, '2.0.19');
  Object.assign(locked ?? {}, { version: '2.0.19', integrity });
  writeFileSync(file, JSON.stringify(shrinkwrap));
  const changed = join(unpacked, 'changed.tgz');
  await run('tar', ['-czf', changed, '-C', unpacked, 'package']);
  const manifest = readJson<Manifest>(join(unpacked, 'package/package.json'));
  const { npm, modules } = placeOf(false);
  await npm('install', 'svc-server', '--registry', await startRegistry(t, changed, manifest));
  const installed = [join(modules, 'svc-server', place), join(modules, place.replace('node_modules/', ''))];
  t.strictSame(
    installed.filter((at) => existsSync(at)).map((at) => readJson<Manifest>(join(at, 'package.json')).version),
    ['2.0.19'],
  );
});

interface Manifest {
  version: string;
}

/** Starts a registry that has the tarball as its package svc-server, and the other packages of the usual registry. */
async function startRegistry(t: Test, tarball: string, manifest: Manifest): Promise<string> {
  const usual = (await run('npm', ['config', 'get', 'registry'])).stdout.trim();
  const content = readFileSync(tarball);
  const server = createServer((request, response) => {
    const { url = '' } = request;
    if (url === '/svc-server.tgz') return response.end(content);
    if (url !== '/svc-server') return response.writeHead(302, { location: new URL(url.slice(1), usual).href }).end();
    const integrity = `sha512-${createHash('sha512').update(content).digest('base64')}`;
    const dist = { tarball: `http://${request.headers.host}/svc-server.tgz`, integrity };
    const { version } = manifest;
    // A registry sets this member when a package with npm-shrinkwrap.json is published.
    const versions = { [version]: { ...manifest, _hasShrinkwrap: true, dist } };
    return response.end(JSON.stringify({ name: 'svc-server', 'dist-tags': { latest: version }, versions }));
  });
  const port = await listenOnLoopback(server);
  t.teardown(() => closeServer(server));
  return `http://127.0.0.1:${port}/`;
}

function readJson<Content>(path: string): Content {
  return JSON.parse(readFileSync(path, 'utf8')) as Content;
}
