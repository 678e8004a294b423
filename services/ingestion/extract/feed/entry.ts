// The fields of a feed or of an entry as pieces.

import { htmlPieces } from '../html.ts';
import { heading, markdownRow, oneLine, type Piece } from '../piece.ts';
import { type Field, resolved } from './fields.ts';

const titles = ['title', 'atom:title', 'dc:title', 'media:title', 'itunes:title'];
/** The texts of an entry. A later one is left out if an earlier one has its text. */
const contents = [
  ...['content:encoded', 'atom:content', 'html:body', 'html:div', 'description', 'atom:summary', 'atom:subtitle'],
  ...['atom:tagline', 'dc:description', 'media:description', 'itunes:summary', 'itunes:subtitle'],
];
const labels: [label: string, names: string[]][] = [
  [
    'Date',
    ['pubDate', 'atom:published', 'atom:issued', 'atom:created', 'dc:date', 'dcterms:issued', 'dcterms:created'],
  ],
  ['Updated', ['lastBuildDate', 'atom:updated', 'atom:modified', 'dcterms:modified']],
  ['Author', ['author', 'managingEditor', 'atom:author', 'dc:creator', 'dc:author', 'itunes:author', 'itunes:owner']],
  ['Contributor', ['atom:contributor', 'dc:contributor']],
  ['Link', ['link', 'atom:link', 'guid', 'atom:content', 'media:player']],
  ['Category', ['category', 'atom:category', 'dc:subject', 'media:keywords', 'media:category', 'itunes:keywords']],
  ['Enclosure', ['enclosure', 'media:content']],
  ['Rights', ['copyright', 'atom:rights', 'atom:copyright', 'dc:rights', 'media:copyright']],
];
/** Fields for programs. */
const machineFields =
  /^(?:atom:(?:id|source|generator|icon|logo)|(?:slash|thr|wfw|feedburner|sy|gd|opensearch|cc|creativeCommons):.*|media:(?:thumbnail|hash|rating|community)|itunes:(?:explicit|block|image|episodeType)|comments|source|items)$/i;
const headFields = new Set([...titles, ...contents, ...labels.flatMap(([, names]) => names)]);
/** Feeds of RSS do not say if a text is HTML. */
const looksLikeHtml = /<\/[a-z][\w:]*\s*>|<(?:p|br|hr|img|a|li)\b[^>]*>|&(?:#\d+|#x[\da-f]+|[a-z]\w+);/i;
const maxFieldCharacters = 2000;

/** Returns the title, the description and the other fields of a feed that a person reads. */
export function headPieces(fields: readonly Field[]): Piece[] {
  return pieces(
    fields.filter(({ name }) => headFields.has(name)),
    1,
  );
}

/** Returns an entry. One without a title is headed by its date or its address, so that it is not a part of the one before. */
export function entryPieces(fields: readonly Field[]): Piece[] {
  return pieces(fields, 2);
}

function pieces(fields: readonly Field[], level: number): Piece[] {
  const inOrder = (names: readonly string[]): Field[] =>
    names.flatMap((name) => fields.filter((field) => field.name === name));
  const lines = labels.map(([label, names]): [string, string[]] => [label, valuesOf(inOrder(names))]);
  const title = inOrder(titles)
    .map(lineOf)
    .find((line) => line !== '');
  const known = new Set([...contents, ...labels.flatMap(([, names]) => names)]);
  for (const field of fields.filter(({ name }) => !known.has(name) && !machineFields.test(name))) {
    const line = lineOf(field).slice(0, maxFieldCharacters);
    if (line !== title) lines.push([field.name, line === '' ? [] : [line]]);
  }
  const named = title ?? (level > 1 ? lines.find(([, values]) => values.length > 0)?.[1][0] : undefined) ?? '';
  const texts = lines.flatMap(([label, values]) => (values.length === 0 ? [] : [`${label}: ${values.join(', ')}\n`]));
  return [heading(level, named), ...texts, '\n', ...textPieces(inOrder(contents), level), '\n'];
}

function valuesOf(fields: readonly Field[]): string[] {
  return [...new Set(fields.map(fieldValue).filter((value) => value !== ''))];
}

function fieldValue(field: Field): string {
  const { name, attributes, base } = field;
  const { href, url, src, term, label, rel = 'alternate' } = attributes;
  if (name === 'atom:link')
    return rel === 'alternate' || rel === 'related' || rel === 'enclosure' ? resolved(href ?? '', base) : '';
  if (name === 'atom:content') return resolved(src ?? '', src === undefined ? '' : base);
  if (name === 'guid')
    return attributes.isPermaLink !== 'false' && /^https?:/.test(field.text.trim()) ? lineOf(field) : '';
  if (name === 'link') return resolved(lineOf(field) || (href ?? ''), base);
  if (name === 'enclosure' || name === 'media:content' || name === 'media:player') return resolved(url ?? '', base);
  return lineOf(field) || (label ?? term ?? '');
}

/** Returns the text of a field as one line. */
function lineOf(field: Field): string {
  return oneLine(plainText(piecesOf(field)));
}

function plainText(found: readonly Piece[]): string {
  return found
    .map((piece) => (typeof piece === 'string' ? piece : piece.type === 'row' ? markdownRow(piece) : ` ${piece.text} `))
    .join('');
}

/** Returns the texts of an entry. Their headings stand below its title. */
function textPieces(fields: readonly Field[], level: number): Piece[] {
  let said = '';
  return fields.flatMap((field) => {
    const found = piecesOf(field);
    const text = oneLine(plainText(found));
    if (text === '' || said.includes(text.replace(/\s*(?:\[?(?:…|\.\.\.)\]?)$/, ''))) return [];
    said += `${text}\n`;
    return [
      ...found.map((piece) =>
        typeof piece !== 'string' && piece.type === 'heading' ? { ...piece, level: piece.level + level } : piece,
      ),
      '\n',
    ];
  });
}

function piecesOf({ name, attributes, text, html, hasTags }: Field): Piece[] {
  if (hasTags) return htmlPieces(html);
  const { type = '', mode } = attributes;
  const isFile = type.includes('/') && !/^text\/|xml$/i.test(type);
  const shown = mode === 'base64' || (isFile && mode === undefined) ? decoded(text) : text;
  if (!name.startsWith('atom:')) return looksLikeHtml.test(shown) ? htmlPieces(shown) : [shown];
  return /html/i.test(type) ? htmlPieces(shown) : [shown];
}

/** Returns the text of Base64; nothing if it is no text. */
function decoded(base64: string): string {
  const text = Buffer.from(base64, 'base64').toString();
  return /\ufffd|(?!\s)\p{Cc}/u.test(text) ? '' : text;
}
