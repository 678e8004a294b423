// Extracts the text of a file, in pieces.

import { invalid } from '../problem.ts';
import { checkImage, ImageFound } from './image.ts';
import { headBytes, type Kind, kindOf } from './kinds.ts';
import type { Piece } from './piece.ts';
import { bytesContent, bytesOf, type Content, fileContent, type Source } from './source.ts';
import { extractText } from './text/index.ts';

/** A message may have a message attached, which has a document attached. */
const maxDepth = 5;

const softHyphen = '\u00ad';
/** Browsers write Chinese and Japanese letters into PDFs as radicals of the same look. */
const hiddenCodes = /[\u00ad\u2e9f\u2ef3\u2f00-\u2fd5]/g;

export { ImageFound } from './image.ts';
export { type Heading, markdownRow, type Piece, type Row } from './piece.ts';

/**
 * Yields the text of a file. Throws a FileProblem or an ImageFound.
 * @param charset the charset that was declared for the file, not in it.
 */
export async function* extract(path: string, filename: string, charset?: string): AsyncIterable<Piece> {
  for await (const piece of extractContent(await fileContent(path), filename, 0, charset))
    if (typeof piece === 'string') yield withWholeWords(piece);
    else if (piece.type === 'row') yield { ...piece, cells: piece.cells.map(withWholeWords) };
    else yield { ...piece, text: withWholeWords(piece.text) };
}

/** Returns the text without soft hyphens, which part a word for a search, and with letters in place of radicals. */
function withWholeWords(text: string): string {
  return text.replaceAll(hiddenCodes, (code) => (code === softHyphen ? '' : code.normalize('NFKC')));
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
  const extractor = await extractors[kind]();
  yield* extractor({ content, filename, kind, head, charset, inner });
}

type Extractor = (source: Source) => AsyncIterable<Piece>;

// biome-ignore lint/correctness/useYield: an image has no text to yield.
async function* extractImage({ head, kind }: Source): AsyncIterable<Piece> {
  checkImage(kind, head);
  throw new ImageFound(kind);
}

/**
 * Loads a format's code with the first file of the format. All of them would be two thirds of the CPU time that a reader
 * process needs to start.
 */
const extractors: Record<Kind, () => Promise<Extractor>> = {
  pdf: async () => (await import('./pdf/index.ts')).extractPdf,
  zip: async () => (await import('./package.ts')).extractPackage,
  'flat-document': async () => (await import('./open-document/index.ts')).extractFlatOpenDocument,
  html: async () => (await import('./html.ts')).extractHtml,
  feed: async () => (await import('./feed/index.ts')).extractFeed,
  markdown: async () => (await import('./markdown.ts')).extractMarkdown,
  csv: async () => (await import('./csv.ts')).extractCsv,
  rtf: async () => (await import('./rtf/index.ts')).extractRtf,
  notebook: async () => (await import('./notebook.ts')).extractNotebook,
  eml: async () => (await import('./mail/eml.ts')).extractEml,
  'web-archive': async () => (await import('./mail/eml.ts')).extractWebArchive,
  msg: async () => (await import('./mail/msg.ts')).extractMsg,
  text: async () => extractText,
  'image/png': async () => extractImage,
  'image/jpeg': async () => extractImage,
  'image/gif': async () => extractImage,
  'image/webp': async () => extractImage,
};
