// The embedded database is one file, which several processes of one machine may use. SQLite's locks keep them apart.

import { statfs } from 'node:fs/promises';
import { processesWith, writingProcess } from '../../models/dialects/lock-holders.ts';
import { holdLock, isBusy } from '../../models/dialects/sqlite.ts';
import { databasePath } from '../../models/reader.ts';
import { type Check, failed, ok, type Result, warning } from './finding.ts';

/** The wait for the write lock: longer than any transaction of a server. */
const patienceMs = 3000;

/** File systems of other machines, by the number that statfs returns. */
const networkFileSystems = new Map([
  [0x6969, 'NFS'],
  [0xff534d42, 'SMB'],
  [0xfe534d42, 'SMB'],
  [0x517b, 'SMB'],
  [0x01021997, '9P'],
  [0x00c36400, 'Ceph'],
  [0x0bd00bd0, 'Lustre'],
]);

/** Checks that the write lock can be taken, and names the other processes that use the database. */
export function lockCheck(dataDir: string): Check {
  const path = databasePath(dataDir);
  return {
    part: 'database lock',
    advice: `Check ${path} and the rights of this user.`,
    async run() {
      try {
        (await holdLock(path, patienceMs))();
      } catch (error) {
        if (isBusy(error)) return heldFor(path);
        throw error;
      }
      const system = fileSystemName((await statfs(dataDir)).type);
      if (system !== undefined)
        return warning(
          `${dataDir} is on a network file system (${system}), whose locks do not keep two machines apart: both would damage the database. Move SVC_DATA_DIR to a local disk, or use MySQL.`,
        );
      return ok(`The write lock is free. ${usersOf(path)}`);
    },
  };
}

/** Returns the name of a network file system; undefined for any other. */
export function fileSystemName(type: number): string | undefined {
  return networkFileSystems.get(type >>> 0);
}

function heldFor(path: string): Result {
  const pid = writingProcess(path);
  const holder = pid === undefined ? 'Another process' : pid === process.pid ? 'This server' : `The process ${pid}`;
  return failed(
    `${holder} has held the write lock of ${path} for ${patienceMs / 1000} s, so nobody can write. Wait until it is done, or end it: a command of sqlite3, a copy program or a server that hangs.`,
  );
}

function usersOf(path: string): string {
  const others = processesWith(path)?.filter((pid) => pid !== process.pid);
  if (others === undefined) return 'This system does not show which processes have the database open.';
  if (others.length === 0) return 'No other process has the database open.';
  return `${others.length === 1 ? 'The process' : 'The processes'} ${others.join(', ')} of this machine also ${others.length === 1 ? 'has' : 'have'} the database open.`;
}
