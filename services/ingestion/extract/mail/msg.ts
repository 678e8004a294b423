// Extracts messages that Outlook saves (MS-OXMSG): a compound file of properties.

import { decompressRTF } from '@kenjiuno/decompressrtf';
import msgReader from '@kenjiuno/msgreader';
import { invalid } from '../../problem.ts';
import { extractHtml } from '../html.ts';
import type { Piece } from '../piece.ts';
import { encodingOfCodePage } from '../rtf/charsets.ts';
import { rtfPieces } from '../rtf/index.ts';
import { bytesContent, bytesOf, type Source } from '../source.ts';
import { type Attachment, letterPieces } from './letter.ts';

const maxBytes = 50 * 1024 ** 2;

type Fields = ReturnType<msgReader.default['getFileData']>;

export async function* extractMsg(source: Source): AsyncIterable<Piece> {
  if (source.content.size > maxBytes) throw invalid(`The message is larger than ${maxBytes / 1024 ** 2} MiB.`);
  const { fields, attachments } = parse(await bytesOf(source.content));
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

function parse(bytes: Buffer): { fields: Fields; attachments: Attachment[] } {
  try {
    const reader = new msgReader.default(new Uint8Array(bytes).buffer);
    const fields = reader.getFileData();
    if (fields.error !== undefined) throw new Error(fields.error);
    const attachments = (fields.attachments ?? []).map((attachment) => {
      const { fileName, content } = reader.getAttachment(attachment);
      return { filename: fileName, bytes: Buffer.from(content) };
    });
    return { fields, attachments };
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

function person(name = '', address = ''): string {
  if (address === '' || address === name) return name;
  return name === '' ? address : `${name} <${address}>`;
}
