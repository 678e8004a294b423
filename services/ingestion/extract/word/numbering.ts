// The numbers and bullets of lists (ECMA-376, part 1, section 17.9): a paragraph names a list and a level, and its number
// is counted.

import { indentOf, type Level, nextNumber } from '../list-numbers.ts';
import { childOf, type Element, readTrees, within } from '../tree.ts';
import { readAside } from '../xml.ts';
import { relationParts, type WordPart } from './part.ts';

const maxLevels = 9;

export class Numbering {
  /** The levels of the definitions, and the definitions of the lists. */
  readonly #definitions = new Map<string, Map<number, Level>>();
  readonly #lists = new Map<string, { definition: string; levels: Map<number, Level> }>();
  /** The last numbers by level of each definition: its lists count on together. */
  readonly #counts = new Map<string, number[]>();

  add(element: Element): void {
    const levels = new Map(
      [...within(element, new Set(['w:lvl']))].map((level) => [numberOf(level, 'w:ilvl'), levelOf(level)]),
    );
    if (element.name === 'w:abstractNum') this.#definitions.set(element.attributes['w:abstractNumId'] ?? '', levels);
    else {
      const definition = childOf(element, 'w:abstractNumId')?.attributes['w:val'] ?? '';
      for (const override of within(element, new Set(['w:lvlOverride']))) {
        const at = numberOf(override, 'w:ilvl');
        const start = childOf(override, 'w:startOverride');
        const usual = this.#definitions.get(definition)?.get(at);
        if (start !== undefined && usual !== undefined && !levels.has(at))
          levels.set(at, { ...usual, start: numberOf(start, 'w:val') });
      }
      this.#lists.set(element.attributes['w:numId'] ?? '', { definition, levels });
    }
  }

  /** Returns the number or bullet of the next paragraph of a list, indented by its level, with a blank; or ''. */
  next(list: string, level: number): string {
    const found = this.#lists.get(list);
    if (found === undefined || level < 0 || level >= maxLevels) return '';
    const { definition, levels } = found;
    const levelAt = (at: number): Level | undefined => levels.get(at) ?? this.#definitions.get(definition)?.get(at);
    const own = levelAt(level);
    if (own === undefined || own.format === 'none') return '';
    if (own.format === 'bullet') return `${indentOf(level)}- `;
    // A list that begins with another number than its definition counts by itself.
    const key = levels.size > 0 ? `list ${list}` : definition;
    const counts = this.#counts.get(key) ?? [];
    this.#counts.set(key, counts);
    return nextNumber(counts, level, levelAt);
  }
}

export async function numberingOf(part: WordPart): Promise<Numbering> {
  const numbering = new Numbering();
  const lists: Element[] = [];
  const whole = new Set(['w:abstractNum', 'w:num']);
  const element = (one: Element): void => {
    if (one.name === 'w:num') lists.push(one);
    else numbering.add(one);
  };
  for (const name of relationParts(part, 'numbering'))
    await readAside(readTrees(part.document.part(name), { whole, element }));
  for (const list of lists) numbering.add(list);
  return numbering;
}

function levelOf(level: Element): Level {
  return {
    format: childOf(level, 'w:numFmt')?.attributes['w:val'] ?? 'decimal',
    text: childOf(level, 'w:lvlText')?.attributes['w:val'] ?? '',
    start: numberOf(childOf(level, 'w:start'), 'w:val'),
  };
}

function numberOf(element: Element | undefined, attribute: string): number {
  return Number(element?.attributes[attribute] ?? 0) || 0;
}
