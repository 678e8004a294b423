// Where the bytes of files are. An object is written once, under a key that is never used again, and is whole or not
// there; rows in the database say whose it is. What no row speaks of is swept.

import type { Readable } from 'node:stream';

export interface StoredObject {
  key: string;
  /** When it was written, in milliseconds since 1970. */
  writtenAtMs: number;
}

export interface Storage {
  /**
   * Stores the content. It is durable when this resolves, and leaves nothing behind when it rejects: with what the
   * content failed with, or with a StorageError.
   */
  put(key: string, content: Readable): Promise<void>;
  /** The content, from its beginning. Throws a MissingObjectError. */
  read(key: string): Promise<Readable>;
  /** Removes the object, where it is there. */
  remove(key: string): Promise<void>;
  /** Lends the content as a file of this machine, which must only be read, for as long as the work takes. */
  withFile<T>(key: string, work: (path: string) => Promise<T>): Promise<T>;
  /** Every object that is whole. */
  objects(): AsyncIterable<StoredObject>;
  /** Removes what unfinished writes that began before the time have left behind. */
  removeUnfinished(beforeMs: number): Promise<void>;
}
