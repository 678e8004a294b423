// Stores objects as local files. A file is written under a temporary name, flushed and renamed, so that neither a
// reader nor a crash sees a partial object. The 1024 folders are named by the end of the key, which is random; the
// beginning of the key is a time.

import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { newId } from '../../models/ids.ts';
import type { Storage, StoredObject } from './storage.ts';
import { MissingObjectError, StorageError, StorageFullError } from './storage-errors.ts';

const folderMode = 0o700;
const shardLength = 2;

export class DiskStorage implements Storage {
  readonly #root: string;
  readonly #unfinished: string;

  constructor(dataDir: string) {
    this.#root = join(dataDir, 'files');
    this.#unfinished = join(this.#root, 'unfinished');
  }

  async put(key: string, content: Readable): Promise<void> {
    const path = this.#path(key);
    const temporary = join(this.#unfinished, key);
    try {
      await mkdir(this.#unfinished, { recursive: true, mode: folderMode });
      await mkdir(dirname(path), { recursive: true, mode: folderMode });
      // `flush` calls fsync before close, so the bytes are on the disk before the rename.
      await pipeline(content, createWriteStream(temporary, { mode: 0o600, flags: 'wx', flush: true }));
      await rename(temporary, path);
      await syncFolder(dirname(path));
    } catch (error) {
      await rm(temporary, { force: true });
      throw diskError(error) ?? error;
    }
  }

  async read(key: string): Promise<Readable> {
    const file = await this.#open(key);
    return file.createReadStream({ highWaterMark: 256 * 1024 });
  }

  async remove(key: string): Promise<void> {
    await rm(this.#path(key), { force: true });
  }

  async withFile<T>(key: string, work: (path: string) => Promise<T>): Promise<T> {
    await (await this.#open(key)).close();
    return work(this.#path(key));
  }

  async *objects(): AsyncIterable<StoredObject> {
    for (const shard of await list(this.#root)) {
      if (shard.length !== shardLength) continue;
      for (const key of await list(join(this.#root, shard))) {
        const writtenAtMs = await writtenAt(join(this.#root, shard, key));
        if (writtenAtMs !== undefined) yield { key, writtenAtMs };
      }
    }
  }

  async removeUnfinished(beforeMs: number): Promise<void> {
    await removeOld(this.#unfinished, beforeMs);
  }

  #path(key: string): string {
    return join(this.#root, key.slice(-shardLength), key);
  }

  async #open(key: string): ReturnType<typeof open> {
    try {
      return await open(this.#path(key));
    } catch (error) {
      if (codeOf(error) === 'ENOENT') throw new MissingObjectError(`There is no object ${key}`, { cause: error });
      throw new StorageError('The disk cannot read the file', { cause: error });
    }
  }
}

/** Copies an object that is not on the local disk into a temporary file, and deletes the file after `work`. */
export async function withTemporaryFile<T>(
  folder: string,
  content: Readable,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const path = join(folder, newId('object'));
  try {
    await mkdir(folder, { recursive: true, mode: folderMode });
    await pipeline(content, createWriteStream(path, { mode: 0o600, flags: 'wx' })).catch((error: unknown) => {
      throw diskError(error) ?? new StorageError('The storage cut the file off', { cause: error });
    });
    return await work(path);
  } finally {
    content.destroy();
    await rm(path, { force: true });
  }
}

/** Removes the files of a folder that were written before `beforeMs`. */
export async function removeOld(folder: string, beforeMs: number): Promise<void> {
  for (const name of await list(folder)) {
    const path = join(folder, name);
    const writtenAtMs = await writtenAt(path);
    if (writtenAtMs !== undefined && writtenAtMs < beforeMs) await rm(path, { force: true });
  }
}

/** Returns the error to throw if the disk failed, and undefined if the source of the content failed. */
function diskError(error: unknown): StorageError | undefined {
  const code = codeOf(error);
  if (['ENOSPC', 'EDQUOT'].includes(code)) return new StorageFullError('The disk is full', { cause: error });
  if (!['EFBIG', 'EIO', 'EROFS', 'EACCES', 'EMFILE', 'ENFILE'].includes(code)) return undefined;
  return new StorageError('The disk cannot store the file', { cause: error });
}

function codeOf(error: unknown): string {
  return String((error as NodeJS.ErrnoException).code ?? '');
}

/** Flushes the folder, which makes a rename durable. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function list(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return [];
    throw error;
  });
}

async function writtenAt(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  );
}
