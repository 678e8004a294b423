// The numbers that a program shows before the paragraphs of a list (ECMA-376-1, 21.1.2.4.1 and 20.1.10.61).

import { numeral } from '../list-numbers.ts';
import { childOf, type Element } from '../tree.ts';

const maxLevel = 8;
const formats: [start: string, format: string][] = [
  ['alphaLc', 'lowerLetter'],
  ['alphaUc', 'upperLetter'],
  ['romanLc', 'lowerRoman'],
  ['romanUc', 'upperRoman'],
];

interface Count {
  scheme: string;
  startAt: string;
  number: number;
}

/** Counts the paragraphs of one text. */
export class AutoNumbers {
  readonly #counts: Count[] = [];

  /** Returns the number of a paragraph that is not empty, with a blank behind it; or ''. */
  next(paragraph: Element): string {
    const properties = childOf(paragraph, 'a:pPr');
    const level = Math.max(0, Math.min(Number.parseInt(properties?.attributes.lvl ?? '0', 10) || 0, maxLevel));
    const given = childOf(properties, 'a:buAutoNum')?.attributes;
    const before = this.#counts[level];
    // Deeper lists begin anew, and so does this one behind a paragraph without a number.
    this.#counts.length = Math.min(this.#counts.length, level);
    if (given === undefined) return '';
    const { type: scheme = 'arabicPeriod', startAt = '1' } = given;
    const isNext = before?.scheme === scheme && before.startAt === startAt;
    const number = isNext ? before.number + 1 : Number.parseInt(startAt, 10) || 1;
    this.#counts[level] = { scheme, startAt, number };
    const text = numeral(number, formats.find(([start]) => scheme.startsWith(start))?.[1] ?? 'decimal');
    if (scheme.endsWith('ParenBoth')) return `(${text}) `;
    if (scheme.endsWith('ParenR')) return `${text}) `;
    return scheme.endsWith('Period') ? `${text}. ` : `${text} `;
  }
}
