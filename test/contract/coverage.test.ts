// Tests `svc-contract coverage`: calls pass through the proxy as they are, and the report says what they touched.

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t, { type Test } from 'tap';
import { document } from '../../scripts/contract/answers.ts';
import { runKit } from '../../scripts/contract/command/kit.ts';
import { type SeenCall, startCoverageProxy } from '../../scripts/contract/coverage/proxy.ts';
import { CoverageRecord } from '../../scripts/contract/coverage/record.ts';
import { removeFolder } from '../../scripts/fixtures/folders.ts';
import { startApp } from '../harness/app.ts';
import { closeServer, listenOnLoopback } from '../harness/loopback.ts';
import { createTenant, signUp } from '../harness/world.ts';

t.setTimeout(600_000);

const main = join(import.meta.dirname, '../../scripts/contract/main.ts');
const folder = mkdtempSync(join(tmpdir(), 'svc-coverage-'));
t.teardown(() => removeFolder(folder));

const coverage = (args: string[], env: object = {}): Promise<{ code: number; stdout: string; stderr: string }> =>
  promisify(execFile)(process.execPath, [main, 'coverage', ...args], {
    cwd: import.meta.dirname,
    env: { PATH: process.env.PATH, ...env },
  }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error) => error,
  );

async function serve(t: Test, handle: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(handle);
  const port = await listenOnLoopback(server);
  t.teardown(() => closeServer(server));
  return `http://127.0.0.1:${port}`;
}

interface Proxied {
  url: string;
  seen: SeenCall[];
  errors: Error[];
}

async function proxied(t: Test, to: string): Promise<Proxied> {
  const [seen, errors]: [SeenCall[], Error[]] = [[], []];
  const proxy = await startCoverageProxy({
    to,
    host: '127.0.0.1',
    port: 0,
    onAnswer: (call) => seen.push(call),
    onSilence: (error) => errors.push(error),
  });
  t.teardown(() => proxy.close());
  return { url: proxy.url, seen, errors };
}

const client = `
  import OpenAI from 'openai';
  const client = new OpenAI({ maxRetries: 0 });
  const store = await client.vectorStores.create({});
  const file = await client.files.create({ file: new File(['A thing.'], 'thing.txt'), purpose: 'assistants' });
  if (await (await client.files.content(file.id)).text() !== 'A thing.') process.exit(4);
  await client.vectorStores.retrieve(store.id);
  await client.vectorStores.retrieve('vs_unknown').catch(() => undefined);
  await fetch(process.env.SVC_URL + '/v2/nothing?secret=1');
`;

t.test('the official SDK runs unchanged, and the report names what it touched', async (t) => {
  const app = await startApp(t);
  const { project } = await createTenant(app, await signUp(app, { isAdmin: true }));
  const json = join(folder, 'coverage.json');
  const run = (...args: string[]): ReturnType<typeof coverage> =>
    coverage(['--to', app.url, ...args, '--', process.execPath, '--input-type=module', '-e', client], {
      OPENAI_API_KEY: project.key,
    });
  const { code, stdout, stderr } = await run('--json', json, '--fail-under', '1');
  t.strictSame([code, stderr], [0, '']);
  t.match(stdout, /^svc-contract: listening on http:\/\/127\.0\.0\.1:\d+, passing on to http:/);
  t.match(stdout, /^ {2}getVectorStore +GET \/v1\/vector_stores\/\{vector_store_id\} +200 404; not seen: 400 401 /m);
  t.match(stdout, /^NOT CALLED\n(?: {2}.+\n)* {2}deleteFile +DELETE \/v1\/files\/\{file_id\}$/m);
  t.match(stdout, /^UNDOCUMENTED CALLS\n {2}GET \/v2\/nothing → 404 {2}1 call\n\n/m);
  t.match(stdout, /^4 of \d+ operations called \(1\.\d %\), 4 with success; 5 of \d+ statuses seen\n$/m);
  t.notMatch(stdout, /UNDOCUMENTED RESPONSES|secret/);
  const { totals, operations, unanswered } = JSON.parse(readFileSync(json, 'utf8'));
  t.match(totals, { called: 4, succeeded: 4, seenStatuses: 5 });
  t.equal(unanswered, 0);
  t.match(
    operations.find(({ operationId }: { operationId: string }) => operationId === 'createFile'),
    { method: 'POST', path: '/v1/files', calls: 1, statuses: { 200: 1 } },
  );
  const stores = await run('--path', '/v1/vector_stores/{vector_store_id}', '--fail-under', '50');
  t.match(stores, { code: 1, stdout: /^1 of \d\d operations called/m, stderr: /were called, fewer than 50 %\.$/m });
});

