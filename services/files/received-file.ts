// Content in transfer between the network and the storage.

import type { Readable } from 'node:stream';
import { type ByteSink, ByteStream, ServiceError } from '../platform/index.ts';

/** A file of a request that is stored but has no row yet. */
export interface ReceivedFile {
  /** The key of the object in the storage. */
  key: string;
  /** The file name without a path. */
  filename: string;
  bytes: number;
  /** The charset that the media type of the content names. */
  charset?: string | undefined;
  /** The SHA-256 of the content. */
  sha256: Buffer;
}

/**
 * A response body of known length. If its source fails, the connection is closed, because the length has already been
 * sent.
 */
export class ByteContent extends ByteStream {
  override readonly bytes: number;
  readonly source: Readable;

  constructor(source: Readable, bytes: number) {
    super();
    this.source = source;
    this.bytes = bytes;
  }

  pour(sink: ByteSink): void {
    this.source.on('error', () => sink.fail());
    this.source.on('end', () => sink.end());
    this.source.on('data', (chunk: Buffer) => {
      if (!sink.write(chunk)) this.source.pause();
    });
  }

  resume(): void {
    this.source.resume();
  }

  abort(): void {
    this.source.destroy();
  }

  cutShort(): void {
    this.source.destroy(new Error('The download ended early'));
  }
}

/** Returns the charset that a media type names: `text/csv; charset=gbk`. */
export function charsetOf(mediaType: string): string | undefined {
  return /;\s*charset\s*=\s*"?([\w.:-]{1,40})"?\s*(?:;|$)/i.exec(mediaType)?.[1];
}

export function fileTooLarge(maxBytes: number): ServiceError {
  return new ServiceError(
    'body_too_large',
    `The file may have at most ${maxBytes} bytes. Split it, or ask the operator for a higher limit.`,
    { param: 'file' },
  );
}
