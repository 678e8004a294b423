// Tests that nothing that a person sees in Word documents is lost, and nothing stands in the text that nobody sees.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { type Bytes, rawDocx, zip } from '../../../scripts/fixtures/documents.ts';
import { extract, markdownRow } from '../../../services/ingestion/extract/index.ts';

const folder = await mkdtemp(join(tmpdir(), 'svc-office-'));
t.teardown(() => rm(folder, { recursive: true }));

/** Returns the lines of a document. */
async function linesOf(content: Bytes, name = 'file.docx'): Promise<string[]> {
  const path = join(folder, name);
  await writeFile(path, content);
  let text = '';
  for await (const piece of extract(path, name)) {
    if (typeof piece === 'string') text += piece;
    else text += piece.type === 'row' ? markdownRow({ ...piece, isFirst: false }) : `# ${piece.text}\n`;
  }
  return text.split('\n').filter((line) => line.trim() !== '');
}

const office = 'http://schemas.openxmlformats.org/officeDocument/2006';
/** Returns the part of relations: an address leads out of the document. */
function relations(...list: [id: string, type: string, target: string][]): string {
  const mode = (target: string): string => (/^[a-z]+:/.test(target) ? ' TargetMode="External"' : '');
  return `<Relationships>${list
    .map(
      ([id, type, target]) =>
        `<Relationship Id="${id}" Type="${office}/relationships/${type}" Target="${target}"${mode(target)}/>`,
    )
    .join('')}</Relationships>`;
}

const run = (text: string, properties = ''): string => `<w:r><w:rPr>${properties}</w:rPr><w:t>${text}</w:t></w:r>`;
const paragraph = (runs: string, properties = ''): string => `<w:p><w:pPr>${properties}</w:pPr>${runs}</w:p>`;

/** Returns the lines of a Word document with these paragraphs, its relations and other parts. */
function wordLines(
  body: string,
  parts: Record<string, string> = {},
  ...list: [id: string, type: string, target: string][]
): Promise<string[]> {
  return linesOf(
    zip({
      'word/document.xml': `<w:document><w:body>${body}</w:body></w:document>`,
      'word/_rels/document.xml.rels': relations(...list),
      ...parts,
    }),
  );
}

t.test('the parts of a document are found by their relations, whatever their names', async (t) => {
  const foreign = `<doc:document xmlns:doc="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><doc:p><doc:r><doc:t>The gate</doc:t></doc:r><doc:r><doc:footnoteReference doc:id="7"/></doc:r></doc:p></doc:document>`;
  for (const [main, target] of [
    ['word/document2.xml', 'word/document2.xml'],
    ['odd/Main.xml', '/odd/main.xml'],
  ] as const) {
    const [at, name] = main.split('/');
    const parts = {
      '_rels/.rels': relations(['a', 'officeDocument', target]),
      [main]: foreign,
      [`${at}/_rels/${name}.rels`]: relations(['b', 'footnotes', 'marks/feet.xml']),
      [`${at}/marks/feet.xml`]: `<w:footnotes><w:footnote w:id="7">${paragraph(run('Rusty.'))}</w:footnote></w:footnotes>`,
    };
    t.strictSame(await linesOf(zip(parts)), ['The gate', 'Footnote: Rusty.'], main);
  }
});

t.test('a document whose styles and numbers are broken is read without them', async (t) => {
  const broken = (parts: Record<string, string>, ...names: string[]): Bytes => {
    const file = Buffer.from(zip(parts));
    for (const name of names) file.fill(0xff, file.indexOf(name) + name.length, file.indexOf(name) + name.length + 8);
    return new Uint8Array(file);
  };
  const [styles, numbering, body] = ['word/styles.xml', 'word/numbering.xml', 'word/document.xml'] as const;
  const word = {
    [styles]: '<w:styles><w:style w:styleId="h"><w:name w:val="heading 1"/></w:style></w:styles>',
    [numbering]: '<w:numbering/>',
    [body]: `<w:document><w:body>${paragraph(run('The gate'), '<w:pStyle w:val="h"/>')}</w:body></w:document>`,
  };
  t.strictSame(await linesOf(zip(word)), ['# The gate']);
  t.strictSame(await linesOf(broken(word, styles, numbering)), ['The gate']);
  await t.rejects(linesOf(broken(word, body)), { message: `The part ${body} of the document is broken.` });
  const text = '<office:document-content><text:p>The gate</text:p></office:document-content>';
  const open = { 'styles.xml': '<office:document-styles/>', 'content.xml': text };
  t.strictSame(await linesOf(broken(open, 'styles.xml'), 'file.odt'), ['The gate']);
});

