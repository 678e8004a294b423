import { burn } from '@kenjiuno/msgreader/lib/Burner.js';
import iconv from 'iconv-lite';
import { docx } from '../../../../scripts/fixtures/documents.ts';
import type { Sample } from '../samples.test.ts';

/** Returns a part of a message with its content in base64. */
function part(type: string, content: Uint8Array | string, more = ''): string {
  const lines =
    Buffer.from(content)
      .toString('base64')
      .match(/.{1,76}/g) ?? [];
  return `Content-Type: ${type}\r\nContent-Transfer-Encoding: base64\r\n${more}\r\n${lines.join('\r\n')}\r\n`;
}

function multipart(type: string, boundary: string, ...parts: string[]): string {
  const body = parts.map((one) => `--${boundary}\r\n${one}\r\n`).join('');
  return `Content-Type: multipart/${type}; boundary="${boundary}"\r\n\r\n${body}--${boundary}--\r\n`;
}

/** Returns a message as Outlook saves it, with texts that are not in Unicode and with numbers, by property. */
function outlook(texts: Record<string, Buffer>, numbers: Record<string, number>): Uint8Array {
  const entries = Object.entries(numbers).map(([property, value]) => {
    const entry = Buffer.alloc(16);
    entry.writeUInt32LE(Number.parseInt(`${property}0003`, 16));
    entry.writeUInt32LE(value, 8);
    return entry;
  });
  const files: [string, Buffer][] = [
    ['__properties_version1.0', Buffer.concat([Buffer.alloc(32), ...entries])],
    ...Object.entries(texts).map(([property, text]): [string, Buffer] => [`__substg1.0_${property}001E`, text]),
  ];
  const documents = files.map(([name, bytes]) => ({
    name,
    type: 2,
    length: bytes.length,
    // The library reads from the beginning of the memory that a Buffer shares.
    binaryProvider: () => new Uint8Array(bytes),
  }));
  return burn([{ name: 'Root Entry', type: 5, length: 0, children: documents.map((_, at) => at + 1) }, ...documents]);
}

const subject = '0037';
const body = '1000';

const from =
  'From: =?iso-8859-1?Q?J=F6rg?= <joerg@example.test>\r\nTo: Crew: Mia <mia@example.test>, ada@example.test;\r\n';
const inner = `${from}Subject: The first message\r\nContent-Type: text/plain\r\n\r\nThe toll is two.\r\n`;

