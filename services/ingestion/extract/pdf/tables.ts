// The ruled tables of a PDF page. A PDF has no tables, but lines: those that touch each other form a grid, and each text
// belongs to the cell of the grid in which it begins. Places of the grid without a line between them are one cell, unless
// their texts tell them apart. Lengths are in points.

import { oneLineOf } from './lines.ts';
import { maxRules, type Rule } from './rules.ts';
import { type Box, linesOf, lineText, type Run } from './runs.ts';

export interface PageTable extends Box {
  /** The cells by row, from the top. */
  rows: PageCell[][];
}

export interface PageCell {
  text: string;
  column: number;
  /** The numbers of columns and rows that it covers. */
  columns: number;
  rows: number;
}

/** Lines touch at this distance, and are the same line of a grid. */
const tolerance = 3;
/** A grid with a text at a smaller share of its places is the background of a chart, a form or a drawing. */
const minFilledShare = 0.1;
/** A column without a line at its side has at least this width: shorter ends of lines are marks of an axis. */
const minOpenWidth = 12;
/** A column with so many numbers, one below the other without a line between them, has a row for each. */
const minNumbers = 3;
/** Names beside a table: so many of its rows have one, and half of them are narrower than this share of the widest. */
const minNamedShare = 0.6;
const maxNameShare = 0.8;
/** Lines of one text are at most so far apart, as a share of the font's height. */
const maxLeading = 1.8;

/** A grid of lines on the page. */
export class Grid {
  readonly #rules: readonly Rule[];
  /** The positions of the lines: from the left to the right, and from the top to the bottom. */
  readonly #xs: number[];
  readonly #ys: number[];
  /** The places that a line is to the right of, or below: by row, then by column. */
  readonly #right: boolean[][];
  readonly #below: boolean[][];

  constructor(rules: readonly Rule[]) {
    this.#rules = rules;
    const [across, upright] = [
      rules.filter(({ isHorizontal }) => isHorizontal),
      rules.filter(({ isHorizontal }) => !isHorizontal),
    ];
    this.#xs = positions(upright, across);
    this.#ys = positions(across, upright).toReversed();
    const places = (): boolean[][] => this.#ys.slice(1).map(() => this.#xs.slice(1).map(() => false));
    this.#right = places();
    this.#below = places();
    for (const rule of rules) this.#draw(rule);
  }

  /** The grid has at least two rows and two columns: others are frames. */
  get isTable(): boolean {
    return this.#ys.length > 2 && this.#xs.length > 2;
  }