t.test('calls of models by clients of Anthropic count for the operations that answer them', async (t) => {
  const to = await serve(t, (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
  const { url, seen } = await proxied(t, to);
  const headers = { 'anthropic-version': '2023-06-01' };
  for (const path of ['/v1/models?limit=1', '/v1/models/m']) await (await fetch(url + path, { headers })).text();
  const record = new CoverageRecord(document);
  for (const call of seen) record.add(call);
  const called = record.result().operations.filter(({ calls }) => calls > 0);
  t.strictSame(called.map(({ operationId }) => operationId).sort(), ['getMessageModel', 'listMessageModels']);
});

t.test('the exit code is that of the command, and wrong usage is 2', async (t) => {
  const to = ['--to', 'http://127.0.0.1:9'];
  const command = (code: string): string[] => ['--', process.execPath, '-e', code];
  t.match(await coverage([...to, ...command('process.exit(3)')]), { code: 3 });
  t.match(await coverage([...to, ...command("process.kill(process.pid, 'SIGTERM')")]), { code: 143 });
  const missing = await coverage([...to, '--', 'no-such-program']);
  t.match(missing, { code: 2, stderr: "svc-contract: There is no program 'no-such-program' to run.\n" });
  const unreached = await coverage([...to, ...command("fetch(process.env.SVC_URL).catch(() => 'refused')")]);
  t.match(unreached, { code: 0, stdout: /^1 call got no answer$/m, stderr: /No server listens at http:\/\/127/ });
  for (const [args, message] of [
    [command(''), /Missing server: use --to URL/],
    [['--to', 'ftp://x', ...command('')], /--to takes the server's address/],
    [[...to, '--fail-under', '101'], /from 0 to 100/],
    [[...to, '--listen', 'here'], /--listen takes ADDRESS:PORT/],
    [[...to, '--path', '/v9'], /No operation of the document/],
    [[...to, '--document', join(folder, 'missing')], /cannot be read/],
    [[...to, '--json', join(folder, 'missing/file')], /cannot be written/],
    [[...to, 'npm', 'test'], /Use: svc-contract coverage \[options\] \[-- COMMAND\]/],
  ] as [string[], RegExp][])
    await t.rejects(runKit('coverage', args), { exitCode: 2, message });
});

t.test('without a command it runs until a signal, with a document of its own', async (t) => {
  const to = await serve(t, (_, response) => response.writeHead(202, { 'content-type': 'text/html' }).end('x'));
  const file = join(folder, 'own.json');
  const responses = { 200: { description: 'Fine.' }, 202: { description: 'Later.', content: { 'text/plain': {} } } };
  writeFileSync(
    file,
    JSON.stringify({ paths: { '/a/{b}': { get: { operationId: 'getB', responses } } }, components: { schemas: {} } }),
  );
  const child = spawn(process.execPath, [main, 'coverage', '--to', to, '--document', file]);
  t.teardown(() => child.kill('SIGKILL'));
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  while (!output.includes('\n')) await once(child.stdout, 'data');
  const url = /listening on (\S+),/.exec(output)?.[1];
  t.equal(await (await fetch(`${url}/a/1`)).text(), 'x');
  child.kill('SIGTERM');
  t.strictSame(await once(child, 'close'), [0, null]);
  t.match(output, /getB → 202 text\/html {2}1 call\n\n1 of 1 operations called \(100 %\)/);
});

t.test('bodies, headers and statuses arrive as they were sent, in both directions', async (t) => {
  const to = await serve(t, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      response.writeHead(207, 'Some', [
        ...[
          'X-Two',
          'a',
          'X-Two',
          'b',
          'Content-Type',
          'application/json',
          'X-Echo',
          String(request.headers['x-mine']),
        ],
      ]);
      response.end(
        JSON.stringify([request.method, request.url, request.headers.host, Buffer.concat(chunks).toString('hex')]),
      );
    });
  });
  const { url, seen } = await proxied(t, `${to}/base`);
  const body = new Uint8Array(300_000).map((_, index) => index % 251);
  const answer = await fetch(`${url}/v1/files?a=%20b`, { method: 'PUT', headers: { 'X-Mine': '1' }, body });
  t.match([answer.status, answer.statusText], [207, 'Some']);
  t.match(Object.fromEntries(answer.headers), { 'x-two': 'a, b', 'x-echo': '1' });
  t.strictSame(await answer.json(), [
    'PUT',
    '/base/v1/files?a=%20b',
    new URL(to).host,
    Buffer.from(body).toString('hex'),
  ]);
  t.strictSame(seen, [{ method: 'PUT', path: '/v1/files', status: 207, mediaType: 'application/json' }]);
});

