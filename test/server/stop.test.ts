// Tests the stop of the server: graceful, and forced.

import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import t from 'tap';
import { holdBound } from '../harness/clock.ts';
import { createDatabase } from '../harness/database.ts';
import { type ServerProcess, startByNpm, startServer, until } from '../harness/process.ts';
import { fill } from '../harness/template.ts';

const database = await createDatabase();
await fill(database);
t.teardown(() => database.drop());
const settings = database.settings;

/** Sends a request over one of the agent's connections. Resolves to its status, or to the error. */
function send({ url }: ServerProcess, agent: Agent, path: string, body?: object): Promise<number | string> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve) => {
    const sent = request(url + path, {
      agent,
      method: text === undefined ? 'GET' : 'POST',
      headers:
        text === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) },
    });
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    sent.on('response', (response) => {
      response.resume();
      response.on('end', () => resolve(response.complete ? (response.statusCode ?? 0) : 'truncated'));
    });
    sent.end(text);
  });
}

/** Sends a sign-in attempt, which takes the server some time. */
function attempt(server: ServerProcess, agent = new Agent()): Promise<number | string> {
  return send(server, agent, '/auth/login', { email: `${randomUUID()}@example.com`, password: 'not the password' });
}

t.test('on SIGTERM under load every accepted request is answered completely, and the exit code is 0', async (t) => {
  const server = await startServer(settings);
  const agent = new Agent({ keepAlive: true });
  t.teardown(() => agent.destroy());
  // The server has accepted these twelve connections. A connection in the listener's queue has no guarantee.
  await Promise.all(Array.from({ length: 12 }, () => send(server, agent, '/healthz')));
  const taken = Array.from({ length: 12 }, () => attempt(server, agent));
  // The server handles two at a time, so after the first response most are still in the queue.
  await Promise.race(taken);
  const ended = server.end('SIGTERM');
  t.strictSame([...new Set(await Promise.all(taken))], [401]);
  const { code, stdout } = await ended;
  t.equal(code, 0);
  t.match(stdout, /"msg":"stopping/);
  t.equal(await attempt(server), 'ECONNREFUSED', 'the port is closed');
});

t.test('a SIGTERM to npm reaches the server once', async (t) => {
  const server = await startByNpm({ ...settings, HOME: database.dataDir });
  let ended = false;
  // If npm leaves the server running, the server is still in npm's process group.
  t.teardown(() => ended || process.kill(-(server.child.pid as number), 'SIGKILL'));
  server.child.kill('SIGTERM');
  await until(() => (server.output().includes('"msg":"stopping') ? true : undefined));
  await server.end('SIGCONT');
  ended = true;
  t.equal(await send(server, new Agent(), '/healthz'), 'ECONNREFUSED');
});

t.test('/readyz announces a stop for the configured time, while calls are still accepted', async (t) => {
  const server = await startServer({ ...settings, SVC_STOP_NOTICE_SECONDS: '10' });
  t.equal(await send(server, new Agent(), '/readyz'), 200);
  const began = performance.now();
  server.child.kill('SIGTERM');
  await until(async () => ((await send(server, new Agent(), '/readyz')) === 503 ? true : undefined));
  t.equal(await send(server, new Agent(), '/healthz'), 200, 'on a new connection too');
  const last = await fetch(`${server.url}/healthz`);
  t.equal(last.headers.get('connection'), 'close', 'kept connections move to another server');
  await last.text();
  t.equal(await attempt(server), 401);
  const { code } = await server.end('SIGCONT');
  t.equal(code, 0);
  t.ok(performance.now() - began > 9900, 'not before the configured time');
});

t.test('a second signal during the announcement stops the server at once', async (t) => {
  const server = await startServer({ ...settings, SVC_STOP_NOTICE_SECONDS: '600' });
  server.child.kill('SIGTERM');
  await until(async () => ((await send(server, new Agent(), '/readyz')) === 503 ? true : undefined));
  t.equal((await server.end('SIGTERM')).code, 1);
});

t.test('a stopping server closes keep-alive connections, and does not wait for idle ones', async (t) => {
  const server = await startServer(settings);
  t.equal((await fetch(`${server.url}/healthz`)).headers.get('connection'), 'keep-alive');
  const began = performance.now();
  t.equal((await server.end('SIGTERM')).code, 0);
  holdBound(t, 'a stop with an idle connection, in ms', performance.now() - began, 15_000);
});

/** A request whose body never comes, on a connection that the server has accepted. Resolves to how it ended. */
async function hang(server: ServerProcess): Promise<{ ended: Promise<unknown> }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  await send(server, agent, '/healthz');
  const headers = { 'content-type': 'application/json', 'content-length': 100, connection: 'keep-alive' };
  const hanging = request(`${server.url}/auth/login`, { agent, method: 'POST', headers });
  const ended = new Promise((resolve) => hanging.once('error', resolve));
  await new Promise((resolve) => hanging.write('{', resolve));
  // The server has read the head of it once it has read what comes later on another connection.
  await until(async () => ((await send(server, new Agent(), '/healthz')) === 200 ? true : undefined));
  return { ended };
}

t.test('calls that exceed the drain time are cut off', async (t) => {
  const server = await startServer({ ...settings, SVC_DRAIN_SECONDS: '1' });
  const { ended } = await hang(server);
  const began = performance.now();
  t.equal((await server.end('SIGTERM')).code, 0);
  const tookMs = performance.now() - began;
  t.ok(tookMs > 900, `after ${Math.round(tookMs)} ms`);
  holdBound(t, 'a stop that cuts calls off, in ms', tookMs, 20_000);
  await ended;
});

t.test('a second signal stops the server at once', async (t) => {
  const server = await startServer(settings);
  await hang(server);
  server.child.kill('SIGTERM');
  await until(() => (server.output().includes('"msg":"stopping') ? true : undefined));
  t.equal((await server.end('SIGTERM')).code, 1);
});

t.test('after an uncaught error the server logs it, finishes its calls, and exits with 1', async (t) => {
  for (const defect of ['throw new Error("a defect")', 'Promise.reject(new Error("a defect"))']) {
    const onSignal = encodeURIComponent(`process.on('SIGUSR2', () => { ${defect}; })`);
    const server = await startServer({ ...settings, NODE_OPTIONS: `--import=data:text/javascript,${onSignal}` });
    const agent = new Agent({ keepAlive: true });
    t.teardown(() => agent.destroy());
    await Promise.all(Array.from({ length: 6 }, () => send(server, agent, '/healthz')));
    const attempts = Array.from({ length: 6 }, () => attempt(server, agent));
    await Promise.race(attempts);
    server.child.kill('SIGUSR2');
    const { code, stdout } = await server.end('SIGCONT');
    t.equal(code, 1);
    t.match(stdout, /"level":"fatal".*a defect.*"msg":"uncaught: stopping"/);
    t.same([...new Set(await Promise.all(attempts))], [401], 'accepted requests are answered');
  }
});

t.test('a server can start on the database of a killed server', async (t) => {
  const first = await startServer(settings);
  const attempts = Array.from({ length: 8 }, () => attempt(first));
  await first.end('SIGKILL');
  await Promise.all(attempts);
  const second = await startServer(settings);
  t.equal((await fetch(`${second.url}/readyz`)).status, 200);
  t.equal(await attempt(second), 401);
  t.equal((await second.end()).code, 0);
});
