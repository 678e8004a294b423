// The documents for the ingestion benchmark: one set for each file type that people upload, with similar text in all of
// them. Every run uses the same documents.

import { docx, pdf, pptx, xlsx } from '../../fixtures/documents.ts';
import { type Random, randomFrom } from '../engines/passages.ts';

export interface Sample {
  name: string;
  content: string | Uint8Array<ArrayBuffer>;
}

const vocabulary = 20_000;
const syllables = 'ba co di fe gu ha jo ki le mu na po qui ra se ti vo wa xe yo za ber con der ent for'.split(' ');

/** Returns documents with about 5 MB of text in total. */
export function documents(): Sample[] {
  const random = randomFrom(7);
  const words = Array.from({ length: vocabulary }, () => word(random));
  const sentence = (): string => {
    const length = 6 + Math.floor(random() * 14);
    const chosen = Array.from({ length }, () => words[Math.floor(vocabulary * random() ** 3)]);
    return `${chosen.join(' ')}. `;
  };
  const paragraph = (): string => Array.from({ length: 6 }, sentence).join('').trim();
  const paragraphs = (count: number): string[] => Array.from({ length: count }, paragraph);
  const cells = (rows: number): string[][] =>
    Array.from({ length: rows }, (_, row) => [`${row}`, sentence(), sentence()]);
  return [
    ...twice((name) => ({ name: `${name}.txt`, content: paragraphs(1000).join('\n\n') })),
    ...twice((name) => ({
      name: `${name}.md`,
      content: paragraphs(800)
        .map((text, at) => `## Part ${at}\n\n${text}`)
        .join('\n\n'),
    })),
    ...twice((name) => ({ name: `${name}.html`, content: html(paragraphs(800)) })),
    {
      name: 'table.csv',
      content: cells(1500)
        .map((row) => row.map((cell) => `"${cell}"`).join(','))
        .join('\n'),
    },
    { name: 'records.json', content: JSON.stringify(cells(1500), null, 2) },
    {
      name: 'program.ts',
      content: cells(1500)
        .map(([id, text]) => `/** ${text} */\nconst part${id} = ${id};\n`)
        .join('\n'),
    },
    ...twice((name) => ({ name: `${name}.pdf`, content: pdf(...pages(paragraphs(240))) })),
    ...twice((name) => ({ name: `${name}.docx`, content: docx(paragraphs(400), cells(50)) })),
    { name: 'slides.pptx', content: pptx(...paragraphs(60)) },
    { name: 'sheet.xlsx', content: xlsx('Sheet', cells(1500)) },
  ];
}

function twice<Made>(make: (name: string) => Made): Made[] {
  return ['first', 'second'].map(make);
}

function pages(texts: string[]): string[] {
  return Array.from({ length: texts.length / 4 }, (_, page) => texts.slice(4 * page, 4 * page + 4).join('\n\n'));
}

function html(texts: string[]): string {
  const body = texts.map((text, at) => `<section id="s${at}"><h2>Part ${at}</h2><p class="text">${text}</p></section>`);
  return `<!doctype html><html><head><title>Report</title><style>p { margin: 1em }</style></head><body>${body.join('\n')}</body></html>`;
}

function word(random: Random): string {
  const length = 1 + Math.floor(random() * 4);
  return Array.from({ length }, () => syllables[Math.floor(random() * syllables.length)]).join('');
}
