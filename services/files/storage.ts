// The storage for the bytes of files. An object is written once, under a key that is never reused, and is either
// complete or absent. The database has a row for each object; the sweep removes objects without a row.

import type { Readable } from 'node:stream';

export interface StoredObject {
  key: string;
  /** The time of writing, in Unix milliseconds. */
  writtenAtMs: number;
}

export interface Storage {
  /**
   * Stores the content. The object is durable when this resolves. On failure nothing is stored, and this rejects with
   * the error of the content or with a StorageError.
   */
  put(key: string, content: Readable): Promise<void>;
  /** Returns the content. Throws a MissingObjectError. */
  read(key: string): Promise<Readable>;
  /** Removes the object if it exists. */
  remove(key: string): Promise<void>;
  /** Calls `work` with the path of a local copy of the object. The path is read-only and valid until `work` ends. */
  withFile<T>(key: string, work: (path: string) => Promise<T>): Promise<T>;
  /** Lists all complete objects. Throws a StorageError. */
  objects(): AsyncIterable<StoredObject>;
  /** Removes the remains of unfinished writes that began before `beforeMs`. */
  removeUnfinished(beforeMs: number): Promise<void>;
}
