// Stores objects in an S3-compatible service. A large object is uploaded in parts, of which two are in memory at a
// time, and becomes visible after the last part.
//
// The S3 client is loaded on first use, so that a server with local files starts without it.

import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { ListMultipartUploadsCommandOutput, S3Client } from '@aws-sdk/client-s3';
import { createdAtMs, isId } from '../../models/ids.ts';
import type { Config } from '../settings/index.ts';
import { removeOld, withTemporaryFile } from './disk.ts';
import type { Storage, StoredObject } from './storage.ts';
import { MissingObjectError, StorageError, StorageFullError } from './storage-errors.ts';

const partBytes = 8 * 1024 ** 2;
const partsInFlight = 2;
const connectionTimeout = 5000;
/** The milliseconds without a byte after which a request fails. The SDK makes three attempts. */
const idleTimeoutMs = 60_000;

type Settings = Config['files']['s3'];

export class S3Storage implements Storage {
  readonly #settings: Settings;
  readonly #temporaryFolder: string;
  readonly #idleMs: number;
  #client: Promise<S3Client> | undefined;

  constructor(settings: Settings, dataDir: string, idleMs = idleTimeoutMs) {
    this.#settings = settings;
    this.#idleMs = idleMs;
    this.#temporaryFolder = join(dataDir, 'files', 'unfinished');
  }

  async put(key: string, content: Readable): Promise<void> {
    const { Upload } = await import('@aws-sdk/lib-storage');
    const upload = new Upload({
      client: await this.#connect(),
      params: { ...this.#object(key), Body: content },
      partSize: partBytes,
      queueSize: partsInFlight,
    });
    try {
      // The SDK aborts its multipart upload on failure. A failure of the store ends the content with an error of its own.
      await upload.done();
    } catch (error) {
      if (error === content.errored) throw error;
      throw isFull(error)
        ? new StorageFullError(`The object store has no room: ${(error as Error).name}`, { cause: error })
        : failure('store the file', error);
    }
  }

  async read(key: string): Promise<Readable> {
    const { GetObjectCommand } = await import('@aws-sdk/client-s3');
    const client = await this.#connect();
    const answer = await client.send(new GetObjectCommand(this.#object(key))).catch((error: unknown) => {
      if ((error as Error).name === 'NoSuchKey')
        throw new MissingObjectError(`There is no object ${key}`, { cause: error });
      throw failure('return the file', error);
    });
    return answer.Body as Readable;
  }

  async remove(key: string): Promise<void> {
    const { DeleteObjectCommand } = await import('@aws-sdk/client-s3');
    await (await this.#connect()).send(new DeleteObjectCommand(this.#object(key))).catch((error: unknown) => {
      throw failure('delete the file', error);
    });
  }

  async withFile<T>(key: string, work: (path: string) => Promise<T>): Promise<T> {
    return withTemporaryFile(this.#temporaryFolder, await this.read(key), work);
  }

  async *objects(): AsyncIterable<StoredObject> {
    const { paginateListObjectsV2 } = await import('@aws-sdk/client-s3');
    const { bucket, prefix } = this.#settings;
    const pages = paginateListObjectsV2({ client: await this.#connect() }, { Bucket: bucket, Prefix: prefix });
    try {
      for await (const { Contents = [] } of pages) {
        for (const { Key = '', LastModified } of Contents) {
          yield { key: Key.slice(prefix.length), writtenAtMs: LastModified?.getTime() ?? 0 };
        }
      }
    } catch (error) {
      throw failure('list its objects', error);
    }
  }

  async removeUnfinished(beforeMs: number): Promise<void> {
    await removeOld(this.#temporaryFolder, beforeMs);
    const { AbortMultipartUploadCommand, ListMultipartUploadsCommand } = await import('@aws-sdk/client-s3');
    const client = await this.#connect();
    const { bucket, prefix } = this.#settings;
    // Pages by key alone: versitygw refuses its own upload-id-marker, and each key is uploaded once. Without a prefix:
    // MinIO takes it for a whole key.
    let next: { KeyMarker?: string } | undefined = {};
    while (next !== undefined) {
      const page: ListMultipartUploadsCommandOutput = await client
        .send(new ListMultipartUploadsCommand({ Bucket: bucket, ...next }))
        .catch((error: unknown) => {
          throw failure('list its unfinished uploads', error);
        });
      for (const { Key = '', UploadId, Initiated } of page.Uploads ?? []) {
        const key = Key.slice(prefix.length);
        // The bucket may contain objects of other programs. SeaweedFS does not say when an upload was initiated.
        if (Key !== prefix + key || !isId('object', key) || (Initiated?.getTime() ?? createdAtMs(key)) >= beforeMs)
          continue;
        await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }));
      }
      const { NextKeyMarker: KeyMarker } = page;
      next = page.IsTruncated === true && KeyMarker !== undefined ? { KeyMarker } : undefined;
    }
  }

  #object(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.#settings.bucket, Key: this.#settings.prefix + key };
  }

  #connect(): Promise<S3Client> {
    this.#client ??= connect(this.#settings, this.#idleMs);
    return this.#client;
  }
}

/** Names the store's error, such as NoSuchBucket: `svc doctor` shows the message, and its advice alone leaves four guesses. */
function failure(work: string, error: unknown): StorageError {
  const { code, name } = error as NodeJS.ErrnoException;
  return new StorageError(`The object store did not ${work}: ${code ?? name}`, { cause: error });
}

/** Returns true if the store is full, or its quota used up: S3 has no code for it, so each kind of store has its own. */
function isFull(error: unknown): boolean {
  const { name, $metadata } = error as { name: string; $metadata?: { httpStatusCode?: number } };
  return $metadata?.httpStatusCode === 507 || /(?<!Throttle)QuotaExceeded$/.test(name);
}

async function connect(settings: Settings, socketTimeout: number): Promise<S3Client> {
  const { S3Client: Client } = await import('@aws-sdk/client-s3');
  const { access_key_id: accessKeyId, secret_access_key: secretAccessKey } = settings;
  return new Client({
    region: settings.region,
    forcePathStyle: settings.path_style,
    // Not `requestTimeout`: it only logs a warning, and a store that stops answering would hold requests forever.
    requestHandler: { connectionTimeout, socketTimeout },
    // S3-compatible services support only the original checksums, not those that the SDK adds by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(settings.endpoint === '' ? {} : { endpoint: settings.endpoint }),
    ...(accessKeyId === '' ? {} : { credentials: { accessKeyId, secretAccessKey } }),
  });
}
