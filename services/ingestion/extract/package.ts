// Extracts documents that are ZIP archives. Their parts tell which format it is.

import { extractEpub } from './epub.ts';
import { extractOffice } from './office.ts';
import { extractOpenDocument } from './open-document/index.ts';
import type { Piece } from './piece.ts';
import type { Source } from './source.ts';
import { openPackage } from './zip.ts';

export async function* extractPackage(source: Source): AsyncIterable<Piece> {
  const document = await openPackage(source.content);
  if (document.find('META-INF/container.xml') !== undefined) yield* extractEpub(document, source);
  else if (document.find('content.xml') !== undefined) yield* extractOpenDocument(document);
  else yield* extractOffice(document, source);
}
