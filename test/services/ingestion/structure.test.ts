// Tests that headings and tables of documents reach the chunks, and prints how much of the tables and of the reading
// order of drawn PDFs is right.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import t from 'tap';
import { type Bytes, drawnPdf, pdfString, rawDocx, zip } from '../../../scripts/fixtures/documents.ts';
import { Chunker, type TextChunk } from '../../../services/ingestion/chunker.ts';
import { extract, type Piece, type Row } from '../../../services/ingestion/extract/index.ts';

const folder = await mkdtemp(join(tmpdir(), 'svc-structure-'));
t.teardown(() => rm(folder, { recursive: true }));

async function piecesOf(name: string, content: string | Bytes): Promise<Piece[]> {
  const path = join(folder, name);
  await writeFile(path, content);
  const pieces: Piece[] = [];
  for await (const piece of extract(path, name)) pieces.push(piece);
  return pieces;
}

function chunksOf(pieces: readonly Piece[], maxTokens: number): TextChunk[] {
  const chunker = new Chunker({ maxTokens, overlapTokens: 0 });
  return [...pieces.flatMap((piece) => [...chunker.push(piece)]), ...chunker.end()];
}

function headingsOf(pieces: readonly Piece[]): string[] {
  return pieces.flatMap((piece) =>
    typeof piece !== 'string' && piece.type === 'heading' ? `${piece.level} ${piece.text}` : [],
  );
}

function rowsOf(pieces: readonly Piece[]): Row[] {
  return pieces.filter((piece) => typeof piece !== 'string' && piece.type === 'row');
}

/** Returns the share of the expected values that stand at their place in the found ones. */
function share(found: readonly string[], expected: readonly string[]): number {
  return expected.filter((value, index) => found[index] === value).length / expected.length;
}

const words = (count: number): string => Array.from({ length: count }, (_, index) => `word${index}`).join(' ');

t.test('a chunk begins with the headings above its text, and with the header of its table', async (t) => {
  const table = Array.from({ length: 60 }, (_, index) => `| lamp ${index} | ${index}.50 |`).join('\n');
  const guide = `# Guide\n\n## Install\n\n${words(120)}\n\n## Prices\n\n| Name | Price |\n| --- | --- |\n${table}\n\nThe end`;
  const texts = chunksOf(await piecesOf('guide.md', guide), 150).map(({ text }) => text);
  t.match(texts[0], /^# Guide\n\n## Install\n/, 'a chunk that begins with its headings does not repeat them');
  t.match(texts[1], /^Guide > Install\nword/);
  t.match(texts[2], /^Guide\n## Prices\n\| Name \| Price \|\n/);
  for (const text of texts.slice(3, -1))
    t.match(text, /^Guide > Prices\n\| Name \| Price \|\n\| --- \| --- \|\n\| lamp/);
  const rows = texts.flatMap((text) => text.split('\n').filter((line) => line.startsWith('| lamp')));
  t.equal(rows.join('\n'), table, 'every row is whole and in one chunk');
});

t.test('no chunk exceeds its limit, and no word is lost, whatever the headings and rows', (t) => {
  const text = fc.string({ unit: fc.constantFrom('a', 'longer', ' ', '\n', '😀', '東京'), maxLength: 60 });
  const piece = fc.oneof(
    { weight: 3, arbitrary: text.map((words): Piece => `${words} `) },
    fc.record({ type: fc.constant('heading' as const), level: fc.integer({ min: 1, max: 6 }), text }),
    fc.record({
      type: fc.constant('row' as const),
      cells: fc.array(text, { minLength: 2, maxLength: 5 }),
      isFirst: fc.boolean(),
      isHeader: fc.boolean(),
    }),
  );
  // A text that is too long is cut between words. Words of more characters may be cut too.
  const wordsOf = (value: string): string[] =>
    value.split(/\s+|(?=東京|😀)|(?<=東京|😀)/).filter((word) => word !== '' && word.length <= 12);
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), fc.integer({ min: 100, max: 400 }), (pieces, maxTokens) => {
      const chunks = chunksOf(pieces, maxTokens);
      const all = pieces.flatMap((one) => (typeof one === 'string' ? one : one.type === 'row' ? one.cells : one.text));
      return (
        chunks.every(({ tokens }) => tokens <= maxTokens) &&
        all.flatMap(wordsOf).every((word) => chunks.some(({ text }) => text.includes(word)))
      );
    }),
    { numRuns: 300 },
  );
  t.end();
});

