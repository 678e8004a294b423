// Extracts the text of a file, in pieces.

import { open } from 'node:fs/promises';
import { extractHtml } from './html.ts';
import { checkImage } from './image.ts';
import { headBytes, type Kind, kindOf } from './kinds.ts';
import { extractMarkdown } from './markdown.ts';
import { extractOffice } from './office.ts';
import type { Piece } from './piece.ts';
import { extractText } from './text.ts';

export { type Heading, markdownRow, type Piece, type Row } from './piece.ts';

/** The file is an image of acceptable size: it has no text, but a model may describe it. */
export class ImageFound extends Error {
  readonly mediaType: string;

  constructor(mediaType: string) {
    super(`an image of type ${mediaType}`);
    this.mediaType = mediaType;
  }
}

/** Yields the text of a file. Throws a FileProblem or an ImageFound. */
export async function* extract(path: string, filename: string): AsyncIterable<Piece> {
  const head = await readHead(path);
  const kind = kindOf(filename, head);
  yield* extractors[kind](path, head, kind);
}

type Extractor = (path: string, head: Buffer, kind: Kind) => AsyncIterable<Piece>;

/** Loads the large PDF library only for PDF files. */
async function* extractPdf(path: string): AsyncIterable<Piece> {
  const pdf = await import('./pdf/index.ts');
  yield* pdf.extractPdf(path);
}

// biome-ignore lint/correctness/useYield: an image has no text to yield.
async function* extractImage(_path: string, head: Buffer, kind: Kind): AsyncIterable<Piece> {
  checkImage(kind, head);
  throw new ImageFound(kind);
}

const extractors: Record<Kind, Extractor> = {
  pdf: extractPdf,
  zip: extractOffice,
  html: extractHtml,
  markdown: extractMarkdown,
  text: extractText,
  'image/png': extractImage,
  'image/jpeg': extractImage,
  'image/gif': extractImage,
  'image/webp': extractImage,
};

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const head = Buffer.alloc(headBytes);
    const { bytesRead } = await file.read(head, 0, headBytes, 0);
    return head.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
