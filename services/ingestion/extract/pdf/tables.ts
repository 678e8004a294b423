// The ruled tables of a PDF page. A PDF has no tables, but lines: those that touch each other form a grid, and each text
// belongs to the cell of the grid in which it begins. Lengths are in points.

import type { OperatorList, Operators } from './document.ts';
import { oneLineOf } from './lines.ts';
import { type Box, linesOf, lineText, type Run } from './runs.ts';

export interface PageTable extends Box {
  /** The texts of the cells by row, from the top. */
  rows: string[][];
}

/** A horizontal or vertical line: `at` is its y or x, and it extends from `from` to `to`. */
interface Rule {
  isHorizontal: boolean;
  at: number;
  from: number;
  to: number;
}

type Matrix = readonly number[];

/** Pages with more lines are drawings. */
const maxRules = 2000;
/** Thinner rectangles are lines. */
const maxThickness = 3;
/** Lines touch at this distance, and are the same line of a grid. */
const tolerance = 3;
/** Shorter lines are parts of letters and symbols. */
const minLength = 6;

/**
 * Returns the tables, with their texts.
 * @param turn turns the page, as the runs are turned.
 */
export function tablesOf(operators: OperatorList, names: Operators, runs: readonly Run[], turn: Matrix): PageTable[] {
  const rules = rulesOf(operators, names, turn);
  return rules.length > maxRules ? [] : gridsOf(rules).flatMap((grid) => tableOf(grid, runs) ?? []);
}

/** Returns the lines that the page draws. */
function rulesOf({ fnArray, argsArray }: OperatorList, names: Operators, turn: Matrix): Rule[] {
  const rules: Rule[] = [];
  const saved: Matrix[] = [];
  let matrix = turn;
  for (const [index, operator] of fnArray.entries()) {
    const args = (argsArray[index] ?? []) as unknown[];
    if (operator === names.save || operator === names.paintFormXObjectBegin) saved.push(matrix);
    if (operator === names.restore || operator === names.paintFormXObjectEnd) matrix = saved.pop() ?? matrix;
    if (operator === names.transform) matrix = product(matrix, args as number[]);
    if (operator === names.paintFormXObjectBegin && args[0] != null) matrix = product(matrix, args[0] as number[]);
    // Other paths only clip.
    if (operator !== names.constructPath || args[0] === names.endPath) continue;
    for (const data of args[1] as (ArrayLike<number> | null)[]) {
      if (data != null) rules.push(...rulesOfPath(data, matrix));
      if (rules.length > maxRules) return rules;
    }
  }
  return rules;
}

/** The number of coordinates of each command in a path: move, line, curve, quadratic curve, close. */
const coordinates = [2, 2, 6, 4, 0];

function rulesOfPath(data: ArrayLike<number>, matrix: Matrix): Rule[] {
  const rules: Rule[] = [];
  let start: Point = { x: 0, y: 0 };
  let from = start;
  for (let at = 0; at < data.length; ) {
    const command = data[at] as number;
    const count = coordinates[command];
    if (count === undefined) return rules;
    const to = command === 4 ? start : point(matrix, data[at + count - 1] as number, data[at + count] as number);
    if (command === 1 || command === 4) rules.push(...ruleBetween(from, to));
    if (command === 0) start = to;
    from = to;
    at += 1 + count;
  }
  return rules;
}

interface Point {
  x: number;
  y: number;
}

function ruleBetween(a: Point, b: Point): Rule[] {
  const [width, height] = [Math.abs(a.x - b.x), Math.abs(a.y - b.y)];
  if (Math.max(width, height) < minLength || Math.min(width, height) > maxThickness) return [];
  return width > height
    ? [{ isHorizontal: true, at: (a.y + b.y) / 2, from: Math.min(a.x, b.x), to: Math.max(a.x, b.x) }]
    : [{ isHorizontal: false, at: (a.x + b.x) / 2, from: Math.min(a.y, b.y), to: Math.max(a.y, b.y) }];
}

/** Groups the lines that touch each other, directly or by others. */
function gridsOf(rules: readonly Rule[]): Rule[][] {
  const left = new Set(rules);
  const grids: Rule[][] = [];
  for (const first of rules) {
    if (!left.delete(first)) continue;
    const grid = [first];
    for (const rule of grid) {
      for (const other of left) {
        if (!touches(rule, other)) continue;
        left.delete(other);
        grid.push(other);
      }
    }
    grids.push(grid);
  }
  return grids;
}

function touches(a: Rule, b: Rule): boolean {
  const overlaps = a.from <= b.to + tolerance && b.from <= a.to + tolerance;
  if (a.isHorizontal === b.isHorizontal) return overlaps && Math.abs(a.at - b.at) <= tolerance;
  return within(a.at, b) && within(b.at, a);
}

function within(at: number, { from, to }: Rule): boolean {
  return at >= from - tolerance && at <= to + tolerance;
}

/** Returns the table of a grid, or undefined if it is a frame or has too few texts. */
function tableOf(grid: readonly Rule[], runs: readonly Run[]): PageTable | undefined {
  const ys = positions(grid.filter(({ isHorizontal }) => isHorizontal)).toReversed();
  const xs = positions(grid.filter(({ isHorizontal }) => !isHorizontal));
  if (ys.length < 3 || xs.length < 3) return undefined;
  const box = { left: xs[0] as number, right: xs.at(-1) as number, bottom: ys.at(-1) as number, top: ys[0] as number };
  const cells: Run[][][] = ys.slice(1).map(() => xs.slice(1).map(() => []));
  for (const run of runs) {
    if (!isInside(run, box)) continue;
    const middle = (run.bottom + run.top) / 2;
    const row = ys.findLastIndex((y) => y >= middle);
    const column = xs.findLastIndex((x) => x <= run.left + tolerance);
    cells[row]?.[column]?.push(run);
  }
  const rows = cells.map((row) => row.map((cell) => oneLineOf(linesOf(cell).map(lineText))));
  const filled = rows.flat().filter((text) => text !== '').length;
  return filled < 2 ? undefined : { ...box, rows };
}

/** Returns true if the text begins inside of the box. */
export function isInside(run: Run, { left, right, bottom, top }: Box): boolean {
  const middle = (run.bottom + run.top) / 2;
  return run.left >= left - tolerance && run.left < right && middle > bottom && middle < top;
}

/** Returns the positions of the lines in ascending order, those at nearly the same place once. */
function positions(rules: readonly Rule[]): number[] {
  const found: number[] = [];
  for (const { at } of rules.toSorted((a, b) => a.at - b.at))
    if (at - (found.at(-1) ?? Number.NEGATIVE_INFINITY) > tolerance) found.push(at);
  return found;
}

/** Returns the matrix that applies `inner` first (PDF 32000-1, section 8.3.4). */
function product(outer: Matrix, inner: Matrix): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = outer;
  const [g = 1, h = 0, i = 0, j = 1, k = 0, l = 0] = inner;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

function point([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: Matrix, x: number, y: number): Point {
  return { x: a * x + c * y + e, y: b * x + d * y + f };
}
