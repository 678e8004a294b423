// The texts of an office document as they stand in its XML parts, found without the readers.

import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';

/** Text within these elements is not shown any more. */
const gone = /<w:(del|moveFrom)\b[^>]*(?<!\/)>.*?<\/w:\1>|<mc:Fallback>.*?<\/mc:Fallback>/gs;
/** A paragraph or line ends; other elements do not part words. */
const ends = /<\/(?:w:p|a:p|w:tc|a:tc|m:r)>|<(?:w|a):(?:br|tab|cr)\b[^>]*>/g;
const text = /<(w:t|a:t|m:t)(?: [^>]*)?>([^<]*)<\/\1>/g;
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Returns the texts of the document, its notes and comments, or of its slides; undefined if it is no ZIP. */
export async function partWords(path: string): Promise<string | undefined> {
  try {
    const shown = /(?:^|\/)(?:document\d*|footnotes\d*|endnotes\d*|slides\/slide\d+|notesSlide\d+)\.xml$/;
    const parts = unzipSync(await readFile(path), {
      filter: ({ name }) => shown.test(name) && !name.includes('glossary'),
    });
    return Object.values(parts)
      .map((part) => textOf(strFromU8(part)))
      .join('\n');
  } catch {
    return undefined;
  }
}

function textOf(xml: string): string {
  const marked = xml.replaceAll(gone, '').replaceAll(ends, (end) => `<w:t>\n</w:t>${end}`);
  return [...marked.matchAll(text)]
    .map(([, , inner = '']) => inner.replaceAll(/&(#x?[\da-f]+|\w+);/gi, (_all, name: string) => character(name)))
    .join('');
}

function character(name: string): string {
  if (!name.startsWith('#')) return entities[name] ?? '';
  return String.fromCodePoint(name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1)));
}
