// The horizontal and vertical lines that a PDF page draws, also as thin rectangles. Lengths are in points.

import type { OperatorList, Operators } from './document.ts';

/** A horizontal or vertical line: `at` is its y or x, and it extends from `from` to `to`. */
export interface Rule {
  isHorizontal: boolean;
  at: number;
  from: number;
  to: number;
}

type Matrix = readonly number[];

/** Pages with more lines are drawings. */
export const maxRules = 2000;
/** Thinner rectangles are lines. */
const maxThickness = 3;
/** Shorter lines are parts of letters and symbols. */
const minLength = 6;

/**
 * Returns the lines that the page draws.
 * @param turn turns the page, as its texts are turned.
 */
export function rulesOf({ fnArray, argsArray }: OperatorList, names: Operators, turn: Matrix): Rule[] {
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

/** Returns the matrix that applies `inner` first (PDF 32000-1, section 8.3.4). */
function product(outer: Matrix, inner: Matrix): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = outer;
  const [g = 1, h = 0, i = 0, j = 1, k = 0, l = 0] = inner;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

function point([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: Matrix, x: number, y: number): Point {
  return { x: a * x + c * y + e, y: b * x + d * y + f };
}
