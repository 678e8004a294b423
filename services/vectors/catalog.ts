// Shared by both search engines: the relational database says which chunks of which files a store is searched over. Its
// rows change in the callers' transactions. The engines differ only in where they store the chunks and where they rank
// them.

import type { Transaction } from 'sequelize';
import { ChunkSet } from '../../models/chunk-set.ts';
import { Collection, CollectionFile } from '../../models/collection.ts';
import { transaction } from '../../models/connection.ts';
import { isReferenceViolation } from '../../models/constraints.ts';
import { Project } from '../../models/project.ts';
import { chargeStorage } from '../files/index.ts';
import { notFound } from '../platform/index.ts';
import { type Attributes, type Chunk, type Staged, StagedChunksLostError } from './collections.ts';
import { encodeTerms, termsOf } from './terms.ts';

/** A chunk with its counted terms. */
export type CountedChunk = Required<Chunk>;

/** Writes chunks to an engine's storage. */
export interface ChunkWriter {
  /** Adds chunks to a set. */
  add(set: { setId: string; collectionId: string; dimensions: number }, chunks: CountedChunk[]): Promise<void>;
}

/**
 * Writes the chunks of a file into a new set, which searches do not see. Abandons what an earlier run staged for the
 * file.
 */
export async function stage(
  storeId: string,
  fileId: string,
  chunks: AsyncIterable<Chunk[]>,
  writer: ChunkWriter,
): Promise<Staged> {
  const { id: collectionId, dimensions: known } = await Collection.of(storeId).catch((error: unknown) => {
    throw isReferenceViolation(error) ? notFound('vector store', storeId) : error;
  });
  for (const id of await ChunkSet.stagedOf(collectionId, fileId)) await abandon(id);
  let setId: string | undefined;
  const total = { chunks: 0, tokens: 0, bytes: 0, dimensions: 0 };
  try {
    for await (const bare of chunks) {
      const [first] = bare;
      if (first === undefined) continue;
      const dimensions = first.vector.length;
      const isNew = total.chunks === 0 && dimensions !== known;
      if (isNew && !(await Collection.setDimensions(collectionId, dimensions)))
        throw new Error(`The collection of ${storeId} is gone, or has vectors of other than ${dimensions} dimensions`);
      const some = bare.map((chunk) => ({ ...chunk, terms: chunk.terms ?? encodeTerms(termsOf(chunk.text)) }));
      const bytes = some.reduce((sum, chunk) => sum + bytesOf(chunk), 0);
      setId = await chargeChunks({ storeId, collectionId, fileId, setId }, bytes);
      await writer.add({ setId, collectionId, dimensions }, some);
      total.dimensions = dimensions;
      total.bytes += bytes;
      total.chunks += some.length;
      total.tokens += some.reduce((sum, { tokens }) => sum + tokens, 0);
    }
    setId ??= await chargeChunks({ storeId, collectionId, fileId, setId }, 0);
    return { setId, storeId, fileId, collectionId, ...total };
  } catch (error) {
    // If the database is down, the next run or the sweep abandons the set.
    if (setId !== undefined) await abandon(setId).catch(() => undefined);
    throw error;
  }
}

/** Returns the size of the chunk in the database, in bytes. */
function bytesOf({ text, vector, terms }: CountedChunk): number {
  return Buffer.byteLength(text) + vector.byteLength + terms.length;
}

/**
 * Counts bytes against the project's limit before they are written, and adds them to the set. Creates the set if there
 * is none, and returns its id. Throws `vector_store_bytes`, `not_found`, or a StagedChunksLostError if the set was
 * abandoned.
 */
