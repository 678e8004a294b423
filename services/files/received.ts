// Content on its way between the wire and the storage.

import type { Readable } from 'node:stream';
import { type ByteSink, ByteStream, ServiceError } from '../platform/index.ts';

/** A file that came with a request and has been stored, but belongs to nobody yet. */
export interface ReceivedFile {
  /** Where the storage has it. */
  key: string;
  /** Its own name, without a path. */
  filename: string;
  bytes: number;
}

/** Content to be sent as it is. Where its source fails, the answer is cut off: the length was promised already. */
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
    this.source.destroy(new Error('The answer is cut short.'));
  }
}

export function fileTooLarge(maxBytes: number): ServiceError {
  return new ServiceError('body_too_large', `The file may have at most ${maxBytes} bytes.`, { param: 'file' });
}
