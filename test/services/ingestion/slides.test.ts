// Tests that presentations are read in the order of the show, with all that their slides, notes and comments say.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { zip } from '../../../scripts/fixtures/documents.ts';
import { extract, markdownRow } from '../../../services/ingestion/extract/index.ts';

const folder = await mkdtemp(join(tmpdir(), 'svc-slides-'));
t.teardown(() => rm(folder, { recursive: true }));

type Relation = [id: string, type: string, target: string];

function relations(list: Relation[]): string {
  const one = ([id, type, target]: Relation): string =>
    `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"${/^[a-z]+:/.test(target) ? ' TargetMode="External"' : ''}/>`;
  return `<Relationships>${list.map(one).join('')}</Relationships>`;
}

/** Returns the lines of a presentation of these slides. */
async function linesOf(
  slides: { xml: string; relations?: Relation[] }[],
  { order = slides.map((_, index) => index), parts = {}, more = [] as Relation[] } = {},
): Promise<string[]> {
  const files: Record<string, string> = {
    '_rels/.rels': relations([['a', 'officeDocument', 'show/main.xml']]),
    'show/main.xml': `<p:presentation><p:sldIdLst>${order.map((at) => `<p:sldId r:id="s${at}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    'show/_rels/main.xml.rels': relations([
      ...slides.map((_, at): Relation => [`s${at}`, 'slide', `pages/page${at}.xml`]),
      ...more,
    ]),
    ...parts,
  };
  for (const [at, slide] of slides.entries()) {
    files[`show/pages/page${at}.xml`] = slide.xml;
    files[`show/pages/_rels/page${at}.xml.rels`] = relations(slide.relations ?? []);
  }
  const path = join(folder, 'show.pptx');
  await writeFile(path, zip(files));
  let text = '';
  for await (const piece of extract(path, 'show.pptx')) {
    if (typeof piece === 'string') text += piece;
    else
      text +=
        piece.type === 'row' ? markdownRow({ ...piece, isFirst: false }) : `${'#'.repeat(piece.level)} ${piece.text}\n`;
  }
  return text.split('\n').filter((line) => line.trim() !== '');
}

