// Tables for a terminal. If it is too narrow for a table, text is cut, and then the last columns are left out.

import { styleText } from 'node:util';

const gap = '  ';
/** The narrowest width of a column that is cut. */
const minWidth = 8;
/** Matches ids and times, which are never cut: people copy ids, and a part of a time is useless. */
const neverCut = /^([a-z]+[_-][0-9A-Z]{26}|\d{4}-\d\d-\d\d.*)$/;

/** Returns the lines of a table. `room` is the width of the terminal. */
export async function tableLines(heads: string[], cells: string[][], room = terminalWidth()): Promise<string[]> {
  const of = await widthFunction([heads, ...cells]);
  const all = heads.map((head, column) => Math.max(...[head, ...cells.map((row) => row[column] ?? '')].map(of)));
  // The first column names the row.
  const isWhole = heads.map((_, column) => column === 0 || cells.some((row) => neverCut.test(row[column] ?? '')));
  const widths = fit(all, isWhole, room);
  return [heads, ...cells].map((line, index) => {
    const text = widths
      .map((width, column) => fitted(line[column] ?? '', width, of))
      .join(gap)
      .trimEnd();
    return index === 0 ? bold(text) : text;
  });
}

/** Returns the columns of the terminal; in a pipe, no limit, because programs need whole values. */
export function terminalWidth(): number {
  return process.stdout.isTTY ? process.stdout.columns || 80 : Number.POSITIVE_INFINITY;
}

/** Returns the widths of the columns that fit: the widest text is cut first, and two columns always stay. */
function fit(all: number[], isWhole: boolean[], room: number): number[] {
  const widths = [...all];
  while (widths.length > 0 && sum(widths) > room) {
    const widest = Math.max(minWidth, ...widths.filter((_, column) => !isWhole[column]));
    if (widest > minWidth) {
      widths[widths.findIndex((width, column) => width === widest && !isWhole[column])] = widest - 1;
      continue;
    }
    if (widths.length <= 2) break;
    // Starts again from the full widths: leaving out the last column makes room for the others.
    return fit(all.slice(0, widths.length - 1), isWhole, room);
  }
  return widths;
}

function sum(widths: number[]): number {
  return widths.reduce((total, width) => total + width + gap.length, -gap.length);
}

/** Returns the text in exactly this width: filled with spaces, or cut. */
function fitted(text: string, width: number, of: (text: string) => number): string {
  if (of(text) <= width) return text + ' '.repeat(width - of(text));
  let cut = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (of(cut + segment) > width - 1) break;
    cut += segment;
  }
  return `${cut}…${' '.repeat(width - 1 - of(cut))}`;
}

/** Returns a function for the terminal width of a text. */
async function widthFunction(lines: string[][]): Promise<(text: string) => number> {
  // Most tables are ASCII and need no string-width, which takes longer to load than all other code of a command.
  const isNarrow = lines.flat().every((text) => /^[ -~]*$/.test(text));
  return isNarrow ? (text) => text.length : (await import('string-width')).default;
}

/** Returns the text in bold if the terminal supports colours and NO_COLOR is not set. */
export function bold(text: string): string {
  return styleText('bold', text, { stream: process.stdout });
}
