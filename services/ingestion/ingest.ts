// Makes a file searchable: a reader process reads it, its chunks are embedded and staged, and the transaction that
// completes the file publishes them. Nothing is visible before. If a server dies on the way, another one takes over the
// job, and the sweep removes what was staged.

import type { Transaction } from 'sequelize';
import { transaction } from '../../models/connection.ts';
import { type JobContext, type JobKind, Postpone, type Queue } from '../platform/index.ts';
import { type Ingestion, ingestFile, ingestLongFile, lockMember, settle } from '../stores/index.ts';
import type { Staged } from '../vectors/index.ts';
import { ModelCooldowns, retryErrorFor } from './backoff.ts';
import type { FileProblem } from './problem.ts';
import { registerRereads } from './reread.ts';
import { TimeSlice } from './time-slice.ts';
import {
  chunksOf,
  discardStaged,
  type IngestionLimits,
  type IngestionServices,
  load,
  problemOf,
  type Work,
  type WorkServices,
} from './work.ts';

const maxAttempts = 6;
const longestRetryMs = 60_000;

/**
 * Registers the ingestion jobs. Projects take turns. A long file yields its worker if files of other projects wait, and
 * starts again as a job of a second kind, with as many workers again. So no project's files wait for another project's
 * long file.
 */
export function registerIngestion(queue: Queue, services: IngestionServices, limits: IngestionLimits): void {
  const resting = new ModelCooldowns();
  const kind = (name: string, mayYield: boolean): JobKind<Ingestion> => ({
    name,
    concurrency: limits.workers,
    leaseMs: limits.leaseMs,
    lanesInTurn: true,
    maxAttempts,
    retryDelayMs: (attempt) => Math.min(1000 * 2 ** attempt, longestRetryMs),
    run: async ({ attachmentId }, context) => {
      const slice = new TimeSlice(mayYield ? context.lane : null, context.signal);
      const own = { ...context, signal: slice.signal };
      try {
        await ingest(
          attachmentId,
          own,
          { ...services, resting, begun: (clock) => slice.begin(clock) },
          limits.maxTokens,
        );
      } catch (error) {
        if (!slice.isOver || context.signal.aborted) throw error;
        await context.goOnAs(ingestLongFile.name);
      } finally {
        slice.end();
      }
    },
    giveUp: async ({ attachmentId }, _reason, tx) => {
      await fail(attachmentId, 'server_error', 'The server failed to process the file. Attach it again.', tx, services);
    },
  });
  queue.register(kind(ingestFile.name, true));
  queue.register(kind(ingestLongFile.name, false));
  registerRereads(queue, { ...services, resting }, limits);
}

async function ingest(
  attachmentId: string,
  context: JobContext,
  services: WorkServices,
  maxTokens: number,
): Promise<void> {
  const work = await load(attachmentId, 'in_progress');
  if (work === undefined) return;
  let staged: Staged | undefined;
  try {
    services.resting.check(work.store.embeddingModel);
    staged = await services.files.withFile(work.file.storageKey, (path) =>
      services.collections.stage(
        work.store.id,
        work.file.id,
        chunksOf(work, path, context.signal, services, maxTokens),
      ),
    );
    context.signal.throwIfAborted();
    await complete(work, staged, context, services);
  } catch (error) {
    if (staged !== undefined) await discardStaged(staged, services);
    const instead = retryErrorFor(error, work.member) ?? error;
    if (instead instanceof Postpone) throw instead;
    const problem = problemOf(instead, context.attempt, 'Attach the file again');
    if (problem === undefined) throw error;
    await transaction(async (tx) => {
      await fail(attachmentId, problem.code, problem.message, tx, services);
      await context.finish(tx);
    });
  }
}

/** Publishes the staged chunks and completes the file. The bytes were counted while staging. */
async function complete(work: Work, staged: Staged, context: JobContext, services: IngestionServices): Promise<void> {
  await transaction(async (tx) => {
    const held = await lockMember(work.member.attachmentId, tx);
    await context.finish(tx);
    if (held === undefined) return services.collections.abandon(staged, tx);
    const { store, member } = held;
    await services.collections.publish(staged, JSON.parse(member.attributes), tx);
    const { bytes } = staged;
    await settle(store, member, { status: 'completed', bytes, dimensions: work.dimensions }, tx, services);
  });
}

async function fail(
  attachmentId: string,
  code: 'server_error' | FileProblem['code'],
  message: string,
  tx: Transaction,
  services: IngestionServices,
): Promise<void> {
  const held = await lockMember(attachmentId, tx);
  if (held !== undefined) await settle(held.store, held.member, { status: 'failed', code, message }, tx, services);
}
