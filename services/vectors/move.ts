// Moves stores from one engine to another: copies their published sets, and records the other engine in one commit. The
// sets keep their ids, so a move that was interrupted goes on where it was. Chunks that are published meanwhile are copied
// before the commit, and a file that is being read then is read again.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { Collection, CollectionFile } from '../../models/collection.ts';
import { type Log, ServiceError } from '../platform/index.ts';
import type { Engine } from './engine.ts';

const collectionsPerLook = 100;
const setsPerLook = 500;
const chunksPerCopy = 250;
/** The times that a store's sets are compared before it is left for the next run, because it changes too fast. */
const attempts = 20;

/** Moves all stores of an engine to another one. A store that cannot be moved stays, and the log says why. */
export async function moveStores(from: Engine, to: Engine, signal: AbortSignal, log: Log): Promise<void> {
  let moved = 0;
  for (let after = ''; !signal.aborted; ) {
    const some = await Collection.ofEngine(from.name, after, collectionsPerLook);
    for (const collection of some)
      try {
        if (await moveStore(collection, from, to, signal)) moved += 1;
      } catch (error) {
        if (error instanceof ServiceError) throw error;
        log.error({ err: error, store: collection.storeId }, `cannot move a vector store to the engine ${to.name}`);
      }
    if (some.length < collectionsPerLook) break;
    after = some.at(-1)?.id ?? after;
  }
  if (moved > 0) log.info({ stores: moved, from: from.name, to: to.name }, 'moved vector stores to another engine');
}

async function moveStore(
  { id, dimensions }: Pick<Collection, 'id' | 'dimensions'>,
  from: Engine,
  to: Engine,
  signal: AbortSignal,
): Promise<boolean> {
  for (let attempt = 0; attempt < attempts && !signal.aborted; attempt += 1) {
    const published = await CollectionFile.published(id);
    await removeOthers(id, published, to);
    const setIds = [...published.keys()];
    for (let first = 0; first < setIds.length && !signal.aborted; first += setsPerLook) {
      const some = setIds.slice(first, first + setsPerLook);
      const there = await to.counts(id, some);
      for (const setId of some)
        if (there.get(setId) !== published.get(setId) && !signal.aborted)
          await copySet({ setId, collectionId: id, dimensions }, published.get(setId) as number, from, to);
    }
    if (!signal.aborted && (await Collection.move(id, from.name, to.name, new Set(setIds)))) return true;
  }
  return false;
}

/** Removes the sets that a move has copied and that are no longer published. */
async function removeOthers(collectionId: string, published: Map<string, number>, to: Engine): Promise<void> {
  for (const setId of (await to.setsOf?.(collectionId)) ?? [])
    if (!published.has(setId))
      while ((await to.removeSome({ setId, collectionId }, chunksPerCopy)) > 0) await nextTurn();
}

async function copySet(
  set: { setId: string; collectionId: string; dimensions: number },
  chunks: number,
  from: Engine,
  to: Engine,
): Promise<void> {
  for (let at = 0; at < chunks; at += chunksPerCopy) {
    await to.add(set, await from.read(set, at, at + chunksPerCopy));
    await nextTurn();
  }
  const copied = (await to.counts(set.collectionId, [set.setId])).get(set.setId);
  if (copied !== chunks && (await CollectionFile.published(set.collectionId)).has(set.setId))
    throw new Error(`${copied ?? 0} of ${chunks} chunks of the set ${set.setId} could be copied to ${to.name}`);
}
