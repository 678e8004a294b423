import { zip } from '../../../../scripts/fixtures/documents.ts';
import type { Sample } from '../samples.test.ts';

const oasis = 'urn:oasis:names:tc:opendocument:xmlns';
/** Another prefix for texts than the usual one. */
const namespaces = [
  `xmlns:office="${oasis}:office:1.0" xmlns:t="${oasis}:text:1.0" xmlns:table="${oasis}:table:1.0"`,
  `xmlns:draw="${oasis}:drawing:1.0" xmlns:svg="${oasis}:svg-compatible:1.0" xmlns:xlink="http://www.w3.org/1999/xlink"`,
  `xmlns:presentation="${oasis}:presentation:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:style="${oasis}:style:1.0" xmlns:meta="${oasis}:meta:1.0" xmlns:comment="http://openoffice.org/2009/office"`,
].join(' ');

function openDocument(body: string, more: Record<string, string> = {}): Uint8Array {
  return zip({ 'content.xml': content(body), ...more });
}

/** Returns a style of lists whose levels have the attributes. */
function listStyle(name: string, ...levels: string[]): string {
  const elements = levels.map(
    (one, at) => `<t:list-level-style-number t:level="${at + 1}" style:num-suffix="." ${one}/>`,
  );
  return `<t:list-style style:name="${name}">${elements.join('')}</t:list-style>`;
}
/** Returns an item with a paragraph, and what follows it. */
const item = (text: string, attributes = '', more = ''): string =>
  `<t:list-item ${attributes}><t:p>${text}</t:p>${more}</t:list-item>`;

function content(body: string): string {
  return `<?xml version="1.0"?><office:document-content ${namespaces}><office:body>${body}</office:body></office:document-content>`;
}

const cell = (text: string, attributes = ''): string =>
  `<table:table-cell ${attributes}><t:p>${text}</t:p></table:table-cell>`;
const row = (cells: string, attributes = ''): string => `<table:table-row ${attributes}>${cells}</table:table-row>`;
const chart = content(
  '<office:chart><t:p>Water of the week</t:p><table:table table:name="local-table">' +
    `${row(cell('') + cell('Level'))}${row(cell('Monday') + cell('2.5'))}</table:table></office:chart>`,
);

const margins = content(
  `<style:header><t:p>Bridge office</t:p><table:table>${row(cell('West gate'))}</table:table></style:header>` +
    '<style:footer><t:p>Keeper desk</t:p></style:footer><style:header-first><t:p>Bridge office</t:p></style:header-first>' +
    '<style:header-left style:display="false"><t:p>hidden</t:p></style:header-left>',
);

