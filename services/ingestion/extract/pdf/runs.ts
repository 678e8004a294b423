// The runs of a PDF page: texts on one line without a large gap, with their places. A PDF has no words and lines, but
// texts at positions. Lengths are in points; y grows upwards.

import type { TextItem } from './document.ts';
import { type Direction, joinDirections } from './right-to-left.ts';
import type { Run } from './run.ts';
import { joinSpaced } from './spacing.ts';

export type { Box, Run } from './run.ts';

/** Texts on a line that are further apart than this share of the font's height are two runs. */
const maxGapShare = 1;
/** Columns of text may be closer than that, but their lines begin at the same place. */
const gutterShare = 0.8;
const minEdgeLines = 5;
/** A gap of this share of the font's height is a space. */
const spaceShare = 0.15;
/** Letters are drawn narrower than the font has them at this share of its height; a blank of theirs has at least the second one. */
const narrowShare = 0.5;
const minBlankShare = 0.08;
/** Texts whose baselines differ by less than this share of the font's height are on one line. */
const sameLineShare = 0.5;
/** The size of a lowered text is between these shares of that of the text in front of it: an initial is larger. */
const minLoweredShare = 0.5;
const maxLoweredShare = 0.9;
/** A shadow is at most so far from its text, as a share of the font's height. */
const shadowShare = 0.1;
/** A line with so many shadows, and this share of them, is drawn letter by letter. Its letters stand only about where they are. */
const minShadows = 4;
const letterShadows = 0.25;
const letterShadowShare = 0.2;

/** Letters in pairs, which are drawn at half of the usual width. */
const paired = /^(?:(\S)\1|\s)+$/u;
const minPairedLetters = 6;
const pairedShare = 0.4;
/** Letters of East Asian scripts are as wide as high. */
const wide = /[\u3040-\u9fff\uac00-\ud7af]/;
const widePairedShare = 0.75;

/**
 * Returns the runs of the items, from the top to the bottom and from the left to the right.
 * @param isDivided returns true for two texts of a line that belong to two cells of a table.
 */
export function runsOf(
  items: readonly TextItem[],
  direction: Direction,
  isDivided: (before: Run, behind: Run) => boolean,
): Run[] {
  const lines = linesOf(textsOf(items, direction));
  const edges = edgesOf(lines);
  const isJoined = (before: Run, behind: Run): boolean =>
    !hasGap(before, behind, edges.has(Math.round(behind.left)) ? gutterShare : maxGapShare) &&
    !isDivided(before, behind);
  const runs: Run[] = [];
  for (const line of lines) {
    const parts = joinSpaced(joinDirections(withoutShadows(line), direction, isJoined, hasSpace));
    for (const part of parts) {
      const last = runs.at(-1);
      if (part === parts[0] || last === undefined || !isJoined(last, part)) runs.push({ ...part });
      else extend(last, part);
    }
  }
  return runs.map((run) => ({ ...run, text: withoutPairs(run).trim() }));
}

/** Returns the left edges of columns: places where texts of several lines begin behind a gap. */
function edgesOf(lines: readonly Run[][]): Set<number> {
  const counts = new Map<number, number>();
  for (const line of lines)
    for (const [index, text] of line.entries()) {
      const before = line[index - 1];
      if (before === undefined || !hasGap(before, text, gutterShare)) continue;
      const edge = Math.round(text.left);
      counts.set(edge, (counts.get(edge) ?? 0) + 1);
    }
  return new Set([...counts].filter(([, count]) => count >= minEdgeLines).map(([edge]) => edge));
}

/** Returns true if the gap between two texts is wider than a share of the font's height. */
function hasGap(before: Run, behind: Run, share: number): boolean {
  return behind.left - before.right > Math.min(before.size, behind.size) * share;
}

function hasSpace(before: Run, behind: Run): boolean {
  return hasBlank(before, behind) || hasGap(before, behind, spaceShare);
}

function hasBlank(before: Run, behind: Run): boolean {
  return before.text.endsWith(' ') || behind.text.startsWith(' ');
}

/** Returns the items that show something. One drawn after a blank keeps it, because the gap may be too small for one. */
function textsOf(items: readonly TextItem[], direction: Direction): Run[] {
  return items
    .map((item, index) => withBlank(runOf(item), items[index - 1], direction))
    .filter(({ text }) => text.trim() !== '');
}

