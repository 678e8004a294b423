// A database that fails over. A proxy before MariaDB does what a failover does to clients.

import { randomUUID } from 'node:crypto';
import t from 'tap';
import { createDatabase, databaseKind } from '../harness/database.ts';
import { startDatabaseProxy } from '../harness/database-proxy.ts';
import { question, startInference } from '../harness/inference.ts';
import { startServer, until } from '../harness/process.ts';
import { startUpstream } from '../harness/upstream.ts';

if (databaseKind() !== 'mysql') {
  t.plan(0, 'only MySQL fails over');
  process.exit(0);
}

const database = await createDatabase();
t.teardown(() => database.drop());
const proxy = await startDatabaseProxy(t, database.url);
const upstream = await startUpstream(t);
const world = await startInference(t, [upstream], {
  SVC_DATABASE_URL: proxy.url,
  SVC_DATABASE_LOST_SECONDS: '1',
  SVC_DATABASE_TIMEOUT_SECONDS: '3',
});
const { app, organizationKey: token } = world;
const projects = '/v1/organization/projects';

const create = (name: string, headers: Record<string, string> = {}) =>
  app.request('POST', projects, { token, body: { name }, headers });

async function countOf(name: string): Promise<number> {
  const { body } = await app.request('GET', `${projects}?limit=100`, { token });
  return body.data.filter((one: { name: string }) => one.name === name).length;
}

/** Returns the chats that are counted since the beginning of the test. */
async function countedChats(): Promise<number> {
  await app.app.services.usage.flush();
  const from = Math.floor(Date.now() / 1000) - 7200;
  const path = `/v1/organization/usage/completions?start_time=${from}&bucket_width=1h`;
  const { body } = await app.request('GET', path, { token });
  const results = body.data.flatMap((bucket: { results: { num_model_requests: number }[] }) => bucket.results);
  return results.reduce((sum: number, one: { num_model_requests: number }) => sum + one.num_model_requests, 0);
}

// MySQL's and MariaDB's numbers: see models/constraints.ts. The group's state is unknown here, so 3098 counts as well.
for (const errno of [1290, 1792, 1836, 3100, 3101, 1047, 3098]) {
  t.test(`a write that a demoted server refuses with ${errno} succeeds on a new connection`, async (t) => {
    await create(`before ${errno}`);
    const before = proxy.opened();
    proxy.demote(errno);
    const { status, body } = await create(`demoted ${errno}`);
    t.equal(status, 200, JSON.stringify(body));
    t.equal(await countOf(`demoted ${errno}`), 1, 'it is made once');
    t.ok(proxy.opened() > before, 'on a new connection');
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => create(`later ${errno} ${i}`)));
    t.strictSame([...new Set(answers.map((one) => one.status))], [200], 'the idle connections are replaced too');
  });
}

t.test('a single statement that a demoted server refuses succeeds on a new connection too', async (t) => {
  const path = `${projects}/${world.project.id}/api_keys`;
  const headers = { 'idempotency-key': 'demoted' };
  proxy.demote(1290);
  // The first statement claims the key, outside of a transaction.
  const { status, text } = await app.request('POST', path, { token, body: { name: 'claimed' }, headers });
  t.equal(status, 200, text);
});

t.test(
  'calls wait for a node that belongs to the cluster, if new connections lead to one that was cut off',
  async (t) => {
    const read = () => app.request('GET', projects, { token });
    proxy.demote(1290);
    proxy.cutOff(10);
    const calls = Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? read() : create(`cut off ${i}`)));
    const answers = [await create('cut off'), ...(await Promise.all(calls))];
    const wrong = answers.filter(({ status }) => status !== 200).map(({ status, text }) => `${status} ${text}`);
    t.strictSame(wrong, []);
    proxy.cutOff(0);
  },
);

t.test('the doctor says that all connections lead to one node, or names the nodes', async (t) => {
  const nodesOf = async () => {
    const { body } = await app.request('GET', '/admin/doctor', { token: world.admin.token });
    return body.checks.find(({ part }: { part: string }) => part === 'database nodes');
  };
  t.match(await nodesOf(), { state: 'ok', message: /^All connections lead to \S+:\d+\.$/ });
  proxy.spread('every second');
  t.match(await nodesOf(), {
    state: 'failed',
    message: /^The connections lead to several database nodes: \S+:\d+, \S+:\d+\. .* lead all connections to one node/,
  });
  proxy.spread('none');
});

t.test('a connection that leads to another node replaces the older ones, which may answer with old rows', async (t) => {
  const read = () => Promise.all(Array.from({ length: 20 }, () => app.request('GET', projects, { token })));
  let before = 0;
  // The connections to the nodes of the test before this one are replaced first. Then they are kept.
  await until(async () => {
    before = proxy.opened();
    await read();
    return proxy.opened() === before ? true : undefined;
  });
  proxy.spread('all');
  // Until the pool has no connection left, and opens one.
  while (proxy.opened() === before) {
    proxy.breakOn(/^START TRANSACTION/);
    await create('moved');
  }
  await read();
  t.ok(proxy.opened() - before > 1, 'the connections for reads are replaced too');
  proxy.spread('none');
});

