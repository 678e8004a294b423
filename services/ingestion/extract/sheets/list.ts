// The sheets of a workbook.

import { byId, relationsOf } from '../relations.ts';
import { readXml } from '../xml.ts';
import type { Package } from '../zip.ts';

export interface Sheet {
  name: string;
  part: string;
  /** The sheet is a chart, without cells. */
  isChart: boolean;
}

interface Listed {
  name: string;
  relation: string;
}

/** Returns the worksheets and charts in tab order. The list also names sheets of macros and dialogs, which are skipped. */
export async function sheetsOf(document: Package, workbook: string): Promise<Sheet[]> {
  const listed = await listedSheets(document, workbook);
  const relations = byId(await relationsOf(document, workbook));
  // Some programs leave out the relations of some sheets in the list.
  const unlisted = [...relations.values()]
    .filter(({ id, type }) => type === 'worksheet' && !listed.some(({ relation }) => relation === id))
    .sort((a, b) => a.target.localeCompare(b.target, 'en', { numeric: true }));
  const sheets = listed.flatMap(({ name, relation }) => {
    const found = relations.get(relation) ?? (relation === '' ? unlisted.shift() : undefined);
    // Reads each part once, even if the list names it twice.
    if (found === undefined || !relations.delete(found.id)) return [];
    const { type, part = found.target } = found;
    return type === 'worksheet' || type === 'chartsheet' ? [{ name, part, isChart: type === 'chartsheet' }] : [];
  });
  return sheets.some(({ part }) => document.find(part) !== undefined) ? sheets : numberedSheets(document, listed);
}

/** Some programs write no relations. Then the part numbers follow the order of the names. */
function numberedSheets(document: Package, listed: Listed[]): Sheet[] {
  return document.names
    .map((part) => ({ part, number: Number(/^xl\/worksheets\/sheet(\d+)\.xml$/.exec(part)?.[1] ?? 0) }))
    .filter(({ number }) => number > 0)
    .sort((a, b) => a.number - b.number)
    .map(({ part, number }, index) => ({ name: listed[index]?.name ?? `Sheet ${number}`, part, isChart: false }));
}

async function listedSheets(document: Package, workbook: string): Promise<Listed[]> {
  const listed: Listed[] = [];
  const pieces = readXml(document.part(workbook), {
    open(element, attributes) {
      if (element !== 'sheet') return;
      const isHidden = (attributes.state ?? 'visible') !== 'visible';
      listed.push({
        name: (attributes.name ?? '') + (isHidden ? ' (hidden)' : ''),
        relation: attributes['r:id'] ?? '',
      });
    },
  });
  for await (const _piece of pieces);
  return listed;
}
