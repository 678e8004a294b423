import t from 'tap';
import { AuditEntry } from '../../models/audit-entry.ts';
import { FileBatch } from '../../models/file-batch.ts';
import { newId } from '../../models/ids.ts';
import { StoredFile } from '../../models/stored-file.ts';
import { VectorStoreFile } from '../../models/vector-store-file.ts';
import { inParallel } from '../../scripts/parallel/index.ts';
import { upload } from '../harness/forms.ts';
import { until } from '../harness/process.ts';
import { createStore, finished, miscounts, strayChunks } from '../harness/stores.ts';
import { createTenant, startWithAdmin } from '../harness/world.ts';

const { app, admin } = await startWithAdmin(t);

async function createWorld() {
  const { project, sibling } = await createTenant(app, admin);
  const storeId = await createStore(app, project.key);
  const path = `/v1/vector_stores/${storeId}/file_batches`;
  const call = (method: string, rest = '', body?: unknown, token = project.key) =>
    app.request(method, path + rest, { token, ...(body === undefined ? {} : { body }) });
  const add = async (content: string, filename = 'note.txt') => upload(app, project.key, { content, filename });
  // A few at a time: of hundreds at once some wait too long for a connection on a busy machine, and are refused.
  const addAll = (count: number, filename = 'note.txt') =>
    inParallel(8, Array.from({ length: count }), (_, index) => add(`text ${index}`, filename));
  const done = (id: string) => finished(app, project.key, `${path}/${id}`);
  return { project, sibling, storeId, call, add, addAll, done };
}

t.test('a batch is in progress until its last file has finished', async (t) => {
  const { call, addAll, done, storeId, project } = await createWorld();
  const ids = await addAll(6);
  const { status, body, headers } = await call('POST', '', { file_ids: ids, attributes: { kind: 'note' } });
  t.equal(status, 200);
  const { id, created_at: _, ...rest } = body;
  t.match(id, /^vsfb_/);
  t.strictSame(rest, {
    object: 'vector_store.file_batch',
    vector_store_id: storeId,
    project_id: project.id,
    status: 'in_progress',
    file_counts: { cancelled: 0, completed: 0, failed: 0, in_progress: 6, total: 6 },
  });
  t.match(headers.get('openai-poll-after-ms'), /^\d+$/);
  t.match(await done(id), { status: 'completed', file_counts: { completed: 6, in_progress: 0, total: 6 } });
  const files = (await call('GET', `/${id}/files?order=asc`)).body.data;
  t.strictSame(
    files.map((file: { id: string }) => file.id),
    ids.toSorted(),
  );
  t.ok(files.every((file: { attributes: object }) => JSON.stringify(file.attributes) === '{"kind":"note"}'));
  t.strictSame(await miscounts(), []);
});

t.test('each file of a batch may have its own attributes and chunk sizes', async (t) => {
  const { call, addAll, done } = await createWorld();
  const [a = '', b = ''] = (await addAll(2)).sort();
  const strategy = { type: 'static', static: { max_chunk_size_tokens: 100, chunk_overlap_tokens: 0 } };
  const { body } = await call('POST', '', {
    files: [
      { file_id: a, attributes: { n: 1 } },
      { file_id: b, chunking_strategy: strategy },
    ],
  });
  t.equal((await done(body.id)).status, 'completed');
  const { data } = (await call('GET', `/${body.id}/files?order=asc`)).body;
  t.match(data, [
    { id: a, attributes: { n: 1 }, chunking_strategy: { static: { max_chunk_size_tokens: 800 } } },
    { id: b, attributes: {}, chunking_strategy: { static: { max_chunk_size_tokens: 100 } } },
  ]);
});

t.test('the final status of a batch follows the three rules', async (t) => {
  const { call, addAll, done } = await createWorld();
  const mixed = await call('POST', '', { file_ids: [...(await addAll(2, 'x.pdf')), ...(await addAll(1))] });
  t.match(await done(mixed.body.id), { status: 'completed', file_counts: { completed: 1, failed: 2, total: 3 } });
  const failed = await call('POST', '', { file_ids: await addAll(3, 'x.pdf') });
  t.match(await done(failed.body.id), { status: 'failed', file_counts: { failed: 3, total: 3 } });
  const { data } = (await call('GET', `/${failed.body.id}/files?filter=failed&limit=2`)).body;
  t.equal(data.length, 2);
  t.match(data[0].last_error, { code: 'invalid_file' });
  t.strictSame((await call('GET', `/${failed.body.id}/files?filter=completed`)).body.data, []);
});

