// The storage, as the rest of the server uses it: content comes in counted, and what the storage refuses becomes an
// answer to the caller.

import { pipeline, type Readable, Transform } from 'node:stream';
import { newId } from '../../models/ids.ts';
import { unavailable } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { contentPassed } from './garbage.ts';
import { cleanFilename } from './names.ts';
import { ByteContent, fileTooLarge, type ReceivedFile } from './received.ts';
import type { Storage } from './storage.ts';
import { StorageError } from './storage-errors.ts';

export class FileStore {
  readonly storage: Storage;
  readonly #log: Log;

  constructor(storage: Storage, log: Log) {
    this.storage = storage;
    this.#log = log;
  }

  /** Stores content that nobody owns yet. Throws `body_too_large` or `unavailable`, and leaves nothing behind then. */
  readonly receive = async (
    content: Readable,
    { filename, maxBytes }: { filename: string; maxBytes: number },
  ): Promise<ReceivedFile> => {
    const key = newId('object');
    let bytes = 0;
    const counted = passing(content, (length) => {
      bytes += length;
      if (bytes > maxBytes) throw fileTooLarge(maxBytes);
    });
    await this.storage.put(key, counted).catch(asUnavailable);
    return { key, filename: cleanFilename(filename), bytes };
  };

  /** Removes what was received and is not wanted. What cannot be removed now is swept later. */
  async discard(received: Pick<ReceivedFile, 'key'>[]): Promise<void> {
    for (const { key } of received) {
      await this.storage.remove(key).catch((error: unknown) => {
        this.#log.warn({ err: error, key }, 'could not remove an object');
      });
    }
  }

  /** The content of an object. Throws `unavailable`. */
  async open(key: string, bytes: number): Promise<ByteContent> {
    const content = await this.storage.read(key).catch(asUnavailable);
    return new ByteContent(
      passing(content, () => undefined),
      bytes,
    );
  }
}

/** The same content, each piece of which is announced by its length first. What `announce` throws ends it. */
function passing(content: Readable, announce: (length: number) => void): Readable {
  const passage = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      contentPassed(chunk.length);
      try {
        announce(chunk.length);
        done(null, chunk);
      } catch (error) {
        done(error as Error);
      }
    },
  });
  // Whichever fails, both end; who reads sees why.
  pipeline(content, passage, () => undefined);
  return passage;
}

function asUnavailable(error: unknown): never {
  throw error instanceof StorageError ? unavailable(error, 'reach its file storage') : error;
}