export const openDocuments: Record<string, Sample> = {
  'a text of OpenDocument has its headings, links, notes, comments and pictures, and no deleted text': {
    file: 'rules.odt',
    content: openDocument(
      '<office:text><t:tracked-changes><t:changed-region><t:deletion><t:p>the old rule</t:p></t:deletion></t:changed-region></t:tracked-changes>' +
        '<t:h t:outline-level="2">The  bridge</t:h><t:p>Carts<t:s t:c="2"/>pay at <t:a xlink:href="https://bridge.example.test/">the gate</t:a>' +
        '<t:note t:note-class="footnote"><t:note-citation>1</t:note-citation><t:note-body><t:p>Horses are free.</t:p></t:note-body></t:note>.</t:p>' +
        '<t:p>Open<office:annotation><dc:creator>Mia</dc:creator><meta:creator-initials>MX</meta:creator-initials><t:p>Since when?</t:p></office:annotation> daily.</t:p>' +
        '<t:p><draw:frame><draw:image/><svg:title>The gate from the north</svg:title></draw:frame></t:p></office:text>',
    ),
    expect: [
      '## The bridge',
      'Carts  pay at the gate (https://bridge.example.test/).',
      'Horses are free.',
      'Open daily.',
      'Comment by Mia: Since when?',
      'The gate from the north',
    ],
    refuse: ['the old rule'],
  },
  'a text of OpenDocument has its headers before it and its footers behind it, each once': {
    file: 'margins.odt',
    content: openDocument('<office:text><t:p>The toll is two pence.</t:p></office:text>', { 'styles.xml': margins }),
    order: ['Bridge office', 'West gate', 'The toll', 'Keeper desk'],
    refuse: ['Bridge office Bridge', 'hidden'],
  },
  'a workbook of OpenDocument has no headers': {
    file: 'margins.ods',
    content: openDocument(
      `<office:spreadsheet><table:table table:name="T">${row(cell('two'))}</table:table></office:spreadsheet>`,
      { 'styles.xml': margins },
    ),
    expect: ['two'],
    refuse: ['Bridge office', 'Keeper desk'],
  },
  'items of OpenDocument have the numbers of their list and level, also in tables and after an interruption': {
    file: 'steps.odt',
    content: openDocument(
      `${listStyle('L', 'style:num-format="1"', 'style:num-format="a" t:display-levels="2"')}<office:text>` +
        `<t:list t:style-name="L">${item('oil')}${item('row', '', `<t:list>${item('left')}${item('right')}</t:list><t:p>together</t:p>`)}</t:list>` +
        `<t:p>Rest.</t:p><t:list t:style-name="L" t:continue-numbering="true">${item('moor')}${item('wash', 't:start-value="7"')}${item('dry', 't:start-value="soon"')}</t:list>` +
        `<t:list t:style-name="R" xml:id="r">${item('north')}</t:list><t:list t:style-name="L">${item('again')}</t:list>` +
        `<t:list t:style-name="R" t:continue-list="r"><t:list-item><t:h t:outline-level="2">south</t:h></t:list-item></t:list>` +
        `<t:list t:style-name="dots">${item('rope', '', `<t:list>${item('knot')}</t:list>`)}</t:list>` +
        `<table:table>${row(cell('How') + cell('When'))}${row(`<table:table-cell><t:list t:style-name="L">${item('up')}${item('down')}</t:list></table:table-cell>${cell('noon')}`)}</table:table></office:text>`,
      { 'styles.xml': content(listStyle('R', 'style:num-format="I" style:num-prefix="(" t:start-value="3rd"')) },
    ),
    expect: [
      '1. oil\n2. row\n  2.a. left\n  2.b. right\ntogether\nRest.\n3. moor\n7. wash\n8. dry\n(III. north\n1. again\n',
      '## (IV. south',
      '\n- rope\n  - knot\n',
      '| 1. up 2. down | noon |',
    ],
  },
  'merged and repeated cells of OpenDocument stand in their columns': {
    file: 'tolls.ods',
    content: openDocument(
      `<office:spreadsheet><table:table table:name="Tolls">${row(cell('Gate') + cell('Cart') + cell('Toll'))}` +
        `${row(cell('North', 'table:number-rows-spanned="2"') + cell('small') + cell('2.50 €', 'office:value="2.5"'))}` +
        `${row(`<table:covered-table-cell/>${cell('large')}${cell('4.00 €')}`)}` +
        `${row(`<table:table-cell table:number-columns-repeated="2"/>${cell('9.00 €')}`, 'table:number-rows-repeated="3"')}` +
        `${row('<table:table-cell table:number-columns-repeated="16384"/>', 'table:number-rows-repeated="1048000"')}` +
        '</table:table></office:spreadsheet>',
    ),
    expect: ['Tolls', /(?:\| {2}\| {2}\| 9\.00 € \|\n?){3}/],
    cells: [
      ['large', 'Gate', 'North'],
      ['large', 'Toll', '4.00 €'],
      ['small', 'Toll', '2.50 €'],
    ],
    maxChars: 300,
  },
  'pages of OpenDocument keep their order and notes, and charts their texts': {
    file: 'talk.odp',
    content: openDocument(
      '<office:presentation><draw:page><draw:frame presentation:class="title"><draw:text-box><t:p>First the gate</t:p></draw:text-box></draw:frame>' +
        '<draw:frame><draw:object xlink:href="./Object 1"/></draw:frame><draw:frame><draw:image/><svg:desc>A boat</svg:desc></draw:frame>' +
        '<comment:annotation><dc:creator>Mia</dc:creator><dc:date>2026-01-01T00:00:00</dc:date><t:p>Since when?</t:p></comment:annotation>' +
        '<presentation:notes><draw:frame><draw:text-box><t:p>Speak slowly</t:p></draw:text-box></draw:frame></presentation:notes></draw:page>' +
        '<draw:page><draw:frame><draw:text-box><t:list><t:list-item><t:p>Then the bridge</t:p></t:list-item></t:list></draw:text-box></draw:frame></draw:page></office:presentation>',
      { 'Object 1/content.xml': chart },
    ),
    order: [
      '# First the gate',
      'Water of the week',
      'A boat',
      'Comment by Mia: Since when?',
      'Speak slowly',
      '- Then the bridge',
    ],
    cells: [['Monday', 'Level', '2.5']],
  },
  'a flat document of OpenDocument is read': {
    file: 'flat.fodt',
    content: `<?xml version="1.0"?><office:document ${namespaces}><office:body><office:text><t:p>All in one part.</t:p><t:p><draw:frame><draw:image><office:binary-data>iVBORw0KGgo</office:binary-data></draw:image></draw:frame></t:p></office:text></office:body></office:document>`,
    expect: ['All in one part.'],
    refuse: ['iVBOR', 'office:'],
  },
  'the chapters of a book stand in the order of its spine': {
    file: 'book.epub',
    content: zip({
      mimetype: 'application/epub+zip',
      'META-INF/container.xml':
        '<c:container xmlns:c="urn:oasis:names:tc:opendocument:xmlns:container"><c:rootfiles><c:rootfile full-path="in/book.opf"/></c:rootfiles></c:container>',
      'in/book.opf':
        '<o:package xmlns:o="http://www.idpf.org/2007/opf"><o:metadata xmlns:d="http://purl.org/dc/elements/1.1/"><d:title>The old bridge</d:title></o:metadata><o:manifest>' +
        '<o:item id="b" href="b%20two.xhtml" media-type="application/xhtml+xml"/><o:item id="a" href="../a.xhtml#x" media-type="application/xhtml+xml"/>' +
        '<o:item id="c" href="c.css" media-type="text/css"/></o:manifest><o:spine><o:itemref idref="a"/><o:itemref idref="b"/></o:spine></o:package>',
      'a.xhtml':
        '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body><h1>The gate</h1><p>Chapter one &#228;.</p></body></html>',
      'in/b two.xhtml': '<html><body><h1>The river</h1><p>Chapter two.</p></body></html>',
      'in/c.css': 'p { color: red }',
    }),
    order: ['The old bridge', '# The gate', 'Chapter one ä.', '# The river', 'Chapter two.'],
    refuse: ['color'],
  },
};
