// Extracts Rich Text Format (specification 1.9.1): text in the charsets of its fonts, headings, tables, notes, comments and
// links. Pictures, objects, hidden and deleted text are left out.

import type { Piece } from '../piece.ts';
import type { Source } from '../source.ts';
import { RtfReader } from './reader.ts';
import { Tokens } from './tokens.ts';

export async function* extractRtf({ content }: Source): AsyncIterable<Piece> {
  yield* rtfPieces(content.read());
}

/** Yields the text of RTF. */
export async function* rtfPieces(content: AsyncIterable<Buffer>): AsyncIterable<Piece> {
  const tokens = new Tokens();
  const reader = new RtfReader();
  for await (const bytes of content) {
    for (const token of tokens.push(bytes.toString('latin1'), false)) reader.take(token);
    yield* reader.pieces();
  }
  for (const token of tokens.push('', true)) reader.take(token);
  reader.end();
  yield* reader.pieces();
}