t.test('a document that ends within a part fails, also where the ZIP is intact', async (t) => {
  const problem = { code: 'invalid_file', message: 'A part of the document is broken: its XML ends too early.' };
  const text = '<office:document-content><text:p>The gate</text:p><text:p>The river</text:p></office:document-content>';
  const note = `<w:comments><w:comment w:id="0">${paragraph(run('Rusty.'))}</w:comment></w:comments>`;
  for (const cut of [text.slice(0, -30), text.slice(0, text.indexOf('</text:p>')), 'No XML at all.'])
    await t.rejects(linesOf(zip({ 'content.xml': cut }), 'file.odt'), problem, cut);
  for (const part of [note.slice(0, -8), '\0\0\0'])
    await t.rejects(
      wordLines(paragraph(run('The gate')), { 'word/notes.xml': part }, ['c', 'comments', 'notes.xml']),
      problem,
    );
  t.strictSame(
    await linesOf(zip({ 'content.xml': `${text}\n<!-- end -->\n`, 'META-INF/manifest.xml': '<m' }), 'file.odt'),
    ['The gate', 'The river'],
  );
});

t.test('the text names a chapter, a slide or a sheet that the document does not have', async (t) => {
  const missing = (part: string): string => `[The part ${part} of the document is missing.]`;
  const one = (name: string): string => `<o:item id="${name}" href="${name}.html" media-type="text/html"/>`;
  const book = {
    'META-INF/container.xml': '<container><rootfile full-path="book.opf"/></container>',
    'book.opf': `<o:package xmlns:o="http://www.idpf.org/2007/opf">${one('a')}${one('b')}</o:package>`,
    'b.html': '<p>The river</p>',
  };
  t.strictSame(await linesOf(zip(book), 'file.epub'), [missing('a.html'), 'The river']);
  const show = {
    'ppt/presentation.xml':
      '<p:presentation><p:sldIdLst><p:sldId r:id="a"/><p:sldId r:id="b"/></p:sldIdLst></p:presentation>',
    'ppt/_rels/presentation.xml.rels': relations(['a', 'slide', 'a.xml'], ['b', 'slide', 'b.xml']),
    'ppt/b.xml': '<p:sld><p:sp><p:txBody><a:p><a:r><a:t>The river</a:t></a:r></a:p></p:txBody></p:sp></p:sld>',
  };
  t.strictSame(await linesOf(zip(show), 'file.pptx'), [missing('ppt/a.xml'), 'The river']);
  const sheets = {
    'xl/workbook.xml': '<workbook><sheets><sheet name="A" r:id="a"/><sheet name="B" r:id="b"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': relations(['a', 'worksheet', 'a.xml'], ['b', 'worksheet', 'b.xml']),
    'xl/b.xml': '<worksheet><sheetData><row><c><v>7</v></c></row></sheetData></worksheet>',
  };
  t.strictSame(await linesOf(zip(sheets), 'file.xlsx'), ['# A', missing('xl/a.xml'), '# B', '7']);
  t.strictSame(await linesOf(zip({ ...sheets, 'xl/sharedStrings.xml': '' }), 'file.xlsx'), [
    '# A',
    missing('xl/a.xml'),
    '# B',
    '7',
  ]);
  const none = { code: 'invalid_file', message: /has none of its (chapters|slides)/ };
  const without = (parts: Record<string, string>, name: string, part: string): Bytes =>
    zip({ ...parts, [name]: parts[name]?.replace(part, '') ?? '' });
  await t.rejects(linesOf(without(book, 'book.opf', one('b')), 'file.epub'), none);
  await t.rejects(linesOf(without(show, 'ppt/presentation.xml', '<p:sldId r:id="b"/>'), 'file.pptx'), none);
});

