// What both engines have in common: which chunks of which files a store is searched over is written in the relational
// database, in the transactions of those who change it. The engines only differ in where the chunks are and who ranks them.

import type { Transaction } from 'sequelize';
import { ChunkSet } from '../../models/chunk-set.ts';
import { Collection, CollectionFile } from '../../models/collection.ts';
import { isReferenceViolation } from '../../models/constraints.ts';
import { notFound } from '../platform/index.ts';
import { type Attributes, type Chunk, type Staged, StagedChunksLostError } from './collections.ts';

/** How often whoever stages says so: what nobody has written to for an hour is swept (sweeping.ts). */
const touchMs = 10_000;

/** Where an engine puts chunks. */
export interface ChunkWriter {
  /** Adds chunks to a set. Returns the bytes they take. */
  add(set: { setId: string; collectionId: string; dimensions: number }, chunks: Chunk[]): Promise<number>;
}

/** Writes the chunks of a file into a new set, which nobody sees. */
export async function stage(
  storeId: string,
  fileId: string,
  chunks: AsyncIterable<Chunk[]>,
  writer: ChunkWriter,
): Promise<Staged> {
  const { id: collectionId, dimensions: known } = await Collection.of(storeId).catch((error: unknown) => {
    throw isReferenceViolation(error) ? notFound('vector store', storeId) : error;
  });
  const setId = await ChunkSet.add(collectionId, fileId);
  let touched = performance.now();
  const total = { chunks: 0, tokens: 0, bytes: 0, dimensions: 0 };
  for await (const some of chunks) {
    const [first] = some;
    if (first === undefined) continue;
    const dimensions = first.vector.length;
    const isNew = total.chunks === 0 && dimensions !== known;
    if (isNew && !(await Collection.setDimensions(collectionId, dimensions)))
      throw new Error(`The collection of ${storeId} is gone, or has vectors of other than ${dimensions} dimensions`);
    if (performance.now() - touched > touchMs) {
      if (!(await ChunkSet.touch(setId))) throw lost(fileId, 'it was swept meanwhile');
      touched = performance.now();
    }
    total.dimensions = dimensions;
    total.bytes += await writer.add({ setId, collectionId, dimensions }, some);
    total.chunks += some.length;
    total.tokens += some.reduce((sum, { tokens }) => sum + tokens, 0);
  }
  return { setId, storeId, fileId, collectionId, ...total };
}

/** See Collections. */
export async function publish(
  { setId, fileId, collectionId, chunks, dimensions }: Staged,
  attributes: Attributes,
  inside: Transaction,
): Promise<void> {
  const held = await Collection.bump(collectionId, inside);
  if (held === undefined) throw lost(fileId, 'the store was dropped');
  if (chunks > 0 && held.dimensions !== dimensions) throw lost(fileId, 'the collection has other dimensions by now');
  const { revision } = held;
  if (!(await ChunkSet.publish(setId, inside))) throw lost(fileId, 'its chunks were swept, or published before');
  const file = { collectionId, fileId, setId, chunks, attributes: JSON.stringify(attributes), revision };
  const before = await CollectionFile.replace(file, inside);
  if (before !== null) await ChunkSet.discard(before, inside);
}

/** See Collections. */
export async function setAttributes(
  storeId: string,
  fileId: string,
  attributes: Attributes,
  inside: Transaction,
): Promise<void> {
  const found = await published(storeId, fileId, inside);
  if (found === undefined) return;
  const { collectionId } = found;
  const held = await Collection.bump(collectionId, inside);
  if (held === undefined) return;
  const fields = { attributes: JSON.stringify(attributes), revision: held.revision };
  await CollectionFile.update(fields, { where: { collectionId, fileId }, transaction: inside });
}

/** See Collections. */
export async function removeFile(storeId: string, fileId: string, inside: Transaction): Promise<void> {
  const found = await published(storeId, fileId, inside);
  if (found === undefined) return;
  const { collectionId } = found;
  const held = await Collection.bump(collectionId, inside);
  if (held === undefined) return;
  // As it is under the collection's lock: it may have been published anew since.
  const locked = await CollectionFile.findOne({ where: { collectionId, fileId }, transaction: inside });
  if (locked === null || locked.setId === null) return;
  await ChunkSet.discard(locked.setId, inside);
  const fields = { setId: null, chunks: 0, attributes: '{}', revision: held.revision };
  await CollectionFile.update(fields, { where: { collectionId, fileId }, transaction: inside });
}

/** See Collections. What the collection had is swept. */
export async function dropStore(storeId: string, inside: Transaction): Promise<void> {
  await Collection.destroy({ where: { storeId }, transaction: inside });
}

/** The set of a published file. */
export async function publishedSet(storeId: string, fileId: string): Promise<string | undefined> {
  return (await published(storeId, fileId, null))?.setId;
}

async function published(
  storeId: string,
  fileId: string,
  inside: Transaction | null,
): Promise<{ collectionId: string; setId: string } | undefined> {
  const collection = await Collection.findOne({ where: { storeId }, transaction: inside });
  if (collection === null) return undefined;
  const { id: collectionId } = collection;
  const file = await CollectionFile.findOne({ where: { collectionId, fileId }, transaction: inside });
  return file === null || file.setId === null ? undefined : { collectionId, setId: file.setId };
}

function lost(fileId: string, why: string): StagedChunksLostError {
  return new StagedChunksLostError(`What was staged for ${fileId} cannot be published: ${why}`);
}
