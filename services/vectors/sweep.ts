// Deletes chunks that are no longer visible, in small steps. Any server may run it at any time.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { objectsHeldMs } from '../../models/backup-lease.ts';
import { ChunkSet } from '../../models/chunk-set.ts';
import { CollectionFile } from '../../models/collection.ts';
import { abandon } from './catalog.ts';

/** Removed chunks are kept for this long, because a running search or a cache that is loading may still read them. */
const garbageMs = 10 * 60_000;
/** A stager writes more often than this, or is dead. */
const stagedMs = 60 * 60_000;
const setsPerLook = 100;
const chunksPerStep = 100;
const filesPerStep = 500;
/**
 * The number of tombstones of removed files that a collection keeps. They let an outdated cache catch up without
 * reloading the whole collection.
 */
const keptTraces = 1000;

/** The ages and counts of the sweep, which tests lower. */
export interface SweepAges {
  garbageMs: number;
  stagedMs: number;
  keptTraces: number;
}

/**
 * Deletes garbage chunk sets, old tombstones and the rows of dropped collections.
 * @param removeSome removes up to `limit` chunks of a set, and returns an upper bound of those left.
 */
export async function sweepCollections(
  removeSome: (setId: string, limit: number) => Promise<number>,
  ages: SweepAges = { garbageMs, stagedMs, keptTraces },
): Promise<void> {
  // Does nothing during a backup, which may still have to read chunks that were removed after its snapshot.
  if ((await objectsHeldMs()) > 0) return;
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
