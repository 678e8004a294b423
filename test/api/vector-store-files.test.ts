import t from 'tap';
import { Chunk } from '../../models/chunk.ts';
import { ChunkSet } from '../../models/chunk-set.ts';
import { Collection, CollectionFile } from '../../models/collection.ts';
import { transaction } from '../../models/connection.ts';
import { newId } from '../../models/ids.ts';
import { ProjectStorage } from '../../models/project-storage.ts';
import { StoredFile } from '../../models/stored-file.ts';
import { VectorStore } from '../../models/vector-store.ts';
import { VectorStoreFile } from '../../models/vector-store-file.ts';
import { pngHeader } from '../../scripts/fixtures/documents.ts';
import { embedText } from '../../services/gateway/embeddings/built-in.ts';
import { upload } from '../harness/forms.ts';
import { until } from '../harness/process.ts';
import { createStore, finished, miscounts } from '../harness/stores.ts';
import { createTenant, startWithAdmin } from '../harness/world.ts';

const { app, admin } = await startWithAdmin(t);

async function createWorld(store = {}) {
  const { project, sibling, organizationKey } = await createTenant(app, admin);
  const storeId = await createStore(app, project.key, store);
  const path = `/v1/vector_stores/${storeId}`;
  const call = (method: string, rest = '', body?: unknown, token = project.key) =>
    app.request(method, path + rest, { token, ...(body === undefined ? {} : { body }) });
  const add = async (content: string, filename = 'note.txt') => upload(app, project.key, { content, filename });
  const attach = async (fileId: string, more = {}) => call('POST', '/files', { file_id: fileId, ...more });
  const done = (fileId: string) => finished(app, project.key, `${path}/files/${fileId}`);
  return { project, sibling, organizationKey, storeId, path, call, add, attach, done };
}

t.test('an attached file is in progress and then completed, and its text is searchable', async (t) => {
  const { add, attach, call, done, storeId } = await createWorld();
  const fileId = await add('The lighthouse keeper wrote every evening.');
  const began = performance.now();
  const { status, body, headers } = await attach(fileId, { attributes: { author: 'Ada', year: 1843, draft: false } });
  t.equal(status, 200);
  t.match(body, {
    id: fileId,
    object: 'vector_store.file',
    vector_store_id: storeId,
    status: 'in_progress',
    usage_bytes: 0,
    last_error: null,
    chunking_strategy: { type: 'static', static: { max_chunk_size_tokens: 800, chunk_overlap_tokens: 400 } },
    attributes: { author: 'Ada', year: 1843, draft: false },
  });
  t.match(headers.get('openai-poll-after-ms'), /^\d+$/);
  t.match((await call('GET')).body, { status: 'in_progress', file_counts: { in_progress: 1, total: 1 } });
  const file = await done(fileId);
  t.comment(`searchable after ${Math.round(performance.now() - began)} ms`);
  t.match(file, { status: 'completed', last_error: null });
  t.ok(file.usage_bytes > 0);
  const read = await call('GET', `/files/${fileId}`);
  t.notOk(read.headers.has('openai-poll-after-ms'));
  const store = (await call('GET')).body;
  t.match(store, { status: 'completed', file_counts: { completed: 1, total: 1 }, bytes: file.usage_bytes });
  const content = await call('GET', `/files/${fileId}/content`);
  t.strictSame(content.body, {
    object: 'vector_store.file_content.page',
    data: [{ type: 'text', text: 'The lighthouse keeper wrote every evening.' }],
    has_more: false,
    next_page: null,
  });
});

