// Extracts messages of the Internet (RFC 5322, RFC 2045).

import { isAscii, isUtf8 } from 'node:buffer';
import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import { FileProblem, invalid } from '../../problem.ts';
import { htmlPieces } from '../html.ts';
import type { Piece } from '../piece.ts';
import { bytesOf, type Source } from '../source.ts';
import { decoded, encodingOfBytes } from '../text/index.ts';
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
  const bytes = await withReadableHeaders(await bytesOf(source.content), source.charset);
  const parser = new PostalMime({ forceRfc822Attachments: true, maxNestingDepth: 100 }) as Parser;
  // The parser believes each part's declaration, and takes a part without one for UTF-8.
  const finish = parser.finalize.bind(parser);
  parser.finalize = async () => {
    await finish();
    await decodeTexts(parser.root, source.charset);
  };
  try {
    return await parser.parse(bytes);
  } catch (error) {
    if (error instanceof FileProblem) throw error;
    throw invalid('The message cannot be read.', error);
  }
}

/** The members of the parser that it has for itself: it has none to choose the decoder of a part. */
type Parser = PostalMime & { root: Part; finalize(): Promise<void> };

interface Part {
  content?: ArrayBuffer;
  contentType: { parsed: { value: string; params: Record<string, string> } };
  contentDisposition: { parsed: { value: string } };
  childNodes: Part[];
}

/** Replaces the bytes of all parts that are texts by UTF-8. */
async function decodeTexts(part: Part, charset: string | undefined): Promise<void> {
  for (const child of part.childNodes) await decodeTexts(child, charset);
  const { value, params } = part.contentType.parsed;
  if (part.content === undefined || !value.startsWith('text/') || isAscii(new Uint8Array(part.content))) return;
  const isAttachment = part.contentDisposition.parsed.value === 'attachment' || !/^text\/(?:plain|html)$/.test(value);
  const declared = params.charset ?? charset;
  // Its own reader looks for the encoding of an attachment.
  if (isAttachment && declared === undefined) return;
  const bytes = Buffer.from(part.content);
  const encoding = await encodingOfBytes(bytes, declared, value === 'text/html').catch((error: unknown) => {
    if (isAttachment && error instanceof FileProblem) return undefined;
    throw error;
  });
  if (encoding === undefined) return;
  part.content = new Uint8Array(decoded(bytes, encoding)).buffer;
  params.charset = 'utf-8';
}

/** Returns the message with headers in UTF-8: some programs write them in the encoding of the text. */
async function withReadableHeaders(bytes: Buffer, charset: string | undefined): Promise<Buffer> {
  const text = bytes.toString('latin1');
  const end = /\r?\n\r?\n/.exec(text)?.index ?? bytes.length;
  const head = bytes.subarray(0, end);
  if (isUtf8(head)) return bytes;
  const declared = charset ?? /charset=["']?([\w.:-]{1,40})/i.exec(text)?.[1];
  return Buffer.concat([decoded(head, await encodingOfBytes(bytes, declared)), bytes.subarray(end)]);
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