async function chargeChunks(
  {
    storeId,
    collectionId,
    fileId,
    setId,
  }: { storeId: string; collectionId: string; fileId: string; setId: string | undefined },
  bytes: number,
): Promise<string> {
  return transaction(async (transaction) => {
    const project = await Project.ofStore(storeId, transaction);
    if (project === undefined) throw notFound('vector store', storeId);
    const id = setId ?? (await ChunkSet.add({ projectId: project.id, collectionId, fileId }, bytes, transaction));
    if (id === setId && !(await ChunkSet.grow(id, bytes, transaction)))
      throw lost(fileId, 'they were abandoned meanwhile');
    // Charges last: every transaction that changes a project's bytes locks that row after all other rows, which avoids
    // deadlocks.
    await chargeStorage(project, 'vector_store_bytes', bytes, transaction);
    return id;
  });
}

/** Abandons a staged set. */
export async function abandon(setId: string): Promise<void> {
  await transaction((transaction) => ChunkSet.abandon(setId, transaction));
}

/** Implements `Collections.publish`. */
export async function publish(
  { setId, fileId, collectionId, chunks, dimensions }: Staged,
  attributes: Attributes,
  transaction: Transaction,
): Promise<void> {
  const held = await Collection.bump(collectionId, transaction);
  if (held === undefined) throw lost(fileId, 'the store was dropped');
  if (chunks > 0 && held.dimensions !== dimensions) throw lost(fileId, 'the collection has other dimensions by now');
  const { revision } = held;
  if (!(await ChunkSet.publish(setId, transaction))) throw lost(fileId, 'they were swept, or published before');
  const file = { collectionId, fileId, setId, chunks, attributes: JSON.stringify(attributes), revision };
  const before = await CollectionFile.replace(file, transaction);
  if (before !== null) await ChunkSet.discard(before, transaction);
}

/** Implements `Collections.setAttributes`. */
export async function setAttributes(
  storeId: string,
  fileId: string,
  attributes: Attributes,
  transaction: Transaction,
): Promise<void> {
  const found = await published(storeId, fileId, transaction);
  if (found === undefined) return;
  const { collectionId } = found;
  const held = await Collection.bump(collectionId, transaction);
  if (held === undefined) return;
  const fields = { attributes: JSON.stringify(attributes), revision: held.revision };
  await CollectionFile.update(fields, { where: { collectionId, fileId }, transaction });
}

/** Implements `Collections.removeFile`. */
export async function removeFile(storeId: string, fileId: string, transaction: Transaction): Promise<void> {
  const found = await published(storeId, fileId, transaction);
  if (found === undefined) return;
  const { collectionId } = found;
  const held = await Collection.bump(collectionId, transaction);
  if (held === undefined) return;
  // Reads the file again under the collection's lock, because it may have been published again.
  const locked = await CollectionFile.findOne({ where: { collectionId, fileId }, transaction });
  if (locked === null || locked.setId === null) return;
  await ChunkSet.discard(locked.setId, transaction);
  const fields = { setId: null, chunks: 0, attributes: '{}', revision: held.revision };
  await CollectionFile.update(fields, { where: { collectionId, fileId }, transaction });
}

/** Implements `Collections.dropStore`. The sweep removes the chunks. */
export async function dropStore(storeId: string, transaction: Transaction): Promise<void> {
  await Collection.destroy({ where: { storeId }, transaction });
}

/** Returns the id of a published file's chunk set. */
export async function publishedSet(storeId: string, fileId: string): Promise<string | undefined> {
  return (await published(storeId, fileId, null))?.setId;
}

async function published(
  storeId: string,
  fileId: string,
  transaction: Transaction | null,
): Promise<{ collectionId: string; setId: string } | undefined> {
  const collection = await Collection.findOne({ where: { storeId }, transaction });
  if (collection === null) return undefined;
  const { id: collectionId } = collection;
  const file = await CollectionFile.findOne({ where: { collectionId, fileId }, transaction });
  return file === null || file.setId === null ? undefined : { collectionId, setId: file.setId };
}

function lost(fileId: string, why: string): StagedChunksLostError {
  return new StagedChunksLostError(`The staged chunks of ${fileId} cannot be published: ${why}`);
}