t.test('an unreadable file fails with a reason, and does not affect other files', async (t) => {
  const { project, add, attach, done, call } = await createWorld();
  const bad = await upload(app, project.key, { content: new Uint8Array([0, 1, 2]), filename: 'x.bin' });
  const image = await upload(app, project.key, { content: pngHeader(10, 10), filename: 'x.png' });
  const broken = await add('no PDF', 'x.pdf');
  const good = await add('a good one');
  for (const id of [bad, image, broken, good]) await attach(id);
  t.match(await done(bad), { status: 'failed', last_error: { code: 'unsupported_file' } });
  t.match(await done(image), { status: 'failed', last_error: { code: 'unsupported_file', message: /ignores images/ } });
  t.match(await done(broken), { status: 'failed', last_error: { code: 'invalid_file' } });
  t.match(await done(good), { status: 'completed', last_error: null });
  t.match((await call('GET')).body, { status: 'completed', file_counts: { completed: 1, failed: 3, total: 4 } });
  t.strictSame((await call('GET', `/files/${bad}/content`)).body.data, []);
  t.strictSame(await miscounts(), []);
});

t.test('an image is described if the store asks for it, and otherwise fails with a clear reason', async (t) => {
  const { project, attach, done } = await createWorld({ image_processing_mode: 'description' });
  const image = await upload(app, project.key, { content: pngHeader(10, 10), filename: 'x.png' });
  await attach(image);
  t.match(await done(image), { status: 'failed', last_error: { message: /No vision model is configured/ } });
});

t.test('the files of a store are listed by id, and filtered by status', async (t) => {
  const { add, attach, done, call } = await createWorld();
  const ids: string[] = [];
  for (const name of ['a.txt', 'b.pdf', 'c.txt']) ids.push(await add('text', name));
  for (const id of ids.toReversed()) await attach(id);
  for (const id of ids) await done(id);
  const idsOf = async (query: string) =>
    (await call('GET', `/files${query}`)).body.data.map(({ id }: { id: string }) => id);
  t.strictSame(await idsOf(''), ids.toReversed());
  t.strictSame(await idsOf('?order=asc&limit=2'), ids.slice(0, 2));
  t.strictSame(await idsOf(`?after=${ids[1]}`), [ids[0]]);
  t.strictSame(await idsOf('?filter=failed'), [ids[1]]);
  t.strictSame(await idsOf('?filter=completed&order=asc'), [ids[0], ids[2]]);
  t.equal((await call('GET', '/files?filter=queued')).status, 422);
});

t.test('the text of a file comes in pages that end at SVC_MAX_PAGE_BYTES, never inside a piece', async (t) => {
  const chunking_strategy = { type: 'static', static: { max_chunk_size_tokens: 100, chunk_overlap_tokens: 0 } };
  const { add, attach, done, path, project } = await createWorld({ chunking_strategy });
  const text = Array.from({ length: 3000 }, (_, index) => `"word ${index}"`).join('\n');
  const file = await add(text);
  await attach(file);
  await done(file);
  const read = (query = {}) => app.request('GET', `${path}/files/${file}/content`, { token: project.key, query });
  const whole = await read();
  t.match(whole.body, { object: 'vector_store.file_content.page', has_more: false, next_page: null });
  t.ok(whole.body.data.length > 100);
  const setPageBytes = async (max_page_bytes: number | null): Promise<void> => {
    const body = { limits: { max_page_bytes } };
    t.equal((await app.request('PATCH', '/admin/config', { token: admin.token, body })).status, 200);
  };
  for (const most of [1024, 5000]) {
    await setPageBytes(most);
    const texts: unknown[] = [];
    let pages = 0;
    for (let query = {}; ; pages += 1) {
      const { body } = await read(query);
      const bytes = body.data.reduce((sum: number, part: unknown) => sum + Buffer.byteLength(JSON.stringify(part)), 0);
      t.ok(body.data.length === 1 || bytes <= most, `a page of ${bytes} bytes`);
      texts.push(...body.data);
      t.equal(body.has_more, body.next_page !== null);
      if (body.next_page === null) break;
      query = { page: body.next_page };
    }
    t.ok(pages > 2);
    t.strictSame(texts, whole.body.data);
  }
  await setPageBytes(null);
  t.match((await read({ page: 'page_99999' })).body, { data: [], has_more: false, next_page: null });
  t.equal((await read({ page: '5' })).status, 422);
});

