// Tests that the cells of tables stand under their columns in each format, and workbooks show what a person sees.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { type Bytes, rawDocx, zip } from '../../../scripts/fixtures/documents.ts';
import { Chunker } from '../../../services/ingestion/chunker.ts';
import { extract, markdownRow } from '../../../services/ingestion/extract/index.ts';

const folder = await mkdtemp(join(tmpdir(), 'svc-tables-'));
t.teardown(() => rm(folder, { recursive: true }));

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Returns the rows of a workbook with the elements of one sheet. */
async function rowsOf(rows: string, { behind = '', formats = [] as string[], settings = '', prefix = '' } = {}) {
  const written = (xml: string): string => xml.replaceAll(/<(\/?)(?=\w)/g, `<$1${prefix === '' ? '' : `${prefix}:`}`);
  const xmlns = `xmlns${prefix === '' ? '' : `:${prefix}`}="${main}" xmlns:rel="${relations}"`;
  const styles = formats.map((code, index) => `<numFmt numFmtId="${170 + index}" formatCode="${code}"/>`).join('');
  const cells = formats.map((_code, index) => `<xf numFmtId="${170 + index}"/>`).join('');
  const content = zip({
    'xl/workbook.xml': written(
      `<workbook ${xmlns}>${settings}<sheets><sheet name="Data" sheetId="1" rel:id="a"/></sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="a" Type="${relations}/worksheet" Target="worksheets/one.xml"/></Relationships>`,
    'xl/styles.xml': written(
      `<styleSheet ${xmlns}>${styles}<cellXfs><xf numFmtId="0"/>${cells}</cellXfs></styleSheet>`,
    ),
    'xl/worksheets/_rels/one.xml.rels': `<Relationships><Relationship Id="b" Type="${relations}/hyperlink" Target="https://lights.example.test/"/></Relationships>`,
    'xl/worksheets/one.xml': written(`<worksheet ${xmlns}><sheetData>${rows}</sheetData>${behind}</worksheet>`),
  });
  const path = join(folder, 'book.xlsx');
  await writeFile(path, content);
  const lines: string[] = [];
  for await (const piece of extract(path, 'book.xlsx')) {
    if (typeof piece === 'string') lines.push(piece.trim());
    else if (piece.type === 'row') lines.push(markdownRow({ ...piece, isFirst: false }).trim());
  }
  return lines.filter((line) => line !== '');
}

const cell = (place: string, value: string | number, style = 0): string =>
  typeof value === 'number'
    ? `<c r="${place}" s="${style}"><v>${value}</v></c>`
    : `<c r="${place}" t="str"><v>${value}</v></c>`;
const header = `<row r="1">${cell('A1', 'Light')}${cell('B1', 'Seen')}${cell('C1', 'Lit')}</row>`;

t.test('a cell stands in its column, and one without a position in the next one', async (t) => {
  const rows = `${header}<row r="4">${cell('C4', 1902)}</row><row><c><v>1</v></c><c/><c><v>3</v></c></row>`;
  const wanted = ['| Light | Seen | Lit |', '|  |  | 1902 |', '| 1 |  | 3 |'];
  t.strictSame(await rowsOf(rows), wanted);
  for (const prefix of ['x', 'ss']) t.strictSame(await rowsOf(rows, { prefix }), wanted, `with the prefix ${prefix}`);
  t.strictSame(await rowsOf(`<row r="1">${cell('A1', 'A title')}</row>${header.replaceAll('1"', '2"')}`), [
    'A title',
    '| Light | Seen | Lit |',
  ]);
});

t.test(
  'a merged cell stands in every row with text that it covers, and empty rows and columns are dropped',
  async (t) => {
    const rows =
      `${header}<row r="2">${cell('A2', 'North')}${cell('B2', 5)}</row><row r="3"><c r="A3" s="0"/>${cell('C3', 6)}</row>` +
      `<row r="4">${cell('B4', 7)}</row><row r="5">${cell('B5', 8)}</row><row r="6"><c r="A6"/><c r="Z6"/></row>`;
    t.strictSame(await rowsOf(rows, { behind: '<mergeCells><mergeCell ref="A2:A4"/></mergeCells>' }), [
      '| Light | Seen | Lit |',
      '| North | 5 |  |',
      '| North |  | 6 |',
      '| North | 7 |  |',
      '|  | 8 |  |',
    ]);
  },
);

t.test('values are shown as a person sees them', async (t) => {
  const formats = ['0.0%', 'h:mm', 'dd\\.mm\\.yyyy', '[h]:mm', '#,##0.00', '0.00 &quot;m&quot;'];
  const values = [0.425, 0.3125, 45418, 1.25, 1234.5, 7];
  const cells = values.map((value, index) => cell(`${'ABCDEF'[index]}1`, value, index + 1)).join('');
  t.strictSame(await rowsOf(`<row r="1">${cells}</row>`, { formats }), [
    '| 42.5% | 07:30 | 2024-05-06 | 30:00 | 1,234.50 | 7.00 m |',
  ]);
  const plain = `<row r="1">${cell('A1', 0.30000000000000004)}<c r="B1" t="e"><v>#N/A</v></c>${cell('C1', 'chart')}</row>`;
  t.strictSame(await rowsOf(plain, { behind: '<hyperlinks><hyperlink ref="C1" rel:id="b"/></hyperlinks>' }), [
    '| 0.3 | #N/A | chart (https://lights.example.test/) |',
  ]);
  const day = `<row r="1">${cell('A1', 43956, 1)}${cell('B1', 'x')}</row>`;
  const since1904 = { formats: ['yyyy-mm-dd'], settings: '<workbookPr date1904="1"/>' };
  t.strictSame(await rowsOf(day, since1904), ['| 2024-05-06 | x |']);
});

/** Returns the rows of a file, each as its cells, and the texts between them. */
async function gridOf(name: string, content: string | Bytes): Promise<(string[] | string)[]> {
  const path = join(folder, name);
  await writeFile(path, content);
  const found: (string[] | string)[] = [];
  for await (const piece of extract(path, name)) {
    if (typeof piece !== 'string') found.push(piece.type === 'row' ? piece.cells : piece.text);
    else if (piece.trim() !== '') found.push(piece.trim());
  }
  return found;
}

const districts = [
  ['District', 'Street', 'Trees'],
  ['Harbour', 'Rope Lane', '12'],
  ['Harbour', 'Tar Street', '9'],
  ['all', '', '21'],
];

t.test('a cell of a page over several rows stands in each of them', async (t) => {
  const page =
    '<table><tr><th>District<th>Street<th>Trees<tr><td rowspan=2>Harbour<td>Rope Lane<td>12<tr><td>Tar Street<td>9' +
    '<tr><td colspan=2>all<td>21</table>';
  t.strictSame(await gridOf('page.html', page), districts);
});

t.test('soft hyphens part no word of any format, and radicals are the letters that look like them', async (t) => {
  const page =
    '# Ferry\u00adman\n\nTar\u00adpaulin of \u2f47\u672c\n\n| Lock\u00adkeeper | Ada |\n|---|---|\n| Boat | 1 |\n';
  t.strictSame(await gridOf('page.md', page), ['Ferryman', 'Tarpaulin of 日本', ['Lockkeeper', 'Ada'], ['Boat', '1']]);
});

t.test('a paragraph beside several rows stands in the first of them only', async (t) => {
  const paragraph =
    'The keeper of the lock writes down each boat that passes, with its name, its length and its load. '.repeat(2);
  const page = `<table><tr><td rowspan=2>${paragraph}<td rowspan=2>Lock<td>Name<tr><td>Length</table>`;
  t.strictSame(await gridOf('page.html', page), [
    [paragraph.trim(), 'Lock', 'Name'],
    ['', 'Lock', 'Length'],
  ]);
});

t.test('cells of a Word document stand in their columns, and merged ones in each row', async (t) => {
  const cell = (text: string, properties = ''): string =>
    `<w:tc><w:tcPr>${properties}</w:tcPr><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:tc>`;
  const row = (cells: string, properties = ''): string => `<w:tr><w:trPr>${properties}</w:trPr>${cells}</w:tr>`;
  const table =
    row(cell('District') + cell('Street') + cell('Trees')) +
    row(cell('Harbour', '<w:vMerge w:val="restart"/>') + cell('Rope Lane') + cell('12')) +
    row(cell('hidden', '<w:vMerge/>') + cell('Tar Street') + cell('9')) +
    row(cell('all', '<w:gridSpan w:val="2"/>') + cell('21')) +
    row(cell('late'), '<w:gridBefore w:val="2"/>');
  const wanted = [...districts, ['', '', 'late']];
  t.strictSame(await gridOf('merged.docx', rawDocx(`<w:tbl>${table}</w:tbl>`)), wanted);
  const foreign = `<doc:document xmlns:doc="http://purl.oclc.org/ooxml/wordprocessingml/main"><doc:tbl>${table.replaceAll('w:', 'doc:')}</doc:tbl></doc:document>`;
  t.strictSame(await gridOf('foreign.docx', zip({ 'word/document.xml': foreign })), wanted, 'with another prefix');
});

t.test('cells of slides stand in their columns, and merged ones in each row', async (t) => {
  const cell = (text: string, attributes = ''): string =>
    `<a:tc ${attributes}><a:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:txBody></a:tc>`;
  const row = (...cells: string[]): string => `<a:tr>${cells.join('')}</a:tr>`;
  const table =
    row(cell('District'), cell('Street'), cell('Trees')) +
    row(cell('Harbour', 'rowSpan="2"'), cell('Rope Lane'), cell('12')) +
    row(cell('hidden', 'vMerge="1"'), cell('Tar Street'), cell('9')) +
    row(cell('all', 'gridSpan="2"'), cell('', 'hMerge="true"'), cell('21'));
  const slide = (xml: string): Bytes =>
    zip({ 'ppt/presentation.xml': '<p:presentation/>', 'ppt/slides/slide1.xml': xml });
  t.strictSame(await gridOf('merged.pptx', slide(`<p:sld><a:tbl>${table}</a:tbl></p:sld>`)), districts);
  const foreign = `<sld xmlns="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:art="http://schemas.openxmlformats.org/drawingml/2006/main"><art:tbl>${table.replaceAll('a:', 'art:')}</art:tbl></sld>`;
  t.strictSame(await gridOf('foreign.pptx', slide(foreign)), districts, 'with another prefix');
});

t.test('a row with one filled cell is a title above its table, and a row within it', async (t) => {
  const page = (...rows: string[]): string => `<table>${rows.map((row) => `<tr>${row}`).join('')}</table>`;
  t.strictSame(
    await gridOf('title.html', page('<td colspan=2>Trees', '<th>Street<th>Trees', '<td>Tar Street<td>9', '<td>Dock')),
    ['Trees', ['Street', 'Trees'], ['Tar Street', '9'], ['Dock', '']],
  );
  t.strictSame(await gridOf('corner.html', page('<th><th>Trees', '<td>Tar Street<td>9')), [
    ['', 'Trees'],
    ['Tar Street', '9'],
  ]);
  t.strictSame(await gridOf('column.html', page('<th>Street', '<td>Rope Lane', '<td>Tar Street')), [
    ['Street'],
    ['Rope Lane'],
    ['Tar Street'],
  ]);
  t.strictSame(await gridOf('box.html', page('<td>A remark in a box')), ['A remark in a box']);
});

t.test('each chunk has all rows of the header', async (t) => {
  const rows = Array.from({ length: 60 }, (_, index) => `<tr><td>Street ${index}<td>${index}<td>${index + 1}`);
  const reaching = '<tr><th rowspan=2>Street<th colspan=2>Trees<tr><td>old<td>young';
  const marked = '<thead><tr><th>Street<th colspan=2>Trees<tr><th><th>old<th>young</thead>';
  for (const header of [reaching, marked]) {
    const path = join(folder, 'header.html');
    await writeFile(path, `<table>${header}${rows.join('')}</table>`);
    const chunker = new Chunker({ maxTokens: 200, overlapTokens: 0 });
    const texts: string[] = [];
    for await (const piece of extract(path, 'header.html'))
      texts.push(...[...chunker.push(piece)].map(({ text }) => text));
    texts.push(...[...chunker.end()].map(({ text }) => text));
    t.ok(texts.length > 2);
    for (const text of texts)
      t.match(text, /^\| Street \| Trees \| {2}\|\n\| --- \| --- \| --- \|\n\| (Street)? \| old \| young \|\n/);
  }
});

t.test('the header stands again behind a row that is too long for a row', async (t) => {
  const long = 'word '.repeat(5000).trim();
  const page = `<table><tr><th>Street<th>Trees<tr><td>Tar Street<td>${long}<tr><td>Dock<td>3</table>`;
  t.strictSame(await gridOf('long.html', page.replace(long, 'few')), [
    ['Street', 'Trees'],
    ['Tar Street', 'few'],
    ['Dock', '3'],
  ]);
  const found = await gridOf(
    'long.docx',
    rawDocx(
      tableOf([
        ['Street', 'Trees'],
        ['Tar Street', long.slice(0, 19_995)],
        ['Dock', '3'],
      ]),
    ),
  );
  t.strictSame(
    [found[0], found.slice(-2)],
    [
      ['Street', 'Trees'],
      [
        ['Street', 'Trees'],
        ['Dock', '3'],
      ],
    ],
  );
  t.match(found.slice(1, -2).join(' '), /^Tar Street\tword word/);
});

/** Returns a table of a Word document. */
function tableOf(rows: string[][]): string {
  const cell = (text: string): string => `<w:tc><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:tc>`;
  return `<w:tbl>${rows.map((row) => `<w:tr>${row.map(cell).join('')}</w:tr>`).join('')}</w:tbl>`;
}

t.test('the parts of a workbook are found by their relations, whatever their names', async (t) => {
  const related = (...targets: [type: string, target: string][]): string =>
    `<Relationships>${targets.map(([type, target], id) => `<Relationship Id="r${id}" Type="${relations}/${type}" Target="${target}"/>`).join('')}</Relationships>`;
  const content = zip({
    '_rels/.rels': related(['officeDocument', '/book/main.xml']),
    'book/main.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Data" r:id="r0"/></sheets></workbook>`,
    'book/_rels/main.xml.rels': related(['worksheet', '../data/first.xml'], ['sharedStrings', 'words.xml']),
    'book/words.xml': `<sst xmlns="${main}"><si><t>Light</t></si><si><t>Seen</t></si></sst>`,
    'data/first.xml': `<worksheet xmlns="${main}"><sheetData><row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row></sheetData></worksheet>`,
    'data/_rels/first.xml.rels': related(['comments', 'notes.xml'], ['threadedComment', 'threads.xml']),
    // A note, and the copy of a thread for older programs.
    'data/notes.xml': `<comments xmlns="${main}"><authors><author>Mia</author><author>tc={1}</author></authors><commentList><comment ref="A1" authorId="0"><text><t>Closed</t></text></comment><comment ref="B1" authorId="1"><text><t>[Threaded comment] Dark</t></text></comment></commentList></comments>`,
    'data/threads.xml': `<ThreadedComments xmlns="${main}"><threadedComment ref="B1"><text>Dark</text></threadedComment></ThreadedComments>`,
  });
  t.strictSame(await gridOf('names.xlsx', content), [
    'Data',
    ['Light', 'Seen'],
    'Comment at B1: Dark',
    'Comment at A1 by Mia: Closed',
  ]);
});
