// Tests the moves of stores between search engines while they are searched and filled.

import t from 'tap';
import { Chunk } from '../../models/chunk.ts';
import { Collection, CollectionFile } from '../../models/collection.ts';
import { database } from '../../models/connection.ts';
import { newId } from '../../models/ids.ts';
import { Job } from '../../models/job.ts';
import type { Answer } from '../harness/app.ts';
import { createCli } from '../harness/cli.ts';
import { makeDue } from '../harness/faults.ts';
import { upload } from '../harness/forms.ts';
import { poolSize, startPostgres } from '../harness/postgres.ts';
import { until } from '../harness/process.ts';
import { finished, storeWith } from '../harness/stores.ts';
import { createTenant, startWithAdmin } from '../harness/world.ts';

const [one, two] = await Promise.all([startPostgres(), startPostgres()]);
for (const server of [one, two]) t.teardown(() => server.stop());
const engines = [
  { name: 'one', url: one.url, pool: poolSize },
  { name: 'two', url: two.url, pool: poolSize },
  // The database of one, by another address.
  { name: 'again', url: one.url.replace('127.0.0.1', 'localhost'), pool: poolSize, accept: false },
];
const { app, admin } = await startWithAdmin(t, { SVC_COLLECTIONS_ENGINES: JSON.stringify(engines) });
const { project } = await createTenant(app, admin);
const token = project.key;
async function found(storeId: string): Promise<string[] | number> {
  const path = `/v1/vector_stores/${storeId}/search`;
  const { status, body } = await app.request('POST', path, {
    token,
    body: { query: 'lighthouse', max_num_results: 50 },
  });
  return status === 200 ? body.data.map(({ filename }: { filename: string }) => filename).sort() : status;
}

async function add(storeId: string, name: string): Promise<void> {
  const fileId = await upload(app, token, { filename: name, content: `A lighthouse, in ${name}` });
  const path = `/v1/vector_stores/${storeId}/files`;
  await app.request('POST', path, { token, body: { file_id: fileId } });
  await finished(app, token, `${path}/${fileId}`);
}

const ask = (body: object) => app.request('POST', '/admin/collections/moves', { token: admin.token, body });
const cancel = (body: object) => app.request('POST', '/admin/collections/moves/cancel', { token: admin.token, body });

async function pending(query = ''): Promise<Answer['body']> {
  return (await app.request('GET', `/admin/collections/moves${query}`, { token: admin.token })).body;
}

async function move(body: object): Promise<Answer['body']> {
  const answer = await ask(body);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body;
}

/** Lets the jobs run now that remove what moved stores have left. */
async function hurry(): Promise<void> {
  await until(async () => {
    await makeDue('store-leave');
    return (await left()) === 0 ? true : undefined;
  });
}

async function left(): Promise<number> {
  const [[row]] = await database().sequelize.query("SELECT COUNT(*) AS count FROM jobs WHERE kind = 'store-leave'");
  return Number((row as { count: number }).count);
}

t.test('a store is moved in every direction, searched and filled meanwhile', async (t) => {
  const { id } = await storeWith(
    app,
    token,
    Object.fromEntries(['a.txt', 'b.txt', 'c.txt'].map((name) => [name, 'A lighthouse.'])),
  );
  const names = ['a.txt', 'b.txt', 'c.txt'];
  const place = async () => (await Collection.find(id))?.engine;
  t.equal(await place(), 'one');
  t.strictSame(await found(id), names);
  let [searches, wrong] = [0, 0];
  for (const to of ['two', 'relational', 'two', 'one', 'relational', 'one']) {
    await move({ vector_store_id: id, to });
    const name = `moving-${searches}.txt`;
    const adding = add(id, name);
    while ((await place()) !== to) {
      const names_ = await found(id);
      searches += 1;
      if (!names.every((one) => Array.isArray(names_) && names_.includes(one))) wrong += 1;
    }
    await adding;
    names.push(name);
    t.strictSame(await found(id), [...names].sort(), `all files are found once in ${to}`);
    await hurry();
    t.strictSame(await found(id), [...names].sort());
  }
  t.ok(searches > 0);
  t.equal(wrong, 0, `${searches} searches`);
  t.strictSame(await two.query('SELECT 1 FROM svc2_chunks'), [], 'nothing is left behind');
  t.equal(await Chunk.count(), 0);
  t.equal((await one.query('SELECT 1 FROM svc2_chunks')).length, names.length);
});