t.test("chunks have the size of the file's strategy, or else of the store's", async (t) => {
  const strategy = (size: number, overlap: number) => ({
    type: 'static',
    static: { max_chunk_size_tokens: size, chunk_overlap_tokens: overlap },
  });
  const { add, attach, done, call } = await createWorld({ chunking_strategy: strategy(200, 0) });
  const words = Array.from({ length: 1000 }, () => 'word').join(' ');
  const [one, two] = [await add(words), await add(words)];
  await attach(one);
  await attach(two, { chunking_strategy: strategy(100, 50) });
  t.match(await done(one), { chunking_strategy: { static: { max_chunk_size_tokens: 200, chunk_overlap_tokens: 0 } } });
  t.match(await done(two), { chunking_strategy: { static: { max_chunk_size_tokens: 100, chunk_overlap_tokens: 50 } } });
  t.equal((await call('GET', `/files/${one}/content`)).body.data.length, 5);
  t.equal((await call('GET', `/files/${two}/content`)).body.data.length, 19);
  const wrong = await attach(one, { chunking_strategy: strategy(100, 51) });
  t.equal(wrong.status, 422);
  t.match(wrong.body.detail, [{ loc: ['body', 'chunking_strategy', 'static', 'chunk_overlap_tokens'] }]);
});

t.test("a detached file leaves the store's text and counts, and remains a file", async (t) => {
  const { project, add, attach, done, call } = await createWorld();
  const id = await add('text');
  await attach(id);
  await done(id);
  t.strictSame((await call('DELETE', `/files/${id}`)).body, { id, object: 'vector_store.file.deleted', deleted: true });
  t.equal((await call('GET', `/files/${id}`)).status, 404);
  t.equal((await call('DELETE', `/files/${id}`)).status, 404);
  t.match((await call('GET')).body, { bytes: 0, file_counts: { total: 0 } });
  t.equal((await app.request('GET', `/v1/files/${id}`, { token: project.key })).status, 200);
  t.strictSame(await miscounts(), []);
});

t.test('a file that is attached again is in the store once, with the latest options', async (t) => {
  const { add, attach, done, call } = await createWorld();
  const id = await add('text');
  const versions = Array.from({ length: 8 }, (_, version) => ({ attributes: { version } }));
  const first = await Promise.all(versions.map((version) => attach(id, version)));
  t.strictSame([...new Set(first.map(({ status }) => status))], [200]);
  t.equal((await done(id)).status, 'completed');
  const again = await Promise.all(versions.map((version) => attach(id, version)));
  t.strictSame([...new Set(again.map(({ body }) => body.status))], ['completed'], 'the file is already finished');
  t.notOk(again.some(({ headers }) => headers.has('openai-poll-after-ms')));
  t.equal((await call('GET', '/files')).body.data.length, 1);
  t.match((await call('GET')).body, { status: 'completed', file_counts: { completed: 1, cancelled: 0, total: 1 } });
  t.equal((await call('GET', `/files/${id}/content`)).body.data.length, 1);
  const { attributes } = (await call('GET', `/files/${id}`)).body;
  const filters = { type: 'eq', key: 'version', value: attributes.version };
  t.match((await call('POST', '/search', { query: 'text', filters })).body.data, [{ file_id: id, attributes }]);
  t.strictSame(await miscounts(), []);
});

