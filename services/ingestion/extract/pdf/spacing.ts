// Letter-spaced words: letters with gaps between them, which are no spaces. The gaps between words are wider.

import type { Run } from './run.ts';

const letters = /^[\p{L}\p{N}]( [\p{L}\p{N}])*[.,:;!?]?$/u;
/** Fewer letters may be variables, marks or the names of columns. */
const minLetters = 4;
/** Letters of one word are at most so far apart, as a share of the font's height. */
const maxGapShare = 2.5;
/** A word begins at a gap that is wider than this many usual ones and this share of the font's height. */
const wordGaps = 1.5;
const wordGapShare = 0.3;
/** The usual width of a letter, as a share of the font's height. */
const letterShare = 0.62;

/** Returns the texts of a line, from the left to the right, with letter-spaced words as one text each. */
export function joinSpaced(line: readonly Run[]): Run[] {
  const joined: Run[] = [];
  let group: Run[] = [];
  for (const part of line) {
    const last = group.at(-1);
    const isNext = last === undefined || part.left - last.right <= Math.min(part.size, last.size) * maxGapShare;
    if (!letters.test(part.text.trim()) || !isNext) {
      joined.push(...wordsOf(group));
      group = [];
    }
    if (letters.test(part.text.trim())) group.push(part);
    else joined.push(part);
  }
  return [...joined, ...wordsOf(group)];
}

function wordsOf(group: readonly Run[]): Run[] {
  const texts = group.map(({ text }) => text.trim().replaceAll(' ', ''));
  const all = texts.join('');
  if (all.length < minLetters || !/\p{L}{2}/u.test(all) || isSequence(all)) return [...group];
  const usual = usualGap(group, texts);
  const words: Run[] = [];
  for (const [index, part] of group.entries()) {
    const last = words.at(-1);
    const text = texts[index] ?? '';
    if (last === undefined || part.left - last.right > usual * wordGaps + part.size * wordGapShare)
      words.push({ ...part, text });
    else Object.assign(last, { text: last.text + text, right: part.right });
  }
  // The gap between words is wider than a letter, and stays a space for those who look at gaps.
  return words.map((word, index) => (index === 0 ? word : { ...word, text: ` ${word.text}` }));
}

/** Returns the usual gap between two letters. */
function usualGap(group: readonly Run[], texts: readonly string[]): number {
  const gaps = group.flatMap(({ left, right, size }, index) => {
    const count = texts[index]?.length ?? 0;
    const next = group[index + 1];
    if (count > 1) return [Math.max(0, (right - left - count * size * letterShare) / (count - 1))];
    return next === undefined ? [] : [next.left - right];
  });
  return gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0;
}

/** Returns true for letters that are counted, such as `A B C D`. */
function isSequence(text: string): boolean {
  return [...text].every((letter, index) => letter.codePointAt(0) === (text.codePointAt(0) as number) + index);
}
