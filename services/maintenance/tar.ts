// A tar archive (POSIX ustar), written and read as a stream: one entry at a time, in bounded memory. Users can list a
// backup with `tar -tzf`; a new format would need a program of its own.

import { createHash } from 'node:crypto';
import type { Writable } from 'node:stream';

const blockBytes = 512;
/** The highest size that 11 octal digits hold. Larger sizes are written in binary, as GNU tar does. */
const maxOctal = 8 ** 11 - 1;
const [sizeAt, checksumAt] = [124, 148];

/** Content that ends early, or is damaged. */
export class BrokenArchiveError extends Error {}

export interface TarEntry {
  name: string;
  size: number;
  /** Must be read to its end before the next entry. */
  content: AsyncIterable<Buffer>;
}

/** Receives all bytes of an archive in their order. The bytes of an entry's header come before its content is read. */
export type Tap = (bytes: Buffer) => void;

export class TarWriter {
  readonly #sink: Writable;
  readonly #tap: Tap;

  constructor(sink: Writable, tap: Tap) {
    this.#sink = sink;
    this.#tap = tap;
  }

  /**
   * Writes an entry. Returns the SHA-256 of its content in hexadecimal digits. Throws if the content does not have
   * `size` bytes.
   */
  async add(name: string, size: number, content: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<string> {
    const hash = createHash('sha256');
    let bytes = 0;
    await this.#write(header(name, size));
    for await (const chunk of content) {
      bytes += chunk.length;
      if (bytes > size) break;
      hash.update(chunk);
      await this.#write(chunk);
    }
    if (bytes !== size) throw new BrokenArchiveError(`${name} has ${bytes} bytes and should have ${size}`);
    await this.#write(Buffer.alloc(paddingOf(size)));
    return hash.digest('hex');
  }

  /** Writes the end of the archive, and ends the stream. */
  async end(): Promise<void> {
    await this.#write(Buffer.alloc(2 * blockBytes));
    this.#sink.end();
  }

  async #write(bytes: Buffer): Promise<void> {
    if (bytes.length === 0) return;
    this.#tap(bytes);
    // The callback also comes from a stream that has failed before, which sends no `drain` any more.
    await new Promise<void>((resolve, reject) => {
      this.#sink.write(bytes, (error) => (error ? reject(this.#sink.errored ?? error) : resolve()));
    });
  }
}

/**
 * Yields the entries of an archive. Throws a BrokenArchiveError if the archive ends early, or if bytes that belong to no
 * entry are not zero.
 */
export async function* readTar(source: AsyncIterable<Buffer>, tap: Tap): AsyncGenerator<TarEntry> {
  const chunks = source[Symbol.asyncIterator]();
  let rest = Buffer.alloc(0);
  const next = async (): Promise<Buffer> => {
    const { value, done } = await chunks.next();
    if (done) throw new BrokenArchiveError('the file ends before its last part');
    return value;
  };
  const take = async (bytes: number): Promise<Buffer> => {
    while (rest.length < bytes) rest = Buffer.concat([rest, await next()]);
    const taken = rest.subarray(0, bytes);
    rest = rest.subarray(bytes);
    return taken;
  };
  for (;;) {
    const head = await take(blockBytes);
    if (head.every(isZero)) break;
    tap(head);
    const { name, size } = parseHeader(head);
    let left = size;
    const content = async function* (): AsyncGenerator<Buffer> {
      while (left > 0) {
        if (rest.length === 0) rest = Buffer.from(await next());
        const piece = rest.subarray(0, left);
        rest = rest.subarray(piece.length);
        left -= piece.length;
        tap(piece);
        yield piece;
      }
    };
    yield { name, size, content: content() };
    // Skips the content that the caller did not read.
    for await (const _piece of content());
    const padding = await take(paddingOf(size));
    if (!padding.every(isZero)) throw new BrokenArchiveError('bytes between two parts are not zero');
    tap(padding);
  }
  for (let next = await chunks.next(); ; next = await chunks.next()) {
    if (!rest.every(isZero)) throw new BrokenArchiveError('bytes follow its last part');
    if (next.done) return;
    rest = Buffer.from(next.value);
  }
}

function isZero(byte: number): boolean {
  return byte === 0;
}

function header(name: string, size: number): Buffer {
  const head = Buffer.alloc(blockBytes);
  if (Buffer.byteLength(name) > 100) throw new Error(`The name ${name} is too long for an archive`);
  head.write(name);
  head.write('0000600\0', 100);
  head.write('0000000\0', 108);
  head.write('0000000\0', 116);
  if (size > maxOctal) {
    head.writeBigUInt64BE(BigInt(size), sizeAt + 4);
    head[sizeAt] = 0x80;
  } else head.write(`${size.toString(8).padStart(11, '0')}\0`, sizeAt);
  head.write('00000000000\0', 136);
  head.write('0', 156);
  head.write('ustar\u000000', 257);
  head.write(checksumOf(head), checksumAt);
  return head;
}

function parseHeader(head: Buffer): { name: string; size: number } {
  if (head.toString('latin1', checksumAt, checksumAt + 8) !== checksumOf(head))
    throw new BrokenArchiveError('the header of a part is damaged');
  const name = head.toString('utf8', 0, head.indexOf(0));
  const isBinary = head[sizeAt] === 0x80;
  const size = isBinary
    ? Number(head.readBigUInt64BE(sizeAt + 4))
    : Number.parseInt(head.toString('latin1', sizeAt, sizeAt + 11), 8);
  return { name, size };
}

/** Returns the checksum of a header: the sum of all bytes, with spaces in place of the checksum. */
function checksumOf(head: Buffer): string {
  let sum = 0;
  for (const [at, byte] of head.entries()) sum += at >= checksumAt && at < checksumAt + 8 ? 32 : byte;
  return `${sum.toString(8).padStart(6, '0')}\0 `;
}

function paddingOf(size: number): number {
  return (blockBytes - (size % blockBytes)) % blockBytes;
}
