// A message as pieces: its headers, its text and its attachments.

import { type Attachment, attachmentPieces } from '../attachments.ts';
import { heading, oneLine, type Piece } from '../piece.ts';
import type { Source } from '../source.ts';

export interface Letter {
  subject: string;
  /** The other headers that a person sees, in their order. */
  headers: [name: string, value: string][];
  /** Yields the text. */
  body: AsyncIterable<Piece>;
  attachments: Attachment[];
}

export async function* letterPieces(letter: Letter, source: Source): AsyncIterable<Piece> {
  yield heading(1, letter.subject);
  const headers = letter.headers.filter(([, value]) => value.trim() !== '');
  yield headers.map(([name, value]) => `${name}: ${oneLine(value)}\n`).join('');
  yield '\n';
  yield* letter.body;
  yield '\n';
  yield* attachmentPieces(letter.attachments, source);
}
