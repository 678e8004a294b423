// The runs of a PDF page: texts on one line without a large gap, with their places. A PDF has no words and lines, but
// texts at positions. Lengths are in points; y grows upwards.

import type { TextItem } from './document.ts';

/** A rectangle on the page. */
export interface Box {
  left: number;
  right: number;
  bottom: number;
  top: number;
}

/** A text on a line. */
export interface Run extends Box {
  text: string;
  /** The height of the font. */
  size: number;
}

/** Texts on a line that are further apart than this share of the font's height are two runs. */
const maxGapShare = 1;
/** A gap of this share of the font's height is a space. */
const spaceShare = 0.15;
/** Texts whose baselines differ by less than this share of the font's height are on one line. */
const sameLineShare = 0.5;

/** Returns the runs of the items, from the top to the bottom and from the left to the right. */
export function runsOf(items: readonly TextItem[]): Run[] {
  const runs: Run[] = [];
  for (const line of linesOf(items.map(runOf).filter(({ text }) => text.trim() !== ''))) {
    for (const part of line) {
      const last = runs.at(-1);
      const gap = last === undefined ? Number.POSITIVE_INFINITY : part.left - last.right;
      const size = Math.min(part.size, last?.size ?? part.size);
      if (part === line[0] || last === undefined || gap > size * maxGapShare) runs.push({ ...part });
      else extend(last, part, gap > size * spaceShare);
    }
  }
  return runs.map((run) => ({ ...run, text: run.text.trim() }));
}

/** Groups runs by their baselines, from the top to the bottom, and sorts each line from the left to the right. */
export function linesOf<Text extends Run>(runs: readonly Text[]): Text[][] {
  const lines: Text[][] = [];
  for (const run of runs.toSorted((a, b) => b.bottom - a.bottom)) {
    const line = lines.at(-1);
    const base = line?.[0]?.bottom ?? Number.POSITIVE_INFINITY;
    const size = Math.max(run.size, line?.[0]?.size ?? 0);
    if (line !== undefined && base - run.bottom < size * sameLineShare) line.push(run);
    else lines.push([run]);
  }
  return lines.map((line) => line.toSorted((a, b) => a.left - b.left));
}

/** Returns the text of a line. */
export function lineText(line: readonly Run[]): string {
  return line.map(({ text }) => text).join(' ');
}

function runOf({ str, transform, width }: TextItem): Run {
  const [, , , size = 0, left = 0, bottom = 0] = transform;
  return { text: str, size, left, right: left + width, bottom, top: bottom + size };
}

function extend(run: Run, part: Run, hasSpace: boolean): void {
  const space = hasSpace && !run.text.endsWith(' ') && !part.text.startsWith(' ') ? ' ' : '';
  run.text += space + part.text;
  run.right = Math.max(run.right, part.right);
  run.top = Math.max(run.top, part.top);
  run.size = Math.max(run.size, part.size);
}
