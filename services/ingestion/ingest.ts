// Makes a file searchable: a reader process reads it, its chunks are embedded and staged, and the transaction that
// completes the file publishes them. Nothing is visible before. If a server dies on the way, another one takes over the
// job, and the sweep removes what was staged.

import type { Transaction } from 'sequelize';
import { transaction } from '../../models/connection.ts';
import { readOne } from '../../models/page.ts';
import { Project } from '../../models/project.ts';
import { StoredFile, type StoredFileRow } from '../../models/stored-file.ts';
import { VectorStore, type VectorStoreRow } from '../../models/vector-store.ts';
import { VectorStoreFile, type VectorStoreFileRow } from '../../models/vector-store-file.ts';
import { type FileStore, MissingObjectError } from '../files/index.ts';
import { type Embedder, type LocalModel, ModelProblem, type Payer } from '../inference/index.ts';
import { type JobContext, type JobKind, Postpone, type Queue, ServiceError } from '../platform/index.ts';
import {
  type Ingestion,
  ingestFile,
  ingestLongFile,
  lockMember,
  type MembershipServices,
  settle,
} from '../stores/index.ts';
import type { Chunk, Staged } from '../vectors/index.ts';
import { ModelCooldowns, retryErrorFor } from './backoff.ts';
import { ImageFile, ReaderFailure, type ReaderPool } from './pool.ts';
import { FileProblem, invalid } from './problem.ts';
import type { ReadChunk } from './protocol.ts';
import { TimeSlice } from './time-slice.ts';
import type { DescribeImage } from './vision.ts';
import type { WorkClock } from './work-clock.ts';

const maxAttempts = 6;
const longestRetryMs = 60_000;

export interface IngestionServices extends MembershipServices {
  files: FileStore;
  readers: ReaderPool;
  embedders: { find(model: string): Promise<Embedder>; findLocal(model: string): LocalModel | undefined };
  describeImage: DescribeImage;
}

export interface IngestionLimits {
  workers: number;
  leaseMs: number;
  maxTokens: number;
}

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
    giveUp: async ({ attachmentId }, _reason, transaction) => {
      await fail(
        attachmentId,
        'server_error',
        'The server failed to process the file. Attach it again.',
        transaction,
        services,
      );
    },
  });
  queue.register(kind(ingestFile.name, true));
  queue.register(kind(ingestLongFile.name, false));
}

type IngestServices = IngestionServices & { resting: ModelCooldowns; begun: (clock: WorkClock) => void };

interface Work {
  member: VectorStoreFileRow;
  file: StoredFileRow;
  store: VectorStoreRow;
  payer: Payer;
  /** The dimensions of the store, or else of the file's first vector; 0 if there is none yet. */
  dimensions: number;
}

