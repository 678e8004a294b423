// The machine that the benchmark runs on: what it is, and how its cores are shared out.

import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus, loadavg } from 'node:os';

/** Which cores the measured servers have, and which everything else; the two never overlap. */
export interface Cores {
  servers: string;
  others: string;
}

/** A core for the servers and one for the load, where there are two and `taskset` can tell them apart. */
export function splitCores(): Cores | undefined {
  if (availableParallelism() < 2) return undefined;
  try {
    execFileSync('taskset', ['-c', '0,1', 'true'], { stdio: 'ignore' });
    return { servers: '0', others: '1' };
  } catch {
    return undefined;
  }
}

/** The command that runs on the core only. */
export function pinned(core: string | undefined, command: string, args: string[]): [command: string, args: string[]] {
  return core === undefined ? [command, args] : ['taskset', ['-c', core, command, ...args]];
}

/** Moves a running process, with all its threads, to the core. */
export function pin(core: string | undefined, pid: number): void {
  if (core !== undefined) execFileSync('taskset', ['-a', '-c', '-p', core, String(pid)], { stdio: 'ignore' });
}

export interface Machine {
  cpu: string;
  cores: number;
  node: string;
  /** Over the last minute, when the benchmark began: above 1 somebody else is at work too. */
  loadAverage: number;
}

export function machine(): Machine {
  return {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    node: process.versions.node,
    loadAverage: loadavg()[0] ?? 0,
  };
}
