import { docx, zip } from '../../../../scripts/fixtures/documents.ts';
import type { Sample } from '../samples.test.ts';

const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const page = '<p>Toll: <b>four</b> coins</p><table><tr><td>Cart</td><td>4</td></tr></table>';

/** Returns a Word document that shows other files as its own text, each with the media type that the package declares. */
function word(files: Record<string, [type: string, bytes: string | Uint8Array]>): Uint8Array {
  const names = Object.keys(files);
  const chunks = names.map((_name, at) => `<w:p/><w:altChunk r:id="r${at}"/>`).join('');
  const links = names.map((name, at) => `<Relationship Id="r${at}" Type="${relations}/aFChunk" Target="${name}"/>`);
  const types = Object.entries(files).map(
    ([name, [type]]) => `<Override PartName="/word/${name}" ContentType="${type}"/>`,
  );
  return zip({
    '[Content_Types].xml': `<Types>${types.join('')}</Types>`,
    '_rels/.rels': `<Relationships><Relationship Id="a" Type="${relations}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `<w:document><w:body><w:p><w:r><w:t>Before</w:t></w:r></w:p>${chunks}<w:p><w:r><w:t>Behind</w:t></w:r></w:p></w:body></w:document>`,
    'word/_rels/document.xml.rels': `<Relationships>${links.join('')}</Relationships>`,
    ...Object.fromEntries(Object.entries(files).map(([name, [, bytes]]) => [`word/${name}`, bytes])),
  });
}

export const embedded: Record<string, Sample> = {
  'documents of other formats within a Word document stand at their places': {
    file: 'report.docx',
    content: word({
      'one.dat': ['text/html', page],
      'two.bin': [
        'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
        docx(['Dogs are free.']),
      ],
      'three.txt': ['text/plain; charset=utf-8', 'Plain words.'],
    }),
    order: ['Before', 'Toll: four coins', '| Cart | 4 |', 'Dogs are free.', 'Plain words.', 'Behind'],
    refuse: ['<'],
  },
  'a page that was saved as a message is its text, without pictures and styles': {
    file: 'page.mhtml',
    content: [
      'From: <Saved by a browser>',
      'Subject: Bridge',
      'MIME-Version: 1.0',
      'Content-Type: multipart/related; type="text/html"; boundary="b"',
      '',
      '--b',
      'Content-Type: text/html; charset=iso-8859-1',
      'Content-Transfer-Encoding: quoted-printable',
      'Content-Location: https://bridge.example.test/',
      '',
      '<html><h1>Br=FCcke</h1><table><tr><td>Cart</td><td>4</td></tr></table></html>',
      '--b',
      'Content-Type: text/css',
      'Content-Location: https://bridge.example.test/a.css',
      '',
      'body { color: red }',
      '--b--',
      '',
    ].join('\r\n'),
    order: ['# Brücke', '| Cart | 4 |'],
    refuse: ['color', 'Content-', 'Attachment'],
  },
};
