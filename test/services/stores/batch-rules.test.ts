// Tests the rules of batches and counts with random events: members end in any order and concurrently while batches are
// cancelled, files attached again, detached and deleted, and stores emptied. The queue is stopped, because the test
// itself ends the files.

import fc from 'fast-check';
import t from 'tap';
import { transaction } from '../../../models/connection.ts';
import { FileBatch } from '../../../models/file-batch.ts';
import { VectorStoreFile } from '../../../models/vector-store-file.ts';
import { lockMember, type Outcome, settle } from '../../../services/stores/store-files/membership.ts';
import { startApp } from '../../harness/app.ts';
import { upload } from '../../harness/forms.ts';
import { createStore, miscounts, ruledStatus } from '../../harness/stores.ts';
import { createTenant, signUp } from '../../harness/world.ts';

const app = await startApp(t);
await app.app.services.queue.stop();
const admin = await signUp(app, { isAdmin: true });
const { project } = await createTenant(app, admin);
const request = (method: string, path: string, body?: unknown) =>
  app.request(method, path, { token: project.key, ...(body === undefined ? {} : { body }) });

const seed = Number(process.env.SVC_TEST_SEED ?? Date.now() % 1_000_000);
t.comment(`SVC_TEST_SEED=${seed}`);

/** Ends an attachment as its processing job does. */
function end(attachmentId: string, outcome: Outcome): Promise<void> {
  return transaction(async (tx) => {
    const held = await lockMember(attachmentId, tx);
    if (held !== undefined) await settle(held.store, held.member, outcome, tx, app.app.services);
  });
}

const outcomes: Outcome[] = [
  { status: 'completed', bytes: 0, dimensions: 384 },
  { status: 'failed', code: 'invalid_file', message: 'broken' },
];

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('end' as const), pick: fc.nat(), outcome: fc.constantFrom(...outcomes) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('batch' as const), pick: fc.nat(), size: fc.integer({ min: 1, max: 6 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('attach' as const), pick: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('detach' as const), pick: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), pick: fc.nat() }) },
);

t.test('after any sequence of events, the counts match the files, and a batch ends once', async (t) => {
  const fileIds = await Promise.all(Array.from({ length: 12 }, () => upload(app, project.key, { content: 'x' })));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      const storeId = await createStore(app, project.key);
      const path = `/v1/vector_stores/${storeId}`;
      const some = (pick: number, size: number) => Array.from({ length: size }, (_, at) => fileIds[(pick + at) % 12]);
      await request('POST', `${path}/file_batches`, { file_ids: fileIds });
      const ended = new Map<string, unknown>();
      const look = async (): Promise<void> => {
        for (const batch of await FileBatch.findAll({ where: { vectorStoreId: storeId }, raw: true })) {
          if (batch.status === 'in_progress') continue;
          if (!ended.has(batch.id)) ended.set(batch.id, batch);
          else if (JSON.stringify(ended.get(batch.id)) !== JSON.stringify(batch))
            throw new Error(`${batch.id} changed`);
        }
      };
      const run = async (one: (typeof steps)[number]): Promise<void> => {
        if (one.kind === 'batch') await request('POST', `${path}/file_batches`, { file_ids: some(one.pick, one.size) });
        else if (one.kind === 'attach') await request('POST', `${path}/files`, { file_id: some(one.pick, 1)[0] });
        else if (one.kind === 'detach') await request('DELETE', `${path}/files/${some(one.pick, 1)[0]}`);
        else if (one.kind === 'cancel') {
          const batches = await FileBatch.findAll({ where: { vectorStoreId: storeId }, raw: true });
          await request('POST', `${path}/file_batches/${batches[one.pick % batches.length]?.id}/cancel`);
        } else {
          const members = await VectorStoreFile.findAll({ where: { vectorStoreId: storeId }, raw: true });
          const member = members[one.pick % members.length];
          if (member !== undefined) await end(member.attachmentId, one.outcome);
        }
      };
      for (let at = 0; at < steps.length; at += 4) {
        await Promise.all(steps.slice(at, at + 4).map(run));
        await look();
      }
      const wrong = await miscounts();
      if (wrong.length > 0) throw new Error(wrong.join('\n'));
      const left = await VectorStoreFile.findAll({
        where: { vectorStoreId: storeId, status: 'in_progress' },
        raw: true,
      });
      await Promise.all(
        left.map(({ attachmentId }) => end(attachmentId, { status: 'completed', bytes: 0, dimensions: 384 })),
      );
      await look();
      const batches = await FileBatch.findAll({ where: { vectorStoreId: storeId }, raw: true });
      for (const batch of batches) {
        const counts = { completed: batch.filesCompleted, cancelled: batch.filesCancelled };
        if (batch.status !== ruledStatus(counts)) throw new Error(`${batch.id} is ${batch.status}`);
      }
      await request('DELETE', path);
    }),
    { numRuns: 15, seed, endOnFailure: true },
  );
  t.strictSame(await miscounts(), []);
});

t.test('eight members that finish at once end their batch once, in a hundred rounds', async (t) => {
  const fileIds = await Promise.all(Array.from({ length: 8 }, () => upload(app, project.key, { content: 'x' })));
  const storeId = await createStore(app, project.key);
  const wrong: string[] = [];
  for (let round = 0; round < 100; round += 1) {
    // A different size each time, because a finished file with the same size would not be processed again.
    const sizes = { max_chunk_size_tokens: 100 + round, chunk_overlap_tokens: 0 };
    const { body } = await request('POST', `/v1/vector_stores/${storeId}/file_batches`, {
      file_ids: fileIds,
      chunking_strategy: { type: 'static', static: sizes },
    });
    const members = await VectorStoreFile.findAll({ where: { batchId: body.id }, raw: true });
    await Promise.all(members.map(({ attachmentId }, at) => end(attachmentId, outcomes[(at + round) % 2] as Outcome)));
    const batch = await FileBatch.findOne({ where: { id: body.id }, raw: true });
    if (batch?.status !== 'completed' || batch.filesCompleted !== 4 || batch.filesFailed !== 4)
      wrong.push(`round ${round}: ${JSON.stringify(batch)}`);
  }
  t.strictSame(wrong, []);
  t.strictSame(await miscounts(), []);
});