t.test('Markdown: headings and tables, but not in code', async (t) => {
  const source =
    '---\ntitle: x\n---\n# One #\n\nTwo\n---\n\n```sh\n# a comment\n| a | b |\n|---|---|\n```\n\n' +
    'Name | Note\n:--- | ---:\na \\| b | `c`\n\n- item\n---\nno # heading\n#none\n';
  const pieces = await piecesOf('source.md', source);
  t.same(headingsOf(pieces), ['1 One', '2 Two']);
  t.same(
    rowsOf(pieces).map(({ cells }) => cells),
    [
      ['Name', 'Note'],
      ['a | b', '`c`'],
    ],
  );
  const text = pieces.filter((piece) => typeof piece === 'string').join('');
  for (const part of ['title: x', '# a comment', '| a | b |', '- item\n---', '#none']) t.match(text, part);
});

t.test('Markdown: the lines of old Macs end with a carriage return alone', async (t) => {
  const guide = '# Guide\n\nfirst\n\n## Prices\n\n| Name | Price |\n| --- | --- |\n| lamp | 1 |\n\nend';
  const wanted = await piecesOf('lines.md', guide);
  for (const end of ['\r', '\r\n']) t.strictSame(await piecesOf('lines.md', guide.replaceAll('\n', end)), wanted);
});

t.test('HTML: data tables are rows, tables that arrange a page are text', async (t) => {
  const pieces = await piecesOf(
    'page.html',
    '<h1>Head <b>line</b></h1><table><thead><tr><th>Name<th colspan=2>Size</thead><tr><td>a|b<td><p>1</p><p>2</p><td>3</table>' +
      '<table><tr><td>menu</td><td><h2>Inner</h2>text<table><tr><td>x<td>y</table></td></tr></table>after',
  );
  t.same(headingsOf(pieces), ['1 Head line', '2 Inner']);
  t.same(
    rowsOf(pieces).map(({ cells, isFirst }) => [...cells, isFirst]),
    [
      ['Name', 'Size', '', true],
      ['a|b', '1 2', '3', false],
      ['x', 'y', true],
    ],
  );
  t.match(pieces.filter((piece) => typeof piece === 'string').join(''), /menu[\s\S]*text[\s\S]*after/);
  t.match(chunksOf(pieces, 200)[0]?.text, '| a\\|b | 1 2 | 3 |');
});

t.test('Word: headings by the names of their styles in any language, and tables', async (t) => {
  const run = (text: string): string => `<w:r><w:t>${text}</w:t></w:r>`;
  const paragraph = (text: string, style = ''): string =>
    `<w:p><w:pPr>${style && `<w:pStyle w:val="${style}"/>`}</w:pPr>${run(text)}</w:p>`;
  const cell = (text: string, span = 1): string =>
    `<w:tc><w:tcPr><w:gridSpan w:val="${span}"/></w:tcPr>${paragraph(text)}</w:tc>`;
  const body =
    `<w:body>${paragraph('Handbuch', 'Titel')}${paragraph('Kapitel', 'berschrift2')}${paragraph('Anhang', 'Eigene')}${paragraph('Text')}` +
    `<w:tbl><w:tr>${cell('Name')}${cell('Preis')}</w:tr><w:tr>${cell('beide', 2)}</w:tr>` +
    `<w:tr>${cell('a')}<w:tc>${paragraph('b')}<w:tbl><w:tr>${cell('c')}</w:tr></w:tbl></w:tc></w:tr></w:tbl></w:body>`;
  const style = (id: string, name: string, more = ''): string =>
    `<w:style w:styleId="${id}"><w:name w:val="${name}"/>${more}</w:style>`;
  const styles = `<w:styles>${style('Titel', 'Title')}${style('berschrift2', 'heading 2')}${style('Eigene', 'Eigene', '<w:basedOn w:val="berschrift2"/>')}</w:styles>`;
  const pieces = await piecesOf(
    'handbuch.docx',
    zip({
      '[Content_Types].xml': '<Types/>',
      'word/document.xml': `<w:document>${body}</w:document>`,
      'word/styles.xml': styles,
    }),
  );
  t.same(headingsOf(pieces), ['1 Handbuch', '2 Kapitel', '2 Anhang']);
  t.same(
    rowsOf(pieces).map(({ cells }) => cells),
    [
      ['Name', 'Preis'],
      ['beide', ''],
      ['a', 'b c'],
    ],
  );
  t.same(headingsOf(await piecesOf('bare.docx', rawDocx(paragraph('Title', 'Heading1')))), [], 'without styles');
});

/** Draws a text. */
const draw = (x: number, y: number, text: string, size = 10): string =>
  `BT /F1 ${size} Tf ${x} ${y} Td ${pdfString(text)} Tj ET\n`;

