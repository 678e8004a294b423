// The files of segments, in SVC_DATA_DIR/codes: what a search would otherwise read from the database again. Any file may
// be deleted at any time, and no backup has them. A file is written beside its place, flushed and renamed, so that it is
// whole or not there. Several processes may share the folder.

import { hash } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, statfs, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { nowMs } from '../../models/clock.ts';
import type { Reader } from '../../models/reader.ts';
import { publishedAmong } from '../../models/search-rows.ts';
import { readSetIds } from './segment-image.ts';

export interface CodesSettings {
  folder: string;
  /** The maximum bytes of all files. 0: no files are written. */
  limitBytes: number;
  /** Bytes of the disk that stay free; undefined: 1 GiB or 5 % of the disk, whichever is less. */
  reserveBytes: number | undefined;
}

interface CodesFile {
  path: string;
  bytes: number;
  usedAtMs: number;
}

const suffix = '.codes';
const unfinished = '.part';
/** A process that writes a file takes less time than this, or has died. */
const unfinishedMs = 60 * 60_000;
const maxReserveBytes = 2 ** 30;
const maxReserveShare = 0.05;
const setsPerLook = 500;

export class CodesFolder {
  readonly #settings: CodesSettings;

  constructor(settings: CodesSettings) {
    this.#settings = settings;
  }

  /** Returns the paths of a collection's files, in an order that is the same in all processes. */
  async of(collectionId: string): Promise<string[]> {
    const names = await this.#names();
    return names
      .filter((name) => name.startsWith(`${collectionId}-`) && name.endsWith(suffix))
      .sort()
      .map((name) => join(this.#settings.folder, name));
  }

  /** Marks files as used, so that others are deleted first. */
  async use(paths: string[]): Promise<void> {
    const now = nowMs() / 1000;
    await Promise.all(paths.map((path) => utimes(path, now, now).catch(() => undefined)));
  }

  /**
   * Writes a file, and deletes the files of other collections that were unused longest if the folder would grow too
   * large. Returns the path, or undefined if the file does not fit.
   */
  async write(collectionId: string, image: Uint8Array): Promise<string | undefined> {
    if (!(await this.#makeRoom(collectionId, image.length))) return undefined;
    const { folder } = this.#settings;
    const path = join(folder, `${collectionId}-${hash('sha256', image, 'hex').slice(0, 16)}${suffix}`);
    const temporary = `${path}.${process.pid}${unfinished}`;
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = await open(temporary, 'w', 0o600);
      try {
        await file.writeFile(image);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, path);
      return path;
    } catch (error) {
      await this.remove(temporary);
      if (noRoom.has((error as NodeJS.ErrnoException).code ?? '')) return undefined;
      throw error;
    }
  }

  async remove(path: string): Promise<void> {
    await rm(path, { force: true });
  }

  /** Deletes files with chunks that are no longer published, unfinished files, and files beyond the limit. */
  async sweep(reader: Reader): Promise<void> {
    const names = await this.#names();
    if (names.length === 0) return;
    for (const name of names) {
      const path = join(this.#settings.folder, name);
      if (!name.endsWith(suffix)) {
        if (name.endsWith(unfinished) && (await this.#isOld(path))) await this.remove(path);
        continue;
      }
      const setIds = await readSetIds(path).catch(() => undefined);
      if (setIds === undefined || !(await areAllPublished(reader, setIds))) await this.remove(path);
    }
    await this.#makeRoom(undefined, 0);
  }

  async #names(): Promise<string[]> {
    return readdir(this.#settings.folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
  }

  async #isOld(path: string): Promise<boolean> {
    const found = await stat(path).catch(() => undefined);
    return found !== undefined && found.mtimeMs < nowMs() - unfinishedMs;
  }

  /** Returns true if there is room for so many bytes. */
  async #makeRoom(collectionId: string | undefined, bytes: number): Promise<boolean> {
    const { limitBytes } = this.#settings;
    if (bytes > limitBytes) return false;
    const files = (await this.#files()).sort((a, b) => a.usedAtMs - b.usedAtMs);
    let used = files.reduce((sum, file) => sum + file.bytes, 0);
    let missing = await this.#missingOnDisk(bytes);
    const isOwn = ({ path }: CodesFile): boolean =>
      collectionId !== undefined && path.startsWith(join(this.#settings.folder, `${collectionId}-`));
    for (const file of files.filter((file) => !isOwn(file))) {
      if (used + bytes <= limitBytes && missing <= 0) return true;
      await this.remove(file.path);
      used -= file.bytes;
      missing -= file.bytes;
    }
    return used + bytes <= limitBytes && missing <= 0;
  }

  async #files(): Promise<CodesFile[]> {
    const paths = (await this.#names())
      .filter((name) => name.endsWith(suffix))
      .map((name) => join(this.#settings.folder, name));
    const found = await Promise.all(
      paths.map(async (path): Promise<CodesFile[]> => {
        const about = await stat(path).catch(() => undefined);
        return about === undefined ? [] : [{ path, bytes: about.size, usedAtMs: about.mtimeMs }];
      }),
    );
    return found.flat();
  }

  /** Returns how many bytes of the disk are missing so that the reserve stays free. */
  async #missingOnDisk(bytes: number): Promise<number> {
    const { folder, reserveBytes } = this.#settings;
    const { bavail, blocks, bsize } = await statfs(folder).catch(() => statfs(dirname(folder)));
    const reserve = reserveBytes ?? Math.min(maxReserveBytes, maxReserveShare * blocks * bsize);
    return reserve + bytes - bavail * bsize;
  }
}

/** Errors of a folder that has no room, or that this process may not write to. */
const noRoom = new Set(['ENOSPC', 'EDQUOT', 'EACCES', 'EPERM', 'EROFS']);

async function areAllPublished(reader: Reader, setIds: string[]): Promise<boolean> {
  const distinct = [...new Set(setIds)];
  for (let from = 0; from < distinct.length; from += setsPerLook) {
    const some = distinct.slice(from, from + setsPerLook);
    if ((await publishedAmong(reader, some)) < some.length) return false;
  }
  return true;
}
