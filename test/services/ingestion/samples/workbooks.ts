import { zip } from '../../../../scripts/fixtures/documents.ts';
import type { Sample } from '../samples.test.ts';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const drawing = 'http://schemas.openxmlformats.org/drawingml/2006';

function relations(...targets: [type: string, target: string][]): string {
  const each = targets.map(
    ([type, target], id) => `<Relationship Id="r${id}" Type="${office}/${type}" Target="${target}"/>`,
  );
  return `<Relationships>${each.join('')}</Relationships>`;
}

const points = (name: string, ...values: (string | number)[]): string =>
  `<c:${name}><c:strCache>${values.map((value, index) => `<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`).join('')}</c:strCache></c:${name}>`;

/** A workbook with a hidden sheet, dates, a computed link, a comment, a picture and a chart. */
const tolls = zip({
  '_rels/.rels': relations(['officeDocument', 'xl/workbook.xml']),
  'xl/workbook.xml': `<x:workbook xmlns:x="${main}" xmlns:r="${office}"><x:sheets><x:sheet name="Tolls" r:id="r0"/><x:sheet name="Lists" state="hidden" r:id="r1"/></x:sheets></x:workbook>`,
  'xl/_rels/workbook.xml.rels': relations(
    ['worksheet', 'worksheets/a.xml'],
    ['worksheet', 'worksheets/b.xml'],
    ['styles', 'look.xml'],
  ),
  'xl/look.xml': `<styleSheet xmlns="${main}"><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
  'xl/worksheets/a.xml':
    `<x:worksheet xmlns:x="${main}"><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>Gate</x:t></x:is></x:c><x:c t="str"><x:v>Since</x:v></x:c><x:c t="str"><x:v>Plan</x:v></x:c></x:row>` +
    '<x:row><x:c t="inlineStr"><x:is><x:r><x:t>No</x:t></x:r><x:r><x:t>rth_x000D_side</x:t></x:r></x:is></x:c><x:c s="1"><x:v>1</x:v></x:c>' +
    '<x:c t="str"><x:f>HYPERLINK("https://bridge.example.test/plan","the plan")</x:f><x:v>the plan</x:v></x:c></x:row>' +
    '<x:row><x:c t="str"><x:v>South</x:v></x:c><x:c t="d"><x:v>2024-05-06T00:00:00</x:v></x:c><x:c t="e"><x:v>#REF!</x:v></x:c></x:row></x:sheetData></x:worksheet>',
  'xl/worksheets/_rels/a.xml.rels': relations(['comments', '../notes.xml'], ['drawing', '../drawings/a.xml']),
  'xl/notes.xml': `<comments xmlns="${main}"><authors><author>Mia</author></authors><commentList><comment ref="A2" authorId="0"><text><r><t>Closed in winter.</t></r></text></comment></commentList></comments>`,
  'xl/drawings/a.xml': `<d:wsDr xmlns:d="${drawing}/spreadsheetDrawing" xmlns:a="${drawing}/main"><d:pic><d:nvPicPr><d:cNvPr id="1" descr="The gate from the north"/></d:nvPicPr></d:pic><d:sp><a:p><a:r><a:t>Pay </a:t></a:r><a:r><a:t>here</a:t></a:r></a:p></d:sp></d:wsDr>`,
  'xl/drawings/_rels/a.xml.rels': relations(['chart', '../charts/one.xml'], ['diagramData', '../diagrams/one.xml']),
  'xl/diagrams/one.xml': `<g:dataModel xmlns:g="${drawing}/diagram" xmlns:a="${drawing}/main"><g:pt modelId="1"><a:p><a:t>Weigh the cart</a:t></a:p></g:pt></g:dataModel>`,
  'xl/charts/one.xml':
    `<c:chartSpace xmlns:c="${drawing}/chart" xmlns:a="${drawing}/main"><c:title><a:t>Carts of the week</a:t></c:title>` +
    `<c:ser>${points('tx', 'Carts')}${points('cat', 'Monday', 'Tuesday')}${points('val', 7, 9)}</c:ser></c:chartSpace>`,
  'xl/worksheets/b.xml': `<worksheet xmlns="${main}"><sheetData><row><c t="str"><v>choices</v></c></row></sheetData></worksheet>`,
});

export const workbooks: Record<string, Sample> = {
  'a sheet that the list names without a relation is read': {
    file: 'unrelated.xlsx',
    content: zip({
      '_rels/.rels': relations(['officeDocument', 'book.xml']),
      'book.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="First"/><sheet name="Second" r:id="r0"/></sheets></workbook>`,
      '_rels/book.xml.rels': relations(['worksheet', 'two.xml'], ['worksheet', 'one.xml']),
      'one.xml': `<worksheet xmlns="${main}"><sheetData><row><c t="str"><v>gate</v></c></row></sheetData></worksheet>`,
      'two.xml': `<worksheet xmlns="${main}"><sheetData><row><c t="str"><v>river</v></c></row></sheetData></worksheet>`,
    }),
    order: ['First', 'gate', 'Second', 'river'],
  },
  'a workbook shows its values, comments, pictures, charts, diagrams and hidden sheets': {
    file: 'tolls.xlsx',
    content: tolls,
    expect: [
      'Comment at A2 by Mia: Closed in winter.',
      'The gate from the north',
      'Pay here',
      'Carts of the week',
      'Weigh the cart',
      'Lists (hidden)',
      'choices',
    ],
    cells: [
      ['North side', 'Since', '1900-01-01'],
      ['North side', 'Plan', 'the plan (https://bridge.example.test/plan)'],
      ['South', 'Since', '2024-05-06'],
      ['South', 'Plan', '#REF!'],
      ['Tuesday', 'Carts', '9'],
    ],
  },
};