t.test('a stream arrives event by event, and breaks off for one side when it does for the other', async (t) => {
  const open: ServerResponse[] = [];
  const to = await serve(t, (_, response) => {
    open.push(response.writeHead(200, { 'content-type': 'text/event-stream' }));
    response.flushHeaders();
  });
  const { url, seen, errors } = await proxied(t, to);
  const first = await fetch(`${url}/stream`);
  const reader = first.body?.getReader();
  for (const text of ['data: 1\n\n', 'data: 2\n\n']) {
    open[0]?.write(text);
    t.equal(Buffer.from((await reader?.read())?.value ?? []).toString(), text);
  }
  open[0]?.destroy();
  await t.rejects(reader?.read() as Promise<unknown>);
  const leaving = new AbortController();
  await fetch(`${url}/stream`, { signal: leaving.signal });
  const closed = once(open[1] as ServerResponse, 'close');
  leaving.abort();
  await closed;
  t.strictSame([seen.length, errors], [2, []]);
});

t.test('an answer before the end of the upload arrives, and a connection without one ends', async (t) => {
  const to = await serve(t, (incoming, response) => {
    if (incoming.url === '/cut') incoming.socket.destroy();
    else response.writeHead(413, { connection: 'close' }).end('too much');
  });
  const { url, errors } = await proxied(t, to);
  const upload = request(`${url}/v1/files`, { method: 'POST', headers: { 'content-length': 2 ** 30 } });
  upload.on('error', () => undefined);
  upload.write(Buffer.alloc(65_536));
  const [answer] = (await once(upload, 'response')) as [IncomingMessage];
  t.equal(answer.statusCode, 413);
  upload.destroy();
  await t.rejects(fetch(`${url}/cut`));
  t.equal(errors.length, 1);
});

t.test('a record does not grow with the number of calls', (t) => {
  const record = new CoverageRecord(document);
  for (let call = 0; call < 5000; call += 1) {
    record.add({ method: 'GET', path: `/nowhere/${call}/${'x'.repeat(1000)}`, status: 404, mediaType: undefined });
    record.add({ method: 'GET', path: '/v1/models', status: 418, mediaType: `text/${call}` });
  }
  const { strayCalls, unknownAnswers } = record.result();
  t.match([strayCalls.length, strayCalls[0]], [101, { text: 'others', calls: 4900 }]);
  t.ok(JSON.stringify(strayCalls).length < 20_000);
  t.strictSame(unknownAnswers, [{ text: 'listModels → 418', calls: 5000 }]);
  t.end();
});
