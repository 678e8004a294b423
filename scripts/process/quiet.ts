// Gives memory back to the operating system after load. V8 collects garbage only while code allocates, so a server that
// has become quiet would keep its young generation and the garbage of its last minute.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const intervalMs = 10_000;
/** The shares of one core from which on the process counts as busy, and below which it counts as quiet. */
const busyShare = 0.2;
const quietShare = 0.05;

/**
 * Collects all garbage once whenever the process has become quiet, which takes about 100 ms. After 30 seconds with 16
 * streams at a time, the server then has 220 MB in place of 310 (of 420 without the flag of `npm start`).
 */
export function collectWhenQuiet(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const isQuietAgain = quietDetector();
  let before = process.cpuUsage();
  setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    before = process.cpuUsage();
    if (isQuietAgain((user + system) / 1000 / intervalMs)) collect();
  }, intervalMs).unref();
}

/** Returns a function that takes the used shares of a core in turn, and returns true at the first quiet one after a busy one. */
export function quietDetector(): (share: number) => boolean {
  let wasBusy = false;
  return (share) => {
    if (share >= busyShare) wasBusy = true;
    if (!wasBusy || share >= quietShare) return false;
    wasBusy = false;
    return true;
  };
}
