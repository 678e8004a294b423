// Malicious documents of many kinds: each must end soon, as text or as a refusal, and the next file must be read.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import t from 'tap';
import { type Bytes, rawDocx, rawPdf, zip } from '../../../scripts/fixtures/documents.ts';
import { ReaderPool } from '../../../services/ingestion/pool.ts';
import { FileProblem } from '../../../services/ingestion/problem.ts';
import { startCanary } from '../../harness/canary.ts';
import { holdBound } from '../../harness/clock.ts';

// The timeout is long, because a busy machine starts processes slowly.
t.setTimeout(600_000);
const timeoutMs = 20_000;
const folder = await mkdtemp(join(tmpdir(), 'svc-hostile-'));
t.teardown(() => rm(folder, { recursive: true }));
const pool = new ReaderPool({ processes: 1, timeoutMs, memoryBytes: 256 << 20 }, [folder]);
t.teardown(() => pool.close());
const canary = await startCanary(t);
const secret = 'root:x:0:0';

let files = 0;

/** Returns the text of a file, or the code and message of the refusal. */
async function outcome(filename: string, content: string | Bytes): Promise<string> {
  files += 1;
  const path = join(folder, `object-${files}`);
  await writeFile(path, content);
  const chunks = { maxTokens: 800, overlapTokens: 0 };
  let text = '';
  try {
    const pieces = pool.read(
      { path, filename, chunks, maxTokens: 1_000_000, embed: undefined },
      new AbortController().signal,
    );
    for await (const piece of pieces) text += piece.map((one) => one.text).join('');
    return text;
  } catch (error) {
    if (error instanceof FileProblem) return `${error.code}: ${error.message}`;
    throw error;
  }
}