t.test('a batch with one failed file and all others cancelled is cancelled', async (t) => {
  const { call, addAll } = await createWorld();
  const { body } = await call('POST', '', { file_ids: await addAll(200, 'x.pdf') });
  await until(async () => ((await call('GET', `/${body.id}`)).body.file_counts.failed > 0 ? true : undefined));
  const { status, file_counts: counts } = (await call('POST', `/${body.id}/cancel`)).body;
  t.equal(status, 'cancelled');
  t.ok(counts.failed > 0 && counts.cancelled > 0);
  t.match(counts, { completed: 0, in_progress: 0 });
});

t.test('a cancelled batch ends at once, and keeps its status', async (t) => {
  const { call, addAll, done } = await createWorld();
  const { body } = await call('POST', '', { file_ids: await addAll(60) });
  const cancelled = await call('POST', `/${body.id}/cancel`);
  t.equal(cancelled.status, 200);
  const { status, file_counts: counts } = cancelled.body;
  t.equal(counts.in_progress, 0);
  t.equal(counts.completed + counts.cancelled, 60);
  t.equal(status, counts.completed > 0 ? 'completed' : 'cancelled');
  t.ok(counts.cancelled > 0);
  t.same((await call('POST', `/${body.id}/cancel`)).body, cancelled.body, 'a second cancellation changes nothing');
  const told = await AuditEntry.count({ where: { type: 'vector_store_file_batch.cancelled', targetId: body.id } });
  t.equal(told, 1, 'and emits no event');
  t.notOk(cancelled.headers.has('openai-poll-after-ms'));
  // A file that was being read at the cancellation must not complete later.
  const { body: last } = await call('POST', '', { file_ids: await addAll(4) });
  await done(last.id);
  t.same((await call('GET', `/${body.id}`)).body, cancelled.body);
  t.strictSame(await miscounts(), []);
});

t.test('files that leave an unfinished batch count as cancelled, and the last ones end the batch', async (t) => {
  const { project, call, addAll, storeId } = await createWorld();
  const ids = await addAll(40);
  const { body } = await call('POST', '', { file_ids: ids });
  const deleted = await inParallel(8, ids, (id, index) =>
    index % 2 === 0
      ? app.request('DELETE', `/v1/files/${id}`, { token: project.key })
      : app.request('DELETE', `/v1/vector_stores/${storeId}/files/${id}`, { token: project.key }),
  );
  t.strictSame([...new Set(deleted.map(({ status }) => status))], [200]);
  const batch = (await call('GET', `/${body.id}`)).body;
  t.equal(batch.file_counts.total, 40);
  t.equal(batch.file_counts.in_progress, 0);
  t.not(batch.status, 'in_progress');
  t.strictSame((await call('GET', `/${body.id}/files`)).body.data, []);
  t.strictSame(await miscounts(), []);
});

t.test('a file that another batch takes over counts as cancelled in the first batch', async (t) => {
  const { call, addAll, done } = await createWorld();
  const ids = await addAll(30);
  const first = (await call('POST', '', { file_ids: ids })).body;
  const second = (await call('POST', '', { file_ids: ids })).body;
  const ended = await done(first.id);
  t.equal(ended.file_counts.cancelled + ended.file_counts.completed, 30);
  t.ok(ended.file_counts.cancelled > 0);
  t.match(await done(second.id), { status: 'completed', file_counts: { completed: 30, total: 30 } });
  t.equal((await call('GET', `/${first.id}/files?limit=100`)).body.data.length, 30, 'each batch lists its files');
  t.same((await call('GET', `/${first.id}`)).body, ended);
  t.strictSame(await miscounts(), []);
});

t.test('a finished file is completed at once in a new batch, and survives its cancellation', async (t) => {
  const { project, storeId, call, addAll, done } = await createWorld();
  const ids = (await addAll(3)).sort();
  await done((await call('POST', '', { file_ids: ids, attributes: { version: 1 } })).body.id);
  const store = `/v1/vector_stores/${storeId}`;
  const bytes = async () => (await app.request('GET', store, { token: project.key })).body.bytes;
  const before = await bytes();
  const both = await call('POST', '', { file_ids: [...ids, ...(await addAll(60))], attributes: { version: 2 } });
  t.match(both.body.file_counts, { completed: 3, in_progress: 60, total: 63 });
  const { body: cancelled } = await call('POST', `/${both.body.id}/cancel`);
  t.equal(cancelled.status, 'completed');
  t.ok(cancelled.file_counts.cancelled > 0);
  t.match((await call('GET', `/${both.body.id}/files?order=asc&filter=completed`)).body.data.slice(0, 3), [
    { id: ids[0], status: 'completed', attributes: { version: 2 } },
    { id: ids[1] },
    { id: ids[2] },
  ]);
  const version = { type: 'eq', key: 'version', value: 2 };
  const search = await app.request('POST', `${store}/search`, {
    token: project.key,
    body: { query: 'text', filters: version, max_num_results: 50 },
  });
  const found = search.body.data.map(({ file_id: id }: { file_id: string }) => id);
  t.strictSame(
    ids.filter((id) => !found.includes(id)),
    [],
    'the files are found by their new attributes',
  );
  t.strictSame(await strayChunks(app.app.services.collections), []);
  t.strictSame(await miscounts(), []);

  const known = await bytes();
  t.ok(known >= before);
  const only = await call('POST', '', { file_ids: ids });
  t.match(only.body, { status: 'completed', file_counts: { completed: 3, in_progress: 0, total: 3 } });
  t.notOk(only.headers.has('openai-poll-after-ms'));
  t.same((await call('POST', `/${only.body.id}/cancel`)).body, only.body);
  t.equal(await bytes(), known);
});

