import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { Chunk } from '../../models/chunk.ts';
import { CollectionFile } from '../../models/collection.ts';
import { StoredFile } from '../../models/stored-file.ts';
import { VectorStoreFile } from '../../models/vector-store-file.ts';
import { until } from '../harness/process.ts';
import { miscounts, storeWith } from '../harness/stores.ts';
import { createTenant, startWithAdmin } from '../harness/world.ts';

const { app, admin } = await startWithAdmin(t);

/** Makes a store whose files are as an older version read them: without versions, the text of the first one garbled. */
async function oldStore() {
  const { project, organizationKey } = await createTenant(app, admin);
  const texts = { 'lamp.txt': 'The lamp burns whale oil.', 'horn.txt': 'The horn sounds in fog.' };
  const { id, files } = await storeWith(app, project.key, texts);
  const [first = ''] = files;
  await VectorStoreFile.update({ readerVersion: null, chunkerVersion: null }, { where: { currentIn: id } });
  await Chunk.update({ text: 'Ã¤ garbled lamp' }, { where: { setId: await setOf(first) } });
  const path = `/v1/vector_stores/${id}`;
  const call = (method: string, rest: string, body?: unknown) =>
    app.request(method, path + rest, { token: project.key, ...(body === undefined ? {} : { body }) });
  const textOf = async (file: string): Promise<string> =>
    (await call('GET', `/files/${file}/content`)).body.data[0].text;
  const ended = () =>
    until(async () => {
      const { body } = await call('GET', '/reread');
      return body.in_progress === 0 ? body : undefined;
    });
  return { id, files, call, textOf, ended, organizationKey };
}

async function setOf(fileId: string): Promise<string> {
  return (await CollectionFile.findOne({ where: { fileId }, rejectOnEmpty: true })).setId ?? '';
}

t.test('a reread replaces the chunks of all files, and records the versions', async (t) => {
  const { id, files, call, textOf, ended } = await oldStore();
  const [first = '', second = ''] = files;
  t.match((await call('GET', '/reread')).body, { vector_store_id: id, older_files: 2, in_progress: 0, failed: 0 });
  const before = await setOf(second);
  t.match((await call('POST', '/reread', {})).body, { object: 'vector_store.reread', older_files: 2, in_progress: 2 });
  t.match(await ended(), { older_files: 0, failed: 0 });
  t.equal(await textOf(first), 'The lamp burns whale oil.');
  t.not(await setOf(second), before);
  const found = await call('POST', '/search', { query: 'whale oil' });
  t.equal(found.body.data[0].file_id, first);
  t.strictSame(await miscounts(), []);
});

t.test('with changed, a file whose text comes out the same keeps its chunks', async (t) => {
  const { files, call, textOf, ended } = await oldStore();
  const [first = '', second = ''] = files;
  const [changed, same] = [await setOf(first), await setOf(second)];
  await call('POST', '/reread', { changed: true });
  t.match(await ended(), { older_files: 0, failed: 0 });
  t.equal(await textOf(first), 'The lamp burns whale oil.');
  t.not(await setOf(first), changed);
  t.equal(await setOf(second), same);
  t.strictSame(await miscounts(), []);
});

t.test('with changed, more files are read again than there are readers', async (t) => {
  const { files, call, textOf, ended } = await oldStore();
  for (let round = 0; round < 4; round += 1) {
    await Chunk.update({ text: 'Ã¤ garbled' }, { where: { setId: await Promise.all(files.map(setOf)) } });
    await call('POST', '/reread', { changed: true });
    t.match(await ended(), { failed: 0 });
  }
  t.equal(await textOf(files[0] ?? ''), 'The lamp burns whale oil.');
});

t.test('with changed, chunks that an older version cut elsewhere stay if they hold the same text', async (t) => {
  const { project } = await createTenant(app, admin);
  const section = (of: string) =>
    `## ${of}\n\n${`The ${of} is lit at dusk, and put out at dawn. `.repeat(200)}\n\n| Part | Age |\n| --- | --- |\n${`| ${of} | 7 |\n`.repeat(30)}`;
  const text = `# Lights\n\n${section('lamp')}\n${section('beacon')}`;
  const { id, files } = await storeWith(app, project.key, { 'same.md': text, 'other.md': text });
  const [same = '', other = ''] = files;
  const sets = [await setOf(same), await setOf(other)];
  // The older version made smaller chunks, of which the last one of the second file is garbled.
  const older = { maxChunkSizeTokens: 1500, chunkOverlapTokens: 0, readerVersion: null, chunkerVersion: null };
  await VectorStoreFile.update(older, { where: { currentIn: id } });
  const where = { setId: sets[1] as string };
  const { text: last, position } = await Chunk.findOne({ where, order: [['position', 'DESC']], rejectOnEmpty: true });
  const garbled = last.replace(/dusk(?!.*dusk)/s, 'du\u00C3k');
  t.not(garbled, last);
  await Chunk.update({ text: garbled }, { where: { ...where, position } });
  const call = (method: string, body?: unknown) =>
    app.request(method, `/v1/vector_stores/${id}/reread`, {
      token: project.key,
      ...(body === undefined ? {} : { body }),
    });
  await call('POST', { changed: true });
  const ended = await until(async () => {
    const { body } = await call('GET');
    return body.in_progress === 0 ? body : undefined;
  });
  t.match(ended, { older_files: 0, older_chunks: 1, failed: 0 });
  t.equal(await setOf(same), sets[0]);
  t.not(await setOf(other), sets[1]);
  await call('POST', { changed: false });
  await until(async () => ((await call('GET')).body.in_progress === 0 ? true : undefined));
  t.match((await call('GET')).body, { older_files: 0, older_chunks: 0 });
  t.not(await setOf(same), sets[0]);
  t.strictSame(await miscounts(), []);
});

t.test('a failed reread keeps the old chunks and says so, and the next one may succeed', async (t) => {
  const { files, call, textOf, ended } = await oldStore();
  const [first = ''] = files;
  const { storageKey } = await StoredFile.findOne({ where: { id: first }, rejectOnEmpty: true });
  await rm(join(app.database.dataDir, 'files', storageKey.slice(-2), storageKey));
  await call('POST', '/reread', {});
  t.match(await ended(), { older_files: 1, failed: 1 });
  const file = (await call('GET', `/files/${first}`)).body;
  t.match(file, { status: 'completed', reread: { status: 'failed', error: /content of the file is lost/ } });
  t.equal(await textOf(first), 'Ã¤ garbled lamp');
  const found = await call('POST', '/search', { query: 'whale oil' });
  t.equal(found.body.data[0].file_id, first);
  t.match((await call('POST', '/reread', {})).body, { failed: 0 });
  await ended();
  t.strictSame(await miscounts(), []);
});

t.test('a second call adds nothing twice, a removed file is left out, and the call is audited', async (t) => {
  const { id, files, call, ended, organizationKey } = await oldStore();
  const [first = ''] = files;
  await Promise.all([call('POST', '/reread', {}), call('POST', '/reread', {}), call('DELETE', `/files/${first}`)]);
  t.match(await ended(), { older_files: 0, failed: 0 });
  t.match((await call('GET', '/files')).body, { data: [{ id: files[1] }] });
  t.strictSame(await miscounts(), []);
  const log = await app.request('GET', '/v1/organization/audit_logs', { token: organizationKey });
  const types = log.body.data.map((entry: { type: string }) => entry.type);
  t.ok(types.includes('vector_store.reread'), `${id}: ${types.join(' ')}`);
});
