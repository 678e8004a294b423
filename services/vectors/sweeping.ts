// Removing what nobody will see again, in small pieces, by any of the servers, at any time.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { ChunkSet } from '../../models/chunk-set.ts';
import { CollectionFile } from '../../models/collection.ts';
import { abandon } from './catalog.ts';

/** Long enough for a search that still has a removed chunk in its hands, and for a cache to be filled. */
const garbageMs = 10 * 60_000;
/** Whoever stages writes more often than that, or is dead. */
const stagedMs = 60 * 60_000;
const setsPerLook = 100;
const chunksPerStep = 100;
const filesPerStep = 500;
/** Removed files of a collection whose traces spare caches that are behind from reading everything anew. */
const keptTraces = 1000;

/** How old things must be, and how many; tests do not wait. */
export interface SweepAges {
  garbageMs: number;
  stagedMs: number;
  keptTraces: number;
}

/**
 * Sweeps.
 * @param removeSome removes up to so many chunks of a set, and returns how many are left at most.
 */
export async function sweepCollections(
  removeSome: (setId: string, limit: number) => Promise<number>,
  ages: SweepAges = { garbageMs, stagedMs, keptTraces },
): Promise<void> {
  for (;;) {
    const sets = await ChunkSet.garbage(ages, setsPerLook);
    for (const id of sets) {
      await abandon(id);
      while ((await removeSome(id, chunksPerStep)) > 0) await nextTurn();
      await ChunkSet.destroy({ where: { id } });
    }
    if (sets.length < setsPerLook) break;
  }
  while (await CollectionFile.sweepOrphans(filesPerStep)) await nextTurn();
  await CollectionFile.sweepRemoved(ages.keptTraces);
}
