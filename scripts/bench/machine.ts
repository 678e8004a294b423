// Describes the machine, and assigns its cores to the measured servers and to everything else.

import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus, loadavg } from 'node:os';

/** The cores of the measured servers, and the cores of all other processes. They never overlap. */
export interface Cores {
  servers: string;
  others: string;
}

/** Returns one core for the servers and one for the load. Returns undefined with one core, or without `taskset`. */
export function splitCores(): Cores | undefined {
  if (availableParallelism() < 2) return undefined;
  try {
    execFileSync('taskset', ['-c', '0,1', 'true'], { stdio: 'ignore' });
    return { servers: '0', others: '1' };
  } catch {
    return undefined;
  }
}

/** Returns the command that runs on this core only. */
export function pinned(core: string | undefined, command: string, args: string[]): [command: string, args: string[]] {
  return core === undefined ? [command, args] : ['taskset', ['-c', core, command, ...args]];
}

/** Moves a running process with all its threads to the core. */
export function pin(core: string | undefined, pid: number): void {
  if (core !== undefined) execFileSync('taskset', ['-a', '-c', '-p', core, String(pid)], { stdio: 'ignore' });
}

export interface Machine {
  cpu: string;
  cores: number;
  node: string;
  /** The load average of the last minute before the benchmark started. Above 1, other processes use the machine too. */
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