t.test('a formula is written in LaTeX', async (t) => {
  const sign = (text: string): string => `<m:r><m:t>${text}</m:t></m:r>`;
  const part = (name: string, ...inner: string[]): string => `<m:${name}>${inner.join('')}</m:${name}>`;
  const value = (name: string, text: string): string => `<m:${name} m:val="${text}"/>`;
  const cases: [string, string][] = [
    [part('f', part('num', sign('a')), part('den', sign('bc'))), '\\frac{a}{bc}'],
    [part('f', part('fPr', value('type', 'lin')), part('num', sign('a')), part('den', sign('b'))), 'a/b'],
    [part('sSup', part('e', sign('𝑥')), part('sup', sign('2'))), 'x^2'],
    [part('sSubSup', part('e', sign('x')), part('sub', sign('i')), part('sup', sign('n+1'))), 'x_i^{n+1}'],
    [part('rad', part('deg', sign('3')), part('e', sign('y'))), '\\sqrt[3]{y}'],
    [
      part(
        'nary',
        part('naryPr', value('chr', '∑')),
        part('sub', sign('i=1')),
        part('sup', sign('n')),
        part('e', sign('i')),
      ),
      '\\sum_{i=1}^n i',
    ],
    [
      part('d', part('dPr', value('begChr', '['), value('endChr', ']')), part('e', sign('a')), part('e', sign('b'))),
      '[a|b]',
    ],
    [part('func', part('fName', sign('sin')), part('e', sign('t'))), '\\sin t'],
    [part('acc', part('accPr', value('chr', '\u20d7')), part('e', sign('v'))), '\\vec{v}'],
    [
      part(
        'm',
        part('mr', part('e', sign('1')), part('e', sign('2'))),
        part('mr', part('e', sign('3')), part('e', sign('4'))),
      ),
      '\\begin{matrix}1 & 2 \\\\ 3 & 4\\end{matrix}',
    ],
  ];
  for (const [xml, latex] of cases)
    t.strictSame(await wordLines(paragraph(run('Flow ') + part('oMath', xml))), [`Flow ${latex}`]);
  t.strictSame(await wordLines(part('oMathPara', part('oMath', sign('e=mc')))), ['e=mc'], 'between paragraphs');
});

t.test('notes and comments stand once behind their paragraph, named as such', async (t) => {
  const reference = (kind: string, id: number): string => `<w:r><w:${kind}Reference w:id="${id}"/></w:r>`;
  const notes = (kind: string, ...texts: string[]): string =>
    `<w:${kind}s>${texts.map((text, id) => `<w:${kind} w:id="${id}" w:author="Mia">${paragraph(run(text))}</w:${kind}>`).join('')}</w:${kind}s>`;
  const lines = await wordLines(
    paragraph(run('Fees.') + reference('footnote', 0) + reference('comment', 0) + reference('footnote', 0)) +
      `<w:tbl><w:tr><w:tc>${paragraph(run('Boat'))}</w:tc><w:tc>${paragraph(run('2') + reference('endnote', 0))}</w:tc></w:tr></w:tbl>` +
      paragraph(run('End.')),
    {
      'word/f.xml': notes('footnote', 'Not for rafts.', 'Nobody refers to this.').replaceAll(' w:author="Mia"', ''),
      'word/e.xml': notes('endnote', 'Per day.').replaceAll(' w:author="Mia"', ''),
      'word/c.xml': notes('comment', 'Ask first.'),
    },
    ['f', 'footnotes', 'f.xml'],
    ['e', 'endnotes', 'e.xml'],
    ['c', 'comments', 'c.xml'],
  );
  t.strictSame(lines, [
    'Fees.',
    'Footnote: Not for rafts.',
    'Comment by Mia: Ask first.',
    '| Boat | 2 |',
    'Endnote: Per day.',
    'End.',
    'Footnote: Nobody refers to this.',
  ]);
});