  get box(): Box {
    const { 0: left = 0, [this.#xs.length - 1]: right = 0 } = this.#xs;
    const { 0: top = 0, [this.#ys.length - 1]: bottom = 0 } = this.#ys;
    return { left, right, bottom, top };
  }

  /** Returns true if a vertical line stands between two texts of one line. */
  divides(before: Run, behind: Run): boolean {
    const row = this.#rowOf(before);
    const middle = (before.right + behind.left) / 2;
    const reach = Math.max(tolerance, (behind.left - before.right) / 2);
    const line = this.#xs.findIndex((x) => Math.abs(x - middle) <= reach);
    return line === 0 ? this.#right[row] !== undefined : this.#right[row]?.[line - 1] === true;
  }

  /** Returns the table, or undefined if it has too few texts, or all of them in one column. */
  table(runs: readonly Run[]): PageTable | undefined {
    if (this.#table(runs) === undefined) return undefined;
    const withRows = new Grid([...this.#rules, ...this.#rowRules(runs)]);
    return new Grid([...withRows.#rules, ...withRows.#nameRules(runs)]).#table(runs);
  }

  /** Returns lines between the rows that only their numbers tell apart. */
  #rowRules(runs: readonly Run[]): Rule[] {
    const { left, right } = this.box;
    const inside = runs.filter((run) => isInside(run, this.box));
    return [...Map.groupBy(inside, (run) => this.#rowOf(run)).values()].flatMap((texts) => {
      const columns = [...Map.groupBy(texts.filter(isNumber), (run) => this.#columnOf(run)).values()];
      if (columns.every((numbers) => linesOf(numbers).length < minNumbers)) return [];
      return between(linesOf(texts)).map((at) => ({ isHorizontal: true, at, from: left, to: right }));
    });
  }

  /** Returns the lines of a column of names that stands beside the grid without lines of its own. */
  #nameRules(runs: readonly Run[]): Rule[] {
    const { left, top, bottom } = this.box;
    const isName = (run: Run): boolean => run.right <= left + tolerance && isBeside(run, this.box);
    const rows = Map.groupBy(
      runs.filter((run) => isInside(run, this.box) || isName(run)),
      (run) => this.#rowOf(run),
    );
    const names = [...rows.values()].map((row) => row.filter(isName));
    const single = names.filter(({ length }) => length === 1).flat();
    const widths = single.map((run) => run.right - run.left).toSorted((a, b) => a - b);
    // The lines of a column of text beside a table are about as wide as each other.
    const isText = (widths[Math.floor(widths.length / 2)] ?? 0) > (widths.at(-1) ?? 0) * maxNameShare;
    if (isText || single.length < Math.max(minNumbers, names.length * minNamedShare)) return [];
    const x = Math.min(...single.map((run) => run.left)) - tolerance;
    return [
      { isHorizontal: false, at: x, from: bottom, to: top },
      ...this.#ys.map((at) => ({ isHorizontal: true, at, from: x, to: left })),
    ];
  }

  #table(runs: readonly Run[]): PageTable | undefined {
    const { box } = this;
    const places: Run[][][] = this.#right.map((row) => row.map(() => []));
    for (const run of runs) {
      if (!isInside(run, box)) continue;
      places[this.#rowOf(run)]?.[this.#columnOf(run)]?.push(run);
    }
    const rows = this.#cells(places);
    const filled = rows.flat().filter(({ text }) => text !== '');
    const isFrame = new Set(filled.map(({ column }) => column)).size < 2;
    return isFrame || filled.length < places.flat().length * minFilledShare ? undefined : { ...box, rows };
  }

  #rowOf({ bottom, top }: Run): number {
    return this.#ys.findLastIndex((y) => y >= (bottom + top) / 2);
  }

  #columnOf({ left }: Run): number {
    return this.#xs.findLastIndex((x) => x <= left + tolerance);
  }

  #draw({ isHorizontal, at, from, to }: Rule): void {
    const [across, along] = isHorizontal ? [this.#ys, this.#xs] : [this.#xs, this.#ys];
    const before = across.findIndex((position) => Math.abs(position - at) <= tolerance) - 1;
    if (before < 0) return;
    for (let place = 0; place + 1 < along.length; place += 1) {
      const middle = ((along[place] as number) + (along[place + 1] as number)) / 2;
      const [row, column] = isHorizontal ? [before, place] : [place, before];
      const walls = isHorizontal ? this.#below[row] : this.#right[row];
      if (middle > from && middle < to && walls?.[column] !== undefined) walls[column] = true;
    }
  }

  #cells(places: readonly Run[][][]): PageCell[][] {
    const taken = places.map((row) => row.map(() => false));
    return places.map((row, at) =>
      row.flatMap((_, column) => {
        if (taken[at]?.[column] === true) return [];
        const { columns, rows } = this.#spans(places, at, column);
        const texts: Run[] = [];
        for (let down = at; down < at + rows; down += 1)
          for (let along = column; along < column + columns; along += 1) {
            (taken[down] as boolean[])[along] = true;
            texts.push(...(places[down]?.[along] ?? []));
          }
        return { text: oneLineOf(linesOf(texts).map(lineText)), column, columns, rows };
      }),
    );
  }

  /** Returns how far the cell reaches that begins at a place. */
  #spans(places: readonly Run[][][], row: number, column: number): { columns: number; rows: number } {
    let columns = 1;
    while (this.#right[row]?.[column + columns - 1] === false && column + columns < this.#xs.length - 1) {
      const x = this.#xs[column + columns] as number;
      const before = (places[row] ?? []).slice(column, column + columns).flat();
      if (!isOneText(before, places[row]?.[column + columns] ?? [], ({ right }) => right > x + tolerance)) break;
      columns += 1;
    }
    let rows = 1;
    while (this.#isOpenBelow(row + rows - 1, column, columns)) {
      const above = places.slice(row, row + rows).flatMap((one) => one.slice(column, column + columns).flat());
      const below = (places[row + rows] ?? []).slice(column, column + columns).flat();
      const last = Math.min(...above.map(({ bottom }) => bottom));
      const first = Math.max(...below.map(({ bottom }) => bottom));
      if (!isOneText(above, below, ({ bottom, size }) => bottom === last && bottom - first < size * maxLeading)) break;
      rows += 1;
    }
    return { columns, rows };
  }

  /** Returns true if no line divides the places of a row from those below it, nor those from each other. */
  #isOpenBelow(row: number, column: number, columns: number): boolean {
    if (row + 2 >= this.#ys.length) return false;
    for (let at = column; at < column + columns; at += 1) {
      if (this.#below[row]?.[at] !== false) return false;
      if (at > column && this.#right[row + 1]?.[at - 1] !== false) return false;
    }
    return true;
  }
}

/** Returns true if the texts of two places without a line between them are one: a text of the first one goes on in the other. */
function isOneText(first: readonly Run[], second: readonly Run[], goesOn: (run: Run) => boolean): boolean {
  return first.length === 0 || second.length === 0 || first.some(goesOn);
}

/** Returns the middles between the lines. */
function between(lines: readonly Run[][]): number[] {
  return lines.slice(1).map((line, index) => {
    const bottom = Math.min(...(lines[index] as Run[]).map((run) => run.bottom));
    return (bottom + Math.max(...line.map(({ top }) => top))) / 2;
  });
}

function isNumber({ text }: Run): boolean {
  return /\d/.test(text) && !/\p{L}/u.test(text);
}

/** Returns the grids: lines that touch each other, directly or by others. */
export function gridsOf(rules: readonly Rule[]): Grid[] {
  if (rules.length > maxRules) return [];
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
  return grids.map((grid) => new Grid(grid)).filter(({ isTable }) => isTable);
}

function touches(a: Rule, b: Rule): boolean {
  const overlaps = a.from <= b.to + tolerance && b.from <= a.to + tolerance;
  if (a.isHorizontal === b.isHorizontal) return overlaps && Math.abs(a.at - b.at) <= tolerance;
  return within(a.at, b) && within(b.at, a);
}

function within(at: number, { from, to }: Rule): boolean {
  return at >= from - tolerance && at <= to + tolerance;
}

/** Returns true if the text begins inside of the box. */
export function isInside(run: Run, box: Box): boolean {
  return run.left >= box.left - tolerance && run.left < box.right && isBeside(run, box);
}

/** Returns true if the text is neither above nor below the box. */
function isBeside(run: Run, { bottom, top }: Box): boolean {
  const middle = (run.bottom + run.top) / 2;
  return middle > bottom && middle < top;
}

/**
 * Returns the positions of the lines in ascending order, those at nearly the same place once. A table without a line at
 * its side ends where two of the lines that cross end, or the only one.
 */
function positions(rules: readonly Rule[], crossing: readonly Rule[]): number[] {
  const found = joined(rules).map(({ at }) => at);
  const [first, last] = [found[0], found.at(-1)];
  if (first === undefined || last === undefined) return found;
  const lines = joined(crossing);
  const second = Math.min(1, lines.length - 1);
  const from = lines.map((line) => line.from).toSorted((a, b) => a - b)[second] ?? first;
  const to = lines.map((line) => line.to).toSorted((a, b) => b - a)[second] ?? last;
  if (first - from > minOpenWidth) found.unshift(from);
  if (to - last > minOpenWidth) found.push(to);
  return found;
}

/** Returns the lines in ascending order, those at nearly the same place as one. */
function joined(rules: readonly Rule[]): Rule[] {
  const lines: Rule[] = [];
  for (const rule of rules.toSorted((a, b) => a.at - b.at)) {
    const line = lines.at(-1);
    if (line === undefined || rule.at - line.at > tolerance) lines.push({ ...rule });
    else Object.assign(line, { from: Math.min(line.from, rule.from), to: Math.max(line.to, rule.to) });
  }
  return lines;
}