/** Adds the blank at its side: most programs draw also the texts of a mirrored page from its left to its right side. */
function withBlank(run: Run, before: TextItem | undefined, direction: Direction): Run {
  if (!isBlank(before)) return run;
  const isBehind = direction === 'left' && runOf(before).left > run.left;
  return { ...run, text: isBehind ? `${run.text} ` : ` ${run.text}` };
}

/** Returns false for a small gap within a word, which the reader takes for a blank where letters are drawn much narrower. */
function isBlank(item: TextItem | undefined): item is TextItem {
  if (item === undefined || !/^\s+$/.test(item.str)) return false;
  const [across = 0, , , size = 0] = item.transform;
  return across > size * narrowShare || item.width >= size * minBlankShare;
}

/** Leaves out texts that are drawn a second time nearly at the same place, as a shadow or to make them bold. */
function withoutShadows(line: readonly Run[]): Run[] {
  const once = shownOnce(line, shadowShare);
  const shadows = line.length - once.length;
  // Where each letter is drawn several times, the reader joins some letters with the next ones.
  return shadows >= minShadows && shadows > line.length * letterShadows
    ? shownOnce(line.flatMap(lettersOf).toSorted(byLeft), letterShadowShare)
    : once;
}

function shownOnce(line: readonly Run[], share: number): Run[] {
  const drawn = new Map<string, number>();
  return line.filter(({ text, left, size }) => {
    const before = drawn.get(text) ?? Number.NEGATIVE_INFINITY;
    drawn.set(text, left);
    return left - before > size * share;
  });
}

/** Returns the text without the second one of each letter, if each is drawn twice before the next one, to make it bold. */
function withoutPairs({ text, left, right, size }: Run): string {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const share = wide.test(text) ? widePairedShare : pairedShare;
  const isPaired = letters >= minPairedLetters && right - left < text.length * size * share && paired.test(text);
  return isPaired ? text.replaceAll(/(\S)\1/gu, '$1') : text;
}

/** Returns each letter of a short text as a text of its own, about where it stands. */
function lettersOf(run: Run): Run[] {
  const letters = [...run.text];
  const width = (run.right - run.left) / letters.length;
  return letters.flatMap((text, index) => {
    const left = run.left + index * width;
    return text === ' ' ? [] : [{ ...run, text, left, right: left + width }];
  });
}

/** Groups runs by their baselines, from the top to the bottom, and sorts each line from the left to the right. */
export function linesOf<Text extends Run>(runs: readonly Text[]): Text[][] {
  const lines: Text[][] = [];
  for (const run of runs.toSorted((a, b) => b.bottom - a.bottom)) {
    const line = lines.at(-1);
    const base = line?.[0]?.bottom ?? Number.POSITIVE_INFINITY;
    const size = Math.max(run.size, line?.[0]?.size ?? 0);
    // A small text below a large one, such as a page below a watermark, is none of its line.
    const isBeside = base - run.bottom < size * sameLineShare && run.top > base;
    if (line !== undefined && (isBeside || line.some((other) => isLowered(run, other)))) line.push(run);
    else lines.push([run]);
  }
  return lines.map((line) => line.toSorted(byLeft));
}

/** Returns true for a lowered text behind another one, such as in a formula: a raised one on the line stands above both. */
function isLowered(run: Run, other: Run): boolean {
  const gap = Math.abs(run.left - other.right);
  const depth = other.bottom - run.bottom;
  const share = run.size / other.size;
  const isIndex = share > minLoweredShare && share < maxLoweredShare;
  return isIndex && Math.max(gap, depth) < other.size * sameLineShare;
}

function byLeft(a: Run, b: Run): number {
  return a.left - b.left;
}

export function lineText(line: readonly Run[]): string {
  return line.map(({ text }) => text).join(' ');
}

function runOf({ str, transform, width }: TextItem): Run {
  const [, , , size = 0, left = 0, bottom = 0] = transform;
  return { text: str, size, left, right: left + width, bottom, top: bottom + size };
}

function extend(run: Run, part: Run): void {
  run.text += (hasSpace(run, part) && !hasBlank(run, part) ? ' ' : '') + part.text;
  run.right = Math.max(run.right, part.right);
  run.top = Math.max(run.top, part.top);
  run.size = Math.max(run.size, part.size);
}
