// Deletes chunks that are no longer visible, in small steps. Any server may run it at any time.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { objectsHeldMs } from '../../models/backup-lease.ts';
import { ChunkSet } from '../../models/chunk-set.ts';
import { CollectionFile } from '../../models/collection.ts';
import { abandon } from './catalog.ts';
import { type Engine, relationalName } from './engine.ts';

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
 * Deletes garbage chunk sets, old tombstones and the rows of dropped collections. Sets of an engine that is not among
 * these stay until it is configured again. Throws the first error of an engine when all others are swept.
 */
export async function sweepCollections(
  engines: Engine[],
  ages: SweepAges = { garbageMs, stagedMs, keptTraces },
): Promise<void> {
  // Does nothing during a backup, which may still have to read chunks that were removed after its snapshot.
  if ((await objectsHeldMs()) > 0) return;
  const sweeps = engines.map((engine) => async () => {
    // A set that was moved from the relational database may have chunks there, which are found by the set's row.
    const relational = engines.filter(({ name }) => name === relationalName && name !== engine.name);
    await removeGarbage(engine.name, [engine, ...relational], ages);
    await engine.maintain();
  });
  const errors: unknown[] = [];
  // The chunks of a set that an earlier version wrote may be in any engine.
  for (const sweep of [...sweeps, () => removeGarbage(null, engines, ages)])
    await sweep().catch((error: unknown) => errors.push(error));
  while (await CollectionFile.sweepOrphans(filesPerStep)) await nextTurn();
  await CollectionFile.sweepRemoved(ages.keptTraces);
  if (errors.length > 0) throw errors[0];
}

async function removeGarbage(name: string | null, engines: Engine[], ages: SweepAges): Promise<void> {
  for (;;) {
    const sets = await ChunkSet.garbage(name, ages, setsPerLook);
    for (const { id, collectionId } of sets) {
      await abandon(id);
      const set = { setId: id, collectionId };
      for (const engine of engines) while ((await engine.removeSome(set, chunksPerStep)) > 0) await nextTurn();
      await ChunkSet.destroy({ where: { id } });
    }
    if (sets.length < setsPerLook) break;
  }
}
