// A server is killed with SIGKILL while it reads files again. Searches find the old chunks until new ones are published,
// the next server goes on, and nothing of the killed attempt is left.

import t from 'tap';
import { Chunk } from '../../models/chunk.ts';
import { ChunkSet } from '../../models/chunk-set.ts';
import { Job } from '../../models/job.ts';
import { VectorStoreFile } from '../../models/vector-store-file.ts';
import { rereadFile } from '../../services/stores/index.ts';
import { startApp } from '../harness/app.ts';
import { faultSettings } from '../harness/faults.ts';
import { type ServerProcess, startServer, until } from '../harness/process.ts';
import { miscounts, storeWith, strayChunks, textsOf } from '../harness/stores.ts';
import { createTenant, signUp } from '../harness/world.ts';

const kills = 2;
const files = 3;
/** A file of so many lines is read and embedded in about half a second. */
const lines = 6000;

const app = await startApp(t, faultSettings);
const { collections, queue } = app.app.services;
await queue.stop();
const settings = {
  ...faultSettings,
  SVC_RUN_WORKERS: 'true',
  ...app.database.settings,
  SVC_INGESTION_LEASE_SECONDS: '2',
  SVC_LOG_LEVEL: 'warn',
};
let server: ServerProcess = await startServer(settings);
t.teardown(() => server.end('SIGKILL'));

t.test('a killed reread leaves the old chunks, and goes on after the restart', async (t) => {
  const { project } = await createTenant(app, await signUp(app, { isAdmin: true }));
  const textOf = (file: number) =>
    Array.from({ length: lines }, (_, line) => `File ${file} has the line ${line} of a log.`).join('\n');
  const texts = Object.fromEntries(Array.from({ length: files }, (_, file) => [`${file}.txt`, textOf(file)]));
  const { id, files: fileIds } = await storeWith(app, project.key, texts);
  await VectorStoreFile.update({ readerVersion: null, chunkerVersion: null }, { where: { currentIn: id } });
  // The text that the older version made.
  await Chunk.update({ text: 'garbled' }, { where: { position: 0 } });
  const state = async () => (await app.request('GET', `/v1/vector_stores/${id}/reread`, { token: project.key })).body;
  await app.request('POST', `/v1/vector_stores/${id}/reread`, { token: project.key, body: { changed: true } });
  /** The staged chunks of killed attempts. */
  const seen = new Set<string>();
  for (let kill = 0; kill < kills; kill += 1) {
    await until(async () => {
      const staged = await ChunkSet.findAll({ where: { state: 'staged' }, raw: true });
      const fresh = staged.find((set) => !seen.has(set.id));
      if (fresh !== undefined) seen.add(fresh.id);
      return fresh;
    });
    await server.end('SIGKILL');
    t.comment(`killed with ${(await state()).in_progress} files left`);
    for (const [index, fileId] of fileIds.entries()) {
      const [first = ''] = await textsOf(collections, id, fileId);
      t.ok(first === 'garbled' || first.startsWith(`File ${index} has the line 0`), 'the chunks are old or new');
    }
    const found = await app.request('POST', `/v1/vector_stores/${id}/search`, {
      token: project.key,
      body: { query: 'line of a log', max_num_results: 50 },
    });
    t.ok(found.body.data.length > 0, 'searches find the chunks');
    t.strictSame(await strayChunks(collections), [], 'each file has each chunk once');
    server = await startServer(settings);
  }
  const ended = await until(async () => {
    const now = await state();
    return now.in_progress === 0 ? now : undefined;
  });
  t.match(ended, { older_files: 0, failed: 0 });
  for (const [index, fileId] of fileIds.entries())
    t.match((await textsOf(collections, id, fileId))[0], `File ${index} has the line 0`);
  t.strictSame(await strayChunks(collections), []);
  t.strictSame(await miscounts(), []);
  t.equal(await ChunkSet.count({ where: { state: 'staged' } }), 0, 'nothing is staged');
  t.equal(await Job.count({ where: { kind: rereadFile.name } }), 0);
});
