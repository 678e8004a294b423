// Finds the local files that a person names for an upload: files, and the files in folders.

import { openAsBlob, type Stats } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { basename, join, matchesGlob, relative, sep } from 'node:path';
import { plain } from '../text/index.ts';
import { Failure, fileFailure, wrongUsage } from './failure.ts';

export interface LocalFile {
  path: string;
  bytes: number;
}

/** The flags that choose files of a folder, as patterns. */
export interface FolderFlags {
  include?: string[];
  exclude?: string[];
}

/**
 * Returns the named files, and the files in named folders without hidden ones. Throws a Failure for a path that cannot be
 * read or is a device, and for a folder without a file.
 */
export async function localFiles(paths: string[], flags: FolderFlags): Promise<LocalFile[]> {
  const found: LocalFile[] = [];
  let hasFolder = false;
  for (const path of paths) {
    const isFolder = (await statOf(path)).isDirectory();
    hasFolder ||= isFolder;
    for (const file of isFolder ? await pathsIn(path, flags) : [path])
      found.push({ path: file, bytes: await sizeOf(file) });
  }
  if (!hasFolder && (flags.include ?? flags.exclude) !== undefined)
    throw wrongUsage('--include and --exclude choose the files of a folder, and no folder is named.');
  return found;
}

/** Opens a file. Its content is read when it is sent. */
export async function openFile(path: string): Promise<Blob> {
  try {
    return await openAsBlob(path);
  } catch (error) {
    throw fileFailure(path, error);
  }
}

async function statOf(path: string): Promise<Stats> {
  try {
    return await stat(path);
  } catch (error) {
    throw fileFailure(path, error);
  }
}

async function pathsIn(folder: string, { include = ['**'], exclude = [] }: FolderFlags): Promise<string[]> {
  const names = await namesIn(folder);
  const isOf = (patterns: string[], name: string): boolean =>
    patterns.some((pattern) => matchesGlob(name, pattern) || matchesGlob(basename(name), pattern));
  const chosen = names.filter((name) => isOf(include, name) && !isOf(exclude, name));
  if (chosen.length > 0) return chosen.map((name) => join(folder, name));
  throw new Failure(
    names.length === 0
      ? `The folder ${plain(folder)} has no files. Files whose name begins with a dot do not count.`
      : `No file in ${plain(folder)} matches --include and --exclude.`,
  );
}

/**
 * Returns the paths of the regular files below the folder, in the order of their names. Links to folders are not followed,
 * because they may lead in a circle.
 */
async function namesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch((error: unknown) => {
    throw fileFailure(folder, error);
  });
  const names = entries
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((name) => !name.split(sep).some((part) => part.startsWith('.')))
    .sort();
  const kinds = await Promise.all(names.map((name) => statOf(join(folder, name))));
  return names.filter((_, index) => kinds[index]?.isFile());
}

/**
 * Returns the size of a file in bytes. Throws a Failure if its content has no known size: a device or a socket, or a file
 * of the kernel such as /proc/self/mem, which says 0.
 */
async function sizeOf(path: string): Promise<number> {
  try {
    const file = await statOf(path);
    if (file.isFile() && (await isReadable(path)) === file.size > 0) return file.size;
  } catch (error) {
    throw error instanceof Failure ? error : fileFailure(path, error);
  }
  throw new Failure(`${plain(path)} is not a regular file. Copy its content into one first.`);
}

/** Returns true if a first byte can be read. Throws if the file cannot be opened or read. */
async function isReadable(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    return (await file.read(Buffer.alloc(1), 0, 1, 0)).bytesRead > 0;
  } finally {
    await file.close();
  }
}
