// Content on its way between the wire and the storage.

import type { Readable } from 'node:stream';
import { ServiceError } from '../errors.ts';

/** A file that came with a request and has been stored, but belongs to nobody yet. */
export interface ReceivedFile {
  /** Where the storage has it. */
  key: string;
  /** Its own name, without a path. */
  filename: string;
  bytes: number;
}

/** Content to be sent as it is. */
export class ByteContent {
  readonly stream: Readable;
  readonly bytes: number;

  constructor(stream: Readable, bytes: number) {
    this.stream = stream;
    this.bytes = bytes;
  }
}

export function fileTooLarge(maxBytes: number): ServiceError {
  return new ServiceError('body_too_large', `The file may have at most ${maxBytes} bytes.`, { param: 'file' });
}
