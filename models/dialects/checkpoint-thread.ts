// The thread that runs checkpoints, and gives the space of deleted rows back to the disk. checkpoints.ts starts it.

import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { isMainThread, workerData } from 'node:worker_threads';
import { answerOrders } from '../threads.ts';
import { openDatabase, pragma } from './sqlite.ts';

/** `shrink` leaves a part of the file free, and `empty` nothing. */
export type Order = 'checkpoint' | 'shrink' | 'empty';
/** `shrunk`: the file has no more space to give back, or another writer was busy. */
export type Done = 'done' | 'shrunk';

/** Pages of one `shrink` or `empty`, 1 MiB: other writers wait for a few milliseconds. */
const stepPages = 256;
/** The part of the file that `shrink` leaves free for new rows. */
const freePart = 0.1;

/** How long a step waits for another writer. SQLite waits in this thread, where it delays nobody. */
const lockWaitMs = 1000;

/** Low priority: no request waits for a checkpoint, and copying a log occupies a core. */
const niceness = 10;

if (!isMainThread) {
  lowerThisThread();
  const database = openDatabase(workerData as string, { timeout: lockWaitMs });
  const carryOut = (order: Order): Done => {
    if (order !== 'checkpoint') return shrink(database, order === 'empty' ? 0 : freePart) ? 'done' : 'shrunk';
    // A passive checkpoint copies what it can without waiting for readers or writers, and without blocking them.
    database.exec('PRAGMA wal_checkpoint(PASSIVE)');
    return 'done';
  };
  answerOrders(carryOut, () => database.close());
}

/**
 * Gives up to `stepPages` free pages back to the disk. Returns false if no more than a part of the file is free, or if
 * another writer was busy.
 */
function shrink(database: DatabaseSync, part: number): boolean {
  const isShrinkable = pragma(database, 'auto_vacuum') !== 0;
  if (!isShrinkable || pragma(database, 'freelist_count') <= pragma(database, 'page_count') * part) return false;
  try {
    database.exec(`PRAGMA incremental_vacuum(${stepPages})`);
    return true;
  } catch {
    return false;
  }
}

/** Lowers the priority of this thread. Only Linux has priorities for each thread. */
function lowerThisThread(): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), niceness);
  } catch {
    // The platform has no such priority, or forbids the change. The thread works without it.
  }
}
