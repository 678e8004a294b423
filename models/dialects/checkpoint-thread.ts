// The thread that makes checkpoints. Started by checkpoints.ts.

import { parentPort, workerData } from 'node:worker_threads';
import { openDatabase } from './sqlite.ts';

export type Order = 'checkpoint' | 'close';

if (parentPort !== null) {
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
