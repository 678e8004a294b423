// The storage, as the rest of the server uses it: content comes in counted, and what the storage refuses becomes an
// answer to the caller.

import { pipeline, type Readable, Transform } from 'node:stream';
import { newId } from '../../models/ids.ts';
import { type Log, unavailable } from '../platform/index.ts';
import { contentPassed } from './garbage.ts';
import { cleanFilename } from './names.ts';
import { ByteContent, fileTooLarge, type ReceivedFile } from './received.ts';
import type { DiskSpace, Room } from './room.ts';
import type { Storage } from './storage.ts';
import { StorageError } from './storage-errors.ts';

/** How often it is looked whether there is room for content of which nobody has said how long it is. */
const checkEveryBytes = 1 << 20;

export class FileStore {
  readonly storage: Storage;
  /** The disk that the storage is on, where it is on one of this machine. */
  readonly space: DiskSpace | undefined;
  readonly #log: Log;

  constructor(storage: Storage, space: DiskSpace | undefined, log: Log) {
    this.storage = storage;
    this.space = space;
    this.#log = log;
  }

  /**
   * Stores content that nobody owns yet; its bytes are taken from the room before they are written. Throws
   * `body_too_large`, `insufficient_storage`, `unavailable` or the room's error, and leaves nothing behind then; what was
   * taken from the room is left to the caller.
   * @param announced how many bytes it has, or a little more, where that is known.
   */
  async receive(
    content: Readable,
    {
      filename,
      maxBytes,
      announced = 0,
      room,
    }: { filename: string; maxBytes: number; announced?: number; room?: Room },
  ): Promise<ReceivedFile> {
    const key = newId('object');
    let bytes = 0;
    let checked = announced;
    let expected = 0;
    const counted = passing(content, async (length) => {
      bytes += length;
      if (bytes > maxBytes) throw fileTooLarge(maxBytes);
      await room?.hold(key, bytes);
      if (bytes > checked) {
        checked = bytes + checkEveryBytes;
        await this.space?.check(checkEveryBytes);
      }
      const come = Math.min(length, expected);
      expected -= come;
      this.space?.expect(-come);
    });
    try {
      await this.space?.check(announced);
      expected = announced;
      this.space?.expect(expected);
      await this.storage.put(key, counted).catch(asUnavailable);
    } catch (error) {
      content.destroy();
      throw error;
    } finally {
      this.space?.expect(-expected);
    }
    return { key, filename: cleanFilename(filename), bytes };
  }

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
      passing(content, async () => undefined),
      bytes,
    );
  }
}

/** The same content, each piece of which is announced by its length first. What `announce` throws ends it. */
function passing(content: Readable, announce: (length: number) => Promise<void>): Readable {
  const passage = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      contentPassed(chunk.length);
      announce(chunk.length).then(() => done(null, chunk), done);
    },
  });
  // Whichever fails, both end; who reads sees why.
  pipeline(content, passage, () => undefined);
  return passage;
}

function asUnavailable(error: unknown): never {
  throw error instanceof StorageError ? unavailable(error, 'reach its file storage') : error;
}