t.test('a finished file is processed again if its chunk sizes change, and a failed file always', async (t) => {
  const { call, add, done } = await createWorld();
  const [good, bad] = [await add('word '.repeat(500)), await add('no PDF', 'x.pdf')];
  await done((await call('POST', '', { file_ids: [good, bad] })).body.id);
  const strategy = { type: 'static', static: { max_chunk_size_tokens: 100, chunk_overlap_tokens: 0 } };
  const { body } = await call('POST', '', { file_ids: [good, bad], chunking_strategy: strategy });
  t.match(body.file_counts, { completed: 0, in_progress: 2, total: 2 });
  t.match(await done(body.id), { status: 'completed', file_counts: { completed: 1, failed: 1 } });
  const again = await call('POST', '', { files: [{ file_id: good, chunking_strategy: strategy }, { file_id: bad }] });
  t.match(again.body.file_counts, { completed: 1, in_progress: 1, total: 2 });
  t.match((await done(again.body.id)).file_counts, { completed: 1, failed: 1 });
  t.strictSame(await miscounts(), []);
});

t.test('a batch takes file ids or files but not both, and counts a repeated file once', async (t) => {
  const { call, add, done } = await createWorld();
  const id = await add('text');
  const both = await call('POST', '', { file_ids: [id], files: [{ file_id: id }] });
  t.equal(both.status, 422);
  t.match(both.body.detail, [{ loc: ['body', 'files'], type: 'value_error', input: [{ file_id: id }] }]);
  const neither = await call('POST', '', {});
  t.equal(neither.status, 422);
  t.match(neither.body.detail, [{ loc: ['body', 'file_ids'], type: 'missing' }]);
  t.equal((await call('POST', '', { file_ids: [] })).status, 422);
  t.equal((await call('POST', '', { file_ids: Array.from({ length: 2001 }, () => id) })).status, 422);
  const strategy = { type: 'static', static: { max_chunk_size_tokens: 100, chunk_overlap_tokens: 80 } };
  const wide = await call('POST', '', {
    files: [{ file_id: id }, { file_id: newId('file'), chunking_strategy: strategy }],
  });
  t.match(wide.body.detail, [{ loc: ['body', 'files', '1', 'chunking_strategy', 'static', 'chunk_overlap_tokens'] }]);
  const twice = await call('POST', '', { file_ids: [id, id, id] });
  t.equal(twice.body.file_counts.total, 1);
  t.equal((await done(twice.body.id)).file_counts.completed, 1);
});

t.test('a batch accepts two thousand files', async (t) => {
  const { project, call, add } = await createWorld();
  const id = await add('text');
  const row = await StoredFile.findOne({ where: { id }, raw: true });
  const ids = Array.from({ length: 2000 }, () => newId('file'));
  await StoredFile.bulkCreate(
    ids.map((fileId) => ({ ...(row as NonNullable<typeof row>), id: fileId, storageKey: newId('object') })),
  );
  const began = performance.now();
  const { status, body } = await call('POST', '', { file_ids: ids });
  t.equal(status, 200);
  t.comment(`accepted in ${Math.round(performance.now() - began)} ms`);
  t.equal(body.file_counts.total, 2000);
  const { body: cancelled } = await call('POST', `/${body.id}/cancel`);
  t.equal(cancelled.file_counts.in_progress, 0);
  t.equal(project.id, body.project_id);
  t.strictSame(await miscounts(), []);
});

t.test('a batch with files of another project is refused', async (t) => {
  const { sibling, call, add, storeId } = await createWorld();
  const foreign = await upload(app, sibling.key, { content: 'foreign' });
  const mine = await add('mine');
  for (const id of [foreign, newId('file')]) {
    for (const body of [{ file_ids: [mine, id] }, { files: [{ file_id: mine }, { file_id: id }] }]) {
      const refused = await call('POST', '', body);
      t.equal(refused.status, 404);
      t.equal(refused.body.error.code, 'not_found');
    }
  }
  t.equal(await FileBatch.count({ where: { vectorStoreId: storeId } }), 0);
  t.equal(await VectorStoreFile.count({ where: { vectorStoreId: storeId } }), 0);
});
