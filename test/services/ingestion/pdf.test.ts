// Tests that the words of PDFs are whole, and that nothing that a person sees on a page is lost.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import t from 'tap';
import { type Bytes, drawnPdf, pdf, pdfString, rawPdf } from '../../../scripts/fixtures/documents.ts';
import { extract, markdownRow } from '../../../services/ingestion/extract/index.ts';

const folder = await mkdtemp(join(tmpdir(), 'svc-pdf-'));
t.teardown(() => rm(folder, { recursive: true }));

async function linesOf(content: Bytes): Promise<string[]> {
  const path = join(folder, 'file.pdf');
  await writeFile(path, content);
  let text = '';
  for await (const piece of extract(path, 'file.pdf')) {
    if (typeof piece === 'string') text += piece;
    else text += piece.type === 'row' ? markdownRow({ ...piece, isFirst: false }) : `${piece.text}\n`;
  }
  return text.split('\n').filter((line) => line.trim() !== '');
}

/** Draws a text with operators before it. */
const draw = (x: number, y: number, text: string, before = '', size = 12): string =>
  `BT /F1 ${size} Tf ${before} ${x} ${y} Td ${pdfString(text)} Tj ET\n`;
const drawLines = (...lines: string[]): string => lines.map((line, index) => draw(60, 760 - 16 * index, line)).join('');

t.test(
  'words hyphenated at the end of a line are one word; ranges, names and compounds keep their hyphens',
  async (t) => {
    const cases: [lines: string[], text: string][] = [
      [['closed on Sun-', 'days, since the engi-', 'neer rests'], 'closed on Sundays, since the engineer rests'],
      [['from 2019-', '2021 on'], 'from 2019-|2021 on'],
      [['the Anglo-', 'Saxon boat'], 'the Anglo-Saxon boat'],
      [['a well-known boat is well-', 'known here'], 'a well-known boat is well-known here'],
      [['first -', 'second'], 'first -|second'],
      [['ferry\xad', 'man'], 'ferryman'],
    ];
    for (const [lines, text] of cases) t.equal((await linesOf(drawnPdf(drawLines(...lines)))).join('|'), text);
  },
);

t.test('letter-spaced words are whole words, and the gaps between them are wider', async (t) => {
  const placed = (text: string, step: number): string =>
    [...text].map((letter, at) => (letter === ' ' ? '' : draw(60 + at * step, 700, letter))).join('');
  const cases: Record<string, string> = {
    'by the spacing of characters': draw(60, 700, 'TIME TABLE', '4 Tc'),
    'by wide spacing': draw(60, 700, 'TIME TABLE', '8 Tc'),
    'by moves between letters':
      'BT /F1 12 Tf 60 700 Td [(T) -400 (I) -400 (M) -400 (E) -1000 (T) -400 (A) -400 (B) -400 (L) -400 (E)] TJ ET',
    'by the place of each letter': placed('TIME TABLE', 16),
    'by far places': placed('TIME TABLE', 22),
    'by typed spaces': draw(60, 700, 'T I M E   T A B L E'),
  };
  for (const [how, content] of Object.entries(cases))
    t.strictSame(await linesOf(drawnPdf(content)), ['TIME TABLE'], how);
  for (const text of ['a b c d and x y z', 'A B C D E', 'plan A or B'])
    t.strictSame(await linesOf(drawnPdf(draw(60, 700, text))), [text]);
});

/** Returns a PDF with one page that has annotations. */
function annotated(content: string, ...annotations: string[]): Bytes {
  const kids = annotations.map((_, index) => `${6 + index} 0 R`).join(' ');
  const form = `/AcroForm << /Fields [${kids}] /DA (/F1 10 Tf) >>`;
  return onePage(content, form, `/Annots [${kids}]`, annotations);
}

