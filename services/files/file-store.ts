// Stores received files within their byte limits, and turns storage failures into API errors.

import { createHash } from 'node:crypto';
import { pipeline, type Readable, Transform } from 'node:stream';
import { newId } from '../../models/ids.ts';
import { type Log, ServiceError, unavailable } from '../platform/index.ts';
import { countTransferredBytes } from './minor-gc.ts';
import { cleanFilename } from './names.ts';
import { ByteContent, fileTooLarge, type ReceivedFile } from './received-file.ts';
import { type DiskSpace, noRoom, type StorageReservation } from './reservation.ts';
import type { Storage } from './storage.ts';
import { MissingObjectError, StorageError, StorageFullError } from './storage-errors.ts';

/** The number of bytes of a file of unknown length that are received between two checks of the free space. */
const checkEveryBytes = 1 << 20;
const warnEveryMs = 60_000;

export class FileStore {
  readonly storage: Storage;
  /** The local disk of the storage; undefined for S3. */
  readonly space: DiskSpace | undefined;
  readonly #log: Log;
  #warnedAtMs = Number.NEGATIVE_INFINITY;

  constructor(storage: Storage, space: DiskSpace | undefined, log: Log) {
    this.storage = storage;
    this.space = space;
    this.#log = log;
  }

  /**
   * Stores a file that has no row yet. Reserves its bytes in the reservation before they are written. Throws
   * `body_too_large`, `insufficient_storage`, `unavailable` or the reservation's error, and then stores nothing. The
   * caller must release the reservation.
   * @param announced the expected length in bytes, or a little more; 0 if unknown.
   */
  async receive(
    content: Readable,
    {
      filename,
      maxBytes,
      announced = 0,
      reservation,
    }: { filename: string; maxBytes: number; announced?: number; reservation?: StorageReservation },
  ): Promise<ReceivedFile> {
    const key = newId('object');
    let bytes = 0;
    let checked = announced;
    let expected = 0;
    const hash = createHash('sha256');
    const counted = passing(content, async (chunk) => {
      const { length } = chunk;
      hash.update(chunk);
      bytes += length;
      if (bytes > maxBytes) throw fileTooLarge(maxBytes);
      await reservation?.hold(key, bytes);
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
      await this.storage.put(key, counted).catch(asServiceError);
    } catch (error) {
      content.destroy();
      throw error;
    } finally {
      this.space?.expect(-expected);
    }
    return { key, filename: cleanFilename(filename), bytes, sha256: hash.digest() };
  }

  /** Removes received files that are not used. The sweep removes later what fails here. */
  async discard(received: Pick<ReceivedFile, 'key'>[]): Promise<void> {
    for (const { key } of received) {
      await this.storage.remove(key).catch((error: unknown) => {
        this.#log.warn({ err: error, key }, 'could not remove an object');
      });
    }
  }

  /** Opens the content of an object. Throws `unavailable`, or `not_found` if the storage has lost it. */
  async open(key: string, bytes: number): Promise<ByteContent> {
    const content = await this.storage.read(key).catch((error: unknown) => {
      if (!(error instanceof MissingObjectError)) return asServiceError(error);
      // The caller cannot repair it, so the operator must see it.
      this.#log.error({ err: error, key }, 'the content of a file is missing in the storage');
      throw new ServiceError('not_found', 'The content of the file is lost. Upload the file again.', { cause: error });
    });
    const passage = passing(content, async () => undefined);
    // The caller has the status already, so the log alone can say why the rest is missing.
    content.prependOnceListener('error', (error) => {
      if (!passage.destroyed) this.#log.warn({ err: error, key }, 'the storage cut a download off');
    });
    return new ByteContent(passage, bytes);
  }

  /**
   * Calls `work` with the path of a local copy of the object, as the storage does. Throws a MissingObjectError,
   * `unavailable`, or `insufficient_storage` if there is no room for the copy.
   */
  withFile<T>(key: string, work: (path: string) => Promise<T>): Promise<T> {
    return this.storage.withFile(key, work).catch((error: unknown) => {
      if (error instanceof StorageError) this.#warn(error);
      return asServiceError(error);
    });
  }

  /** Logs a failure once a minute: files wait for the storage without a failed job, so nothing else tells the operator. */
  #warn(error: StorageError): void {
    if (performance.now() < this.#warnedAtMs + warnEveryMs) return;
    this.#warnedAtMs = performance.now();
    this.#log.warn({ err: error }, 'files wait, because their storage failed');
  }
}

/**
 * Returns a copy of the stream that calls `announce` with each chunk before it passes the chunk on. An error of
 * `announce` ends the stream.
 */
function passing(content: Readable, announce: (chunk: Buffer) => Promise<void>): Readable {
  const passage = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      countTransferredBytes(chunk.length);
      announce(chunk).then(() => done(null, chunk), done);
    },
  });
  // An error on one side destroys both streams, and the reader receives the error.
  pipeline(content, passage, () => undefined);
  return passage;
}

function asServiceError(error: unknown): never {
  if (error instanceof StorageFullError) throw noRoom("The server's file storage", 'files', error);
  throw error instanceof StorageError ? unavailable(error, 'reach its file storage') : error;
}