t.test('a deleted file leaves every store that contains it', async (t) => {
  const { project, add, attach, done, call } = await createWorld();
  const other = await createStore(app, project.key, { name: 'Other' });
  const [kept, gone] = [await add('kept'), await add('gone')];
  for (const id of [kept, gone]) {
    await attach(id);
    await app.request('POST', `/v1/vector_stores/${other}/files`, { token: project.key, body: { file_id: id } });
  }
  await done(kept);
  await done(gone);
  await finished(app, project.key, `/v1/vector_stores/${other}/files/${gone}`);
  t.equal((await app.request('DELETE', `/v1/files/${gone}`, { token: project.key })).status, 200);
  t.equal((await call('GET', `/files/${gone}`)).status, 404);
  t.match((await call('GET')).body.file_counts, { completed: 1, total: 1 });
  const theirs = await app.request('GET', `/v1/vector_stores/${other}/files`, { token: project.key });
  t.strictSame(
    theirs.body.data.map(({ id }: { id: string }) => id),
    [kept],
  );
  t.strictSame(await miscounts(), []);
});

t.test('a store is created with all its files, or not at all', async (t) => {
  const { project, sibling, add } = await createWorld();
  const ids = [await add('one'), await add('two')];
  const foreign = await upload(app, sibling.key, { content: 'foreign' });
  const create = (body: unknown) => app.request('POST', '/v1/vector_stores', { token: project.key, body });
  const { body } = await create({ name: 'With files', file_ids: [...ids, ids[0]] });
  t.match(body, { status: 'in_progress', file_counts: { in_progress: 2, total: 2 } });
  for (const id of ids) await finished(app, project.key, `/v1/vector_stores/${body.id}/files/${id}`);
  t.match((await app.request('GET', `/v1/vector_stores/${body.id}`, { token: project.key })).body, {
    status: 'completed',
    file_counts: { completed: 2, total: 2 },
  });
  for (const id of [foreign, newId('file'), 'nonsense']) {
    const refused = await create({ name: 'Never', file_ids: [ids[0], id] });
    t.equal(refused.status, 404);
    t.equal(refused.body.error.code, 'not_found');
  }
  t.equal(await VectorStore.count({ where: { projectId: project.id, name: 'Never' } }), 0);
});

t.test('a deleted store deletes its chunks, finished or not', async (t) => {
  const { project, add, attach, done, call, storeId } = await createWorld();
  const first = await add('first');
  await attach(first);
  await done(first);
  for (let index = 0; index < 5; index += 1) await attach(await add(`more ${index}`));
  t.equal((await call('DELETE')).status, 200);
  t.equal((await call('GET', `/files/${first}`)).status, 404);
  t.equal(await VectorStoreFile.count({ where: { vectorStoreId: storeId } }), 0);
  // A file that is being staged releases its storage when its run ends.
  await until(async () => {
    const storage = await ProjectStorage.findOne({ where: { projectId: project.id } });
    return storage?.vectorStoreBytes === 0 ? true : undefined;
  });
  t.equal(
    (await app.request('GET', `/v1/files/${first}`, { token: project.key })).status,
    200,
    'the file itself remains',
  );
});

t.test('attaching a file of another project is refused, and nothing is written', async (t) => {
  const { sibling, attach, storeId } = await createWorld();
  const foreign = await upload(app, sibling.key, { content: 'foreign' });
  for (const id of [foreign, newId('file'), 'x'.repeat(64)]) {
    const refused = await attach(id);
    t.equal(refused.status, 404);
    t.equal(refused.body.error.code, 'not_found');
  }
  t.equal(await VectorStoreFile.count({ where: { vectorStoreId: storeId } }), 0);
});

