// A rolling restart: two servers behind a reverse proxy are stopped and replaced in turn, under load. No call may fail.
// A stream ends by itself, or, if it outlasts the drain time, with an error event that its client can retry.
//
// The proxy does what every load balancer does: it keeps connections, asks /readyz, and sends calls to ready servers. It
// never retries a call that a server may have read.

import { Agent, createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { VectorStore } from '../../models/vector-store.ts';
import { rounds } from '../harness/faults.ts';
import { question, startInference } from '../harness/inference.ts';
import { closeServer, listenOnLoopback } from '../harness/loopback.ts';
import { type ServerProcess, startServer, until } from '../harness/process.ts';
import { chunks, startUpstream } from '../harness/upstream.ts';

/** `npm test` restarts one server under a light load, beside the server of this process. */
const isShort = rounds <= 3;
const [restarts, callers, pauseMs] = isShort ? [1, 2, 50] : [rounds * 2, 8, 10];
const lookMs = 50;
const [noticeSeconds, drainSeconds] = [2, 2];
/** A short stream ends within the drain time, a long one does not. */
const [shortMs, longMs] = [300, 60_000];
t.setTimeout(120_000 + restarts * 20_000);

const upstream = await startUpstream(t);
upstream.always(({ seen, response }) => {
  if (seen.path === '/v1/models') return response.end(JSON.stringify({ object: 'list', data: [{ id: 'chat-model' }] }));
  const isStream = seen.body.stream === true;
  const [first = '', ...rest] = isStream ? chunks(['one', 'two']) : [];
  response.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' });
  if (!isStream) return response.end('{"id":"chatcmpl-1","object":"chat.completion","choices":[]}');
  response.write(first);
  setTimeout(() => response.end(rest.join('')), seen.body.user === 'long' ? longMs : shortMs).unref();
});

const world = await startInference(t, [upstream]);
const settings = {
  ...world.app.database.settings,
  SVC_UPSTREAMS: JSON.stringify([upstream.settings()]),
  SVC_LOG_LEVEL: 'info',
  SVC_STOP_NOTICE_SECONDS: String(noticeSeconds),
  SVC_DRAIN_SECONDS: String(drainSeconds),
};
const servers: ServerProcess[] = await Promise.all(
  Array.from({ length: isShort ? 1 : 2 }, () => startServer(settings)),
);
t.teardown(() => Promise.all(servers.map((server) => server.end('SIGKILL'))));
const proxy = await startProxy(t as Test);

/** Starts a reverse proxy before the servers, and returns its URL. */
async function startProxy(t: Test): Promise<string> {
  const agents = new Map<string, Agent>();
  const agentOf = (url: string): Agent => {
    const agent = agents.get(url) ?? new Agent({ keepAlive: true });
    agents.set(url, agent);
    return agent;
  };
  const ready = new Set<string>();
  const asked = new Set<string>();
  let turn = 0;
  const urls = (): string[] => [...servers.map(({ url }) => url), ...(isShort ? [world.app.url] : [])];
  /** Asks one server, so that a slow answer of another cannot make this one old. */
  const look = async (url: string): Promise<void> => {
    if (asked.has(url)) return;
    asked.add(url);
    const status = await fetch(`${url}/readyz`, { headers: { connection: 'close' } }).then(
      (response) => response.status,
      () => undefined,
    );
    asked.delete(url);
    if (status === 200) ready.add(url);
    // Like most proxies, rather sends calls to an unready server than to none.
    else if (ready.size > 1) ready.delete(url);
  };
  await Promise.all(urls().map(look));
  const looking = setInterval(() => {
    for (const url of ready) if (!urls().includes(url)) ready.delete(url);
    for (const url of urls()) void look(url);
  }, lookMs);
  const pass = (request: IncomingMessage, response: ServerResponse): void => {
    const target = [...ready][turn++ % ready.size] as string;
    const { connection: _connection, ...headers } = request.headers;
    const passed = send(target + request.url, { method: request.method, headers, agent: agentOf(target) });
    passed.once('response', (answer) => {
      const { connection: _hop, 'keep-alive': _also, ...own } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, own);
      answer.pipe(response);
      answer.once('error', () => response.destroy());
    });
    passed.once('error', (error: NodeJS.ErrnoException) => {
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end(`the proxy got ${error.code}`);
    });
    request.pipe(passed);
  };
  const server = createServer(pass);
  const port = await listenOnLoopback(server);
  t.teardown(async () => {
    clearInterval(looking);
    for (const agent of agents.values()) agent.destroy();
    await closeServer(server);
  });
  return `http://127.0.0.1:${port}`;
}

const headers = { authorization: `Bearer ${world.project.key}`, 'content-type': 'application/json' };
const call = (method: string, path: string, body?: object): Promise<Response> =>
  fetch(proxy + path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });

const ask = (url: string, body: object): Promise<Response> =>
  fetch(`${url}/v1/chat/completions`, { method: 'POST', headers, body: JSON.stringify(body) });
const cutShort = /data: \{"error":\{[^\n]*"code":"unavailable"[^\n]*\}\}\n\n$/;

t.test(`${restarts} restarts under load fail no call`, async (t) => {
  const failed: string[] = [];
  const counts = { calls: 0, streams: 0, created: 0 };
  let isOver = false;
  const attempt = async (name: string, work: () => Promise<string | undefined>): Promise<void> => {
    const fault = await work().catch((error: Error) => `${error.message}: ${String(error.cause)}`);
    if (fault !== undefined) failed.push(`${name}: ${fault}`);
  };
  const plain = (method: string, path: string, body?: object) => async (): Promise<string | undefined> => {
    const response = await call(method, path, body);
    const text = await response.text();
    counts.calls += 1;
    return response.status === 200 ? undefined : `${response.status} ${text}`;
  };
  const stream = async (): Promise<string | undefined> => {
    const text = await (await ask(proxy, question({ stream: true }))).text();
    counts.streams += 1;
    return text.endsWith('data: [DONE]\n\n') ? undefined : text;
  };
  const caller = async (): Promise<void> => {
    while (!isOver) {
      await attempt('list', plain('GET', '/v1/vector_stores'));
      await attempt('chat', plain('POST', '/v1/chat/completions', question()));
      await attempt('create', async () => {
        const fault = await plain('POST', '/v1/vector_stores', {})();
        if (fault === undefined) counts.created += 1;
        return fault;
      });
      await attempt('stream', stream);
      await wait(pauseMs);
    }
  };
  const load = Array.from({ length: callers }, caller);
  await until(() => (counts.streams >= callers ? true : undefined));
  for (let restart = 0; restart < restarts; restart += 1) {
    const which = restart % servers.length;
    const old = servers[which] as ServerProcess;
    const before = counts.calls;
    const long = await ask(old.url, question({ stream: true, user: 'long' }));
    const { code, stdout } = await old.end();
    t.match(await long.text(), cutShort, 'a stream that outlasts the drain time says that it can be retried');
    t.equal(code, 0, 'the server ends in order');
    t.notMatch(stdout, /"level":"(error|fatal)"/);
    t.ok(counts.calls > before, 'while the other one answers');
    servers[which] = await startServer(settings);
  }
  isOver = true;
  await Promise.all(load);
  t.same(failed, [], `${failed.length} of ${counts.calls + counts.streams} calls failed`);
  t.equal(await VectorStore.count({ where: { projectId: world.project.id } }), counts.created, 'each was created once');
  t.comment(`${restarts} restarts: ${JSON.stringify(counts)}, ${failed.length} failed`);
});
