// Loaded into every measured server before its own code. Reports the resource usage of the process on request.

import { monitorEventLoopDelay } from 'node:perf_hooks';

export interface Usage {
  /** CPU time of all threads since the start, user and system, in microseconds. */
  cpuMicros: number;
  rssBytes: number;
  /** The 99th percentile of the event loop delay since the last report, in milliseconds; 0 in the first report. */
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
// If the benchmark is killed, its servers exit too.
process.once('disconnect', () => process.exit());
