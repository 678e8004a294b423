// Extracts messages that Outlook saves (MS-OXMSG): a compound file of properties.

import { isAscii } from 'node:buffer';
import { decompressRTF } from '@kenjiuno/decompressrtf';
import msgReader from '@kenjiuno/msgreader';
import { invalid } from '../../problem.ts';
import type { Attachment } from '../attachments.ts';
import { extractHtml } from '../html.ts';
import type { Piece } from '../piece.ts';
import { rtfPieces } from '../rtf/index.ts';
import { bytesContent, bytesOf, type Source } from '../source.ts';
import { codePageOfLocale, encodingOfCodePage } from '../text/code-pages.ts';
import { encodingOfBytes } from '../text/index.ts';
import { letterPieces } from './letter.ts';

const maxBytes = 50 * 1024 ** 2;
/** The type of texts that are not in Unicode (MS-OXCDATA 2.11.1: PtypString8). */
const string8 = 0x1e;
/** The headers of the transport and the HTML body (MS-OXPROPS) may be in another encoding than the other texts. */
const encodedApart = [0x7d, 0x1013];

type Fields = ReturnType<msgReader.default['getFileData']>;

export async function* extractMsg(source: Source): AsyncIterable<Piece> {
  if (source.content.size > maxBytes) throw invalid(`The message is larger than ${maxBytes / 1024 ** 2} MiB.`);
  const { fields, attachments } = await parse(source);
  const headers: [string, string][] = [
    ['From', person(fields.senderName, fields.senderSmtpAddress ?? fields.senderEmail)],
    ['To', recipients(fields, 'to')],
    ['Cc', recipients(fields, 'cc')],
    ['Date', fields.messageDeliveryTime ?? fields.clientSubmitTime ?? ''],
    ['Start', fields.apptStartWhole ?? ''],
    ['End', fields.apptEndWhole ?? ''],
    ['Location', fields.apptLocation ?? ''],
  ];
  yield* letterPieces(
    { subject: fields.subject ?? '', headers, body: bodyPieces(fields, source), attachments },
    source,
  );
}

async function parse({ content, charset }: Source): Promise<{ fields: Fields; attachments: Attachment[] }> {
  const bytes = new Uint8Array(await bytesOf(content)).buffer;
  const encoding = await encodingOfTexts(bytes, charset);
  return refusing(() => {
    const reader = new msgReader.default(bytes);
    if (encoding !== undefined) reader.parserConfig = { ansiEncoding: encoding };
    const fields = reader.getFileData();
    if (fields.error !== undefined) throw new Error(fields.error);
    const attachments = (fields.attachments ?? []).map((attachment) => {
      const { fileName, content } = reader.getAttachment(attachment);
      return { filename: fileName, bytes: Buffer.from(content) };
    });
    return { fields, attachments };
  });
}

/**
 * Returns the encoding of the texts that are not in Unicode; undefined if they are all ASCII. Some programs leave out
 * the message's code page: then it is that of the sender's language.
 */
async function encodingOfTexts(bytes: ArrayBuffer, charset: string | undefined): Promise<string | undefined> {
  const texts: Uint8Array[] = [];
  const fields = refusing(() => {
    const reader = new msgReader.default(bytes);
    reader.parserConfig = {
      propertyObserver: (_, tag, raw) => {
        // The reader also shows each text's entry in the list of properties: 8 bytes with its length.
        const isEntry = raw?.length === 8 && raw.includes(0);
        if ((tag & 0xffff) === string8 && raw !== null && !isEntry && !encodedApart.includes(tag >>> 16))
          texts.push(raw, Buffer.from('\n'));
      },
    };
    return reader.getFileData();
  });
  const all = Buffer.concat(texts);
  if (isAscii(all)) return undefined;
  const { messageCodepage, messageLocaleId, internetCodepage } = fields;
  const ofLocale = messageLocaleId === undefined ? internetCodepage : codePageOfLocale(messageLocaleId);
  const page = messageCodepage ?? ofLocale;
  return encodingOfBytes(all, charset ?? (page === undefined ? undefined : encodingOfCodePage(page)));
}

function refusing<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw invalid('The message cannot be read.', error);
  }
}

/** A message has its text in one to three formats. */
async function* bodyPieces(fields: Fields, source: Source): AsyncIterable<Piece> {
  const { body = '', bodyHtml, html, compressedRtf } = fields;
  const page = bodyHtml === undefined ? html : Buffer.from(bodyHtml);
  const charset = bodyHtml === undefined ? encodingOfCodePage(fields.internetCodepage ?? 65001) : 'utf-8';
  if (body.trim() !== '') yield body;
  else if (page !== undefined)
    yield* extractHtml({ ...source, content: bytesContent(Buffer.from(page)), kind: 'html', charset });
  else if (compressedRtf !== undefined)
    yield* rtfPieces(bytesContent(Buffer.from(decompressRTF([...compressedRtf]))).read());
}

function recipients({ recipients: all = [] }: Fields, type: 'to' | 'cc'): string {
  const chosen = all.filter(({ recipType }) => recipType === type);
  return chosen.map(({ name, smtpAddress, email }) => person(name, smtpAddress ?? email)).join(', ');
}

function person(name = '', given = ''): string {
  // The path of a mailbox in a directory says nothing to people.
  const address = /^\/o=/i.test(given) ? '' : given;
  if (address === '' || address === name) return name;
  return name === '' ? address : `${name} <${address}>`;
}
