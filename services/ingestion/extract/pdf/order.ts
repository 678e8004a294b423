// The reading order of a PDF page: from the top to the bottom, and column by column where the page has columns.

import { type Box, linesOf, lineText, type Run } from './runs.ts';

/** A gap between columns is at least as wide as this share of the font's height. */
const gutterShare = 0.8;
/** A column has at least this many lines, and half of them are at least as wide as this share of the region. */
const minLines = 3;
const minWidthShare = 0.25;
/** A text has at least so many lines, and half of them are at least as wide as this share of the widest one. */
const minTextLines = 5;
const filledShare = 0.8;
/** Titles and figures may cross the gap: at most this share of the runs. */
const maxCrossingShare = 0.2;
/** Other lines with several runs, below and above columns, may cross it. */
const maxWordShare = 0.1;
/**
 * Columns are those of one table if at least this share of the lines of one stands beside lines of the other one, and
 * this share of the lines of one has more digits than letters.
 */
const minBesideShare = 0.8;
const minNumbersShare = 0.5;
/** Pages with more runs are drawings, not columns of text. */
const maxRuns = 2000;
/** The maximum nesting of columns within columns. */
const maxDepth = 3;

/** Returns the runs in groups: the runs of a group are read line by line, and the groups one after the other. */
export function readingOrder(runs: readonly Run[], depth = 0): Run[][] {
  const isSearched = depth < maxDepth && runs.length <= maxRuns;
  const usual = isSearched ? gutterOf(runs, isColumn, maxCrossingShare) : undefined;
  // The gap between two texts is surer than the widest one, which may stand between the words of a justified line.
  const gutter = (isSearched ? gutterOf(besideOthers(runs), isText, maxWordShare) : undefined) ?? usual;
  if (gutter === undefined) return [[...runs]];
  const groups: Run[][] = [];
  let band: Run[] = [];
  const endBand = (): void => {
    const sides = [band.filter(isLeftOf(gutter)), band.filter(isRightOf(gutter))] as const;
    if (areRows(...sides) || (usual === undefined && !sides.every(isText))) groups.push(band);
    else groups.push(...sides.flatMap((side) => readingOrder(side, depth + 1)));
    band = [];
  };
  for (const line of linesOf(runs)) {
    // A line across the gap ends the columns above it.
    const crosses = line.some((run) => run.left < gutter.left && run.right > gutter.right);
    if (!crosses) band.push(...line);
    else {
      endBand();
      groups.push(line);
    }
  }
  endBand();
  return groups.filter((group) => group.length > 0);
}

/** Returns true if the sides are columns of one table: their lines stand beside each other, and one side has numbers. */
function areRows(left: readonly Run[], right: readonly Run[]): boolean {
  const sides = [linesOf(left), linesOf(right)] as const;
  const [fewer, more] = sides.map(({ length }) => length).toSorted((a, b) => a - b) as [number, number];
  const beside = fewer + more - linesOf([...left, ...right]).length;
  return beside >= fewer * minBesideShare && sides.some(hasNumbers);
}

function hasNumbers(lines: readonly Run[][]): boolean {
  const ofNumbers = lines.map(lineText).filter((text) => count(text, /\p{N}/gu) > count(text, /\p{L}/gu));
  return ofNumbers.length >= lines.length * minNumbersShare;
}

function count(text: string, characters: RegExp): number {
  return text.match(characters)?.length ?? 0;
}

interface Gutter {
  left: number;
  right: number;
}

/** Returns the runs that share their line with others: columns below and above a text of the page's width. */
function besideOthers(runs: readonly Run[]): Run[] {
  return linesOf(runs)
    .filter(({ length }) => length > 1)
    .flat();
}

/** Returns the widest gap between two columns, or undefined if there is none. */
function gutterOf(runs: readonly Run[], isSide: typeof isColumn, maxShare: number): Gutter | undefined {
  if (runs.length < 2 * minLines) return undefined;
  const left = Math.min(...runs.map((run) => run.left));
  const width = Math.max(...runs.map((run) => run.right)) - left;
  const sizes = runs.map(({ size }) => size).toSorted((a, b) => a - b);
  const size = sizes[Math.floor(sizes.length / 2)] as number;
  return gapsOf(runs, runs.length * maxShare)
    .filter((gap) => gap.right - gap.left >= size * gutterShare)
    .toSorted((a, b) => b.right - b.left - (a.right - a.left))
    .find((gap) => isSide(runs.filter(isLeftOf(gap)), width) && isSide(runs.filter(isRightOf(gap)), width));
}

/** Returns the intervals of x that few runs touch. */
function gapsOf(runs: readonly Run[], most: number): Gutter[] {
  const ends = runs
    .flatMap(({ left, right }) => [
      { x: left, step: 1 },
      { x: right, step: -1 },
    ])
    .toSorted((a, b) => a.x - b.x || b.step - a.step);
  const gaps: Gutter[] = [];
  let covering = 0;
  let from: number | undefined;
  for (const { x, step } of ends) {
    covering += step;
    if (covering <= most) from ??= x;
    else if (from !== undefined) {
      gaps.push({ left: from, right: x });
      from = undefined;
    }
  }
  return gaps;
}

function isColumn(runs: readonly Run[], width: number): boolean {
  const widths = linesOf(runs).map((line) => widthOf(line));
  widths.sort((a, b) => a - b);
  return widths.length >= minLines && (widths[Math.floor(widths.length / 2)] as number) >= width * minWidthShare;
}

/** Returns true for a column of words whose lines are filled. The cells of a table are not. */
function isText(runs: readonly Run[], width = 0): boolean {
  const lines = linesOf(runs);
  const widest = Math.max(...lines.map(widthOf));
  const least = Math.max(width, (widest * filledShare) / minWidthShare);
  return lines.length >= minTextLines && isColumn(runs, least) && !hasNumbers(lines);
}

function widthOf(line: readonly Box[]): number {
  return Math.max(...line.map(({ right }) => right)) - Math.min(...line.map(({ left }) => left));
}

function isLeftOf({ right }: Gutter): (run: Box) => boolean {
  return (run) => run.right <= right;
}

function isRightOf(gutter: Gutter): (run: Box) => boolean {
  return (run) => !isLeftOf(gutter)(run);
}
