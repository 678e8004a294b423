// Tests that a search engine that does not answer costs the searches of its own stores only.

import { createServer, type Socket, connect as tcp } from 'node:net';
import t from 'tap';
import { client, startApp } from '../../harness/app.ts';
import { listenOnLoopback } from '../../harness/loopback.ts';
import { poolSize, startPostgres } from '../../harness/postgres.ts';
import { startServer, until } from '../../harness/process.ts';
import { storeWith } from '../../harness/stores.ts';
import { createTenant, signUp } from '../../harness/world.ts';

const postgres = await startPostgres();
t.teardown(() => postgres.stop());
const app = await startApp(t, { SVC_RUN_WORKERS: 'false' });
const { project } = await createTenant(app, await signUp(app, { isAdmin: true }));
const token = project.key;

let isStalled = false;
const sockets = new Set<Socket>();
const { hostname, port } = new URL(postgres.url);
/** Passes everything on, or takes it and says nothing. */
const proxy = createServer((socket) => {
  const upstream = tcp(Number(port), hostname);
  for (const [from, to] of [
    [socket, upstream],
    [upstream, socket],
  ] as const) {
    sockets.add(from);
    from.on('data', (bytes) => isStalled || to.write(bytes));
    from.on('error', () => undefined).on('close', () => to.destroy());
  }
});
const url = new URL(postgres.url);
url.port = String(await listenOnLoopback(proxy));
t.teardown(() => {
  for (const socket of sockets) socket.destroy();
  proxy.close();
});

async function start(settings: Record<string, string> = {}) {
  const server = await startServer({
    ...app.database.settings,
    ...settings,
  });
  t.teardown(() => server.end());
  return { request: client(t, server.url), end: () => server.end() };
}

t.test('searches of other stores go on, and its own are refused at once', async (t) => {
  const before = await start();
  const { id: beside } = await storeWith(before, token, { 'a.txt': 'A lighthouse.' });
  await before.end();
  const server = await start({ SVC_COLLECTIONS_URL: url.href, SVC_COLLECTIONS_POOL: String(poolSize) });
  const { id: own } = await storeWith(server, token, { 'b.txt': 'A lighthouse.' });
  const search = async (storeId: string) => {
    const began = performance.now();
    const path = `/v1/vector_stores/${storeId}/search`;
    const { status } = await server.request('POST', path, { token, body: { query: 'lighthouse' } });
    return { status, ms: performance.now() - began };
  };
  for (const id of [own, beside]) t.equal((await search(id)).status, 200);
  isStalled = true;
  const waiting = Array.from({ length: 12 }, () => search(own));
  let isOver = false;
  const refused = until(async () => {
    const { status, ms } = await search(own);
    return (status === 503 && ms < 1000) || undefined;
  }, 30_000).finally(() => {
    isOver = true;
  });
  const others: Awaited<ReturnType<typeof search>>[] = [];
  while (!isOver) others.push(await search(beside));
  t.ok(await refused, 'refused without a wait for PostgreSQL');
  t.ok(others.every(({ status }) => status === 200) && others.length > 10);
  const longest = Math.max(...others.map(({ ms }) => ms));
  t.ok(longest < 3000, `a search of another store takes ${longest} ms at most`);

  isStalled = false;
  for (const socket of sockets) socket.destroy();
  t.ok(
    (await Promise.all(waiting)).every(({ status }) => status === 503),
    'those that wait are refused too',
  );
  await until(async () => ((await search(own)).status === 200 ? true : undefined), 60_000);
});