const field = (instruction: string, result: string): string =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${instruction}</w:instrText></w:r>` +
  `<w:r><w:fldChar w:fldCharType="separate"/></w:r>${result}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;

t.test('a link has its address behind it, once, and a link within the document has none', async (t) => {
  const link = (inner: string, attributes = 'r:id="a"'): string => `<w:hyperlink ${attributes}>${inner}</w:hyperlink>`;
  const lines = await wordLines(
    paragraph(run('Read ') + link(run('the ')) + link(run('rules')) + run('.')) +
      paragraph(link(run('https://lock.test/rules'))) +
      paragraph(link(run('above'), 'w:anchor="x"')) +
      paragraph(field(' HYPERLINK "https://weir.test/" \\t "_blank" ', run('the weir'))) +
      paragraph(field(' HYPERLINK \\l "place" ', run('a place'))) +
      paragraph(`<w:fldSimple w:instr="HYPERLINK https://quay.test/">${run('the quay')}</w:fldSimple>`),
    {},
    ['a', 'hyperlink', 'https://lock.test/rules'],
  );
  t.strictSame(lines, [
    'Read the rules (https://lock.test/rules).',
    'https://lock.test/rules',
    'above',
    'the weir (https://weir.test/)',
    'a place',
    'the quay (https://quay.test/)',
  ]);
});

t.test('fields show their results, also over paragraphs, and form fields their values', async (t) => {
  const form = (data: string, instruction: string): string =>
    `<w:r><w:fldChar w:fldCharType="begin"><w:ffData>${data}</w:ffData></w:fldChar></w:r><w:r><w:instrText>${instruction}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`;
  const lines = await wordLines(
    paragraph(
      field(
        ` IF ${'</w:instrText></w:r>'}${field(' MERGEFIELD boat ', run('barge'))}<w:r><w:instrText> = "x" `,
        run('shown'),
      ),
    ) +
      paragraph(`${field(' TOC ', `${run('First')}</w:p><w:p>${run('Second')}`)}`) +
      paragraph(run('Sail: ') + form('<w:checkBox><w:default w:val="0"/><w:checked/></w:checkBox>', ' FORMCHECKBOX ')) +
      paragraph(run('Oar: ') + form('<w:checkBox><w:default w:val="0"/></w:checkBox>', ' FORMCHECKBOX ')) +
      paragraph(
        run('Deck: ') +
          form(
            '<w:ddList><w:result w:val="1"/><w:listEntry w:val="low"/><w:listEntry w:val="high"/></w:ddList>',
            'FORMDROPDOWN',
          ),
      ) +
      `<w:sdt><w:sdtPr><w:alias w:val="Name"/></w:sdtPr><w:sdtContent>${paragraph(run('Jörg'))}</w:sdtContent></w:sdt>` +
      paragraph('<w:r><w:fldChar w:fldCharType="begin"/></w:r>') +
      paragraph(run('after a broken field')),
  );
  t.strictSame(lines, ['shown', 'First', 'Second', 'Sail: ☒', 'Oar: ☐', 'Deck: high', 'Jörg', 'after a broken field']);
});

t.test('of tracked changes, what stays is read: insertions and the new place of moved text', async (t) => {
  const mark = (name: string): string => `<w:rPr><w:${name} w:id="9"/></w:rPr>`;
  const lines = await wordLines(
    paragraph(`<w:moveFrom>${run('Anchor.')}</w:moveFrom>`, mark('moveFrom')) +
      paragraph(`${run('Fees ')}<w:del><w:r><w:delText>old</w:delText></w:r></w:del>`, mark('del')) +
      paragraph(`<w:ins>${run('new')}</w:ins>`) +
      paragraph(`<w:moveTo>${run('Anchor.')}</w:moveTo>`) +
      `<w:tbl><w:tr><w:tc>${paragraph(run('a'))}</w:tc><w:tc>${paragraph(run('b'))}</w:tc></w:tr><w:tr><w:trPr><w:del/></w:trPr><w:tc>${paragraph(run('gone'))}</w:tc></w:tr></w:tbl>`,
  );
  t.strictSame(lines, ['Fees new', 'Anchor.', '| a | b |']);
});