/** Returns a PDF with one page. The first of the other objects is number 6. */
function onePage(content: string, catalog: string, page = '', objects: string[] = []): Bytes {
  return rawPdf([
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> ${page} >>`,
    streamOf(content),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...objects,
  ]);
}

function streamOf(content: string, more = ''): string {
  return `<< ${more} /Length ${content.length} >>\nstream\n${content}\nendstream`;
}

t.test('the files of a collection are read; those attached to other PDFs are not', async (t) => {
  const file = (content: Bytes): string =>
    streamOf(Buffer.from(content).toString('hex'), '/Type /EmbeddedFile /Filter /ASCIIHexDecode');
  const objects = [
    '<< /Type /Filespec /F (one.pdf) /UF (one.pdf) /EF << /F 9 0 R >> >>',
    '<< /Type /Filespec /F (photo.jpg) /UF (photo.jpg) /EF << /F 10 0 R >> >>',
    '<< /Type /Filespec /F (two.pdf) /UF (two.pdf) /EF << /F 11 0 R >> >>',
    file(pdf('A letter')),
    file(new Uint8Array([0xff, 0xd8, 0xff, 0xe0])),
    file(pdf('An answer')),
  ];
  const names = '/Names << /EmbeddedFiles << /Names [(1) 6 0 R (2) 7 0 R (3) 8 0 R] >> >>';
  const page = drawLines('Open this collection in Acrobat');
  t.strictSame(await linesOf(onePage(page, `${names} /Collection << /View /D >>`, '', objects)), [
    'Open this collection in Acrobat',
    'Attachment: one.pdf',
    'A letter',
    'Attachment: photo.jpg',
    'Attachment: two.pdf',
    'An answer',
  ]);
  t.strictSame(await linesOf(onePage(page, names, '', objects)), ['Open this collection in Acrobat']);
});

t.test('a PDF whose pages are an XFA form is refused; one that has its fields too is read', async (t) => {
  const page = drawLines('Please wait...');
  const template = streamOf('<template xmlns="http://www.xfa.org/schema/xfa-template/3.3/"/>');
  const form = (fields: string): string => `/AcroForm << /Fields [${fields}] /XFA [(template) 6 0 R] >>`;
  await t.rejects(
    linesOf(onePage(page, form(''), '', [template])),
    /XFA form.*Print it to a PDF file in Adobe Reader or Firefox/,
  );
  const field = '<< /Type /Annot /Subtype /Widget /FT /Tx /T (guest) /V (Ada) /Rect [300 757 400 773] >>';
  t.strictSame(await linesOf(onePage(page, form('7 0 R'), '/Annots [7 0 R]', [template, field])), [
    'Please wait... Ada',
  ]);
});

t.test('values of form fields stand at their places', async (t) => {
  const at = (y: number): string => `/Type /Annot /Subtype /Widget /F 4 /Rect [200 ${y - 3} 400 ${y + 13}]`;
  const box = (y: number, field: string, on: string): string =>
    `<< ${at(y)} /FT /Btn /T (${field}) /AP << /N << /${on} null /Off null >> >>`;
  const labels = drawLines('Guest:', 'Deck:', 'Paid:', 'Dog:', 'Berth:', 'Secret:', 'Hidden:', 'Mate:');
  const lines = await linesOf(
    annotated(
      labels,
      `<< ${at(760)} /FT /Tx /T (guest) /V (Ada) >>`,
      `<< ${at(744)} /FT /Ch /T (deck) /Opt [[(u) (upper deck)] [(l) (lower deck)]] /V (u) >>`,
      `${box(728, 'paid', 'Yes')} /V /Yes /AS /Yes >>`,
      `${box(712, 'dog', 'Yes')} /V /Off /AS /Off >>`,
      `${box(696, 'berth', 'Window')} /V /Window /AS /Window >>`,
      `<< ${at(680)} /FT /Tx /Ff 8192 /T (secret) /V (1234) >>`,
      `<< ${at(664).replace('/F 4', '/F 2')} /FT /Tx /T (hidden) /V (nothing) >>`,
      // The same word stands elsewhere on the page.
      `<< ${at(648)} /FT /Tx /T (mate) /V (Dog) >>`,
    ),
  );
  t.strictSame(lines, [
    'Guest: Ada',
    'Deck: upper deck',
    'Paid: ☒',
    'Dog: ☐',
    'Berth: ☒ Window',
    'Secret:',
    'Hidden:',
    'Mate: Dog',
  ]);
});

t.test('captions of buttons, signatures and the formats of numbers are read as they are drawn', async (t) => {
  const drawn = (text: string): string => {
    const content = `BT /F1 10 Tf 2 4 Td ${text} ET`;
    return `<< /Type /XObject /Subtype /Form /BBox [0 0 200 16] /Resources << /Font << /F1 5 0 R >> >> /Length ${content.length} >>\nstream\n${content}\nendstream`;
  };
  const widget = (y: number, at: number, more: string): string =>
    `<< /Type /Annot /Subtype /Widget /F 4 /Rect [200 ${y - 3} 400 ${y + 13}] /AP << /N ${at} 0 R >> ${more} >>`;
  const fields = [
    widget(760, 10, '/FT /Btn /Ff 65536 /T (send)'),
    widget(744, 11, '/FT /Sig /T (seal)'),
    widget(728, 12, '/FT /Tx /T (fee) /V (302.8)'),
    widget(712, 13, '/FT /Tx /T (name) /V (Ada Lovelace)'),
  ];
  const content = drawLines('Then:', 'Signed:', 'Fee:', 'Guest:');
  const looks = [
    drawn('(Send it) Tj'),
    drawn('[(Sig) -20 (ned) -400 (by)] TJ 0 -5 Td (Mia) Tj'),
    drawn('(302,80) Tj'),
    drawn('(Ada Lo) Tj'),
  ];
  t.strictSame(await linesOf(annotated(content, ...fields, ...looks)), [
    'Then: Send it',
    'Signed: Signed by Mia',
    'Fee: 302,80',
    'Guest: Ada Lovelace',
  ]);
});

t.test('notes are named as such, and links have their addresses', async (t) => {
  const note = (kind: string, more: string): string =>
    `<< /Type /Annot /Subtype /${kind} /Rect [400 760 420 780] ${more} >>`;
  const link = (x: number, y: number, address: string): string =>
    `<< /Type /Annot /Subtype /Link /Rect [60 ${y - 2} ${x} ${y + 12}] /A << /S /URI /URI (${address}) >> >>`;
  const lines = await linesOf(
    annotated(
      drawLines('Read the rules', 'or lock.test/fees'),
      note('Text', '/T (Mia) /Contents (Ask first)'),
      note('Highlight', '/QuadPoints [60 770 90 770 60 758 90 758] /Contents (Which ones?)'),
      note('Popup', ''),
      link(140, 760, 'https://lock.test/rules'),
      link(150, 744, 'https://lock.test/fees'),
    ),
  );
  t.strictSame(lines, [
    'Read the rules (https://lock.test/rules)',
    'or lock.test/fees',
    'Note by Mia: Ask first',
    'Note: Which ones?',
  ]);
});

t.test('turned texts are read line by line, and do not disturb the others', async (t) => {
  const turned = (matrix: string, ...lines: string[]): string =>
    lines.map((line, index) => `q ${matrix} cm ${draw(60, -100 - 16 * index, line)} Q\n`).join('');
  const upright = draw(100, 700, 'left') + draw(60, 684, 'below') + draw(60, 700, 'top');
  const stamp = '0.7 0.7 -0.7 0.7 300 300 Tm';
  const lines = await linesOf(
    drawnPdf(`${upright}${turned('0 1 -1 0 300 0', 'up the page', 'second up')}BT /F1 12 Tf ${stamp} (DRAFT) Tj ET`),
  );
  t.strictSame(lines, ['top left', 'below', 'up the page', 'second up', 'DRAFT']);
  for (const matrix of ['0 1 -1 0 300 0', '-1 0 0 -1 500 300', '0 -1 1 0 300 500'])
    t.strictSame(await linesOf(drawnPdf(turned(matrix, 'one', 'two', 'three'))), ['one', 'two', 'three'], matrix);
  const slanted = 'BT /F1 12 Tf 1 0 0.3 1 60 600 Tm (slanted) Tj ET\n';
  t.strictSame(await linesOf(drawnPdf(slanted + upright)), ['top left', 'below', 'slanted']);
});

t.test('small texts below large ones are lines of their own; raised and lowered ones are not', async (t) => {
  const page = [
    draw(60, 700, '2,822', '', 48) + draw(60, 684, 'new jobs') + draw(300, 684, 'in May'),
    draw(60, 600, 'See note') + draw(112, 605, '7', '', 7) + draw(118, 597, 'b', '', 7),
    draw(60, 500, 'H') + draw(69, 496, '2', '', 9) + draw(74, 500, 'O and m') + draw(115, 505, '2', '', 9),
  ];
  const lines = ['2,822', 'new jobs in May', 'See note 7 b', 'H2O and m2'];
  t.strictSame(await linesOf(drawnPdf(page.join(''))), lines);
});

t.test('words with a small gap between them keep their space', async (t) => {
  const content = 'BT /F1 12 Tf 60 700 Td (small) Tj /F1 2 Tf ( ) Tj /F1 13 Tf (gap) Tj ET';
  t.strictSame(await linesOf(drawnPdf(content)), ['small gap']);
});

t.test('a text that is drawn twice, as its shadow, is read once', async (t) => {
  const shadow = draw(60.8, 699.5, 'Timetable') + draw(60, 700, 'Timetable') + draw(160, 700, 'Timetable');
  t.strictSame(await linesOf(drawnPdf(shadow)), ['Timetable Timetable']);
});

t.test('a text whose letters are drawn again beside themselves, to make it bold, is read once', async (t) => {
  // The last time, a letter and the next one are one text.
  const letters = [...'panda'].map((letter, at, all) => {
    const x = 60 + at * 6.672;
    return draw(x, 700, letter) + draw(x + 0.2, 700, letter) + draw(x + 0.2, 700.3, letter + (all[at + 1] ?? ''));
  });
  t.strictSame(await linesOf(drawnPdf(letters.join(''))), ['panda']);
});

t.test('a text whose letters are drawn twice before the next one is read once', async (t) => {
  const twice = (text: string): string =>
    [...text].map((letter, at) => draw(60 + at * 6.672, 700, letter) + draw(60.3 + at * 6.672, 700, letter)).join('');
  t.strictSame(await linesOf(drawnPdf(twice('abandoned'))), ['abandoned']);
  t.strictSame(await linesOf(drawnPdf(draw(60, 700, 'aabbdd 1122'))), ['aabbdd 1122'], 'letters of the usual width');
});

/** Returns a PDF with one page, whose font is the fifth object. */
function withFont(content: string, font: string, ...objects: string[]): Bytes {
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    font,
    ...objects,
  ]);
}

t.test('old-style digits and small capitals are read by the names of their glyphs', async (t) => {
  const glyphs = '/zero.os /two.oldstyle /six.os /e.sc /eacute.sc /f_i /uni00DF.alt';
  const widths = `/FirstChar 32 /LastChar 134 /Widths [${Array(103).fill(556).join(' ')}]`;
  const font = `<< /Type /Font /Subtype /Type1 /BaseFont /Any ${widths} /Encoding << /Differences [128 ${glyphs}] >> >>`;
  const content = 'BT /F1 12 Tf 60 700 Td (from \\201\\200\\201\\202 on: Caf\\204, th\\203, Stra\\206e) Tj ET';
  t.strictSame(await linesOf(withFont(content, font)), ['from 2026 on: Café, the, Straße']);
});

t.test('codes that are no letters are left out', async (t) => {
  const content = 'BT /F1 12 Tf 60 700 Td (lock\\001 two) Tj ET';
  t.strictSame(await linesOf(withFont(content, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>')), [
    'lock two',
  ]);
});

t.test('words of a font of bitmaps, whose letters are placed one by one, are whole', async (t) => {
  const letters = 'ferry';
  const procs = [...new Set(letters)];
  const stream = '35 0 0 -14 40 58 d1';
  const font =
    '<< /Type /Font /Subtype /Type3 /FontMatrix [1 0 0 1 0 0] /FontBBox [0 -14 64 58] /FirstChar 97 /LastChar 122 ' +
    `/Encoding << /Differences [97 ${Array.from({ length: 26 }, (_, at) => `/${String.fromCharCode(97 + at)}`).join(' ')}] >> ` +
    `/Widths [${Array(26).fill(35).join(' ')}] /CharProcs << ${procs.map((one) => `/${one} 6 0 R`).join(' ')} >> >>`;
  const placed = [...letters].map((letter, at) => `1 0 0 1 ${60 + at * 8.9} 700 Tm (${letter}) Tj`).join(' ');
  const content = `BT /F1 0.24 Tf ${placed} ET`;
  const lines = await linesOf(withFont(content, font, `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`));
  t.strictSame(lines, ['ferry']);
});

const leftwardMap =
  '1 begincodespacerange <00> <FF> endcodespacerange 4 beginbfrange <20> <22> <0020> <25> <3F> <0025> <41> <5A> <0041> ' +
  '<61> <7A> <05D0> endbfrange 3 beginbfchar <23> <0627> <24> <062D> <40> <06440627> endbfchar';
/** A font whose small letters are Hebrew ones; `$`, `#` and `@` are Arabic: hah, alef, and lam with alef as one glyph. */
const leftwardFont = [
  '<< /Type /Font /Subtype /Type1 /BaseFont /Any /FirstChar 32 /LastChar 122 ' +
    `/Widths [${Array(91).fill(556).join(' ')}] /ToUnicode 6 0 R >>`,
  `<< /Length ${leftwardMap.length} >>\nstream\n${leftwardMap}\nendstream`,
] as const;
/** Returns the text that the font shows for small letters. */
const inHebrew = (text: string): string =>
  text.replaceAll(/[a-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0x5d0 - 0x61));

/** Draws words from the right, the last one to the left of the others. */
function drawLeftward(right: number, y: number, text: string): string[] {
  let x = right + 4;
  return text.split(' ').map((word) => {
    x -= word.length * 6.672 + 4;
    return draw(x, y, /[a-z@]/.test(word) ? [...word].toReversed().join('') : word);
  });
}

t.test('scripts from right to left are read in their order, in whatever order a page draws their words', async (t) => {
  const lines: [drawn: string, text: string][] = [
    ['abc defg 12:30 hij klm', inHebrew('abc defg 12:30 hij klm')],
    ['nop @# (qrs) $@', inHebrew('nop لاا (qrs) حلا')],
    ['tuv TWO ONE wxy .34', inHebrew('tuv ONE TWO wxy 34.')],
  ];
  const drawn = lines.map(([words], index) => drawLeftward(400, 700 - 16 * index, words));
  const letters = [...'abc'].map((letter, index) => draw(400 - 6.672 * (index + 1), 652, letter));
  for (const order of [drawn, drawn.map((words) => words.toReversed())])
    t.strictSame(await linesOf(withFont([order.flat(), letters].flat().join(''), ...leftwardFont)), [
      ...lines.map(([, text]) => text),
      inHebrew('abc'),
    ]);
  const within = [draw(60, 700, 'THE SHOP'), ...drawLeftward(170, 700, 'abc de'), draw(174, 700, 'OPENS')].join('');
  t.strictSame(await linesOf(withFont(within, ...leftwardFont)), [inHebrew('THE SHOP abc de OPENS')]);
});

t.test('the first column of a ruled table from right to left is its right one', async (t) => {
  const rules = [
    ...[720, 700, 680].map((y) => `60 ${y} m 260 ${y} l S\n`),
    ...[60, 160, 260].map((x) => `${x} 680 m ${x} 720 l S\n`),
  ];
  const cells = [
    ...drawLeftward(155, 705, 'de'),
    ...drawLeftward(255, 705, 'abc'),
    draw(110, 685, '12'),
    ...drawLeftward(255, 685, 'fg hi'),
  ];
  t.strictSame(await linesOf(withFont([...rules, ...cells].join(''), ...leftwardFont)), [
    inHebrew('| abc | de |'),
    inHebrew('| fg hi | 12 |'),
  ]);
});

/** Draws texts in columns that begin at these places, a row below the other one. */
const drawRows = (xs: number[], top: number, ...rows: string[][]): string =>
  rows.flatMap((row, at) => row.map((text, column) => draw(xs[column] as number, top - 20 * at, text))).join('');
const drawRules = (rules: [x: number, y: number, toX: number, toY: number][]): string =>
  rules.map(([x, y, toX, toY]) => `${x} ${y} m ${toX} ${toY} l S\n`).join('');

t.test('rows of a table without lines at its sides or between its rows are whole', async (t) => {
  const rows = [
    ['', 'Passengers', 'Tons'],
    ['Monday', '1,204', '13.5'],
    ['Tuesday', '980', '7.1'],
    ['Wednesday', '1,310', '9.8'],
  ];
  const cells = drawRows([62, 162, 262], 705, ...rows);
  const upright = [160, 260].map((x): [number, number, number, number] => [x, 720, x, 640]);
  const across = [720, 700, 680, 660, 640].map((y): [number, number, number, number] => [60, y, 360, y]);
  const [top, second, , , bottom] = across as Required<typeof across>;
  const shown = rows.map((row) => `| ${row.join(' | ')} |`);
  t.strictSame(await linesOf(drawnPdf(drawRules([...upright, ...across]) + cells)), shown, 'open at its sides');
  const few = drawRules([...upright, ...([top, second, bottom] as typeof across)]);
  t.strictSame(await linesOf(drawnPdf(few + cells)), shown, 'open at its sides and between its rows');
  const named = drawRules([
    ...[160, 260, 360].map((x): [number, number, number, number] => [x, 720, x, 640]),
    ...across.map(([, y]): [number, number, number, number] => [160, y, 360, y]),
  ]);
  t.strictSame(await linesOf(drawnPdf(named + cells)), shown, 'names that stand beside the lines');
  const beside = rows.slice(1).map((_, at) => draw(40, 685 - 20 * at, 'A text of other words'));
  const values = drawRows([162, 262], 705, ...rows.map(([, ...row]) => row));
  t.match(
    (await linesOf(drawnPdf(named + beside.join('') + values))).join('\n'),
    '| 1,204 | 13.5 |',
    'a column of text',
  );
  const texts = drawRows([62, 162], 685, ['Rope', 'From the'], ['Lane', 'quay']);
  t.strictSame(
    await linesOf(drawnPdf(few + drawRows([62, 162], 705, ['Street', 'Way']) + texts)),
    ['| Street | Way |', '| Rope Lane | From the quay |'],
    'lines of a text stay one cell',
  );
});

t.test('a table without lines is read row by row, however wide its gaps are', async (t) => {
  const rows = [
    ['Landing stages of the city', '2019', '2020'],
    ['Rope Lane and the old market', '1,204', '980'],
    ['Tar Street behind the tower', '310', '295'],
    ['Lighthouse and its garden', '88', '61'],
  ];
  t.strictSame(
    await linesOf(drawnPdf(drawRows([60, 330, 480], 700, ...rows))),
    rows.map((row) => row.join(' ')),
  );
});

t.test('a chart on a grid of lines is no table of empty cells', async (t) => {
  const grid = [...Array(12).keys()].map(
    (at) => `60 ${300 + at * 20} m 500 ${300 + at * 20} l S ${60 + at * 40} 300 m ${60 + at * 40} 520 l S\n`,
  );
  const lines = await linesOf(
    drawnPdf(`${grid.join('')}${draw(70, 505, 'Boats')}${draw(110, 405, 'May')}${draw(230, 345, 'June')}`),
  );
  t.strictSame(lines, ['Boats', 'May', 'June']);
});

t.test('a form, whose boxes stand anywhere on the page, is read line by line', async (t) => {
  const rows = [...Array(24).keys()];
  const boxes = rows.map((at) => {
    const [x, y] = [100 + 15 * at, 700 - 20 * at];
    return `60 ${y} m 500 ${y} l S ${x} ${y} m ${x} ${y - 20} l S\n`;
  });
  const texts = rows.map((at) => draw(62, 685 - 20 * at, `${at + 1}`) + draw(465, 685 - 20 * at, 'EUR'));
  const sides = [60, 500].map((x) => `${x} 700 m ${x} 220 l S\n`);
  const lines = await linesOf(drawnPdf([...sides, ...boxes, ...texts].join('')));
  t.strictSame(lines.slice(0, 2), ['1 EUR', '2 EUR']);
});

t.test('columns are read one after the other, also close ones between texts of the width of the page', async (t) => {
  // Each of these letters is as wide as 0.556 of the height of the font, and a space half of that.
  const words = 'abdeg hnopq uabde ghnop qugad';
  const width = 12 * (25 * 0.556 + 4 * 0.278);
  const left = [...Array(7).keys()].map((at) => `${'abdeghn'[at]}${words.slice(1)}`);
  const right = left.map((line) => [...line].toReversed().join(''));
  const wide = left.map((line) => `${line} ${words}`);
  const page = [
    ...wide.map((line, at) => draw(60, 760 - 16 * at, line)),
    ...left.map((line, at) => draw(60, 640 - 16 * at, line)),
    ...right.map((line, at) => draw(60 + width + 10, 640 - 16 * at, line)),
    ...wide.map((line, at) => draw(60, 520 - 16 * at, line)),
  ];
  t.strictSame(await linesOf(drawnPdf(page.join(''))), [...wide, ...left, ...right, ...wide]);
});

t.test('a damaged page, or a damaged form on it, does not lose the other texts, and the text says so', async (t) => {
  const damaged = (...pages: number[]): Bytes => {
    const file = Buffer.from(drawnPdf(draw(60, 700, 'one'), draw(60, 700, 'two'), draw(60, 700, 'three')));
    const streams = [...file.toString('latin1').matchAll(/\nstream\n/g)].map(({ index }) => index + 8);
    for (const page of pages) {
      const content = streams[page - 1] as number;
      file.fill(0xff, content + 2, content + 20);
    }
    return new Uint8Array(file);
  };
  t.strictSame(await linesOf(damaged(2)), ['one', '[Page 2 of the PDF cannot be read.]', 'three']);
  await t.rejects(linesOf(damaged(1, 2, 3)), { message: 'Page 1 of the PDF cannot be read.' });
  t.strictSame(await linesOf(annotated(draw(60, 700, 'one'), '<< /Type /Annot /Subtype /Text /Rect 41) >>')), [
    'one',
    '[The form fields and notes of page 1 cannot be read.]',
  ]);
});

t.test('a damage that ends the content of a page early, or leaves nothing of it, is told', async (t) => {
  const ending = drawnPdf(`${draw(60, 700, 'one')}[ (two`, draw(60, 700, 'three'));
  t.strictSame(await linesOf(ending), ['one', '[A part of page 1 of the PDF cannot be read.]', 'three']);
  const headless = (...contents: string[]): Bytes => {
    const file = Buffer.from(drawnPdf(...contents));
    file.fill(0xff, file.indexOf('\nstream\n') + 8, file.indexOf('\nstream\n') + 10);
    return new Uint8Array(file);
  };
  const two = headless(draw(60, 700, 'one'), draw(60, 700, 'two'));
  t.strictSame(await linesOf(two), ['[Page 1 of the PDF cannot be read.]', 'two']);
  await t.rejects(linesOf(headless(draw(60, 700, 'one'))), { message: 'Page 1 of the PDF cannot be read.' });
});

t.test('a file without its end is repaired by its objects, also by packed ones', async (t) => {
  const content = drawLines('The whole plan');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  const whole = rawPdf(objects);
  const end = Buffer.from(whole).lastIndexOf('trailer');
  for (const cut of [0, 5, 25]) t.strictSame(await linesOf(whole.slice(0, end + cut)), ['The whole plan'], `${cut}`);

  const packed = [objects[0], objects[1], objects[2]].map((object) => `${object} `);
  const places = packed.map((_, index) => packed.slice(0, index).join('').length);
  const pairs = places.map((place, index) => `${index + 1} ${place} `).join('');
  const stream = deflateSync(Buffer.from(pairs + packed.join(''), 'latin1'));
  const open = [
    ['4', objects[3]],
    ['5', objects[4]],
    ['6', `<< /Type /ObjStm /N 3 /First ${pairs.length} /Filter /FlateDecode /Length ${stream.length} >>\nstream\n`],
  ].map(([number, object]) => `${number} 0 obj\n${object}`);
  const file = Buffer.concat([
    Buffer.from(`%PDF-1.7\n${open.slice(0, 2).join('\nendobj\n')}\nendobj\n${open[2]}`, 'latin1'),
    stream,
    Buffer.from('\nendstream\nendobj\n7 0 obj\n<< /Type /XRef /W [1 2'),
  ]);
  t.strictSame(await linesOf(new Uint8Array(file)), ['The whole plan']);
});

t.test(
  'a cell of a ruled table that covers others has one text; texts without a line between them stay apart',
  async (t) => {
    const across = (y: number, from: number, to: number): string => `${from} ${y} m ${to} ${y} l S\n`;
    const down = (x: number, from: number, to: number): string => `${x} ${from} m ${x} ${to} l S\n`;
    const lines = [
      ...[
        across(720, 60, 360),
        across(700, 160, 360),
        across(680, 60, 360),
        across(660, 160, 360),
        across(640, 60, 360),
      ],
      ...[down(60, 640, 720), down(160, 640, 720), down(260, 640, 700), down(360, 640, 720)],
    ];
    const texts = (top: string[], rest: [x: number, y: number, text: string][]): string =>
      [...top.map((text, at): [number, number, string] => [170 + 100 * at, 705, text]), ...rest]
        .map(([x, y, text]) => draw(x, y, text, '', 10))
        .join('');
    const rest: [number, number, string][] = [
      ...([
        [65, 695, 'District'],
        [170, 685, 'Planted'],
        [270, 685, 'Felled'],
      ] as [number, number, string][]),
      ...([
        [65, 665, 'Harbour and'],
        [65, 653, 'old pier'],
        [170, 665, '12'],
        [270, 665, '3'],
        [170, 645, '7'],
      ] as [number, number, string][]),
    ];
    t.strictSame(await linesOf(drawnPdf(lines.join('') + texts(['Trees'], rest))), [
      '| District | Trees |  |',
      '| District | Planted | Felled |',
      '| Harbour and old pier | 12 | 3 |',
      '| Harbour and old pier | 7 |  |',
    ]);
    const [first] = await linesOf(drawnPdf(lines.join('') + texts(['Spring', 'Autumn'], rest)));
    t.equal(first, '| District | Spring | Autumn |');
  },
);
