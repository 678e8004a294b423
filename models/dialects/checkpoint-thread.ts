// The thread that runs checkpoints. checkpoints.ts starts it.

import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { openDatabase } from './sqlite.ts';

export type Order = 'checkpoint' | 'close';

/** Low priority: no request waits for a checkpoint, and copying a log occupies a core. */
const niceness = 10;

if (parentPort !== null) {
  lowerThisThread();
  const port = parentPort;
  const database = openDatabase(workerData as string);
  port.on('message', (order: Order) => {
    if (order === 'close') {
      database.close();
      port.close();
      return;
    }
    // A passive checkpoint copies what it can without waiting for readers or writers, and without blocking them.
    database.exec('PRAGMA wal_checkpoint(PASSIVE)');
    port.postMessage('done');
  });
}

/** Lowers the priority of this thread. Only Linux has priorities for each thread. */
function lowerThisThread(): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), niceness);
  } catch {
    // The platform has no such priority, or forbids the change. The thread works without it.
  }
}