t.test('a project at its storage limit attaches no more files, and a file that exceeds it fails', async (t) => {
  const { project, organizationKey, add, attach, done } = await createWorld();
  const limit = (bytes: number | null) =>
    app.request('POST', `/v1/organization/projects/${project.id}`, {
      token: organizationKey,
      body: { limits: { vector_store_bytes: bytes } },
    });
  await limit(1);
  const [first, second] = [await add('first'), await add('second')];
  t.equal((await attach(first)).status, 200);
  t.match(await done(first), { status: 'failed', last_error: { code: 'server_error', message: /vector_store_bytes/ } });
  t.equal((await ProjectStorage.findOne({ where: { projectId: project.id } }))?.vectorStoreBytes, 0);
  const sets = await ChunkSet.findAll({ attributes: ['id'], where: { fileId: first } });
  t.equal(await Chunk.count({ where: { setId: sets.map(({ id }) => id) } }), 0, 'no member was written');
  await limit(null);
  await attach(first);
  t.equal((await done(first)).status, 'completed');
  const used = (await ProjectStorage.findOne({ where: { projectId: project.id } }))?.vectorStoreBytes ?? 0;
  t.ok(used > 1);
  await limit(used);
  const refused = await attach(second);
  t.equal(refused.status, 429);
  t.match(refused.body.error, { type: 'insufficient_quota', code: 'vector_store_bytes' });
  t.strictSame(await miscounts(), []);
});

t.test('staged chunks count towards the storage until they are discarded', async (t) => {
  const { project, organizationKey, storeId, add, attach, done } = await createWorld();
  const { collections } = app.app.services;
  const held = async () => (await ProjectStorage.findOne({ where: { projectId: project.id } }))?.vectorStoreBytes ?? 0;
  const chunk = (index: number) => ({ index, text: `chunk ${index}`, tokens: 2, vector: embedText(`chunk ${index}`) });
  const failure = new Error('The reader died.');
  const stageTwo = (next: () => Promise<void>) =>
    collections.stage(
      storeId,
      'file-staged',
      (async function* () {
        yield [chunk(0)];
        await next();
        yield [chunk(1)];
      })(),
    );
  const failed = stageTwo(async () => {
    const bytes = await held();
    t.ok(bytes > 0, 'the first chunk counts before the second one is created');
    const limits = { limits: { vector_store_bytes: bytes } };
    await app.request('POST', `/v1/organization/projects/${project.id}`, { token: organizationKey, body: limits });
    const refused = await attach(await add('There is no room for this.'));
    t.equal(refused.status, 429);
    t.equal(refused.body.error.code, 'vector_store_bytes');
    t.strictSame(await miscounts(), []);
    throw failure;
  });
  await t.rejects(failed, failure);
  t.equal(await held(), 0);

  const full = stageTwo(async () => undefined);
  await t.rejects(full, { code: 'vector_store_bytes' }, 'the second chunk exceeds the limit');
  t.equal(await held(), 0);
  const limits = { limits: { vector_store_bytes: null } };
  await app.request('POST', `/v1/organization/projects/${project.id}`, { token: organizationKey, body: limits });

  const abandoned = await stageTwo(async () => undefined);
  t.equal(await held(), abandoned.bytes, 'the staged chunks of a dead server count');
  const again = await stageTwo(async () => undefined);
  t.equal(await held(), again.bytes, 'until the file is read again');
  await t.rejects(
    transaction((tx) => collections.publish(abandoned, {}, tx)),
    { message: /swept, or published before/ },
  );
  await ChunkSet.update({ touchedAt: 0 }, { where: { id: again.setId } });
  await collections.sweep();
  t.equal(await held(), 0, 'or until they are swept');

  const fileId = await add('There is room for this.');
  await attach(fileId);
  t.equal((await done(fileId)).usage_bytes, await held(), 'a file counts once');
  t.strictSame(await miscounts(), []);
});

t.test('an expired file cannot be attached', async (t) => {
  const { add, attach } = await createWorld();
  const id = await add('text');
  await StoredFile.update({ expiresAt: Math.floor(Date.now() / 1000) }, { where: { id } });
  const { status, body } = await attach(id);
  t.equal(status, 404);
  t.equal(body.error.code, 'not_found');
});

