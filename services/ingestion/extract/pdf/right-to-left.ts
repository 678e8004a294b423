// Hebrew, Arabic and other scripts that run from right to left. A page of them is mirrored, so that it is laid out like
// others: its lines, columns and tables begin at the right. Within a run, texts of the other direction are put into the
// order in which they are read (UAX 9, for the texts that programs draw in place of letters).

import type { TextItem } from './document.ts';
import type { Run } from './run.ts';

/** The side to which texts run. */
export type Direction = 'left' | 'right';

const leftward = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
export const leftwardLetters = new RegExp(leftward, 'gu');
const letters = /\p{L}/gu;
const strong = /[\p{L}\p{N}]/u;
const bracket = /[()[\]«»]/g;
const turned: Record<string, string> = { '(': ')', ')': '(', '[': ']', ']': '[', '«': '»', '»': '«' };
/** A number or a word with marks that a text to the left has behind it. */
const marksBefore = /^([\s.,:;!?([]+)(.*[\p{L}\p{N}])$/su;

/** Returns the direction of most of the letters. */
export function directionOf(texts: readonly string[]): Direction {
  const count = (kind: RegExp): number => texts.reduce((sum, text) => sum + (text.match(kind)?.length ?? 0), 0);
  return count(leftwardLetters) * 2 > count(letters) ? 'left' : 'right';
}

/** Returns the matrix that also exchanges the left and the right side of the page. */
export function mirroredMatrix([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: readonly number[]): readonly number[] {
  return [-a, b, -c, d, -e, f];
}

export function mirroredItem(item: TextItem): TextItem {
  const [a, b, c, d, left = 0, bottom] = item.transform as number[];
  return { ...item, transform: [a, b, c, d, -(left + item.width), bottom] };
}

export function mirroredRun(run: Run): Run {
  return { ...run, left: -run.right, right: -run.left };
}

/**
 * Returns the texts of a line with those that belong together as one. A line with texts to the right only is returned as
 * it is, unless the page is mirrored.
 * @param isJoined returns true for neighbours that belong together.
 * @param hasSpace returns true for neighbours with a space between them.
 */
export function joinDirections(
  line: readonly Run[],
  page: Direction,
  isJoined: (before: Run, behind: Run) => boolean,
  hasSpace: (before: Run, behind: Run) => boolean,
): Run[] {
  if (page === 'right' && !line.some(({ text }) => leftward.test(text))) return [...line];
  const groups: [Run, ...Run[]][] = [];
  for (const run of line) {
    const open = groups.at(-1);
    if (open !== undefined && isJoined(open.at(-1) as Run, run)) open.push(run);
    else groups.push([run]);
  }
  return groups.map((runs) => {
    const texts = runs.flatMap((run, index) => {
      const before = runs[index - 1];
      return before !== undefined && hasSpace(before, run) ? [' ', run.text.trim()] : [run.text.trim()];
    });
    const direction = directionIn(texts, page);
    return {
      ...runs[0],
      text: inOrder(direction === page ? texts : texts.toReversed(), direction),
      right: Math.max(...runs.map(({ right }) => right)),
      top: Math.max(...runs.map(({ top }) => top)),
      size: Math.max(...runs.map(({ size }) => size)),
    };
  });
}

/** Returns the direction of a group: that of the page, or the other one if it has most of the letters and both ends. */
function directionIn(texts: readonly string[], page: Direction): Direction {
  const direction = directionOf(texts);
  const worded = texts.filter((text) => /\p{L}/u.test(text));
  const ends = [worded[0], worded.at(-1)];
  return ends.every((text) => text !== undefined && directionOf([text]) === direction) ? direction : page;
}

/** Returns the texts as one, with each sequence of texts of the other direction in its own order. */
function inOrder(texts: readonly string[], direction: Direction): string {
  const directions = directionsOf(texts, direction);
  const ordered: string[] = [];
  let sequence: string[] = [];
  for (const [index, text] of texts.entries()) {
    if (directions[index] !== direction) sequence.push(direction === 'left' ? withMarksBehind(text) : text);
    else {
      ordered.push(...sequence.toReversed(), text);
      sequence = [];
    }
  }
  const text = [...ordered, ...sequence.toReversed()].join('');
  const [first = '', ...rest] = text.match(bracket) ?? [];
  // Some programs name a bracket by its look, others by its meaning: here the first one would close, and the last one open.
  const isTurned = direction === 'left' && ')]»'.includes(first) && '([«'.includes(rest.at(-1) ?? ' ');
  return isTurned ? text.replaceAll(bracket, (found) => turned[found] ?? found) : text;
}

function withMarksBehind(text: string): string {
  return text.replace(marksBefore, (_, marks: string, word: string) => word + [...marks].toReversed().join(''));
}

/** Returns the direction of each text. Marks have that of the texts around them if both have the same one, else `own`. */
function directionsOf(texts: readonly string[], own: Direction): Direction[] {
  const found = texts.map((text) => (leftward.test(text) ? 'left' : strong.test(text) ? 'right' : undefined));
  let last: Direction | undefined;
  const latest = (direction: Direction | undefined): Direction | undefined => {
    last = direction ?? last;
    return last;
  };
  const next = found.toReversed().map(latest).toReversed();
  last = undefined;
  return found.map(latest).map((before, index) => (before === next[index] ? before : undefined) ?? own);
}