const paragraph = (text: string): string => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`;
const shape = (text: string, { type = '', name = '' } = {}): string =>
  `<p:sp><p:nvSpPr><p:cNvPr ${name}/><p:nvPr>${type && `<p:ph type="${type}"/>`}</p:nvPr></p:nvSpPr><p:txBody>${text.includes('<') ? text : paragraph(text)}</p:txBody></p:sp>`;
const slide = (content: string, attributes = ''): string =>
  `<p:sld ${attributes}><p:cSld><p:spTree>${content}</p:spTree></p:cSld></p:sld>`;

t.test('slides stand in the order of the show, once, and hidden ones are named as such', async (t) => {
  const slides = [
    { xml: slide(shape('sails')) },
    { xml: slide(shape('ropes')) },
    { xml: slide(shape('tar'), 'show="0"') },
    { xml: slide(shape('not in the show')) },
  ];
  t.strictSame(await linesOf(slides, { order: [1, 0, 2, 1] }), ['ropes', 'sails', '(hidden slide)', 'tar']);
});

t.test('titles are headings and stand first, footers and numbers last', async (t) => {
  const xml = slide(
    shape('text') +
      shape('Ropes', { type: 'title' }) +
      shape('Council', { type: 'ftr' }) +
      shape('7', { type: 'sldNum' }),
  );
  t.strictSame(await linesOf([{ xml: slide(shape('Harbour', { type: 'ctrTitle' })) }, { xml }, { xml }]), [
    '# Harbour',
    '## Ropes',
    'text',
    'Council 7',
    '## Ropes',
    'text',
    'Council 7',
  ]);
});

t.test('notes and comments of older and newer programs are named as such', async (t) => {
  const notes = `<p:notes>${shape('7', { type: 'sldNum' })}${shape('Say this slowly', { type: 'body' })}</p:notes>`;
  const thread = (text: string): string => `<p188:txBody>${paragraph(text)}</p188:txBody>`;
  const lines = await linesOf(
    [
      {
        xml: slide(shape('ropes')),
        relations: [
          ['n', 'notesSlide', '../notes/any.xml'],
          ['c', 'comments', '/show/c.xml'],
          ['d', 'comments', '/show/d.xml'],
        ],
      },
    ],
    {
      more: [
        ['x', 'commentAuthors', 'authors.xml'],
        ['y', 'authors', 'people.xml'],
      ],
      parts: {
        'show/notes/any.xml': notes,
        'show/authors.xml': '<p:cmAuthorLst><p:cmAuthor id="0" name="Mia"/></p:cmAuthorLst>',
        'show/people.xml': '<p188:authorLst><p188:author id="{A}" name="Ole"/></p188:authorLst>',
        'show/c.xml': '<p:cmLst><p:cm authorId="0"><p:text>Too long?</p:text></p:cm></p:cmLst>',
        'show/d.xml': `<p188:cmLst><p188:cm authorId="{A}"><p188:replyLst><p188:reply authorId="{B}">${thread('Yes.')}</p188:reply></p188:replyLst>${thread('Cut it?')}</p188:cm></p188:cmLst>`,
      },
    },
  );
  t.strictSame(lines, [
    'ropes',
    'Notes: Say this slowly',
    '7',
    'Comment by Mia: Too long?',
    'Comment by Ole: Cut it?',
    'Comment: Yes.',
  ]);
});

t.test('grouped shapes, alternative texts, links, formulas and diagrams of slides are read', async (t) => {
  const link =
    '<a:p><a:r><a:rPr><a:hlinkClick r:id="l"/></a:rPr><a:t>rules</a:t></a:r><a:r><a:t> apply</a:t></a:r></a:p>';
  const formula = `<mc:AlternateContent><mc:Choice Requires="a14">${shape('<a:p><a14:m><m:oMath><m:sSup><m:e><m:r><m:t>𝑥</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:oMath></a14:m></a:p>')}</mc:Choice><mc:Fallback>${shape('a picture of it')}</mc:Fallback></mc:AlternateContent>`;
  const picture =
    '<p:pic><p:nvPicPr><p:cNvPr id="4" descr="Plan of the lock"><a:hlinkClick r:id="l"/></p:cNvPr></p:nvPicPr></p:pic>';
  const lines = await linesOf(
    [
      {
        xml: slide(
          `<p:grpSp>${shape('outer')}<p:grpSp>${shape('inner')}</p:grpSp></p:grpSp>${shape(link)}${picture}${formula}<p:graphicFrame><dgm:relIds r:dm="d"/></p:graphicFrame>${shape('<a:p><a:fld type="slidenum"><a:t>3</a:t></a:fld><a:r><a:t>two</a:t></a:r><a:br/><a:r><a:t>lines</a:t></a:r></a:p>')}`,
        ),
        relations: [
          ['l', 'hyperlink', 'https://lock.test/'],
          ['d', 'diagramData', 'd.xml'],
        ],
      },
    ],
    {
      parts: { 'show/pages/d.xml': `<dgm:dataModel><dgm:pt modelId="1">${paragraph('moor')}</dgm:pt></dgm:dataModel>` },
    },
  );
  t.strictSame(lines, [
    'outer',
    'inner',
    'rules (https://lock.test/) apply',
    '[Plan of the lock]',
    '(https://lock.test/)',
    'x^2',
    '- moor',
    '3two',
    'lines',
  ]);
});

t.test('lists have the numbers that programs show', async (t) => {
  const item = (text: string, type = '', more = '', level = ''): string =>
    `<a:p><a:pPr ${level && `lvl="${level}"`}>${type && `<a:buAutoNum type="${type}" ${more}/>`}</a:pPr><a:r><a:t>${text}</a:t></a:r></a:p>`;
  const list = [
    item('mast', 'arabicPeriod'),
    item('boom', 'alphaLcParenR', '', '1'),
    '<a:p><a:pPr><a:buAutoNum type="arabicPeriod"/></a:pPr></a:p>',
    item('gaff', 'alphaLcParenR', '', '1'),
    item('sail', 'arabicPeriod'),
    item('jib', 'alphaLcParenR', '', '1'),
    item('no number'),
    item('rope', 'arabicPeriod'),
    item('late', 'romanUcParenBoth', 'startAt="4"'),
    item('later', 'romanUcParenBoth', 'startAt="4"'),
    item('plain', 'arabicPlain'),
    item('deep', 'arabicPeriod', 'startAt="x"', '99999999999'),
  ];
  const cell = `<a:tbl><a:tr><a:tc><a:txBody>${item('x', 'arabicPeriod')}${item('y', 'arabicPeriod')}</a:txBody></a:tc></a:tr></a:tbl>`;
  const lines = await linesOf([{ xml: slide(`${shape(list.join(''))}${shape(item('anew', 'arabicPeriod'))}${cell}`) }]);
  const numbered = ['1. mast', 'a) boom', 'b) gaff', '2. sail', 'a) jib', 'no number', '1. rope', '(IV) late'];
  t.strictSame(lines, [...numbered, '(V) later', '1 plain', '1. deep', '1. anew', '1. x 2. y']);
});
