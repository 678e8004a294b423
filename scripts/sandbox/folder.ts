// The folder of a sandbox or of a test run, in memory if the system has a memory file system. The process removes its
// folder when it ends. If the process is killed, the next one removes the folder.

import { mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Linux has a file system in memory there. A container may give it only 64 MiB, which one large upload fills. */
const memory = '/dev/shm';

/** Creates a folder with the prefix in its name. `enoughBytes`: with less, the memory file system is not used. */
export function createFolder(prefix: string, enoughBytes: number): string {
  const parent = isRoomy(memory, enoughBytes) ? memory : tmpdir();
  removeAbandoned(parent, prefix);
  const folder = mkdtempSync(join(parent, `${prefix}${process.pid}-`));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function isRoomy(folder: string, enoughBytes: number): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return process.platform === 'linux' && bavail * bsize >= enoughBytes;
  } catch {
    return false;
  }
}

function removeAbandoned(parent: string, prefix: string): void {
  for (const name of readdirSync(parent)) {
    const pid = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1];
    if (pid === undefined || isAlive(Number(pid))) continue;
    try {
      rmSync(join(parent, name), { recursive: true, force: true });
    } catch {
      // Another user's.
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
