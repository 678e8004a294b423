// The paragraph styles of a Word document (ECMA-376, part 1, sections 17.7.4 and 17.3.1.20): the level of their headings,
// and their lists. The id of a style depends on the language of the program; the name of a heading's style does not.

import { childOf, type Element, readTrees } from '../tree.ts';
import { readAside } from '../xml.ts';
import { relationParts, type WordPart } from './part.ts';

export interface Style {
  /** 1 is the highest heading; 0: no heading. */
  level: number;
  /** The list, and the level in it. */
  list: string;
  listLevel: number;
}

interface OwnStyle extends Style {
  basedOn: string;
}

/** A style without a level of its own has that of the style on which it is based, at most so many steps away. */
const maxSteps = 10;

/** Returns the styles of headings and lists by their ids. */
export async function stylesOf(part: WordPart): Promise<Map<string, Style>> {
  const styles = new Map<string, OwnStyle>();
  const element = (style: Element): void => {
    const basedOn = childOf(style, 'w:basedOn')?.attributes['w:val'] ?? '';
    styles.set(style.attributes['w:styleId'] ?? '', { ...ownStyle(style), basedOn });
  };
  for (const name of relationParts(part, 'styles'))
    await readAside(readTrees(part.document.part(name), { whole: new Set(['w:style']), element }));
  return new Map([...styles.keys()].map((id) => [id, inherited(id, styles)]));
}

/** Returns the style that the properties of a paragraph name by themselves: its heading level and its list. */
export function directStyle(properties: Element | undefined): Partial<Style> {
  const outline = childOf(properties, 'w:outlineLvl')?.attributes['w:val'];
  const numbers = childOf(properties, 'w:numPr');
  const list = childOf(numbers, 'w:numId')?.attributes['w:val'];
  const listLevel = childOf(numbers, 'w:ilvl')?.attributes['w:val'];
  return {
    ...(outline !== undefined && outlineLevel(outline) > 0 && { level: outlineLevel(outline) }),
    ...(list !== undefined && { list }),
    ...(listLevel !== undefined && { listLevel: Number(listLevel) }),
  };
}

function ownStyle(style: Element): Style {
  const level = levelOfName(childOf(style, 'w:name')?.attributes['w:val'] ?? '');
  return { level, list: '', listLevel: 0, ...directStyle(childOf(style, 'w:pPr')) };
}

/** Returns the heading level of a `w:outlineLvl`: 9 is the level of other text. */
function outlineLevel(value: string): number {
  const level = Number(value) + 1;
  return level >= 1 && level <= 9 ? level : 0;
}

function levelOfName(name: string): number {
  if (name.toLowerCase() === 'title') return 1;
  return Number(/^heading (\d)$/i.exec(name)?.[1] ?? 0);
}

function inherited(id: string, styles: ReadonlyMap<string, OwnStyle>): Style {
  const found: Style = { level: 0, list: '', listLevel: 0 };
  let style = styles.get(id);
  for (let step = 0; step < maxSteps && style !== undefined; step += 1) {
    found.level ||= style.level;
    if (found.list === '' && style.list !== '') [found.list, found.listLevel] = [style.list, style.listLevel];
    style = styles.get(style.basedOn);
  }
  return found;
}
