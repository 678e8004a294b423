// The numbers of list items, alike in all formats.

export interface Level {
  format: string;
  /** Such as `%1.%2`, where the numbers stand for levels. */
  text: string;
  start: number;
}

/** Higher numbers are written in digits. */
const maxLetters = 702;
const maxRoman = 3999;
const maxIndentedLevel = 9;
/** A small file must not unfold to a huge text. */
const maxPatternCharacters = 100;

export function indentOf(level: number): string {
  return '  '.repeat(Math.min(level, maxIndentedLevel));
}

/** Returns the number at the beginning of a text, or else the usual one. */
export function integerOf(text: string | undefined, usual: number): number {
  const number = Number.parseInt(text ?? '', 10);
  return Number.isNaN(number) ? usual : number;
}

/** Counts an item behind the last numbers by level. Returns its number with the indent and a blank; or ''. */
export function nextNumber(counts: number[], level: number, levelAt: (at: number) => Level | undefined): string {
  const { text: pattern = '', start: first = 1 } = levelAt(level) ?? {};
  counts.length = Math.min(counts.length, level + 1);
  counts[level] = counts[level] === undefined ? first : counts[level] + 1;
  const text = pattern.slice(0, maxPatternCharacters).replaceAll(/%([1-9])/g, (_all, digit: string) => {
    const at = Number(digit) - 1;
    const { format = 'decimal', start = 1 } = levelAt(at) ?? {};
    return numeral(counts[at] ?? start, format);
  });
  return text === '' ? '' : `${indentOf(level)}${text} `;
}

/** Formats have the names of OOXML (`upperRoman`), CSS (`upper-roman`), or HTML and OpenDocument (`I`). */
export function numeral(number: number, format: string): string {
  const isUpper = /^(?:upper|[AI]$)/.test(format);
  if (/(?:letter|alpha|latin|^a)$/i.test(format) && number >= 1 && number <= maxLetters)
    return letters(number, isUpper);
  if (/(?:roman|^i)$/i.test(format) && number >= 1 && number <= maxRoman) return roman(number, isUpper);
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
