// The key of a server that was given none: made once, and kept in the data directory.
//
// Whoever finds the file finds all of it: it is written under another name, and linked to its own once it is on the disk.
// A file that is made first and written then is left empty by a kill or a full disk, and an empty key is everybody's; and
// a second server that starts at once may read it too early.

import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from './config.ts';

const fileName = 'secrets.key';
const keyBytes = 32;
/** Of the key in base64, as it stands in the file. */
const keyLength = Math.ceil(keyBytes / 3) * 4;

/** The key of the data directory; undefined: it has none. Throws a ConfigError for what is no key. */
export function keyInFile(dataDir: string): string | undefined {
  const key = orConfigError(() => readIfThere(join(dataDir, fileName))?.trim());
  if (key === undefined || key.length === keyLength) return key;
  throw new ConfigError([
    `SVC_DATA_DIR/${fileName} must hold ${keyLength} characters, and has ${key.length}: bring the right one back, or remove it where the database is new, or the key is lost for good.`,
  ]);
}

/** Makes a key in the data directory. Several servers may start at once there: the key of one of them is that of all. */
export function makeKeyFile(dataDir: string): void {
  const path = join(dataDir, fileName);
  const unfinished = `${path}.${randomBytes(6).toString('hex')}`;
  orConfigError(() => {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    try {
      writeFileSync(unfinished, randomBytes(keyBytes).toString('base64'), { flag: 'wx', mode: 0o600, flush: true });
      linkUnlessThere(unfinished, path);
      flushFolder(dataDir);
    } finally {
      rmSync(unfinished, { force: true });
    }
  });
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function linkUnlessThere(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** The name of a file is on the disk once its folder is. */
function flushFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

function orConfigError<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new ConfigError([`The ${fileName} in SVC_DATA_DIR cannot be read or made: ${(error as Error).message}`]);
  }
}
