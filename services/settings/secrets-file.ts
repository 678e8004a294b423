// The encryption key of a server without a configured one: generated once, and kept in the data directory.
//
// The file appears only when it is complete: the key is written to a temporary file, flushed, and then linked to its
// name. Creating the file before writing it would be unsafe: a kill or a full disk leaves it empty, and an empty key is
// known to everybody. A second server that starts at the same time could also read it too early.

import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from './config.ts';

const fileName = 'secrets.key';
const keyBytes = 32;
/** The length of the base64 key in the file. */
const keyLength = Math.ceil(keyBytes / 3) * 4;

/**
 * Returns the key in the data directory, or undefined if there is none. Throws a ConfigError if the file is not a key.
 */
export function keyInFile(dataDir: string): string | undefined {
  const key = orConfigError(() => readIfThere(join(dataDir, fileName))?.trim());
  if (key === undefined || key.length === keyLength) return key;
  throw new ConfigError([
    `SVC_DATA_DIR/${fileName} must hold ${keyLength} characters, and has ${key.length}. Restore the right file. Remove the file only if the database is new, or if the key is lost for good.`,
  ]);
}

/** Returns whether a key file can hold the key. */
export function isFileKey(key: string): boolean {
  return key.length === keyLength && key.trim() === key;
}

/** Creates a key in the data directory. If several servers start at once, all use the key that is linked first. */
export function makeKeyFile(dataDir: string, key = randomBytes(keyBytes).toString('base64')): void {
  const path = join(dataDir, fileName);
  const unfinished = `${path}.${randomBytes(6).toString('hex')}`;
  orConfigError(() => {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    try {
      writeFileSync(unfinished, key, { flag: 'wx', mode: 0o600, flush: true });
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

/** Flushes the folder, which makes the new name durable. */
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