/** Returns a PDF stream object. The content may be compressed. */
function stream(content: string | Buffer, dictionary = ''): Buffer {
  const bytes = Buffer.from(content as string, 'latin1');
  return Buffer.concat([
    Buffer.from(`<< /Length ${bytes.length} ${dictionary}>>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ]);
}

const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
const words = 'BT /F1 12 Tf 10 100 Td (The visible words) Tj ET';

/** Returns a PDF with one page of this content. */
function onePage(
  content: Buffer,
  { catalog = '', page = '', more = [] as (string | Buffer)[], trailer = '' } = {},
): Bytes {
  return rawPdf(
    [
      `<< /Type /Catalog /Pages 2 0 R ${catalog}>>`,
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> ${page}>>`,
      content,
      font,
      ...more,
    ],
    trailer,
  );
}

const zeros = (bytes: number) => deflateSync(Buffer.alloc(bytes, ' '), { level: 9 });

/** Each document with its expected outcome. */
const hostile: Record<string, [filename: string, content: () => string | Bytes, expected: RegExp]> = {
  'a PDF that is none of these': ['good.pdf', () => onePage(stream(words)), /The visible words/],
  'pages that contain themselves, a billion of them': [
    'cycle.pdf',
    () => rawPdf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 1000000000 >>']),
    /^invalid_file/,
  ],
  'one page, three hundred thousand times': [
    'endless.pdf',
    () =>
      rawPdf([
        '<< /Type /Catalog /Pages 2 0 R >>',
        `<< /Type /Pages /Kids [${'3 0 R '.repeat(300_000)}] /Count 300000 >>`,
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
        stream(words),
        font,
      ]),
    /^The visible words\s+\[Page 2 of the PDF cannot be read\.\]/,
  ],
  'a hundred thousand arrays, one in the other': [
    'deep.pdf',
    () => onePage(stream(words), { catalog: `/X ${'['.repeat(100_000)}${']'.repeat(100_000)}` }),
    /^invalid_file|The visible words/,
  ],
  'a page that nests a hundred thousand arrays': [
    'deep-page.pdf',
    () => onePage(stream(`${'['.repeat(100_000)} ${words}`)),
    /^invalid_file|The visible words|^$/,
  ],
  'a page that inflates to 400 MB': [
    'bomb.pdf',
    () => onePage(stream(zeros(400 << 20), '/Filter /FlateDecode ')),
    /^invalid_file/,
  ],
  'a page packed twice': [
    'twice.pdf',
    () => onePage(stream(deflateSync(zeros(300 << 20)), '/Filter [/FlateDecode /FlateDecode] ')),
    /^invalid_file/,
  ],
  'a file without its end whose object stream unpacks to 400 MB': [
    'packed.pdf',
    () => {
      const packed = stream(zeros(400 << 20), '/Type /ObjStm /N 1 /First 9 /Filter /FlateDecode ');
      const file = rawPdf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 0 >>', packed]);
      return file.slice(0, Buffer.from(file).lastIndexOf('trailer'));
    },
    /^invalid_file/,
  ],
  'a hundred thousand notes on one page': [
    'annotations.pdf',
    () =>
      onePage(stream(words), {
        page: `/Annots [${'6 0 R '.repeat(100_000)}] `,
        more: ['<< /Type /Annot /Subtype /Text /Rect [1 1 2 2] /Contents (again and again) >>'],
      }),
    /The visible words|^invalid_file/,
  ],
  'scripts and links that want to be followed': [
    'script.pdf',
    () =>
      onePage(stream(words), {
        catalog: '/OpenAction 6 0 R /AA << /WC 6 0 R >> ',
        page: '/AA << /O 7 0 R >> ',
        more: [
          '<< /S /JavaScript /JS (while \\(true\\) {} app.launchURL\\("http://127.0.0.1"\\)) >>',
          `<< /S /URI /URI (http://127.0.0.1:${canary.port}/) >>`,
        ],
      }),
    /The visible words/,
  ],
  'content that stands in another file': [
    'external.pdf',
    () => onePage(stream(words, '/F (/etc/passwd) /FFilter /ASCIIHexDecode ')),
    /^invalid_file|The visible words|^$/,
  ],
  'a table that goes on at itself': [
    'loop.pdf',
    () => onePage(stream(words), { trailer: '/Prev 0 ' }),
    /The visible words|^invalid_file/,
  ],
  'a document whose picture is a file of this machine': [
    'linked.docx',
    () =>
      zip({
        '[Content_Types].xml': '<Types/>',
        'word/document.xml':
          '<w:document><w:p><w:r><w:t>outer text</w:t></w:r></w:p><a:blip r:link="rId1"/></w:document>',
        'word/_rels/document.xml.rels': `<Relationships><Relationship Id="rId1" TargetMode="External" Target="file:///etc/passwd"/><Relationship Id="rId2" TargetMode="External" Target="http://127.0.0.1:${canary.port}/"/></Relationships>`,
      }),
    /^outer text$/,
  ],
  'a workbook whose formulas ask the network and the machine': [
    'formulas.xlsx',
    () =>
      zip({
        '[Content_Types].xml': '<Types/>',
        'xl/workbook.xml': '<workbook><sheets><sheet name="Sheet"/></sheets></workbook>',
        'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row><c t="str"><f>WEBSERVICE("http://127.0.0.1:${canary.port}/")</f><v>kept</v></c><c><f>cmd|'/c calc'!A0</f></c><c t="inlineStr"><is><t>=1+1</t></is></c></row></sheetData></worksheet>`,
      }),
    /\| kept \|.*\| =1\+1 \|/s,
  ],
  'a document of five thousand entries': [
    'entries.docx',
    () =>
      zip(
        Object.fromEntries([
          ...Array.from({ length: 5000 }, (_, index): [string, string] => [`x/${index}`, '']),
          ['word/document.xml', '<w:document><w:p><w:t>text</w:t></w:p></w:document>'],
        ]),
      ),
    /^invalid_file|^text$/,
  ],
  'markup that is nested two hundred thousand times': [
    'deep.html',
    () => `<!doctype html><html><body>${'<div>'.repeat(200_000)}inner${'</div>'.repeat(200_000)}`,
    /^invalid_file: The page is nested too deeply/,
  ],
  'a page that loads what it finds': [
    'loads.html',
    () =>
      `<!doctype html><html><body><iframe src="file:///etc/passwd"></iframe><img src="http://127.0.0.1:${canary.port}/"><link rel=stylesheet href="http://127.0.0.1:${canary.port}/"><p>shown</p>`,
    /shown/,
  ],
  'a workbook of two million cells, each of which shows the same megabyte': [
    'cells.xlsx',
    () =>
      zip({
        '[Content_Types].xml': '<Types/>',
        'xl/workbook.xml': '<workbook><sheets><sheet name="big"/></sheets></workbook>',
        'xl/sharedStrings.xml': `<sst><si><t>${'a'.repeat(1 << 20)}</t></si></sst>`,
        'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row>${'<c t="s"><v>0</v></c>'.repeat(2_000_000)}</row></sheetData></worksheet>`,
      }),
    /^invalid_file: The file has too much text to be read/,
  ],
  'text boxes, one in the other, a hundred and fifty times': [
    'boxes.docx',
    () => {
      const box = '<w:p><w:r><mc:AlternateContent><mc:Choice><w:txbxContent>';
      const end = '</w:txbxContent></mc:Choice></mc:AlternateContent></w:r></w:p>';
      return rawDocx(`${box.repeat(150)}<w:p><w:t>inner</w:t></w:p>${end.repeat(150)}`);
    },
    /^inner$/,
  ],
  'a note of a megabyte to which a hundred thousand paragraphs refer': [
    'notes.docx',
    () =>
      zip({
        'word/document.xml': `<w:document>${'<w:p><w:footnoteReference w:id="1"/></w:p>'.repeat(100_000)}</w:document>`,
        'word/footnotes.xml': `<w:footnotes><w:footnote w:id="1"><w:p><w:t>${'note '.repeat(200_000)}</w:t></w:p></w:footnote></w:footnotes>`,
      }),
    /^Footnote: note note/,
  ],
  'groups of shapes, one in the other, nine hundred times': [
    'groups.pptx',
    () =>
      zip({
        'ppt/presentation.xml': '<p:presentation/>',
        'ppt/slides/slide1.xml': `<p:sld>${'<p:grpSp>'.repeat(900)}<a:p><a:t>inner</a:t></a:p>${'</p:grpSp>'.repeat(900)}</p:sld>`,
      }),
    /^inner$/,
  ],
  'a chart of a hundred thousand series, each with a point of its own': [
    'chart.pptx',
    () =>
      zip({
        'ppt/presentation.xml': '<p:presentation/>',
        'ppt/slides/slide1.xml': '<p:sld><a:p><a:t>shown</a:t></a:p><c:chart r:id="c"/></p:sld>',
        'ppt/slides/_rels/slide1.xml.rels':
          '<Relationships><Relationship Id="c" Type="x/chart" Target="chart.xml"/></Relationships>',
        'ppt/slides/chart.xml': `<c:chart>${Array.from({ length: 100_000 }, (_, at) => `<c:ser><c:val><c:pt idx="${at}"><c:v>1</c:v></c:pt></c:val></c:ser>`).join('')}</c:chart>`,
      }),
    /^shown|^invalid_file: The file has more than/,
  ],
  'a diagram whose points are below each other': [
    'diagram.pptx',
    () =>
      zip({
        'ppt/presentation.xml': '<p:presentation/>',
        'ppt/slides/slide1.xml': '<p:sld><dgm:relIds r:dm="d"/></p:sld>',
        'ppt/slides/_rels/slide1.xml.rels':
          '<Relationships><Relationship Id="d" Type="x/diagramData" Target="d.xml"/></Relationships>',
        'ppt/slides/d.xml': `<dgm:dataModel><dgm:pt modelId="a" type="doc"/><dgm:pt modelId="b"><a:p><a:t>point</a:t></a:p></dgm:pt>${'<dgm:cxn srcId="a" destId="b"/><dgm:cxn srcId="b" destId="a"/>'.repeat(50_000)}</dgm:dataModel>`,
      }),
    /^- point$/,
  ],
  'a million equal rows of a thousand characters in OpenDocument': [
    'rows.ods',
    () =>
      zip({
        'content.xml': `<office:spreadsheet><table:table>${`<table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384"><text:p>${'a'.repeat(1000)}</text:p></table:table-cell></table:table-row>`.repeat(20)}</table:table></office:spreadsheet>`,
      }),
    /^invalid_file|a{1000}/,
  ],
  'a book that names one chapter a hundred thousand times': [
    'chapters.epub',
    () =>
      zip({
        'META-INF/container.xml': '<container><rootfile full-path="a.opf"/></container>',
        'a.opf': `<package><item id="a" href="a.html" media-type="text/html"/>${'<itemref idref="a"/>'.repeat(100_000)}</package>`,
        'a.html': `<p>${'chapter '.repeat(1000)}</p>`,
      }),
    /chapter/,
  ],
  'groups of rich text, one in the other, a million times': [
    'groups.rtf',
    () => `{\\rtf1 ${'{'.repeat(1_000_000)}`,
    /^invalid_file: The document is nested too deeply/,
  ],
  'a hundred thousand fonts of rich text': [
    'fonts.rtf',
    () =>
      `{\\rtf1{\\fonttbl${Array.from({ length: 100_000 }, (_, id) => `{\\f${id}\\fcharset204 A;}`).join('')}}shown}`,
    /^shown$/,
  ],
  'a message with a hundred thousand parts': [
    'parts.eml',
    () =>
      `Subject: parts\r\nContent-Type: multipart/mixed; boundary=a\r\n\r\n${'--a\r\nContent-Type: text/plain\r\n\r\nshown\r\n'.repeat(100_000)}--a--`,
    /^invalid_file|shown/,
  ],
  'messages, one in the other, a thousand times': [
    'messages.eml',
    () => 'Subject: outer\r\nContent-Type: message/rfc822\r\n\r\n'.repeat(1000),
    /^invalid_file|outer/,
  ],
  'a message of Outlook whose sectors form a circle': [
    'circle.msg',
    () => {
      const bytes = Buffer.alloc(2048);
      Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(bytes);
      for (const [at, value] of [
        [0x1e, 9],
        [0x20, 6],
        [0x2c, 1],
        [0x30, 1],
        [0x38, 4096],
        [0x3c, 0xfffffffe],
        [0x44, 0xfffffffe],
        [0x4c, 0],
      ] as const)
        bytes.writeUInt32LE(value, at);
      for (let at = 512; at < 1024; at += 4) bytes.writeUInt32LE(1, at);
      return new Uint8Array(bytes);
    },
    /^invalid_file/,
  ],
  'a notebook of a million lists, one in the other': [
    'lists.ipynb',
    () => `{"cells": ${'['.repeat(1_000_000)}`,
    /^invalid_file/,
  ],
  'an attribute of eight megabytes': [
    'attribute.docx',
    () => rawDocx(`<w:p x="${'a'.repeat(8 << 20)}"><w:r><w:t>text</w:t></w:r></w:p>`),
    /^invalid_file|^text$/,
  ],
};

for (const [what, [filename, content, expected]] of Object.entries(hostile)) {
  t.test(what, async (t) => {
    const before = canary.visits();
    const bytes = content();
    const began = performance.now();
    const text = await outcome(filename, bytes);
    t.match(text, expected, text.slice(0, 200));
    t.notOk(text.includes(secret));
    holdBound(t, `${what}, in ms`, performance.now() - began, timeoutMs + 20_000);
    t.equal(canary.visits(), before, 'the document causes no connection');
    t.equal(await outcome('next.txt', 'next'), 'next');
  });
}

t.test('a page beside a large picture is read', async (t) => {
  const rows = 'BT /F1 12 Tf 60 700 Td (left) Tj 200 0 Td (right) Tj -200 -20 Td (old) Tj 200 0 Td (new) Tj ET\n';
  const side = 12_000;
  const picture = rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R ' +
      '/Resources << /Font << /F1 5 0 R >> /XObject << /I 6 0 R >> >> >>',
    stream(`${rows}q 100 0 0 100 60 300 cm /I Do Q`),
    font,
    stream(
      zeros((side * side) / 8),
      `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /BitsPerComponent 1 /ColorSpace /DeviceGray ` +
        '/SMask 7 0 R /Filter /FlateDecode ',
    ),
    stream('    ', '/Type /XObject /Subtype /Image /Width 2 /Height 2 /BitsPerComponent 8 /ColorSpace /DeviceGray '),
  ]);
  t.match(await outcome('picture.pdf', picture), /^left right\s+old new$/);
});
