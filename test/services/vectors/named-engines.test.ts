// Tests several PostgreSQL engines that an admin names while the server runs.

import t from 'tap';
import { Collection } from '../../../models/collection.ts';
import { createCli } from '../../harness/cli.ts';
import { poolSize, startPostgres } from '../../harness/postgres.ts';
import { startServer, until } from '../../harness/process.ts';
import { storeWith } from '../../harness/stores.ts';
import { createTenant, startWithAdmin } from '../../harness/world.ts';

const servers = await Promise.all([startPostgres(), startPostgres()]);
for (const server of servers) t.teardown(() => server.stop());
const [one, two] = servers.map(({ url }) => url);
const { app, admin } = await startWithAdmin(t);
const { project, organizationId } = await createTenant(app, admin);
const token = project.key;

async function configure(engines: object[]): Promise<void> {
  const answer = await app.request('PATCH', '/admin/config', {
    token: admin.token,
    body: { collections: { engines } },
  });
  t.equal(answer.status, 200, answer.text);
}

async function found(storeId: string): Promise<string[] | number> {
  const path = `/v1/vector_stores/${storeId}/search`;
  const { status, body } = await app.request('POST', path, { token, body: { query: 'lighthouse' } });
  return status === 200 ? body.data.map(({ filename }: { filename: string }) => filename).sort() : status;
}

async function engineOf(storeId: string): Promise<string | null | undefined> {
  return (await Collection.find(storeId))?.engine;
}

async function newStore(name: string): Promise<string> {
  return (await storeWith(app, token, { [name]: 'A lighthouse.' })).id;
}

t.test('new stores go to the accepting engine with the fewest chunks, old ones stay', async (t) => {
  const old = await newStore('old.txt');
  t.equal(await engineOf(old), 'relational');
  const both = [
    { name: 'one', url: one, pool: poolSize },
    { name: 'two', url: two, pool: poolSize },
  ];
  await configure(both);
  const [first, second, third] = [await newStore('1.txt'), await newStore('2.txt'), await newStore('3.txt')];
  const places = [await engineOf(first), await engineOf(second), await engineOf(third)];
  t.strictSame(places, ['one', 'two', 'one']);
  for (const [id, name] of [
    [old, 'old.txt'],
    [first, '1.txt'],
    [second, '2.txt'],
  ] as const)
    t.strictSame(await found(id), [name]);

  await t.test('admins see where a store is', async (t) => {
    const path = `/v1/vector_stores/${second}`;
    const headers = { 'compat-organization': organizationId, 'compat-project': project.id };
    const seen = (await app.request('GET', path, { token: admin.token, headers })).body;
    t.match(seen, { id: second, engine: 'two', chunks: 1 });
    const { data } = (await app.request('GET', '/v1/vector_stores', { token: admin.token, headers })).body;
    t.equal(data.find(({ id }: { id: string }) => id === old).engine, 'relational');
    const { body } = await app.request('GET', path, { token });
    t.strictSame(
      Object.keys(seen).filter((name) => !(name in body)),
      ['chunks', 'engine'],
    );
    const cli = await createCli(t, app);
    const options = { env: { SVC_TOKEN: admin.token, SVC_ORGANIZATION: organizationId, SVC_PROJECT: project.id } };
    const listed = await cli.run(['collections', 'list'], options);
    t.match(listed, { code: 0, stdout: new RegExp(`${second} .*two +1 `) }, listed.stderr);
    const metrics = (await app.request('GET', '/metrics', { token: admin.token })).text;
    t.match(metrics, /^svc_collections_stores\{engine="one"\} \d/m);
    t.match(metrics, /^svc_collections_chunks\{engine="relational"\} 1$/m);
  });

  await t.test('the url is a secret by the name of the engine', async (t) => {
    const { body } = await app.request('GET', '/admin/config', { token: admin.token });
    const shown = body.collections.engines;
    t.notOk(JSON.stringify(body).includes(String(one)));
    const path = 'collections.engines.two.url';
    const revealed = await app.request('GET', `/admin/config/reveal/${path}`, { token: admin.token });
    t.equal(revealed.body.value, two);
    // A mask keeps the address.
    await configure([{ ...shown[0], accept: false }, shown[1]]);
    t.equal(await engineOf(await newStore('4.txt')), 'two');
    t.strictSame(await found(first), ['1.txt'], 'an engine that takes no new stores is searched');
  });

  await t.test('an engine that the settings do not name costs its own stores only', async (t) => {
    await configure([{ name: 'two', url: two, pool: poolSize }]);
    t.strictSame([await found(first), await found(second), await found(old)], [503, ['2.txt'], ['old.txt']]);
    await configure(both);
    t.strictSame(await until(async () => ((await found(first)) === 503 ? undefined : found(first))), ['1.txt']);
  });

  for (const [engines, text] of [
    [[{ name: 'relational', url: one }], /taken/],
    [[both[0], { name: 'other', url: one }], /one url/],
    [[{ name: 'one' }], /given/],
  ] as const) {
    const { status, text: answer } = await app.request('PATCH', '/admin/config', {
      token: admin.token,
      body: { collections: { engines } },
    });
    t.equal(status, 422);
    t.match(answer, text);
  }
});

t.test('another server follows a change, and refuses its own PostgreSQL as a second engine', async (t) => {
  const { dataDir, url } = app.database;
  const other = await startServer({ SVC_DATA_DIR: dataDir, SVC_DATABASE_URL: url, SVC_COLLECTIONS_URL: String(two) });
  t.teardown(() => other.end());
  await configure([{ name: 'one', url: one, pool: poolSize }]);
  const store = await newStore('5.txt');
  const patched = performance.now();
  const searched = async (): Promise<number> => {
    const body = JSON.stringify({ query: 'lighthouse' });
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    return (await fetch(`${other.url}/v1/vector_stores/${store}/search`, { method: 'POST', headers, body })).status;
  };
  await until(async () => (await searched()) === 200 || undefined);
  await configure([]);
  await until(async () => (await searched()) === 503 || undefined);
  t.comment(`followed both changes in ${Math.round(performance.now() - patched)} ms`);
  const answer = await fetch(`${other.url}/admin/config`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ collections: { engines: [{ name: 'one', url: two }] } }),
  });
  t.equal(answer.status, 422);
  t.match(await answer.json(), {
    detail: [
      { loc: ['body', 'collections', 'engines', '0', 'url'], msg: 'Value error, is that of SVC_COLLECTIONS_URL' },
    ],
  });
});
