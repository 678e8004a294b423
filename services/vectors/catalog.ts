// The relational database says which chunks of which files a store is searched over, and which engine has them. Its rows
// change in the callers' transactions. An engine stores the chunks and ranks them.

import type { Transaction } from 'sequelize';
import { ChunkSet } from '../../models/chunk-set.ts';
import { Collection, CollectionFile, type CollectionRow } from '../../models/collection.ts';
import { transaction } from '../../models/connection.ts';
import { Project } from '../../models/project.ts';
import { chargeStorage } from '../files/index.ts';
import { existing } from '../platform/index.ts';
import { type Attributes, type Chunk, type Staged, StagedChunksLostError } from './collections.ts';
import type { CountedChunk, Engine, SetOf } from './engine.ts';
import { encodeTerms, termsOf } from './terms.ts';

/**
 * Writes the chunks of a file into a new set of the engine, which searches do not see. Abandons what an earlier run
 * staged for the file.
 */
export async function stage(
  { id: collectionId, storeId, dimensions: known }: CollectionRow,
  fileId: string,
  chunks: AsyncIterable<Chunk[]>,
  engine: Engine,
): Promise<Staged> {
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
      setId = await chargeChunks({ storeId, collectionId, fileId, engine: engine.name, setId }, bytes);
      await engine.add({ setId, collectionId, dimensions }, some);
      total.dimensions = dimensions;
      total.bytes += bytes;
      total.chunks += some.length;
      total.tokens += some.reduce((sum, { tokens }) => sum + tokens, 0);
    }
    setId ??= await chargeChunks({ storeId, collectionId, fileId, engine: engine.name, setId }, 0);
    return { setId, storeId, fileId, collectionId, engine: engine.name, ...total };
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
    setId,
    ...set
  }: { storeId: string; collectionId: string; fileId: string; engine: string; setId: string | undefined },
  bytes: number,
): Promise<string> {
  return transaction(async (tx) => {
    const project = existing(await Project.ofStore(storeId, tx), 'vector store', storeId);
    const id = setId ?? (await ChunkSet.add({ projectId: project.id, ...set }, bytes, tx));
    if (id === setId && !(await ChunkSet.grow(id, bytes, tx))) throw lost(set.fileId, 'they were abandoned meanwhile');
    // Charges last: every transaction that changes a project's bytes locks that row after all other rows, which avoids
    // deadlocks.
    await chargeStorage(project, 'vector_store_bytes', bytes, tx);
    return id;
  });
}

export async function abandon(setId: string): Promise<void> {
  await transaction((tx) => ChunkSet.abandon(setId, tx));
}

/** Implements `Collections.abandon`. */
export async function abandonStaged({ setId }: Staged, tx: Transaction): Promise<void> {
  await ChunkSet.abandon(setId, tx);
}

/** Implements `Collections.publish`. */
export async function publish(
  { setId, fileId, collectionId, engine, chunks, dimensions }: Staged,
  attributes: Attributes,
  tx: Transaction,
): Promise<void> {
  const held = await Collection.bump(collectionId, tx);
  if (held === undefined) throw lost(fileId, 'the store was dropped');
  if (held.engine !== engine) throw lost(fileId, `the collection is in the engine ${held.engine} by now`);
  if (chunks > 0 && held.dimensions !== dimensions) throw lost(fileId, 'the collection has other dimensions by now');
  const { revision } = held;
  if (!(await ChunkSet.publish(setId, tx))) throw lost(fileId, 'they were swept, or published before');
  const file = { collectionId, fileId, setId, chunks, attributes: JSON.stringify(attributes), revision };
  const before = await CollectionFile.replace(file, tx);
  if (before !== null) await ChunkSet.discard(before, tx);
}

/** Implements `Collections.setAttributes`. */
export async function setAttributes(
  storeId: string,
  fileId: string,
  attributes: Attributes,
  tx: Transaction,
): Promise<void> {
  const found = await published(storeId, fileId, tx);
  if (found === undefined) return;
  const { collectionId } = found;
  const held = await Collection.bump(collectionId, tx);
  if (held === undefined) return;
  const fields = { attributes: JSON.stringify(attributes), revision: held.revision };
  await CollectionFile.update(fields, { where: { collectionId, fileId }, transaction: tx });
}

/** Implements `Collections.removeFile`. */
export async function removeFile(storeId: string, fileId: string, tx: Transaction): Promise<void> {
  const found = await published(storeId, fileId, tx);
  if (found === undefined) return;
  const { collectionId } = found;
  const held = await Collection.bump(collectionId, tx);
  if (held === undefined) return;
  // Reads the file again under the collection's lock, because it may have been published again.
  const locked = await CollectionFile.findOne({ where: { collectionId, fileId }, transaction: tx });
  if (locked === null || locked.setId === null) return;
  await ChunkSet.discard(locked.setId, tx);
  const fields = { setId: null, chunks: 0, attributes: '{}', revision: held.revision };
  await CollectionFile.update(fields, { where: { collectionId, fileId }, transaction: tx });
}

/** Implements `Collections.dropStore`. The sweep removes the chunks. */
export async function dropStore(storeId: string, tx: Transaction): Promise<void> {
  await Collection.destroy({ where: { storeId }, transaction: tx });
}

/** Returns a published file's chunk set. */
export function publishedSet(storeId: string, fileId: string): Promise<SetOf | undefined> {
  return published(storeId, fileId, null);
}

async function published(storeId: string, fileId: string, tx: Transaction | null): Promise<SetOf | undefined> {
  const collection = await Collection.findOne({ where: { storeId }, transaction: tx });
  if (collection === null) return undefined;
  const { id: collectionId } = collection;
  const file = await CollectionFile.findOne({ where: { collectionId, fileId }, transaction: tx });
  return file === null || file.setId === null ? undefined : { collectionId, setId: file.setId };
}

function lost(fileId: string, why: string): StagedChunksLostError {
  return new StagedChunksLostError(`The staged chunks of ${fileId} cannot be published: ${why}`);
}
