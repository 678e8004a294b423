// Detects the kind of a file from its first bytes, or else from its name. A file whose content contradicts its name is
// refused.

import { extensionOf } from '../../files/names.ts';
import { FileProblem, invalid } from '../problem.ts';

export type Kind =
  | 'pdf'
  | 'zip'
  | 'flat-document'
  | 'html'
  | 'feed'
  | 'markdown'
  | 'csv'
  | 'rtf'
  | 'notebook'
  | 'eml'
  | 'web-archive'
  | 'msg'
  | 'text'
  | 'image/png'
  | 'image/jpeg'
  | 'image/gif'
  | 'image/webp';

/** The number of bytes of a file that are inspected. A photograph may have a preview before its size. */
export const headBytes = 256 * 1024;

const signatures: [kind: Kind, offset: number, bytes: string][] = [
  ['zip', 0, 'PK\x03\x04'],
  ['image/png', 0, '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/gif', 0, 'GIF8'],
  ['image/webp', 8, 'WEBP'],
  ['rtf', 0, '{\\rtf'],
];

/** Extensions whose files must have the content of their kind. */
const promises: Record<string, Kind> = {
  pdf: 'pdf',
  ...Object.fromEntries(
    'docx docm dotx dotm pptx pptm ppsx potx xlsx xlsm xltx odt ott ods ots odp otp odg epub'
      .split(' ')
      .map((name) => [name, 'zip' as const]),
  ),
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  rtf: 'rtf',
  msg: 'msg',
};

/** The kinds of texts, whose content does not show them for certain. */
const textKinds: Record<string, Kind> = {
  html: 'html',
  htm: 'html',
  xhtml: 'html',
  csv: 'csv',
  tsv: 'csv',
  tab: 'csv',
  psv: 'csv',
  md: 'markdown',
  markdown: 'markdown',
  ipynb: 'notebook',
  eml: 'eml',
  mht: 'web-archive',
  mhtml: 'web-archive',
};

/** The signature of Office files before 2007, and of password-protected ones since. */
const compoundFile = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';

/** The first line of a message of the Internet, which some programs save as .msg. */
const internetHeader = /^(?:\xef\xbb\xbf)?\s{0,10}[A-Za-z][\w-]{1,75}:[ \t]/;

/** Returns the kind of a file. Throws a FileProblem if it is unsupported or contradicts the name. */
export function kindOf(filename: string, head: Buffer): Kind {
  const text = head.toString('latin1');
  const extension = extensionOf(filename);
  if (text.startsWith(compoundFile) && isMessage(extension, text)) return 'msg';
  if (text.startsWith(compoundFile))
    throw new FileProblem(
      'unsupported_file',
      'Office documents from before 2007, and documents with a password, are not supported.',
    );
  const promised = promises[extension];
  const kind = signatureKind(text) ?? (promised === 'zip' && hasArchive(text) ? 'zip' : documentKind(text));
  if (extension === 'msg' && kind === 'text' && internetHeader.test(text)) return 'eml';
  if (promised !== undefined && kind !== promised)
    throw invalid(`The file is named .${extension} but has other content.`);
  return kind === 'text' ? (textKinds[extension] ?? kind) : kind;
}

/** Returns true for messages of Outlook, which have a directory entry of this name. */
function isMessage(extension: string, text: string): boolean {
  return extension === 'msg' || text.includes([...'__properties_version1.0'].join('\0'));
}

function signatureKind(text: string): Kind | undefined {
  return signatures.find(([, offset, bytes]) => text.startsWith(bytes, offset))?.[0];
}

/** Bytes may stand before an archive, for example the headers of a download. */
function hasArchive(text: string): boolean {
  return text.includes('PK\x03\x04');
}

/** The comments and instructions before the first element. A comment is read in one way only, so that no file takes long. */
const comment = '<!--(?:(?!-->)[\\s\\S]){0,5000}-->';
const prologue = `^(?:\\xef\\xbb\\xbf)?\\s*(?:(?:<\\?[^>]{0,500}>|${comment})\\s*){0,20}`;
/** A document type that declares entities of its own is not read. */
const plainType = `(?:<!DOCTYPE\\s[^>[]{0,500}>\\s*)?(?:${comment}\\s*){0,10}`;
const prefix = '(?:[\\w.-]{1,40}:)?';
const attributes = '\\s[^>]{0,20000}';

const documents: [kind: Kind, beginning: RegExp][] = [
  ['html', new RegExp(`${prologue}(?:<!doctype html|<html[\\s>])`, 'i')],
  ['flat-document', new RegExp(`${prologue}<[\\w.-]{1,40}:document\\s[^>]{0,20000}opendocument:xmlns:office`)],
  [
    'feed',
    new RegExp(
      `${prologue}${plainType}<(?:rss[\\s>]|${prefix}(?:feed|entry)${attributes}(?:w3\\.org/2005/Atom|purl\\.org/atom/ns#))`,
    ),
  ],
  [
    'feed',
    new RegExp(
      `${prologue}${plainType}<${prefix}RDF${attributes}(?:purl\\.org/rss/1\\.0/["']|netscape\\.com/rdf/simple/0\\.9)`,
    ),
  ],
];

function documentKind(head: string): Kind {
  if (head.slice(0, 1024).includes('%PDF-')) return 'pdf';
  const isWide = head.startsWith('\xff\xfe') || head.startsWith('\xfe\xff');
  const text = isWide ? head.slice(2).replaceAll('\0', '') : head;
  return documents.find(([, beginning]) => beginning.test(text))?.[0] ?? 'text';
}