t.test('a text box stands once, with its tables, and pictures have their alternative texts', async (t) => {
  const box = `<w:txbxContent>${paragraph(run('boxed'))}<w:tbl><w:tr><w:tc>${paragraph(run('x'))}</w:tc><w:tc>${paragraph(run('y'))}</w:tc></w:tr></w:tbl></w:txbxContent>`;
  const picture = (attributes: string): string => `<w:r><w:drawing><wp:docPr id="1" ${attributes}/></w:drawing></w:r>`;
  const lines = await wordLines(
    paragraph(
      `${run('before ')}<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing>${box}</w:drawing></mc:Choice><mc:Fallback><w:pict><v:shape alt="old">${box}</v:shape></w:pict></mc:Fallback></mc:AlternateContent></w:r>${run('behind')}`,
    ) +
      paragraph(picture('name="Picture 1" descr="Plan of the lock"')) +
      paragraph(picture('name="Picture 2" title="The weir"')) +
      paragraph('<w:r><w:pict><v:shape alt="Old map"><v:textpath string="DRAFT"/></v:shape></w:pict></w:r>') +
      paragraph(picture('name="Picture 3"')),
  );
  t.strictSame(
    lines.map((line) => line.trim()),
    ['before behind', 'boxed', '| x | y |', '[Plan of the lock]', '[The weir]', '[Old map] [DRAFT]'],
  );
});

t.test('charts have their titles and values, and diagrams their texts in order', async (t) => {
  const points = (...texts: (string | number)[]): string =>
    texts.map((text, index) => `<c:pt idx="${index}"><c:v>${text}</c:v></c:pt>`).join('');
  const series = (name: string, ...values: number[]): string =>
    `<c:ser><c:tx><c:strRef><c:f>S!A1</c:f><c:strCache>${points(name)}</c:strCache></c:strRef></c:tx>` +
    `<c:cat><c:strRef><c:strCache>${points('May', 'June')}</c:strCache></c:strRef></c:cat>` +
    `<c:val><c:numRef><c:numCache><c:formatCode>0%</c:formatCode>${points(...values)}</c:numCache></c:numRef></c:val></c:ser>`;
  const title = (text: string): string =>
    `<c:title><c:tx><c:rich><a:p><a:r><a:t>${text}</a:t></a:r></a:p></c:rich></c:tx></c:title>`;
  const chart = `<c:chartSpace><c:chart>${title('Tides')}<c:plotArea><c:barChart>${series('High', 0.5, 0.25)}${series('Low', 0.1, 0)}</c:barChart><c:valAx>${title('Level')}</c:valAx></c:plotArea></c:chart></c:chartSpace>`;
  const point = (id: number, text: string, type = 'node'): string =>
    `<dgm:pt modelId="${id}" type="${type}"><dgm:t><a:p><a:r><a:t>${text}</a:t></a:r></a:p></dgm:t></dgm:pt>`;
  const below = (from: number, to: number, order: number): string =>
    `<dgm:cxn srcId="${from}" destId="${to}" srcOrd="${order}"/>`;
  const diagram = `<dgm:dataModel><dgm:ptLst>${point(0, '', 'doc')}${point(3, 'moor')}${point(1, 'sail')}${point(2, 'steer')}</dgm:ptLst><dgm:cxnLst>${below(0, 3, 1)}${below(0, 1, 0)}${below(1, 2, 0)}${below(2, 1, 0)}</dgm:cxnLst></dgm:dataModel>`;
  const lines = await wordLines(
    paragraph(
      `${run('See')}<w:r><w:drawing><c:chart r:id="c"/></w:drawing></w:r><w:r><w:drawing><dgm:relIds r:dm="d"/></w:drawing></w:r>`,
    ),
    { 'word/charts/one.xml': chart, 'word/diagrams/one.xml': diagram },
    ['c', 'chart', 'charts/one.xml'],
    ['d', 'diagramData', '/word/diagrams/one.xml'],
  );
  t.strictSame(lines, [
    'See',
    'Chart: Tides; Level',
    '|  | High | Low |',
    '| May | 50% | 10% |',
    '| June | 25% | 0% |',
    '- sail',
    '  - steer',
    '- moor',
  ]);
});

