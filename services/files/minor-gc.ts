// Transferred content leaves buffers behind, which are garbage outside of V8's heap. V8 collects these only at about 64
// MiB. A minor collection after every 16 MiB takes about 1 ms, and keeps a large file from growing the process.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const everyBytes = 16 * 1024 ** 2;

let collect: ((options: { type: 'minor' }) => void) | undefined;
let passed = 0;

/** Counts transferred bytes, and runs a minor garbage collection after every 16 MiB. */
export function countTransferredBytes(bytes: number): void {
  passed += bytes;
  if (passed < everyBytes) return;
  passed = 0;
  if (collect === undefined) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as typeof collect;
  }
  collect?.({ type: 'minor' });
}
