// Two servers share a database and are killed at random times while they process batches. Every batch must end once
// with correct counts, no file may be lost, no chunk duplicated, and every batch's event must be delivered. On the
// embedded database, both servers share one data directory.
//
// `npm run test:faults` has two kills per round, `npm test` three in total. SVC_TEST_SEED repeats the random choices of
// a run.

import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { FileBatch } from '../../models/file-batch.ts';
import { Job } from '../../models/job.ts';
import { StoredFile } from '../../models/stored-file.ts';
import { VectorStoreFile } from '../../models/vector-store-file.ts';
import { pdf } from '../../scripts/fixtures/documents.ts';
import { ingestFile, ingestLongFile } from '../../services/stores/index.ts';
import { client, startApp } from '../harness/app.ts';
import { createField, drained, faultSettings, holdAgainst, rounds } from '../harness/faults.ts';
import { upload } from '../harness/forms.ts';
import { type ServerProcess, startServer, until } from '../harness/process.ts';
import { miscounts, ruledStatus, strayChunks } from '../harness/stores.ts';
import { createTenant, signUp } from '../harness/world.ts';

const kills = rounds > 3 ? rounds * 2 : 3;
const timeoutMs = 600_000 + kills * 10_000;
const filesPerBatch = 20;
const seed = Number(process.env.SVC_TEST_SEED ?? Date.now() % 1_000_000);
t.comment(`SVC_TEST_SEED=${seed}, ${kills} kills`);

/** Returns random integers below the bound; a seed gives the same sequence (mulberry32). */
let state = seed;
function random(bound: number): number {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
}

// This process only observes: its own server does not process jobs.
const app = await startApp(t, faultSettings);
t.setTimeout(timeoutMs);
await app.app.services.queue.stop();
const settings = {
  ...faultSettings,
  SVC_RUN_WORKERS: 'true',
  ...app.database.settings,
  SVC_INGESTION_LEASE_SECONDS: '2',
  SVC_LOG_LEVEL: 'warn',
};
const servers: ServerProcess[] = await Promise.all([startServer(settings), startServer(settings)]);
t.teardown(() => Promise.all(servers.map((server) => server.end('SIGKILL'))));
const { organizationKey } = await createTenant(app, await signUp(app, { isAdmin: true }));
// One receiver, which refuses every fifth request.
const field = await createField(t as Test, app, organizationKey, { projects: 1 });
const { body: project } = await app.request('POST', `/v1/organization/projects/${field.hooks[0]?.projectId}/api_keys`, {
  token: organizationKey,
  body: { name: 'Struck' },
});
const there = { request: client(t as Test, app.url) };

const words = (await readFile(new URL('../../README.md', import.meta.url), 'utf8')).split(/\s+/);

/** Uploads files that take some time to process: long texts, and PDFs with several pages. */
async function uploadFiles(): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < filesPerBatch; index += 1) {
    const text = Array.from({ length: 2000 + random(20_000) }, () => words[random(words.length)]).join(' ');
    const content = index % 5 === 0 ? pdf(text.slice(0, 5000), `page two of ${index}`) : `${index} ${text}`;
    ids.push(await upload(there, project.value, { content, filename: index % 5 === 0 ? 'a.pdf' : 'a.txt' }));
  }
  return ids;
}

/** Ends ten more batches, so that events are pending, then kills a server and starts it again. */
async function strike(): Promise<void> {
  await field.emit(10);
  await wait(random(900));
  const victim = random(servers.length);
  await servers[victim]?.end('SIGKILL');
  servers[victim] = await startServer(settings);
}

t.test(
  'every batch ends once with correct counts and its event is delivered, whichever processes are killed',
  { timeout: timeoutMs },
  async (t) => {
    const store = await there.request('POST', '/v1/vector_stores', { token: project.value, body: { name: 'Struck' } });
    const path = `/v1/vector_stores/${store.body.id}/file_batches`;
    const began = performance.now();
    const ended = new Map<string, string>();
    const changed: string[] = [];
    const uploaded: string[] = [];
    let struck = 0;
    const look = async (): Promise<void> => {
      for (const batch of await FileBatch.findAll({ raw: true })) {
        if (batch.status === 'in_progress') continue;
        const state = JSON.stringify(batch);
        if ((ended.get(batch.id) ?? state) !== state) changed.push(`${ended.get(batch.id)} became ${state}`);
        ended.set(batch.id, state);
      }
    };
    while (struck < kills) {
      const ids = await uploadFiles();
      uploaded.push(...ids);
      const { body } = await there.request('POST', path, { token: project.value, body: { file_ids: ids } });
      field.batches.push(body.id);
      const isOpen = async () => (await FileBatch.count({ where: { id: body.id, status: 'in_progress' } })) === 1;
      while (struck < kills && (await isOpen())) {
        await strike();
        struck += 1;
        await look();
      }
    }
    await until(
      async () => ((await FileBatch.count({ where: { status: 'in_progress' } })) === 0 ? true : undefined),
      120_000,
    );
    await look();
    const failed = await VectorStoreFile.findAll({ where: { status: 'failed' }, raw: true });
    t.comment(`${struck} kills over ${ended.size} batches; ${failed.length} files of ${uploaded.length} failed`);
    t.strictSame(changed, [], 'no batch changed after its end');
    t.strictSame(await miscounts(), []);
    t.strictSame(
      await strayChunks(app.app.services.collections),
      [],
      'completed files have each chunk once, other files none',
    );
    t.equal(await StoredFile.count({ where: { id: uploaded } }), uploaded.length, 'no file is lost');
    t.equal(await VectorStoreFile.count({ where: { id: uploaded } }), uploaded.length);
    t.ok(
      failed.every(({ lastErrorCode }) => lastErrorCode === 'server_error'),
      'files failed only because of the kills',
    );
    t.ok(failed.length <= uploaded.length / 20, 'such failures are rare');
    for (const batch of await FileBatch.findAll({ raw: true })) {
      t.equal(batch.status, ruledStatus({ completed: batch.filesCompleted, cancelled: batch.filesCancelled }));
      t.equal(batch.filesCompleted + batch.filesFailed, filesPerBatch);
    }
    await until(async () =>
      (await Job.count({ where: { kind: [ingestFile.name, ingestLongFile.name] } })) === 0 ? true : undefined,
    );
    t.comment(`${Math.round(performance.now() - began)} ms without the last deliveries`);
    await drained(120_000);
    t.comment(`${Math.round(performance.now() - began)} ms with the last deliveries`);
    await holdAgainst(t, field);
  },
);
