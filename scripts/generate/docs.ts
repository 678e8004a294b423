// Generates the files of /docs: the reference, the guides, the index of the search, the script and the style sheet.

import { readFileSync } from 'node:fs';
import type { Document } from '../document/index.ts';
import { guideEntries, guideNames, guidePage } from './docs/guides.ts';
import { searchIndex } from './docs/search.ts';
import { linksOf, referencePage } from './reference.ts';

/** Returns the text of each file by its path in generated/. */
export function docsFiles(document: Document): [path: string, text: string][] {
  const links = new Map([...linksOf(document)].map(([code, target]) => [code, `/docs${target}`]));
  return [
    ['docs/reference.html', referencePage(document)],
    ...guideNames.map((name): [string, string] => [`docs/${name}.html`, guidePage(name, links)]),
    ['docs/search.js', ownFile('ranking.js') + searchIndex(document, guideNames.flatMap(guideEntries))],
    ['docs/docs.js', ownFile('docs.js')],
    ['docs/docs.css', ownFile('docs.css')],
  ];
}

function ownFile(name: string): string {
  return readFileSync(new URL(`docs/${name}`, import.meta.url), 'utf8');
}