async function ingest(
  attachmentId: string,
  context: JobContext,
  services: IngestServices,
  maxTokens: number,
): Promise<void> {
  const work = await load(attachmentId);
  if (work === undefined) return;
  let staged: Staged | undefined;
  try {
    services.resting.check(work.store.embeddingModel);
    staged = await services.files.storage.withFile(work.file.storageKey, (path) =>
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
    const problem = problemOf(instead, context.attempt);
    if (problem === undefined) throw error;
    await transaction(async (transaction) => {
      await fail(attachmentId, problem.code, problem.message, transaction, services);
      await context.finish(transaction);
    });
  }
}

/**
 * Discards staged chunks that were not published. If the store was deleted, its jobs were deleted too, so no later run
 * would do it. If the database is down, the sweep does it.
 */
async function discardStaged(staged: Staged, { collections }: IngestionServices): Promise<void> {
  await transaction((transaction) => collections.abandon(staged, transaction)).catch(() => undefined);
}

/** Loads the attachment with its file and store. Returns undefined if it is no longer in progress. */
async function load(attachmentId: string): Promise<Work | undefined> {
  const member = await readOne(VectorStoreFile, { attachmentId, status: 'in_progress' });
  if (member === undefined) return undefined;
  const [file, store] = await Promise.all([
    readOne(StoredFile, { id: member.id }),
    readOne(VectorStore, { id: member.vectorStoreId }),
  ]);
  if (file === undefined || store === undefined) return undefined;
  const project = await readOne(Project, { id: store.projectId });
  if (project === undefined) return undefined;
  const payer = { project, callerId: '', requestId: attachmentId, rates: {} };
  return { member, file, store, payer, dimensions: store.embeddingDimensions };
}

/** Yields the file's chunks with their vectors, a few at a time. */
async function* chunksOf(
  work: Work,
  path: string,
  signal: AbortSignal,
  { config, files, readers, embedders, describeImage, resting, begun }: IngestServices,
  maxTokens: number,
): AsyncGenerator<Chunk[]> {
  const { member, file, store, payer } = work;
  const chunks = { maxTokens: member.maxChunkSizeTokens, overlapTokens: member.chunkOverlapTokens };
  const embedder = await embedders.find(store.embeddingModel);
  const local = embedders.findLocal(embedder.model);
  // The reader process computes the vectors of local models, to keep the load off this process. If the model's
  // dimensions have changed, the embedder here reports it.
  const embed = work.dimensions === 0 || work.dimensions === local?.dimensions ? local?.reader : undefined;
  const request = { path, filename: file.filename, chunks, maxTokens, embed };
  let index = 0;
  const withVectors = async function* (pieces: AsyncIterable<ReadChunk[]>): AsyncGenerator<Chunk[]> {
    for await (const piece of pieces) {
      // The embedded database is on the same disk, and needs free space for deletions.
      if (config.database.url === '') await files.space?.check(0);
      const bare = piece.filter(({ vector }) => vector === undefined).map(({ text }) => text);
      const made =
        bare.length === 0
          ? []
          : await embedder
              .embed(bare, { payer, dimensions: work.dimensions, signal })
              .catch((error: unknown) => resting.failed(embedder.model, error));
      const vectors = piece.map(({ vector }) => vector ?? (made.shift() as Float32Array));
      work.dimensions = vectors[0]?.length ?? work.dimensions;
      yield piece.map((chunk, at) => ({ ...chunk, index: index + at, vector: vectors[at] as Float32Array }));
      index += piece.length;
    }
  };
  try {
    yield* withVectors(readers.read(request, signal, begun));
  } catch (error) {
    if (!(error instanceof ImageFile)) throw error;
    if (store.imageProcessingMode === 'ignore')
      throw new FileProblem('unsupported_file', "The vector store's image_processing_mode ignores images.");
    const image = { attachmentId: member.attachmentId, path, mediaType: error.mediaType };
    yield* withVectors(readers.read({ ...request, description: await describeImage(image, payer, signal) }, signal));
  }
}

/** Publishes the staged chunks and completes the file. The bytes were counted while staging. */
async function complete(work: Work, staged: Staged, context: JobContext, services: IngestionServices): Promise<void> {
  await transaction(async (transaction) => {
    const held = await lockMember(work.member.attachmentId, transaction);
    await context.finish(transaction);
    if (held === undefined) return services.collections.abandon(staged, transaction);
    const { store, member } = held;
    await services.collections.publish(staged, JSON.parse(member.attributes), transaction);
    const { bytes } = staged;
    await settle(store, member, { status: 'completed', bytes, dimensions: work.dimensions }, transaction, services);
  });
}

async function fail(
  attachmentId: string,
  code: 'server_error' | FileProblem['code'],
  message: string,
  transaction: Transaction,
  services: IngestionServices,
): Promise<void> {
  const held = await lockMember(attachmentId, transaction);
  if (held !== undefined)
    await settle(held.store, held.member, { status: 'failed', code, message }, transaction, services);
}

/** Returns the error that fails the file permanently, or undefined if a retry may help. */
function problemOf(
  error: unknown,
  attempt: number,
): { code: 'server_error' | FileProblem['code']; message: string } | undefined {
  if (error instanceof FileProblem) return error;
  // Retries the first failure, which may come from the machine, such as a lack of memory.
  if (error instanceof ReaderFailure && attempt > 1)
    return invalid(
      'The program that reads the file failed each time. Save the file in another format, and attach that file.',
    );
  if (error instanceof ModelProblem)
    return { code: 'server_error', message: `${error.message} Attach the file again once that has changed.` };
  if (error instanceof MissingObjectError)
    return { code: 'server_error', message: 'The content of the file is lost. Upload the file again.' };
  if (error instanceof ServiceError && error.code === 'vector_store_bytes')
    return { code: 'server_error', message: error.message };
  // The store was deleted while the file was read, so there is nothing to retry.
  if (error instanceof ServiceError && error.code === 'not_found')
    return { code: 'server_error', message: 'The vector store was deleted.' };
  return undefined;
}