t.test('list items and headings have the numbers that programs show', async (t) => {
  const level = (at: number, format: string, text: string): string =>
    `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`;
  const definition = (id: number, levels: string): string =>
    `<w:abstractNum w:abstractNumId="${id}">${levels}</w:abstractNum>`;
  const numbering =
    definition(0, level(0, 'decimal', '%1.') + level(1, 'lowerLetter', '%1.%2)')) +
    definition(1, level(0, 'bullet', '·')) +
    definition(2, level(0, 'upperRoman', 'Part %1')) +
    '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>' +
    '<w:num w:numId="3"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride></w:num>' +
    '<w:num w:numId="4"><w:abstractNumId w:val="2"/></w:num>';
  const item = (text: string, list: number, at = 0): string =>
    paragraph(run(text), `<w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="${list}"/></w:numPr>`);
  const styles = `<w:styles><w:style w:styleId="H"><w:name w:val="heading 1"/><w:pPr><w:numPr><w:numId w:val="4"/></w:numPr></w:pPr></w:style></w:styles>`;
  const lines = await wordLines(
    paragraph(run('Locks'), '<w:pStyle w:val="H"/>') +
      item('one', 1) +
      item('sub', 1, 1) +
      item('sub', 1, 1) +
      item('two', 1) +
      item('sub', 1, 1) +
      item('point', 2) +
      item('five', 3) +
      item('plain', 0),
    { 'word/numbering.xml': `<w:numbering>${numbering}</w:numbering>`, 'word/styles.xml': styles },
    ['n', 'numbering', 'numbering.xml'],
    ['s', 'styles', 'styles.xml'],
  );
  t.strictSame(lines, [
    '# Part I Locks',
    '1. one',
    '  1.a) sub',
    '  1.b) sub',
    '2. two',
    '  2.a) sub',
    '- point',
    '5. five',
    'plain',
  ]);
});

t.test('headers and footers stand once, without the numbers of pages', async (t) => {
  const header = (text: string): string => `<w:hdr>${paragraph(run(text))}</w:hdr>`;
  const footer = `<w:ftr>${paragraph(`${run('Page ')}${field(' PAGE ', run('3'))}${run(' of ')}<w:fldSimple w:instr="NUMPAGES">${run('9')}</w:fldSimple>`)}${paragraph(run('Harbour council'))}</w:ftr>`;
  const lines = await wordLines(
    paragraph(run('Text')),
    { 'word/h1.xml': header('Letter'), 'word/h2.xml': header('Letter'), 'word/f1.xml': footer },
    ['a', 'header', 'h1.xml'],
    ['b', 'header', 'h2.xml'],
    ['c', 'footer', 'f1.xml'],
  );
  t.strictSame(lines, ['Letter', 'Text', 'Harbour council']);
});

t.test('symbols, ruby and soft hyphens are read as a person sees them', async (t) => {
  const symbol = (font: string, code: string): string => `<w:r><w:sym w:font="${font}" w:char="${code}"/></w:r>`;
  const ruby = `<w:ruby><w:rt>${run('とう')}</w:rt><w:rubyBase>${run('東')}</w:rubyBase></w:ruby>`;
  t.strictSame(
    await linesOf(
      rawDocx(
        paragraph(
          symbol('Symbol', 'F061') +
            symbol('Wingdings', 'F0FC') +
            run(' ferry\u00adman ') +
            '<w:r><w:t>well</w:t><w:noBreakHyphen/></w:r>' +
            ruby,
        ),
      ),
    ),
    ['α✓ ferryman well-東(とう)'],
  );
});