export const messages: Record<string, Sample> = {
  'a message without a text part is read from its page': {
    file: 'page.eml',
    content: `${from}Subject: =?gb2312?B?${iconv.encode('老桥', 'gbk').toString('base64')}?=\r\nMIME-Version: 1.0\r\n${part(
      'text/html; charset=gb2312',
      iconv.encode('<h2>通知</h2><p>桥 <b>今天</b> 关闭</p>', 'gbk'),
    )}`,
    expect: [
      '# 老桥',
      'From: Jörg <joerg@example.test>',
      'To: Crew: Mia <mia@example.test>, ada@example.test',
      '桥 今天 关闭',
    ],
    refuse: ['<b>', '=?'],
  },
  'a message that declares no charset is read in the one that its text has': {
    file: 'undeclared.eml',
    content: iconv.encode(
      'From: harbour@example.test\r\nSubject: Tolls\r\n\r\nСтарый мост закрыт для движения с понедельника до среды. ' +
        'Пожалуйста, пользуйтесь паромом, который отходит каждые двадцать минут от северного причала.\r\n',
      'windows-1251',
    ),
    expect: ['# Tolls', 'Старый мост закрыт', 'северного причала'],
  },
  'the attachments of a message are listed, and read if their kind is known': {
    file: 'attachments.eml',
    content: `${from}Subject: Tolls\r\nMIME-Version: 1.0\r\n${multipart(
      'mixed',
      'a',
      multipart(
        'alternative',
        'b',
        'Content-Type: text/plain; charset=utf-8\r\n\r\nSee the list.',
        'Content-Type: text/html\r\n\r\n<p>See in HTML</p>',
      ),
      part(
        'application/octet-stream',
        docx(['The bridge is closed.']),
        "Content-Disposition: attachment; filename*=utf-8''br%C3%BCcke.docx\r\n",
      ),
      part('text/csv; name="tolls.csv"', 'Gate,Toll\nNorth,2\n', 'Content-Disposition: attachment\r\n'),
      part('image/png; name="gate.png"', '\x89PNG', 'Content-Disposition: inline\r\n'),
      part('application/x-none; name="rest.bin"', '\x7fELF\0\0'),
      `Content-Type: message/rfc822\r\n\r\n${inner}`,
    )}`,
    expect: [
      'See the list.',
      'brücke.docx',
      'The bridge is closed.',
      'tolls.csv',
      'gate.png',
      'rest.bin',
      'The first message',
      'The toll is two.',
    ],
    refuse: ['See in HTML', 'PNG\n', 'UEsDB'],
    cells: [['North', 'Toll', '2']],
  },
  'a part of a message that declares another charset than it has is read in its own': {
    file: 'declared-wrongly.eml',
    content: Buffer.concat([
      Buffer.from(`${from}Subject: Brücke\r\nMIME-Version: 1.0\r\n`),
      Buffer.from(
        multipart(
          'mixed',
          'a',
          'Content-Type: text/plain; charset=us-ascii\r\nContent-Transfer-Encoding: 8bit\r\n\r\nDie Brücke öffnet früh.',
          part(
            'text/csv; charset=koi8-r; name="tolls.csv"',
            iconv.encode('Ворота,Сбор\nСевер,2\n', 'koi8-r'),
            'Content-Disposition: attachment\r\n',
          ),
        ),
      ),
    ]),
    expect: ['# Brücke', 'Die Brücke öffnet früh.'],
    cells: [['Север', 'Сбор', '2']],
  },
  'the headers of a message are read in the charset of its text': {
    file: 'headers.eml',
    content: iconv.encode(
      'From: Порт <harbour@example.test>\r\nSubject: Сбор\r\nContent-Type: text/plain; charset=windows-1251\r\n\r\nМост закрыт.\r\n',
      'windows-1251',
    ),
    expect: ['# Сбор', 'From: Порт', 'Мост закрыт.'],
  },
  'a message of the Internet that is saved as .msg is read': {
    file: 'internet.msg',
    content: inner,
    expect: ['# The first message', 'The toll is two.'],
  },
  "a message of Outlook that is not in Unicode is read in its code page, not in its page's": {
    file: 'code-page.msg',
    content: outlook(
      { [subject]: iconv.encode('桥', 'gbk'), [body]: iconv.encode('老桥今天关闭。', 'gbk') },
      { '3ffd': 936, '3fde': 28591 },
    ),
    expect: ['# 桥', '老桥今天关闭。'],
  },
  'a message of Outlook that names no code page is read in that of its language': {
    file: 'language.msg',
    content: outlook(
      { [subject]: iconv.encode('สะพานเก่า', 'windows-874'), [body]: iconv.encode('สะพานปิดวันนี้', 'windows-874') },
      { '3ff1': 0x41e, '3fde': 65001 },
    ),
    expect: ['# สะพานเก่า', 'สะพานปิดวันนี้'],
  },
  'a message of Outlook whose code page is not that of its texts is read in the one that they have': {
    file: 'undeclared.msg',
    content: outlook(
      {
        [subject]: Buffer.from('Brücke'),
        [body]: Buffer.from('Die alte Brücke ist heute für Fußgänger geöffnet, für Lastwagen nicht.'),
      },
      { '3ffd': 1252 },
    ),
    expect: ['# Brücke', 'für Fußgänger geöffnet'],
  },
};
