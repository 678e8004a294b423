// Charts of office documents: their titles, and the stored values of their series as tables.

import { oneLine, type Piece } from '../piece.ts';
import { shownNumber } from '../sheets/numbers.ts';
import { Table } from '../table.ts';
import { childOf, type Element, readTrees, textOf, within } from '../tree.ts';
import type { Package } from '../zip.ts';

/** A wider chart becomes several tables, because every row has a cell for every series. */
const maxSeries = 50;

/** The values of a series or of its categories, by the number of the point. */
type Points = Map<number, string>;

interface Series {
  name: string;
  categories: Points;
  values: Points;
}

/** Yields the titles and the series of a chart. */
export async function* chartPieces(document: Package, part: string): AsyncIterable<Piece> {
  const titles: string[] = [];
  const series: Series[] = [];
  const take = (element: Element): void => {
    if (element.name.endsWith(':title')) titles.push(titleOf(element));
    if (element.name === 'c:ser') series.push(...seriesOf(element));
    if (element.name === 'cx:data') series.push(...dimensionsOf(element));
    if (element.name === 'cx:series') {
      const [name] = within(element, new Set(['cx:v']));
      const unnamed = series.find((one) => one.name === '');
      if (name !== undefined && unnamed !== undefined) unnamed.name = textOf(name);
    }
  };
  const whole = new Set(['c:title', 'c:ser', 'cx:title', 'cx:data', 'cx:series']);
  for await (const _piece of readTrees(document.part(part), { whole, element: take }));
  const named = titles.filter((title) => title !== '');
  if (named.length > 0) yield `Chart: ${named.join('; ')}\n`;
  yield* tablesOf(series);
}

function titleOf(title: Element): string {
  const texts = [...within(title, new Set(['a:t', 'c:v']))].map(textOf);
  return oneLine(texts.join(''));
}

/** Returns the series. A bubble chart has the sizes of the bubbles as another one. */
function seriesOf(series: Element): Series[] {
  const pointsIn = (...names: string[]): Points => {
    const [found] = within(series, new Set(names));
    return found === undefined ? new Map() : pointsOf(found, new Set(['c:pt']));
  };
  const [title] = within(series, new Set(['c:tx']));
  const [name] = title === undefined ? [] : within(title, new Set(['c:v']));
  const categories = pointsIn('c:cat', 'c:xVal');
  return [labelled(pointsIn('c:val', 'c:yVal'), series), pointsIn('c:bubbleSize')]
    .filter(({ size }) => size > 0)
    .map((values) => ({ name: name === undefined ? '' : oneLine(textOf(name)), categories, values }));
}

/** Adds the texts that were written for single points. */
function labelled(values: Points, series: Element): Points {
  for (const label of within(series, new Set(['c:dLbl']))) {
    const index = Number(childOf(label, 'c:idx')?.attributes.val);
    const [text, value] = [titleOf(label), values.get(index)];
    // Texts in brackets stand for values of the workbook.
    if (text !== '' && value !== undefined && !text.startsWith('[')) values.set(index, `${value} (${text})`);
  }
  return values;
}

/** Returns the data of a chart of the newer kind: its first text dimension has the categories. */
function dimensionsOf(data: Element): Series[] {
  const [texts, numbers] = ['cx:strDim', 'cx:numDim'].map((name) =>
    [...within(data, new Set([name]))].map((dimension) => pointsOf(dimension, new Set(['cx:pt']))),
  );
  const [categories = new Map<number, string>()] = texts ?? [];
  return (numbers ?? []).map((values) => ({ name: '', categories, values }));
}

/** Returns the points as a person sees them. Those of several levels have one text, with the outer level first. */
function pointsOf(element: Element, names: ReadonlySet<string>): Points {
  const points: Points = new Map();
  const [format] = [...within(element, new Set(['c:formatCode']))].map(textOf);
  for (const point of within(element, names)) {
    const index = Number(point.attributes.idx);
    const text = shown(oneLine(textOf(point)), point.attributes.formatCode ?? format);
    const inner = points.get(index);
    points.set(index, inner === undefined ? text : `${text} ${inner}`);
  }
  return points;
}

function shown(text: string, format = 'General'): string {
  return /^-?[\d.]+(?:e[-+]?\d+)?$/i.test(text) && Number.isFinite(Number(text))
    ? shownNumber(Number(text), format, false)
    : text;
}

function tablesOf(series: readonly Series[]): Piece[] {
  const pieces: Piece[] = [];
  let group: Series[] = [];
  for (const one of series) {
    if (group[0] !== undefined && (group.length === maxSeries || !areEqual(group[0].categories, one.categories))) {
      putTable(group, pieces);
      group = [];
    }
    group.push(one);
  }
  putTable(group, pieces);
  return pieces;
}

function areEqual(a: Points, b: Points): boolean {
  return a === b || (a.size === b.size && [...a].every(([index, text]) => b.get(index) === text));
}

function putTable(group: readonly Series[], pieces: Piece[]): void {
  const table = new Table((piece) => pieces.push(piece));
  const row = (first: string, texts: string[]): void => {
    for (const [column, text] of [first, ...texts].entries()) table.add({ text, column });
    table.endRow();
  };
  row(
    '',
    group.map(({ name }) => name),
  );
  const indexes = new Set(group.flatMap(({ values }) => [...values.keys()]));
  for (const index of [...indexes].toSorted((a, b) => a - b))
    row(
      group[0]?.categories.get(index) ?? '',
      group.map(({ values }) => values.get(index) ?? ''),
    );
  table.end();
}
