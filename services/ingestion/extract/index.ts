// Extracts the text of a file, in pieces.

import { invalid } from '../problem.ts';
import { extractCsv } from './csv.ts';
import { extractFeed } from './feed/index.ts';
import { extractHtml } from './html.ts';
import { checkImage, ImageFound } from './image.ts';
import { headBytes, type Kind, kindOf } from './kinds.ts';
import { extractMarkdown } from './markdown.ts';
import { extractNotebook } from './notebook.ts';
import { extractFlatOpenDocument } from './open-document/index.ts';
import { extractPackage } from './package.ts';
import type { Piece } from './piece.ts';
import { extractRtf } from './rtf/index.ts';
import { bytesContent, bytesOf, type Content, fileContent, type Source } from './source.ts';
import { extractText } from './text/index.ts';

/** A message may have a message attached, which has a document attached. */
const maxDepth = 5;

export { ImageFound } from './image.ts';
export { type Heading, markdownRow, type Piece, type Row } from './piece.ts';

/**
 * Yields the text of a file. Throws a FileProblem or an ImageFound.
 * @param charset the charset that was declared for the file, not in it.
 */
export async function* extract(path: string, filename: string, charset?: string): AsyncIterable<Piece> {
  yield* extractContent(await fileContent(path), filename, 0, charset);
}

/** @param depth how many files this one is within. */
async function* extractContent(
  content: Content,
  filename: string,
  depth: number,
  charset?: string,
): AsyncIterable<Piece> {
  if (depth > maxDepth) throw invalid('Too many files are within each other.');
  const head = await bytesOf(content, 0, Math.min(headBytes, content.size));
  const kind = kindOf(filename, head);
  const inner = (name: string, bytes: Buffer): AsyncIterable<Piece> =>
    extractContent(bytesContent(bytes), name, depth + 1);
  yield* extractors[kind]({ content, filename, kind, head, charset, inner });
}

type Extractor = (source: Source) => AsyncIterable<Piece>;

/** Loads the large PDF library only for PDF files. */
async function* extractPdf({ content }: Source): AsyncIterable<Piece> {
  const pdf = await import('./pdf/index.ts');
  yield* pdf.extractPdf(content);
}

/** Loads the libraries of messages only for messages. */
async function* extractEml(source: Source): AsyncIterable<Piece> {
  const eml = await import('./mail/eml.ts');
  yield* eml.extractEml(source);
}

async function* extractWebArchive(source: Source): AsyncIterable<Piece> {
  const eml = await import('./mail/eml.ts');
  yield* eml.extractWebArchive(source);
}

async function* extractMsg(source: Source): AsyncIterable<Piece> {
  const msg = await import('./mail/msg.ts');
  yield* msg.extractMsg(source);
}

// biome-ignore lint/correctness/useYield: an image has no text to yield.
async function* extractImage({ head, kind }: Source): AsyncIterable<Piece> {
  checkImage(kind, head);
  throw new ImageFound(kind);
}

const extractors: Record<Kind, Extractor> = {
  pdf: extractPdf,
  zip: extractPackage,
  'flat-document': extractFlatOpenDocument,
  html: extractHtml,
  feed: extractFeed,
  markdown: extractMarkdown,
  csv: extractCsv,
  rtf: extractRtf,
  notebook: extractNotebook,
  eml: extractEml,
  'web-archive': extractWebArchive,
  msg: extractMsg,
  text: extractText,
  'image/png': extractImage,
  'image/jpeg': extractImage,
  'image/gif': extractImage,
  'image/webp': extractImage,
};
