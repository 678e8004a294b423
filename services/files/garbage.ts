// Content on its way leaves its buffers behind as garbage outside of V8's heap, which V8 hurries to collect only when
// there are 64 MiB of it. Collecting the youngest objects after every few MiB takes about a millisecond, and keeps a large
// file from growing the process.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const everyBytes = 16 * 1024 ** 2;

let collect: ((options: { type: 'minor' }) => void) | undefined;
let passed = 0;

/** Counts bytes of content that have passed through, and collects what they left now and then. */
export function contentPassed(bytes: number): void {
  passed += bytes;
  if (passed < everyBytes) return;
  passed = 0;
  if (collect === undefined) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as typeof collect;
  }
  collect?.({ type: 'minor' });
}
