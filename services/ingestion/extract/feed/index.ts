// Extracts feeds: RSS 0.9 to 2.0 and Atom (RFC 4287). The title of the feed and those of its items become headings; an
// item has its date, author, link and other fields as lines, and then its text.

import type { Piece } from '../piece.ts';
import type { Source } from '../source.ts';
import { extractText } from '../text/index.ts';
import { readXmlTexts } from '../xml.ts';
import { entryPieces, headPieces } from './entry.ts';
import { FeedFields } from './fields.ts';

export async function* extractFeed(source: Source): AsyncIterable<Piece> {
  let pieces: Piece[] = [];
  let isEmpty = true;
  const fields = new FeedFields({
    head(found) {
      isEmpty = false;
      pieces.push(...headPieces(found));
    },
    entry(found) {
      isEmpty = false;
      pieces.push(...entryPieces(found));
    },
  });
  for await (const _piece of readXmlTexts(extractText(source), fields)) {
    yield* pieces;
    pieces = [];
  }
  fields.end();
  yield* pieces;
  // Elements of an unknown namespace: the file is read like other XML.
  if (isEmpty) yield* extractText(source);
}
