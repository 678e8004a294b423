// Reads a file of a vector store again. Searches see its old chunks until the transaction that publishes the new ones. A
// server that dies on the way leaves the old chunks and the job, which another server takes over.

import { setTimeout as wait } from 'node:timers/promises';
import { nowSeconds } from '../../models/clock.ts';
import { transaction } from '../../models/connection.ts';
import { Job } from '../../models/job.ts';
import type { VectorStoreFileRow } from '../../models/vector-store-file.ts';
import { type JobContext, Postpone, type Queue } from '../platform/index.ts';
import { ingestFile, ingestLongFile, type Reread, rereadFile, type Same, settleReread } from '../stores/index.ts';
import type { Staged } from '../vectors/index.ts';
import { type ModelCooldowns, retryErrorFor } from './backoff.ts';
import { ImageFile } from './pool.ts';
import type { ReadChunk, ReadRequest } from './protocol.ts';
import { holdText } from './same-text.ts';
import {
  chunksOf,
  discardStaged,
  type IngestionLimits,
  type IngestionServices,
  load,
  problemOf,
  requestOf,
  type Work,
} from './work.ts';

const maxAttempts = 6;
const longestRetryMs = 60_000;
const uploadsMs = 500;
/** The age from which a model that is away is asked once a minute. */
const patientSeconds = 240;

type Services = IngestionServices & { resting: ModelCooldowns };

/** Registers the jobs that read files again, one at a time on each server, and none while an upload waits. */
export function registerRereads(queue: Queue, services: Services, limits: IngestionLimits): void {
  queue.register<Reread>({
    name: rereadFile.name,
    concurrency: 1,
    leaseMs: limits.leaseMs,
    lanesInTurn: true,
    maxAttempts,
    retryDelayMs: (attempt) => Math.min(1000 * 2 ** attempt, longestRetryMs),
    run: async (payload, context) => {
      while ((await Job.dueKinds([ingestFile.name, ingestLongFile.name])).length > 0)
        await wait(uploadsMs, undefined, { signal: context.signal });
      await reread(payload, context, services, limits.maxTokens);
    },
    giveUp: async ({ attachmentId }, _reason, tx) => {
      await settleReread(attachmentId, { error: 'The server failed to read the file again.' }, tx);
    },
  });
}

async function reread(
  { attachmentId, onlyChanged }: Reread,
  context: JobContext,
  services: Services,
  maxTokens: number,
): Promise<void> {
  const work = await load(attachmentId, 'completed');
  if (work === undefined || work.member.currentIn === null) return;
  let staged: Staged | undefined;
  try {
    services.resting.check(work.store.embeddingModel);
    const same = await services.files.withFile(work.file.storageKey, async (path) => {
      const found = onlyChanged ? await sameAs(work, path, context.signal, services, maxTokens) : undefined;
      if (found !== undefined) return found;
      const chunks = chunksOf(work, path, context.signal, { ...services, begun: () => undefined }, maxTokens);
      staged = await services.collections.stage(work.store.id, work.file.id, chunks);
      return undefined;
    });
    context.signal.throwIfAborted();
    await complete(attachmentId, staged ?? (same as Same), context, services);
  } catch (error) {
    if (staged !== undefined) await discardStaged(staged, services);
    const instead = retryErrorFor(error, { createdAt: nowSeconds() - patientSeconds }) ?? error;
    if (instead instanceof Postpone) throw instead;
    const problem = problemOf(instead, context.attempt, 'Read the file again');
    if (problem === undefined) throw error;
    await transaction(async (tx) => {
      await settleReread(attachmentId, { error: problem.message }, tx);
      await context.finish(tx);
    });
  }
}

/** Publishes the staged chunks in place of the old ones, or keeps these. */
async function complete(
  attachmentId: string,
  made: Staged | Same,
  context: JobContext,
  { collections }: Services,
): Promise<void> {
  await transaction(async (tx) => {
    const publish = async (staged: Staged, { attributes }: VectorStoreFileRow): Promise<number> => {
      await collections.publish(staged, JSON.parse(attributes), tx);
      return staged.bytes;
    };
    const outcome =
      typeof made === 'string' ? { same: made } : { publish: (member: VectorStoreFileRow) => publish(made, member) };
    const isSettled = await settleReread(attachmentId, outcome, tx);
    await context.finish(tx);
    // The file was removed or added again meanwhile.
    if (!isSettled && typeof made !== 'string') await collections.abandon(made, tx);
  });
}

/**
 * Returns `chunks` if the file's chunks come out as they are stored, `text` if only the text does, which older versions
 * divided in another way. An image is the same: no reader reads it.
 */
async function sameAs(
  work: Work,
  path: string,
  signal: AbortSignal,
  { collections, readers }: Services,
  maxTokens: number,
): Promise<Same | undefined> {
  const request = requestOf(work, path, maxTokens);
  const stored = () => flat(collections.read(work.store.id, work.file.id));
  const read = (one: ReadRequest) => flat(textsIn(readers.read(one, signal)));
  try {
    if (await areEqual(stored(), read(request))) return 'chunks';
    return (await holdText(stored(), read({ ...request, chunks: undefined }))) ? 'text' : undefined;
  } catch (error) {
    if (error instanceof ImageFile) return 'chunks';
    throw error;
  }
}

async function areEqual(some: AsyncGenerator<string>, others: AsyncGenerator<string>): Promise<boolean> {
  try {
    for await (const text of some) if ((await others.next()).value !== text) return false;
    return (await others.next()).done === true;
  } finally {
    await others.return(undefined);
  }
}

async function* textsIn(pieces: AsyncIterable<ReadChunk[]>): AsyncGenerator<string[]> {
  for await (const chunks of pieces) yield chunks.map(({ text }) => text);
}

async function* flat(pieces: AsyncIterable<string[]>): AsyncGenerator<string> {
  for await (const texts of pieces) yield* texts;
}
