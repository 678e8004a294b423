// A message as pieces: its headers, its text, and its attachments, which are read if they are of a known kind.

import { FileProblem } from '../../problem.ts';
import { ImageFound } from '../image.ts';
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

export interface Attachment {
  filename: string;
  bytes: Buffer;
}

/** A message may have thousands of small attachments. */
const maxAttachments = 1000;

export async function* letterPieces(letter: Letter, source: Source): AsyncIterable<Piece> {
  yield heading(1, letter.subject);
  const headers = letter.headers.filter(([, value]) => value.trim() !== '');
  yield headers.map(([name, value]) => `${name}: ${oneLine(value)}\n`).join('');
  yield '\n';
  yield* letter.body;
  yield '\n';
  for (const { filename, bytes } of letter.attachments.slice(0, maxAttachments)) {
    yield heading(2, `Attachment: ${filename}`);
    yield* attachmentPieces(filename, bytes, source);
  }
}

/** Yields the text of an attachment; nothing if it is a picture, of an unknown kind, or broken. */
async function* attachmentPieces(filename: string, bytes: Buffer, source: Source): AsyncIterable<Piece> {
  try {
    yield* source.inner(filename, bytes);
    yield '\n';
  } catch (error) {
    if (!(error instanceof FileProblem) && !(error instanceof ImageFound)) throw error;
  }
}
