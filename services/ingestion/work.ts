// The work on one file of a vector store: what is loaded for it, its chunks with their vectors, and which errors are final.

import { transaction } from '../../models/connection.ts';
import { readOne } from '../../models/page.ts';
import { Project } from '../../models/project.ts';
import { StoredFile, type StoredFileRow } from '../../models/stored-file.ts';
import { VectorStore, type VectorStoreRow } from '../../models/vector-store.ts';
import { type FileStatus, VectorStoreFile, type VectorStoreFileRow } from '../../models/vector-store-file.ts';
import { databaseSpace, type FileStore, MissingObjectError } from '../files/index.ts';
import { type Embedder, type LocalModel, ModelProblem, type Payer } from '../gateway/index.ts';
import { ServiceError } from '../platform/index.ts';
import type { MembershipServices } from '../stores/index.ts';
import type { Chunk, Staged } from '../vectors/index.ts';
import type { ModelCooldowns } from './backoff.ts';
import { ImageFile, ReaderFailure, type ReaderPool } from './pool.ts';
import { FileProblem, invalid } from './problem.ts';
import type { ReadChunk, ReadRequest } from './protocol.ts';
import type { DescribeImage } from './vision.ts';
import type { WorkClock } from './work-clock.ts';

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

export type WorkServices = IngestionServices & { resting: ModelCooldowns; begun: (clock: WorkClock) => void };

export interface Work {
  member: VectorStoreFileRow;
  file: StoredFileRow;
  store: VectorStoreRow;
  payer: Payer;
  /** The dimensions of the store, or else of the file's first vector; 0 if there is none yet. */
  dimensions: number;
}

/** Loads the attachment with its file and store. Returns undefined if it has another status. */
export async function load(attachmentId: string, status: FileStatus): Promise<Work | undefined> {
  const member = await readOne(VectorStoreFile, { attachmentId, status });
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

/** Returns the request to read the file without vectors. */
export function requestOf({ member, file }: Work, path: string, maxTokens: number): ReadRequest {
  const { charset } = JSON.parse(member.attributes) as { charset?: unknown };
  return {
    path,
    filename: file.filename,
    charset: typeof charset === 'string' ? charset : (file.charset ?? undefined),
    chunks: { maxTokens: member.maxChunkSizeTokens, overlapTokens: member.chunkOverlapTokens },
    maxTokens,
    embed: undefined,
  };
}

/** Yields the file's chunks with their vectors, a few at a time. */
export async function* chunksOf(
  work: Work,
  path: string,
  signal: AbortSignal,
  { config, readers, embedders, describeImage, resting, begun }: WorkServices,
  maxTokens: number,
): AsyncGenerator<Chunk[]> {
  const { member, store, payer } = work;
  const embedder = await embedders.find(store.embeddingModel);
  const local = embedders.findLocal(embedder.model);
  // The reader process computes the vectors of local models, to keep the load off this process. If the model's
  // dimensions have changed, the embedder here reports it.
  const embed = work.dimensions === 0 || work.dimensions === local?.dimensions ? local?.reader : undefined;
  const request = { ...requestOf(work, path, maxTokens), embed };
  let index = 0;
  const withVectors = async function* (pieces: AsyncIterable<ReadChunk[]>): AsyncGenerator<Chunk[]> {
    for await (const piece of pieces) {
      // The embedded database needs free space for deletions.
      await databaseSpace(config)?.check(0);
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

/**
 * Discards staged chunks that were not published. If the store was deleted, its jobs were deleted too, so no later run
 * would do it. If the database is down, the sweep does it.
 */
export async function discardStaged(staged: Staged, { collections }: IngestionServices): Promise<void> {
  await transaction((tx) => collections.abandon(staged, tx)).catch(() => undefined);
}

/**
 * Returns the error that fails the file permanently, or undefined if a retry may help.
 * @param remedy what the caller does to try again.
 */
export function problemOf(
  error: unknown,
  attempt: number,
  remedy: 'Attach the file again' | 'Read the file again',
): { code: 'server_error' | FileProblem['code']; message: string } | undefined {
  if (error instanceof FileProblem) return error;
  // Retries the first failure, which may come from the machine, such as a lack of memory.
  if (error instanceof ReaderFailure && attempt > 1)
    return invalid(
      'The program that reads the file failed each time. Save the file in another format, and attach that file.',
    );
  if (error instanceof ModelProblem)
    return { code: 'server_error', message: `${error.message} ${remedy} once that has changed.` };
  if (error instanceof MissingObjectError)
    return { code: 'server_error', message: 'The content of the file is lost. Upload the file again.' };
  if (error instanceof ServiceError && error.code === 'vector_store_bytes')
    return { code: 'server_error', message: error.message };
  // The store was deleted while the file was read, so there is nothing to retry.
  if (error instanceof ServiceError && error.code === 'not_found')
    return { code: 'server_error', message: 'The vector store was deleted.' };
  return undefined;
}
