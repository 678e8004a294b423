// The signs of a file's encoding in its bytes, found in one pass.

import { isAscii } from 'node:buffer';

/** A detector reads the first lines with bytes above 0x7F: other lines say nothing, and weaken its confidence. */
const sampleBytes = 256 * 1024;
/** How much of a long line stands before such a byte. */
const maxBefore = 256;
const lineFeed = 0x0a;
const edgeBytes = 8 * 1024;

export interface Scan {
  /** Valid UTF-8 sequences of several bytes, and broken ones. */
  valid: number;
  broken: number;
  /** Bytes above 0x7F. */
  high: number;
  /** Zero bytes at even and at odd positions. */
  zeros: [even: number, odd: number];
  /** Control characters other than NUL and those of plain text. */
  controls: number;
  bytes: number;
  /** The file switches between character sets with escape sequences, as ISO-2022 does. */
  switches: boolean;
  head: Buffer;
  tail: Buffer;
  sample: Buffer;
}

export async function scan(source: AsyncIterable<Buffer>): Promise<Scan> {
  const scanner = new Scanner();
  for await (const bytes of source) scanner.push(bytes);
  return scanner.end();
}

class Scanner {
  readonly #found: Omit<Scan, 'head' | 'tail' | 'sample'> = {
    valid: 0,
    broken: 0,
    high: 0,
    zeros: [0, 0],
    controls: 0,
    bytes: 0,
    switches: false,
  };
  /** The bytes that the open sequence still needs, and the bounds of its next one. */
  #needed = 0;
  #low = 0x80;
  #top = 0xbf;
  #head: Buffer = Buffer.alloc(0);
  #tail: Buffer = Buffer.alloc(0);
  #samples: Buffer[] = [];
  #sampled = 0;

  push(bytes: Buffer): void {
    const found = this.#found;
    if (this.#head.length < edgeBytes)
      this.#head = Buffer.concat([this.#head, bytes.subarray(0, edgeBytes - this.#head.length)]);
    this.#tail = Buffer.concat([this.#tail, bytes.subarray(-edgeBytes)]).subarray(-edgeBytes);
    found.switches ||= bytes.includes('\x1b$') || bytes.includes('\x1b(J');
    if (!isAscii(bytes) || bytes.includes(0)) this.#count(bytes);
    else if (this.#needed > 0) this.#breakOff();
    found.bytes += bytes.length;
  }

  end(): Scan {
    if (this.#needed > 0) this.#breakOff();
    return { ...this.#found, head: this.#head, tail: this.#tail, sample: Buffer.concat(this.#samples) };
  }

  /** Keeps the line of a byte above 0x7F. Returns where the kept part ends. */
  #keepLine(bytes: Buffer, at: number, from: number): number {
    const start = Math.max(bytes.lastIndexOf(lineFeed, at) + 1, at - maxBefore, from);
    const end = bytes.indexOf(lineFeed, at) + 1 || bytes.length;
    const part = Buffer.from(bytes.subarray(start, Math.min(end, start + sampleBytes - this.#sampled)));
    this.#samples.push(part);
    this.#sampled += part.length;
    return end;
  }

  #count(bytes: Buffer): void {
    const found = this.#found;
    const { zeros, bytes: before } = found;
    let kept = 0;
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at] as number;
      if (byte < 0x80) {
        if (this.#needed > 0) this.#breakOff();
        if (byte === 0) zeros[(before + at) % 2 === 0 ? 0 : 1] += 1;
        else if (byte < 0x20 && !isTextControl(byte)) found.controls += 1;
        continue;
      }
      found.high += 1;
      if (at >= kept && this.#sampled < sampleBytes) kept = this.#keepLine(bytes, at, kept);
      if (this.#needed > 0 && byte >= this.#low && byte <= this.#top) {
        this.#needed -= 1;
        this.#low = 0x80;
        this.#top = 0xbf;
        if (this.#needed === 0) found.valid += 1;
        continue;
      }
      if (this.#needed > 0) this.#breakOff();
      this.#begin(byte);
    }
  }

  /** Begins a sequence. The second bytes of some are bounded, so that no character has two forms. */
  #begin(byte: number): void {
    if (byte < 0xc2 || byte > 0xf4) {
      this.#found.broken += 1;
      return;
    }
    this.#needed = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
    this.#low = byte === 0xe0 ? 0xa0 : byte === 0xf0 ? 0x90 : 0x80;
    this.#top = byte === 0xed ? 0x9f : byte === 0xf4 ? 0x8f : 0xbf;
  }

  #breakOff(): void {
    this.#found.broken += 1;
    this.#needed = 0;
    this.#low = 0x80;
    this.#top = 0xbf;
  }
}

/** Backspace, tab, line breaks, form feed, the old end of file, and escape. */
function isTextControl(byte: number): boolean {
  return (byte >= 0x08 && byte <= 0x0d) || byte === 0x1a || byte === 0x1b;
}