t.test('a store with chunks in two engines is joined', async (t) => {
  const { id } = await storeWith(app, token, { 'a.txt': 'A lighthouse.', 'b.txt': 'A lighthouse.' });
  const { id: collectionId, engine } = (await Collection.find(id)) as { id: string; engine: string };
  await move({ vector_store_id: id, to: 'relational' });
  await until(async () => ((await Collection.find(id))?.engine === 'relational' ? true : undefined));
  // An earlier version has put each file into another engine.
  const [first, second] = [...(await CollectionFile.published(collectionId)).keys()] as [string, string];
  await Chunk.removeSome(first, 10);
  await (engine === 'one' ? one : two).query(`DELETE FROM svc2_chunks WHERE set_id = '${second}'`);
  await Collection.update({ engine: 'split' }, { where: { id: collectionId } });
  t.equal(await found(id), 503);
  await move({ vector_store_id: id, to: engine === 'one' ? 'two' : 'one' });
  await until(async () => (await found(id)) !== 503 || undefined);
  t.strictSame(await found(id), ['a.txt', 'b.txt']);
});

t.test('what is in the engine already is compared, and copied again if it differs', async (t) => {
  const { id } = await storeWith(app, token, { 'compared.txt': 'A lighthouse, compared.' });
  const [collection] = await Collection.findAll({ where: { storeId: id }, raw: true });
  await move({ vector_store_id: id, to: 'two' });
  await until(async () => ((await Collection.find(id))?.engine === 'two' ? true : undefined));
  await one.query(`UPDATE svc2_chunks SET text = 'Something else.' WHERE collection_id = '${collection?.id}'`);
  await move({ vector_store_id: id, to: 'one' });
  await until(async () => ((await Collection.find(id))?.engine === 'one' ? true : undefined));
  const { body } = await app.request('POST', `/v1/vector_stores/${id}/search`, {
    token,
    body: { query: 'lighthouse' },
  });
  t.strictSame(
    body.data.map(({ content }: { content: { text: string }[] }) => content[0]?.text),
    ['A lighthouse, compared.'],
  );
});

t.test('the command moves a store, or all of an engine', async (t) => {
  const { id } = await storeWith(app, token, { 'a.txt': 'A lighthouse.' });
  const cli = await createCli(t, app);
  const run = (...words: string[]) => cli.run(['collections', 'move', ...words], { env: { SVC_TOKEN: admin.token } });
  const one = await run('--store', id, '--to', 'relational');
  t.match(one, { code: 0, stdout: /moved to relational/ }, one.stderr);
  t.equal((await Collection.find(id))?.engine, 'relational');
  const all = await run('--from', 'relational', '--to', 'two', '--json');
  t.equal(all.code, 0, all.stderr);
  t.match(JSON.parse(all.stdout), { object: 'collection.moves' });
  t.strictSame((await pending()).data, []);
  t.equal((await Collection.inEngine('relational')).stores, 0);
  t.strictSame(await found(id), ['a.txt']);
  t.match(await run('--store', id), { code: 2, stderr: /--to/ });
  t.match(await run('--store', id, '--to', 'one', '--cancel'), { code: 2, stderr: /--cancel/ });
  const idle = await run('--store', id, '--cancel');
  t.match(idle, { code: 0, stdout: /^0 cancelled/ }, idle.stderr);
  t.match(await run('--to', 'one'), { code: 2, stderr: /--store.*--from/ });
});

t.test('a cancelled move leaves the store whole where it is, and nothing where it went', async (t) => {
  const { id } = await storeWith(app, token, { 'a.txt': 'A lighthouse.', 'b.txt': 'A stubborn lighthouse.' });
  const { id: collectionId, engine: source } = (await Collection.find(id)) as { id: string; engine: string };
  const to = source === 'one' ? 'two' : 'one';
  const there = to === 'two' ? two : one;
  const copies = () => there.query(`SELECT 1 FROM svc2_chunks WHERE collection_id = '${collectionId}'`);
  // The move is repeated and never ends.
  await there.query("ALTER TABLE svc2_chunks ADD CONSTRAINT refusal CHECK (text NOT LIKE '%stubborn%') NOT VALID");
  await move({ vector_store_id: id, to });
  await until(async () => (await pending(`?vector_store_id=${id}`)).data[0]?.problem ?? undefined);
  t.equal((await copies()).length, 1, 'the first file is copied');
  t.match(await ask({ vector_store_id: id, to }), { status: 409, body: { error: { code: 'move_in_progress' } } });
  t.match((await cancel({ vector_store_id: id })).body, { cancelled: 1, stores: 0 });
  t.strictSame((await pending()).data, []);
  t.match((await cancel({ vector_store_id: id })).body, { cancelled: 0, stores: 0 });
  await hurry();
  await there.query('ALTER TABLE svc2_chunks DROP CONSTRAINT refusal');
  t.strictSame(await copies(), []);
  t.equal((await Collection.find(id))?.engine, source);
  t.strictSame(await found(id), ['a.txt', 'b.txt']);
  t.equal((await cancel({ vector_store_id: 'vs_none' })).status, 404);
  t.equal((await app.request('POST', '/admin/collections/moves/cancel', { token, body: {} })).status, 403);
});

