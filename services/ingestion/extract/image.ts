// Reads the size of an image from its header, to refuse an image that would exhaust the memory of the program that
// decodes it.

import { invalid } from '../problem.ts';
import type { Kind } from './kinds.ts';

const maxPixels = 100_000_000;

/** Throws a FileProblem if the image is too large or its header is invalid. */
export function checkImage(kind: Kind, head: Buffer): void {
  const size = sizeOf(kind, head);
  if (size === undefined) throw invalid('The image is broken.');
  if (size.width * size.height > maxPixels)
    throw invalid(
      `The image has ${size.width} × ${size.height} pixels; the limit is ${maxPixels / 1e6} million. Attach a smaller image.`,
    );
}

/** The file is an image of acceptable size: it has no text, but a model may describe it. */
export class ImageFound extends Error {
  readonly mediaType: string;

  constructor(mediaType: string) {
    super(`an image of type ${mediaType}`);
    this.mediaType = mediaType;
  }
}

interface Size {
  width: number;
  height: number;
}

function sizeOf(kind: Kind, head: Buffer): Size | undefined {
  try {
    if (kind === 'image/png') return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) };
    if (kind === 'image/gif') return { width: head.readUInt16LE(6), height: head.readUInt16LE(8) };
    return kind === 'image/webp' ? webpSize(head) : jpegSize(head);
  } catch {
    // The header is truncated.
    return undefined;
  }
}

function webpSize(head: Buffer): Size | undefined {
  switch (head.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const bits = head.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 };
    default:
      return undefined;
  }
}

/** Finds the first frame header. Skips preceding segments, such as a preview, by their length. */
function jpegSize(head: Buffer): Size | undefined {
  let at = 2;
  while (at + 9 < head.length) {
    const marker = head.readUInt8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (head.readUInt8(at) !== 0xff) return undefined;
    if (isFrame) return { height: head.readUInt16BE(at + 5), width: head.readUInt16BE(at + 7) };
    at += 2 + head.readUInt16BE(at + 2);
  }
  return undefined;
}