/** Draws a table with lines, or with thin rectangles as some programs do. The texts come in the order of the cells. */
function drawTable(x: number, y: number, rows: string[][], widths: number[], asRectangles = false): string {
  const height = 20;
  const line = (x1: number, y1: number, x2: number, y2: number): string =>
    asRectangles ? `${x1} ${y1} ${x2 - x1 || 0.5} ${y2 - y1 || 0.5} re f\n` : `${x1} ${y1} m ${x2} ${y2} l S\n`;
  const edges = [0, ...widths].map((_, index) => x + widths.slice(0, index).reduce((sum, width) => sum + width, 0));
  const [right, bottom] = [edges.at(-1) as number, y - rows.length * height];
  return [
    ...Array.from({ length: rows.length + 1 }, (_, index) => line(x, y - index * height, right, y - index * height)),
    ...edges.map((edge) => line(edge, bottom, edge, y)),
    ...rows.flatMap((row, index) =>
      row.map((text, column) => draw((edges[column] as number) + 4, y - index * height - 14, text, 9)),
    ),
  ].join('');
}

t.test('PDF: the cells of ruled tables, the order of columns, and headings', async (t) => {
  const rows = [
    ['Part', 'Number of pieces', 'Price'],
    ...Array.from({ length: 12 }, (_, index) => [
      `part ${index} of the lamp`,
      `${index * 7}`,
      index % 3 === 0 ? '' : `${index}.50`,
    ]),
  ];
  const left = Array.from({ length: 30 }, (_, index) => `left column line ${index} with some more text`);
  const right = Array.from({ length: 30 }, (_, index) => `right column line ${index} with other words`);
  const columnPage = (interleaved: boolean): string => {
    const at = (lines: string[], x: number): string[] => lines.map((line, index) => draw(x, 700 - index * 13, line));
    const [one, two] = [at(left, 50), at(right, 310)];
    const drawn = interleaved ? one.flatMap((line, index) => [line, two[index] as string]) : [...one, ...two];
    return (
      draw(50, 780, 'Of lamps and lighthouses', 20) +
      draw(50, 740, 'A subtitle across both of the columns of this page', 15) +
      drawn.join('')
    );
  };
  const tablePage = (asRectangles: boolean): string =>
    draw(50, 800, 'Parts', 20) +
    draw(50, 780, 'The text before the table.') +
    drawTable(50, 760, rows, [200, 150, 100], asRectangles) +
    draw(50, 480, 'The text after the table.');
  const pages = [columnPage(false), columnPage(true), tablePage(false), tablePage(true)];
  const pieces = await piecesOf('drawn.pdf', drawnPdf(...pages));

  const cells = rowsOf(pieces).flatMap((row) => row.cells);
  const cellShare = share(cells, [...rows, ...rows].flat());
  const lines = pieces
    .filter((piece) => typeof piece === 'string')
    .join('')
    .split('\n')
    .filter((line) => line.includes('column line'));
  const orderShare = share(lines, [...left, ...right, ...left, ...right]);
  t.comment(`cells of tables: ${100 * cellShare} % right; reading order: ${100 * orderShare} % right`);
  t.equal(cellShare, 1);
  t.equal(orderShare, 1);
  const titles = ['1 Of lamps and lighthouses', '2 A subtitle across both of the columns of this page'];
  t.same(headingsOf(pieces), [...titles, ...titles, '1 Parts', '1 Parts']);
  const [before, after] = ['before', 'after'].map((word) => pieces.indexOf(`The text ${word} the table.\n`));
  const firstRow = pieces.indexOf(rowsOf(pieces)[0] as Row);
  t.ok((before as number) < firstRow && firstRow < (after as number), 'a table stands between its texts');
});

t.test('PDF: text of one column stays in its order, lists and forms included', async (t) => {
  const texts = Array.from({ length: 30 }, (_, index) => [
    `${index}.`,
    `item ${index} of a list with a hanging number`,
  ]);
  const list = texts.map(
    ([number = '', text = ''], index) => draw(50, 700 - index * 13, number) + draw(80, 700 - index * 13, text),
  );
  const form = ['Name:', 'Street:', 'Town:', 'Country:'].map(
    (label, index) => draw(50, 250 - index * 20, label) + draw(300, 250 - index * 20, `value ${index}`),
  );
  const text = (await piecesOf('list.pdf', drawnPdf([...list, ...form].join('')))).join('');
  const expected = [
    ...texts.map((row) => row.join(' ')),
    ...['Name:', 'Street:', 'Town:', 'Country:'].map((label, index) => `${label} value ${index}`),
  ];
  t.equal(text.trim(), expected.join('\n'));
});
