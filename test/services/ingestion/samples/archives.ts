import { deflateRawSync } from 'node:zlib';
import { docx, zip } from '../../../../scripts/fixtures/documents.ts';
import type { Sample } from '../samples.test.ts';

const letter = docx(['The bridge is closed.']);
const expect = ['The bridge is closed.'];

/** Returns a Word document whose sizes stand behind the packed bytes only, or also in the directory. */
function piped(isListed: boolean): Buffer {
  const name = Buffer.from('word/document.xml');
  const body = Buffer.from('<w:document><w:p><w:r><w:t>The bridge is closed.</w:t></w:r></w:p></w:document>');
  const packed = deflateRawSync(body);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(8, 6);
  header.writeUInt16LE(8, 8);
  header.writeUInt16LE(name.length, 26);
  const descriptor = Buffer.alloc(16);
  descriptor.writeUInt32LE(0x08074b50, 0);
  descriptor.writeUInt32LE(packed.length, 8);
  descriptor.writeUInt32LE(body.length, 12);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  header.copy(entry, 6, 4, 14);
  if (isListed) entry.writeUInt32LE(packed.length, 20);
  if (isListed) entry.writeUInt32LE(body.length, 24);
  entry.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length + name.length, 12);
  end.writeUInt32LE(30 + name.length + packed.length + 16, 16);
  return Buffer.concat([header, name, packed, descriptor, entry, name, end]);
}

/** Returns the document with another count of its parts. */
function miscounted(count: number): Buffer {
  const bytes = Buffer.from(letter);
  bytes.writeUInt16LE(count, bytes.length - 12);
  bytes.writeUInt16LE(count, bytes.length - 14);
  return bytes;
}

export const archives: Record<string, Sample> = {
  'an archive with bytes behind its end is read': {
    file: 'behind.docx',
    content: Buffer.concat([letter, Buffer.from('\n')]),
    expect,
  },
  'an archive with a megabyte behind its end is read': {
    file: 'far-behind.docx',
    content: Buffer.concat([letter, Buffer.alloc(1_000_000, 0)]),
    expect,
  },
  'an archive with bytes before its beginning is read': {
    file: 'before.docx',
    content: Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\n\r\n'), letter]),
    expect,
  },
  'an archive with the sizes behind the packed bytes is read': { file: 'piped.docx', content: piped(true), expect },
  'an archive without sizes in its directory is read': { file: 'unlisted.docx', content: piped(false), expect },
  'an archive that counts too few parts is read': { file: 'few.docx', content: miscounted(1), expect },
  'an archive that counts too many parts is read': { file: 'many.docx', content: miscounted(9), expect },
  'an archive with backslashes in the names of its parts is read': {
    file: 'backslashes.docx',
    content: zip({
      'word\\document.xml': '<w:document><w:p><w:r><w:t>The bridge is closed.</w:t></w:r></w:p></w:document>',
    }),
    expect,
  },
};
