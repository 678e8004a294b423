// Loaded into every measured server before its own code. Reports the resource usage of the process on request, and that
// of its child processes: a server of several processes is measured as one.

import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

export interface Usage {
  /** CPU time of all threads and of the child processes since the start, user and system, in microseconds. */
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
  process.send?.({
    cpuMicros: user + system + childrenMicros(),
    rssBytes: process.memoryUsage.rss(),
    lateMs,
  } satisfies Usage);
});
// If the benchmark is killed, its servers exit too.
process.once('disconnect', () => process.exit());

/** Returns the CPU time of the running child processes in microseconds. Linux counts it in hundredths of a second. */
function childrenMicros(): number {
  if (process.platform !== 'linux') return 0;
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean);
  return children.reduce((sum, pid) => sum + ticksOf(pid) * 10_000, 0);
}

function ticksOf(pid: string): number {
  // The name of the program, in parentheses, may have spaces.
  const [, fields = ''] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
  const [user, system] = fields.split(' ').slice(11, 13);
  return Number(user) + Number(system);
}
