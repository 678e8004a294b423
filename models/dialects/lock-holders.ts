// Finds the processes of this machine that use an embedded database. /proc/locks lists the locks that SQLite takes on
// its shared-memory file (https://sqlite.org/walformat.html#locks). This code never opens that file: closing it would
// drop this process' own locks.

import { readFileSync, statSync } from 'node:fs';

const writeByte = 120;
const openByte = 128;

/** Returns the ids of the processes that have the database open; undefined on systems without /proc/locks. */
export function processesWith(path: string): number[] | undefined {
  return holdersOf(path, openByte);
}

/**
 * Returns the id of the process that holds the write lock; undefined if there is none, or on systems without
 * /proc/locks.
 */
export function writingProcess(path: string): number | undefined {
  return holdersOf(path, writeByte)?.at(0);
}

function holdersOf(path: string, byte: number): number[] | undefined {
  try {
    const { ino } = statSync(`${path}-shm`);
    const pids = readFileSync('/proc/locks', 'utf8')
      .split('\n')
      // 7: POSIX  ADVISORY  READ 4242 fe:01:1835126 128 128
      .map((line) => line.trim().split(/\s+/))
      .filter(
        ([, kind, , , , file = '', from, to]) => kind === 'POSIX' && file.endsWith(`:${ino}`) && covers(byte, from, to),
      )
      .map(([, , , , pid]) => Number(pid))
      // Processes outside of this container have no id here.
      .filter((pid) => pid > 0);
    return [...new Set(pids)];
  } catch {
    return undefined;
  }
}

function covers(byte: number, from: string | undefined, to: string | undefined): boolean {
  return Number(from) <= byte && (to === 'EOF' || byte <= Number(to));
}
