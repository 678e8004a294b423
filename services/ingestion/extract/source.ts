// The file that an extractor reads: one on the disk, or one within another file, such as an attachment.

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Kind } from './kinds.ts';
import type { Piece } from './piece.ts';

const pieceBytes = 256 * 1024;

export interface Source {
  content: Content;
  filename: string;
  kind: Kind;
  /** The first bytes. */
  head: Buffer;
  /** The charset that was declared for the file, not in it. */
  charset: string | undefined;
  /** Extracts a file within this one, such as an attachment. */
  inner(filename: string, bytes: Buffer): AsyncIterable<Piece>;
}

/** Bytes that can be read again and in parts. */
export interface Content {
  /** In bytes. */
  size: number;
  /** Yields the bytes from an offset to the one before `end`. */
  read(start?: number, end?: number): AsyncIterable<Buffer>;
}

export async function fileContent(path: string): Promise<Content> {
  const { size } = await stat(path);
  return {
    size,
    async *read(start = 0, end = size) {
      if (start < end) yield* createReadStream(path, { start, end: end - 1, highWaterMark: pieceBytes });
    },
  };
}

export function bytesContent(bytes: Buffer): Content {
  return {
    size: bytes.length,
    async *read(start = 0, end = bytes.length) {
      for (let at = start; at < end; at += pieceBytes) yield bytes.subarray(at, Math.min(at + pieceBytes, end));
    },
  };
}

/** Returns the bytes from an offset to the one before `end` as one buffer. */
export async function bytesOf(content: Content, start = 0, end = content.size): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of content.read(start, end)) parts.push(part);
  return Buffer.concat(parts);
}