t.test('a cancelled move of a store in two engines leaves the chunks that only the target has', async (t) => {
  const texts = {
    'a.txt': 'A lighthouse.',
    'b.txt': 'A stubborn lighthouse.',
    'c.txt': 'A lighthouse, there already.',
  };
  const { id } = await storeWith(app, token, texts);
  const { id: collectionId } = (await Collection.find(id)) as { id: string };
  for (const to of ['two', 'relational']) {
    await hurry();
    await move({ vector_store_id: id, to });
    await until(async () => ((await Collection.find(id))?.engine === to ? true : undefined));
  }
  // An earlier version has put one file into another engine.
  await database().sequelize.query("DELETE FROM jobs WHERE kind = 'store-leave'");
  const stored = () =>
    two.query<{ text: string; set_id: string }>(
      `SELECT text, set_id FROM svc2_chunks WHERE collection_id = '${collectionId}'`,
    );
  for (const { text, set_id: setId } of await stored())
    if (text === texts['c.txt']) await Chunk.removeSome(setId, 10);
    else await two.query(`DELETE FROM svc2_chunks WHERE set_id = '${setId}'`);
  await Collection.update({ engine: 'split' }, { where: { id: collectionId } });
  await two.query("ALTER TABLE svc2_chunks ADD CONSTRAINT refusal CHECK (text NOT LIKE '%stubborn%') NOT VALID");
  await move({ vector_store_id: id, to: 'two' });
  await until(async () => (await pending(`?vector_store_id=${id}`)).data[0]?.problem ?? undefined);
  t.equal((await cancel({ vector_store_id: id })).body.cancelled, 1);
  await hurry();
  await two.query('ALTER TABLE svc2_chunks DROP CONSTRAINT refusal');
  t.strictSame(
    (await stored()).map(({ text }) => text),
    [texts['c.txt']],
  );
  await move({ vector_store_id: id, to: 'two' });
  await until(async () => (await found(id)) !== 503 || undefined);
  t.strictSame(await found(id), Object.keys(texts));
});

t.test('two engines that a store in both leaves are left one after the other', async (t) => {
  const { id } = await storeWith(app, token, { 'a.txt': 'A lighthouse.' });
  for (const to of ['one', 'relational', 'two']) {
    await hurry();
    await move({ vector_store_id: id, to });
    await until(async () => ((await Collection.find(id))?.engine === to ? true : undefined));
  }
  const { id: collectionId } = (await Collection.find(id)) as { id: string };
  await Collection.update({ engine: 'split' }, { where: { id: collectionId } });
  // One server is to remove what is in the database, another one what is in two.
  const [leave] = await Job.findAll({ where: { kind: 'store-leave' }, raw: true });
  const payload = JSON.stringify({ collectionId, engine: 'two' });
  const uniqueKey = `store-leave:${collectionId}:two`;
  await Job.create({ ...(leave as Job), id: newId('job'), payload, uniqueKey, dueAt: 0 });
  const reason = await until(async () => (await Job.findOne({ where: { uniqueKey } }))?.lastError ?? undefined);
  t.match(reason, /another engine are removed first/);
  await hurry();
  t.strictSame(await found(id), ['a.txt']);
});

t.test('a store is not moved to another address of its own database, and loses nothing', async (t) => {
  const { id } = await storeWith(app, token, { 'a.txt': 'A lighthouse.' });
  await move({ vector_store_id: id, to: 'one' });
  await until(async () => (await pending(`?vector_store_id=${id}`)).data.length === 0 || undefined);
  await hurry();
  await move({ vector_store_id: id, to: 'again' });
  const { problem } = await until(async () => {
    const [first] = (await pending(`?vector_store_id=${id}`)).data;
    return first?.problem ? first : undefined;
  });
  t.match(problem, /engines one and again are one database/);
  t.equal((await cancel({ vector_store_id: id })).body.cancelled, 1);
  await hurry();
  t.same(await found(id), ['a.txt']);
  const collection = await Collection.find(id);
  t.equal(collection?.engine, 'one');
});

t.test('unknown stores and engines are refused', async (t) => {
  t.match(await ask({ vector_store_id: 'vs_none', to: 'one' }), { status: 404 });
  for (const [body, member] of [
    [{ to: 'three' }, 'to'],
    [{ from: 'three', to: 'one' }, 'from'],
  ] as const)
    t.match(await ask(body), { status: 422, body: { detail: [{ loc: ['body', member] }] } });
  t.equal((await app.request('GET', '/admin/collections/moves', { token })).status, 403);
});
