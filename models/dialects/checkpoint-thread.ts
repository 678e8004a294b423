// The thread that makes checkpoints. Started by checkpoints.ts.

import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { openDatabase } from './sqlite.ts';

export type Order = 'checkpoint' | 'close';

/** Nobody waits for a checkpoint, and copying a log takes a core. */
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
    // As much as nobody holds up; it waits for nobody, and nobody for it.
    database.exec('PRAGMA wal_checkpoint(PASSIVE)');
    port.postMessage('done');
  });
}

/** Linux gives each thread a priority of its own; elsewhere the thread has the server's. */
function lowerThisThread(): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), niceness);
  } catch {
    // There is no such thing here, or it is not allowed: it makes its checkpoints all the same.
  }
}
