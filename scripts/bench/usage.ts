// Loaded into every measured server before its own code: tells the benchmark, on request, what the process has used.

import { monitorEventLoopDelay } from 'node:perf_hooks';

export interface Usage {
  /** CPU time of all threads since the start, user and system, in microseconds. */
  cpuMicros: number;
  rssBytes: number;
  /** The 99th percentile of how late the event loop was since the last time it was asked; 0 until it was asked once. */
  lateMs: number;
}

const resolution = 1;
const loop = monitorEventLoopDelay({ resolution });

process.on('message', (message) => {
  if (message !== 'usage') return;
  const { user, system } = process.cpuUsage();
  const lateMs = loop.count === 0 ? 0 : loop.percentile(99) / 1e6 - resolution;
  loop.reset();
  loop.enable();
  process.send?.({ cpuMicros: user + system, rssBytes: process.memoryUsage.rss(), lateMs } satisfies Usage);
});
// A benchmark that was killed leaves no servers behind.
process.once('disconnect', () => process.exit());
