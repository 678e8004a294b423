// Decodes response bodies that an upstream has compressed. This server asks no upstream for that, but some servers and
// the proxies before them compress all the same.

import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw, createZstdDecompress } from 'node:zlib';

type Stream = ReturnType<typeof createGunzip | typeof createBrotliDecompress | typeof createZstdDecompress>;

const streams: Record<string, (first: Buffer) => Stream> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  // By the standard a zlib stream, but some servers send the bare deflate stream.
  deflate: (first) => (((first[0] ?? 0) & 0x0f) === 8 ? createInflate() : createInflateRaw()),
  br: () => createBrotliDecompress(),
  zstd: () => createZstdDecompress(),
};

/** Returns true if the body is encoded, and can be decoded. A part of an encoded body cannot. */
export function isEncoded(status: number, encoding: string | undefined): boolean {
  return encoding !== undefined && status !== 206 && encoding.toLowerCase() in streams;
}

/** The receiver of the decoded body. */
interface Receiver {
  data(chunk: Buffer): void;
  /** Called when the decoder takes more, after `write` has returned false. */
  drain(): void;
  end(): void;
  fail(error: Error): void;
}

export class Decoder {
  readonly #encoding: string;
  readonly #receiver: Receiver;
  #stream: Stream | undefined;
  #isPaused = false;

  constructor(encoding: string, receiver: Receiver) {
    this.#encoding = encoding.toLowerCase();
    this.#receiver = receiver;
  }

  /** Takes encoded bytes. Returns false if the upstream has to wait for `drain`. */
  write(chunk: Buffer): boolean {
    this.#stream ??= this.#begin(chunk);
    return this.#stream.write(chunk);
  }

  /** Ends the encoded body. An empty body is allowed: it is that of a HEAD. */
  end(): void {
    if (this.#stream === undefined) this.#receiver.end();
    else this.#stream.end();
  }

  pause(): void {
    this.#isPaused = true;
    this.#stream?.pause();
  }

  resume(): void {
    this.#isPaused = false;
    this.#stream?.resume();
  }

  #begin(first: Buffer): Stream {
    const stream = (streams[this.#encoding] as (first: Buffer) => Stream)(first);
    stream.on('data', (chunk: Buffer) => this.#receiver.data(chunk));
    stream.on('drain', () => this.#receiver.drain());
    stream.on('end', () => this.#receiver.end());
    stream.on('error', (error) => this.#receiver.fail(error));
    if (this.#isPaused) stream.pause();
    return stream;
  }
}
