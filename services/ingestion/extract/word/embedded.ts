// Documents of other formats that a Word document shows as its own text (ECMA-376, part 1, section 17.17.2): a page, a
// message of pages, RTF, plain text, or another Word document. Mail programs and report generators write them.

import { extname } from 'node:path/posix';
import type { Piece } from '../piece.ts';
import type { Source } from '../source.ts';
import { readXml } from '../xml.ts';
import type { Package } from '../zip.ts';

/** The extensions of the formats, by their media types. */
const extensions: [type: RegExp, extension: string][] = [
  [/^(?:text\/html|application\/xhtml\+xml)/, 'html'],
  [/^(?:message\/rfc822|multipart\/related)/, 'mht'],
  [/\/rtf$/, 'rtf'],
  [/^text\/plain/, 'txt'],
  [/wordprocessingml|^application\/vnd\.ms-word/, 'docx'],
];

/** Yields the text of the document. One that cannot be read fails the file, because nobody would miss its text. */
export async function* embeddedPieces(document: Package, part: string, source: Source): AsyncIterable<Piece> {
  const type = await mediaType(document, part);
  const known = extensions.find(([format]) => format.test(type))?.[1];
  const parts: Buffer[] = [];
  for await (const bytes of document.part(part)) parts.push(bytes);
  yield* source.inner(known === undefined ? part : `part.${known}`, Buffer.concat(parts));
  yield '\n';
}

/** Returns the media type that the package declares for a part, by its name or else by its extension; '' without one. */
async function mediaType(document: Package, part: string): Promise<string> {
  const types = document.find('[Content_Types].xml');
  if (types === undefined) return '';
  const extension = extname(part).slice(1).toLowerCase();
  let byExtension = '';
  let byName = '';
  const pieces = readXml(document.part(types), {
    open(element, { ContentType: type = '', PartName: name = '', Extension: given = '' }) {
      if (element.endsWith('Default') && given.toLowerCase() === extension) byExtension = type.toLowerCase();
      if (element.endsWith('Override') && name.toLowerCase() === `/${part}`.toLowerCase()) byName = type.toLowerCase();
    },
  });
  for await (const _piece of pieces);
  return byName || byExtension;
}
