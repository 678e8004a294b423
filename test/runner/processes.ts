// The child processes of the runner, and their CPU time, from /proc.

import { readdirSync, readFileSync } from 'node:fs';

/**
 * Returns the fields of /proc/PID/stat from the third one (state) on. Throws if there is no such process or no /proc.
 */
function statOf(pid: number | 'self'): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

/**
 * Returns the CPU time of all child processes that have ended, and of their descendants, in seconds. Undefined without
 * /proc.
 */
export function childrenCpuSeconds(): number | undefined {
  try {
    // cutime and cstime, in units of 10 ms.
    const [user = '', system = ''] = statOf('self').slice(13, 15);
    return (Number(user) + Number(system)) / 100;
  } catch {
    return undefined;
  }
}

let countedCpuSeconds = 0;

/**
 * Returns the CPU time of the children that have ended since the last call. Called at the end of each test file, this
 * is the file's CPU time.
 */
export function newCpuSeconds(): number | undefined {
  const all = childrenCpuSeconds();
  if (all === undefined) return undefined;
  const added = all - countedCpuSeconds;
  countedCpuSeconds = all;
  return added;
}

/** Kills all descendants of this process, also those with a process group of their own. */
export function killDescendants(): void {
  const parents = new Map<number, number>();
  for (const pid of readdirSync('/proc').map(Number).filter(Boolean)) {
    try {
      parents.set(pid, Number(statOf(pid)[1]));
    } catch {
      // The process has just ended.
    }
  }
  const below = new Set([process.pid]);
  // Iterating a Map or Set also visits the items that are added meanwhile.
  for (const parent of below) for (const [pid, its] of parents) if (its === parent) below.add(pid);
  below.delete(process.pid);
  for (const pid of below) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process has just ended.
    }
  }
}
