// The numbers and bullets of lists (ECMA-376, part 1, section 17.9): a paragraph names a list and a level, and its number
// is counted.

import { childOf, type Element, readTrees, within } from '../tree.ts';
import { relationParts, type WordPart } from './part.ts';

interface Level {
  format: string;
  /** Such as `%1.%2`, where the numbers stand for levels. */
  text: string;
  start: number;
}

const maxLevels = 9;
/** Higher numbers are written in digits. */
const maxLetters = 702;
const maxRoman = 3999;

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
    const indent = '  '.repeat(level);
    if (own.format === 'bullet') return `${indent}- `;
    // A list that begins with another number than its definition counts by itself.
    const key = levels.size > 0 ? `list ${list}` : definition;
    const counts = this.#counts.get(key) ?? [];
    this.#counts.set(key, counts);
    counts.length = Math.min(counts.length, level + 1);
    counts[level] = counts[level] === undefined ? own.start : counts[level] + 1;
    const text = own.text.replaceAll(/%([1-9])/g, (_all, digit: string) => {
      const at = Number(digit) - 1;
      const { format = 'decimal', start = 1 } = levelAt(at) ?? {};
      return numeral(counts[at] ?? start, format);
    });
    return text === '' ? '' : `${indent}${text} `;
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
    for await (const _piece of readTrees(part.document.part(name), { whole, element }));
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

function numeral(number: number, format: string): string {
  const upper = format.startsWith('upper');
  if (format.endsWith('Letter') && number >= 1 && number <= maxLetters) return letters(number, upper);
  if (format.endsWith('Roman') && number >= 1 && number <= maxRoman) return roman(number, upper);
  return format === 'decimalZero' ? String(number).padStart(2, '0') : String(number);
}

/** Returns a to z, then aa, bb and so on, as programs do. */
function letters(number: number, upper: boolean): string {
  const letter = String.fromCodePoint((upper ? 65 : 97) + ((number - 1) % 26));
  return letter.repeat(Math.ceil(number / 26));
}

const romans: [value: number, text: string][] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];

function roman(number: number, upper: boolean): string {
  let rest = number;
  let text = '';
  for (const [value, letters] of romans) {
    text += letters.repeat(Math.floor(rest / value));
    rest %= value;
  }
  return upper ? text.toUpperCase() : text;
}