t.test('use extends the life of a store, and an expired store accepts nothing and is emptied', async (t) => {
  const { project, add, attach, done, call, storeId } = await createWorld({ expires_after: { days: 1 } });
  const id = await add('text');
  await VectorStore.update(
    { lastActiveAt: 1, expiresAt: Math.floor(Date.now() / 1000) + 100 },
    { where: { id: storeId } },
  );
  await attach(id);
  const { body } = await call('GET');
  t.ok(body.last_active_at > 1 && body.expires_at === body.last_active_at + 86_400);
  await done(id);
  await VectorStore.update({ expiresAt: Math.floor(Date.now() / 1000) - 1 }, { where: { id: storeId } });
  const refused = await attach(id);
  t.equal(refused.status, 409);
  t.equal(refused.body.error.code, 'vector_store_expired');
  await until(async () => ((await call('GET')).body.bytes === 0 ? true : undefined));
  t.match((await call('GET')).body, { status: 'expired', bytes: 0, file_counts: { total: 0 } });
  t.equal((await call('GET', `/files/${id}`)).status, 404);
  t.equal((await ProjectStorage.findOne({ where: { projectId: project.id } }))?.vectorStoreBytes, 0);
  t.strictSame(await miscounts(), []);
  const revived = await call('POST', '', { expires_after: { days: 10 } });
  t.equal(revived.body.status, 'completed');
});

t.test('a charset beside a file decodes its text: in the Content-Type of its part, or as an attribute', async (t) => {
  const { project, attach, call, done } = await createWorld();
  const content = Buffer.from([0xb5, 0xc6, 0xcb, 0xfe]);
  const send = async (type: string): Promise<string> => {
    const form = new FormData();
    form.append('purpose', 'assistants');
    form.append('file', new Blob([content], { type }), 'note.txt');
    return (await app.request('POST', '/v1/files', { token: project.key, form })).body.id;
  };
  const textOf = async (fileId: string): Promise<string> => {
    const { status, last_error } = await done(fileId);
    if (status === 'failed') return last_error?.message ?? '';
    return (await call('GET', `/files/${fileId}/content`)).body.data[0].text;
  };
  const declared = await send('text/plain; charset=gbk');
  await attach(declared);
  t.equal(await textOf(declared), '灯塔');
  const bare = await send('text/plain');
  await attach(bare);
  t.match(await textOf(bare), /declare its charset/);
  await call('DELETE', `/files/${bare}`);
  await attach(bare, { attributes: { charset: 'gbk' } });
  t.equal(await textOf(bare), '灯塔');
});

t.test('a store too large for its share of the search cache says so, and so does adding files to it', async (t) => {
  const { add, attach, call, done, project, storeId } = await createWorld();
  const fileId = await add('The harbour is open.');
  t.equal((await attach(fileId)).headers.get('svc-warning'), null);
  await done(fileId);
  t.notOk((await call('GET')).body.warning, 'a small store');
  // Half a million chunks, as the catalogue would have them.
  const chunks = 500_000;
  await CollectionFile.update({ chunks }, { where: { fileId } });
  await VectorStore.update({ bytes: chunks * 4000 }, { where: { id: storeId } });
  const { warning } = (await call('GET')).body;
  t.match(warning, /need \d+ MiB of the 512 MiB .* SVC_COLLECTIONS_CACHE_BYTES/);
  t.equal((await call('POST', '', { name: 'Large' })).body.warning, warning);
  const { data } = (await app.request('GET', '/v1/vector_stores', { token: project.key })).body;
  t.equal(data.find(({ id }: { id: string }) => id === storeId).warning, warning);
  await Collection.update({ engine: null }, { where: { storeId } });
  t.equal((await call('GET')).body.warning, warning, 'a store of an earlier version, which recorded no engine');
  const other = await add('The harbour is closed.');
  t.equal((await attach(other)).headers.get('svc-warning'), 'vector_store_large');
  const batch = await call('POST', '/file_batches', { file_ids: [other] });
  t.equal(batch.headers.get('svc-warning'), 'vector_store_large');
});
