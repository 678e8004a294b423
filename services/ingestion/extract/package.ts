// Extracts documents that are ZIP archives. Their parts tell which format it is.

import type { Piece } from './piece.ts';
import type { Source } from './source.ts';
import { openPackage } from './zip.ts';

export async function* extractPackage(source: Source): AsyncIterable<Piece> {
  const document = await openPackage(source.content);
  // Each format is loaded with its first file, as in index.ts.
  if (document.find('META-INF/container.xml') !== undefined) {
    const { extractEpub } = await import('./epub.ts');
    yield* extractEpub(document, source);
  } else if (document.find('content.xml') !== undefined) {
    const { extractOpenDocument } = await import('./open-document/index.ts');
    yield* extractOpenDocument(document);
  } else {
    const { extractOffice } = await import('./office.ts');
    yield* extractOffice(document, source);
  }
}
