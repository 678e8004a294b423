// Extracts messages of the Internet (RFC 5322, RFC 2045).

import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import { invalid } from '../../problem.ts';
import { htmlPieces } from '../html.ts';
import type { Piece } from '../piece.ts';
import { bytesOf, type Source } from '../source.ts';
import { extractText, unclearEncoding } from '../text/index.ts';
import { letterPieces } from './letter.ts';

/** The parser holds a message and its decoded parts in memory. */
const maxBytes = 50 * 1024 ** 2;

export async function* extractEml(source: Source): AsyncIterable<Piece> {
  const email = await readEmail(source);
  const headers: [string, string][] = [
    ['From', addressText(email.from)],
    ['To', addressesText(email.to)],
    ['Cc', addressesText(email.cc)],
    ['Date', email.headers.find(({ key }) => key === 'date')?.value ?? ''],
  ];
  const attachments = email.attachments.map((attachment) => ({
    filename: nameOf(attachment),
    bytes: contentOf(attachment),
  }));
  yield* letterPieces({ subject: email.subject ?? '', headers, body: bodyPieces(email), attachments }, source);
}

/** Extracts a page that a browser saved as a message (RFC 2557). Its other parts are pictures, styles and scripts. */
export async function* extractWebArchive(source: Source): AsyncIterable<Piece> {
  const { text, html } = await readEmail(source);
  yield* html === undefined || html === '' ? [text ?? ''] : htmlPieces(html);
}

async function readEmail(source: Source): Promise<Email> {
  if (source.content.size > maxBytes) throw invalid(`The message is larger than ${maxBytes / 1024 ** 2} MiB.`);
  const bytes = await bytesOf(source.content);
  const isDeclared = /charset/i.test(bytes.toString('latin1'));
  const email = await parse(isDeclared ? bytes : await transcoded(source));
  // An encoded part whose charset nobody declares is decoded as UTF-8.
  if (!isDeclared && `${email.text}${email.html}`.includes('\ufffd')) throw unclearEncoding();
  return email;
}

/** Returns a message that declares no charset in UTF-8, which the parser takes it for. */
async function transcoded(source: Source): Promise<Buffer> {
  const parts: string[] = [];
  for await (const part of extractText(source)) parts.push(part);
  return Buffer.from(parts.join(''));
}

async function parse(bytes: Buffer): Promise<Email> {
  try {
    return await PostalMime.parse(bytes, { forceRfc822Attachments: true, maxNestingDepth: 100 });
  } catch (error) {
    throw invalid('The message cannot be read.', error);
  }
}

async function* bodyPieces({ text = '', html = '' }: Email): AsyncIterable<Piece> {
  yield* text.trim() !== '' || html === '' ? [text] : htmlPieces(html);
}

function addressesText(addresses: readonly Address[] = []): string {
  return addresses.map(addressText).join(', ');
}

function addressText(address: Address | undefined): string {
  if (address === undefined) return '';
  if (address.group !== undefined) return `${address.name}: ${addressesText(address.group)}`;
  return address.name === '' ? address.address : `${address.name} <${address.address}>`;
}

/** Extensions for parts without a name. */
const extensions: Record<string, string> = {
  'message/rfc822': 'eml',
  'text/html': 'html',
  'text/plain': 'txt',
  'text/csv': 'csv',
  'text/calendar': 'ics',
  'application/pdf': 'pdf',
};

function nameOf({ filename, mimeType }: Attachment): string {
  const extension = extensions[mimeType];
  if (mimeType === 'message/rfc822' && !/\.eml$/i.test(filename ?? '')) return `${filename ?? 'message'}.eml`;
  return filename ?? (extension === undefined ? mimeType : `part.${extension}`);
}

function contentOf({ content }: Attachment): Buffer {
  if (typeof content === 'string') return Buffer.from(content);
  return content instanceof ArrayBuffer
    ? Buffer.from(content)
    : Buffer.from(content.buffer, content.byteOffset, content.byteLength);
}
