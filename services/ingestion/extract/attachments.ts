// The files that are attached to another one, which are read if they are of a known kind.

import { FileProblem } from '../problem.ts';
import { ImageFound } from './image.ts';
import { heading, type Piece } from './piece.ts';
import type { Source } from './source.ts';

export interface Attachment {
  filename: string;
  bytes: Buffer;
}

/** A message may have thousands of small attachments. */
const maxAttachments = 1000;

/** Yields the attachments, each below its name as a heading. */
export async function* attachmentPieces(
  attachments: Iterable<Attachment> | AsyncIterable<Attachment>,
  source: Source,
): AsyncIterable<Piece> {
  let count = 0;
  for await (const { filename, bytes } of attachments) {
    count += 1;
    if (count > maxAttachments) return;
    yield heading(2, `Attachment: ${filename}`);
    yield* readable(source.inner(filename, bytes));
  }
}

/** Yields the text of a file, and then a line end; nothing more if it is a picture, of an unknown kind, or broken. */
async function* readable(pieces: AsyncIterable<Piece>): AsyncIterable<Piece> {
  try {
    yield* pieces;
    yield '\n';
  } catch (error) {
    if (!(error instanceof FileProblem) && !(error instanceof ImageFound)) throw error;
  }
}
