// Detects the kind of a file from its first bytes, or else from its name. A file whose content contradicts its name is
// refused.

import { extensionOf } from '../../files/names.ts';
import { FileProblem, invalid } from '../problem.ts';

export type Kind =
  | 'pdf'
  | 'zip'
  | 'html'
  | 'markdown'
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
];

/** Extensions whose files must have the content of their kind. */
const promises: Record<string, Kind> = {
  pdf: 'pdf',
  docx: 'zip',
  pptx: 'zip',
  xlsx: 'zip',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
};

/** The signature of Office files before 2007, and of password-protected ones since. */
const compoundFile = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';

/** Returns the kind of a file. Throws a FileProblem if it is unsupported or contradicts the name. */
export function kindOf(filename: string, head: Buffer): Kind {
  const text = head.toString('latin1');
  const extension = extensionOf(filename);
  if (text.startsWith(compoundFile))
    throw new FileProblem(
      'unsupported_file',
      'Office documents from before 2007, and documents with a password, are not supported.',
    );
  const kind = signatures.find(([, offset, bytes]) => text.startsWith(bytes, offset))?.[0] ?? documentKind(text);
  const promised = promises[extension];
  if (promised !== undefined && kind !== promised)
    throw invalid(`The file is named .${extension} but has other content.`);
  if (kind === 'text' && (extension === 'html' || extension === 'htm')) return 'html';
  if (kind === 'text' && (extension === 'md' || extension === 'markdown')) return 'markdown';
  return kind;
}

function documentKind(text: string): Kind {
  if (text.slice(0, 1024).includes('%PDF-')) return 'pdf';
  return /^(\xef\xbb\xbf)?\s*(<!doctype html|<html[\s>])/i.test(text) ? 'html' : 'text';
}