t.test(
  'while no server takes writes, calls end with 503 within the timeout, and the liveness check fails',
  async (t) => {
    proxy.refuseAll(1290);
    const { status, body } = await create('nowhere');
    t.equal(status, 503);
    t.equal(body.error.code, 'unavailable');
    const lost = await until(async () => {
      const answer = await app.request('GET', '/healthz');
      return answer.status === 503 ? answer : undefined;
    });
    t.strictSame(lost.body, { status: 'database_lost' });
    proxy.refuseAll(undefined);
    await until(async () => ((await app.request('GET', '/healthz')).status === 200 ? true : undefined));
    t.equal((await create('somewhere')).status, 200);
    t.equal(await countOf('nowhere'), 0);
  },
);

t.test('an Idempotency-Key that was refused while no server took writes can be used soon after', async (t) => {
  const path = `${projects}/${world.project.id}/api_keys`;
  const send = () =>
    app.request('POST', path, { token, body: { name: 'late' }, headers: { 'idempotency-key': 'refused' } });
  proxy.refuseAfter(/idempotency_keys/, 1290);
  t.equal((await send()).status, 503);
  proxy.refuseAll(undefined);
  const began = performance.now();
  await until(async () => ((await send()).status === 200 ? true : undefined));
  t.ok(performance.now() - began < 20_000, 'long before the claim would expire');
});

// Galera's answer of a node that leaves its cluster during the commit, and group replication's, whose state is unknown
// here. The other nodes may have the commit.
for (const errno of [undefined, 1180, 3100, 3101]) {
  t.test(`a commit whose answer is ${errno ?? 'lost'} says that the change may have been made`, async (t) => {
    // The next commit may be of the server itself.
    const { name, status, body, headers } = await until(async () => {
      const name = `unknown ${errno} ${randomUUID()}`;
      proxy.loseCommits(1, errno);
      const answer = await create(name);
      return answer.status === 200 ? undefined : { name, ...answer };
    });
    t.equal(status, 503);
    t.equal(body.error.code, 'unavailable');
    t.match(body.error.message, /may have been made/);
    t.equal(headers.get('x-should-retry'), 'false');
    t.equal(await countOf(name), 1);
  });
}

t.test('a failed commit, of which Sequelize prints a text, is a line of the log', async (t) => {
  const own = await createDatabase();
  t.teardown(() => own.drop());
  const proxy = await startDatabaseProxy(t, own.url);
  const server = await startServer({ ...own.settings, SVC_DATABASE_URL: proxy.url });
  proxy.loseCommits(1);
  const line = await until(async () => /^.*Committing transaction .* failed.*$/m.exec(server.output())?.[0]);
  const { stderr } = await server.end();
  t.match(JSON.parse(line), { level: 'warn', msg: /^Committing transaction/ });
  t.equal(stderr, '');
});

t.test('a change whose answer cannot be read says that it may have been made', async (t) => {
  const path = `${projects}/${world.project.id}/api_keys`;
  // The maker of the key, which is read after the commit.
  proxy.breakOn(/^SELECT `id`, `email`.* FROM `users`/);
  const { status, body, headers } = await app.request('POST', path, { token, body: { name: 'unread' } });
  t.equal(status, 503);
  t.match(body.error.message, /may have been made/);
  t.equal(headers.get('x-should-retry'), 'false');
  const list = await app.request('GET', `${path}?limit=100`, { token });
  t.equal(list.body.data.filter(({ name }: { name: string }) => name === 'unread').length, 1);
});

t.test('with an Idempotency-Key the lost commit is found, and the call answered', async (t) => {
  const path = `${projects}/${world.project.id}/api_keys`;
  const send = () =>
    app.request('POST', path, { token, body: { name: 'kept' }, headers: { 'idempotency-key': 'lost-commit' } });
  proxy.loseCommits(1);
  const first = await send();
  t.equal(first.status, 200, first.text);
  t.equal((await send()).body.id, first.body.id);
  const { body } = await app.request('GET', `${path}?limit=100`, { token });
  t.equal(body.data.filter(({ name }: { name: string }) => name === 'kept').length, 1, 'it is made once');
});

for (const errno of [undefined, 1180, 3101]) {
  t.test(`usage is counted once if the answers to its commits are ${errno ?? 'lost'}`, async (t) => {
    const before = await countedChats();
    for (let call = 0; call < 26; call += 1)
      t.equal((await world.post('/v1/chat/completions', question())).status, 200);
    proxy.loseCommits(4, errno);
    for (let attempt = 0; attempt < 5; attempt += 1) await app.app.services.usage.flush();
    proxy.loseCommits(0);
    t.equal((await countedChats()) - before, 26);
  });
}
