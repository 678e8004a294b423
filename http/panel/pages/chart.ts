// A stacked bar chart over time. The SVG contains no text, so that it can stretch to any width. The legend, the scale
// and a table contain the text.

import type { Child } from '../api/types.ts';
import { fill, h } from '../shell/dom.ts';

const space = 'http://www.w3.org/2000/svg';
const height = 100;
const step = 10;
const gap = 1.5;
const longestName = 24;
const hoverHint = 'Point at a bar for its values.';

type Bar = { label: string; parts: number[] };

/**
 * @param options `parts`: one for each of the series, in their order. `label`: what a screen reader says of the drawing.
 * `isSmall`: only the drawing, without a scale, times and a frame.
 */
export function chart({
  label,
  bars,
  series,
  seriesNames,
  format,
  hasFractions = false,
  isSmall = false,
}: {
  label: string;
  bars: Bar[];
  series: Child[];
  seriesNames: string[];
  format: (value: number) => string;
  hasFractions?: boolean;
  isSmall?: boolean;
}) {
  const sums = bars.map(({ parts }) => parts.reduce((sum, part) => sum + part, 0));
  const highest = Math.max(...sums);
  // An integer scale has no label for half a unit.
  const top = hasFractions ? scaleTop(highest) : Math.max(scaleTop(highest), 2);
  const drawing = shape('svg', {
    viewBox: `0 0 ${bars.length * step} ${height}`,
    preserveAspectRatio: 'none',
    role: 'img',
    'aria-label': label,
    class: 'bars',
  });
  for (const part of [0, 0.5, 1]) {
    const y = height * part;
    drawing.append(shape('line', { class: 'rule', x1: 0, x2: bars.length * step, y1: y, y2: y }));
  }
  const columns = bars.map((bar, index) => drawBar(bar, index, top));
  drawing.append(...columns);
  // Small charts have no room for the values beside the drawing.
  const values = bars.map((bar) => valuesOf(bar, seriesNames, format));
  if (isSmall) {
    for (const [index, column] of columns.entries()) {
      const title = shape('title', {});
      title.textContent = [bars[index]?.label, ...(values[index] ?? [])].join('\n');
      column.append(title);
    }
    return h('figure', { class: 'spark' }, drawing);
  }
  const readout = h('figcaption', { class: 'readout', 'aria-hidden': 'true' }, hoverHint);
  for (const [index, column] of columns.entries())
    column.addEventListener('pointerenter', () =>
      fill(readout, h('strong', {}, bars[index]?.label ?? ''), ' ', (values[index] ?? []).join(' · ')),
    );
  drawing.addEventListener('pointerleave', () => fill(readout, hoverHint));
  return h(
    'figure',
    { class: 'chart' },
    readout,
    h('div', { class: 'plot' }, scale(top, format), drawing, times(bars)),
    series.length > 1 && legend(series),
  );
}

function drawBar({ parts }: Bar, index: number, top: number) {
  const group = shape('g', {});
  const x = index * step;
  // The whole column reacts to the pointer, so that low bars are easy to hit.
  group.append(shape('rect', { class: 'column', x, y: 0, width: step, height }));
  let y = height;
  for (const [at, part] of parts.entries()) {
    const size = (part / top) * height;
    y -= size;
    if (size > 0) {
      group.append(shape('rect', { class: `series-${at}`, x: x + gap, y, width: step - 2 * gap, height: size }));
    }
  }
  return group;
}

function valuesOf({ parts }: Bar, names: string[], format: (value: number) => string) {
  const lines = parts.flatMap((part, at) => (part > 0 ? [`${short(names[at] ?? '')}: ${format(part)}`] : []));
  return lines.length === 0 ? ['nothing'] : lines;
}

function short(name: string) {
  return name.length > longestName ? `${name.slice(0, longestName)}…` : name;
}

function scale(top: number, format: (value: number) => string) {
  return h(
    'div',
    { class: 'scale', 'aria-hidden': 'true' },
    h('span', {}, format(top)),
    h('span', {}, format(top / 2)),
    h('span', {}, format(0)),
  );
}

function times(bars: Bar[]) {
  const shown = [bars[0], bars[Math.floor((bars.length - 1) / 2)], bars.at(-1)];
  return h(
    'div',
    { class: 'times', 'aria-hidden': 'true' },
    shown.map((bar) => h('span', {}, bar?.label ?? '')),
  );
}

function legend(series: Child[]) {
  const list = h('ul', { class: 'legend' });
  fill(
    list,
    series.map((name, index) => {
      const mark = shape('svg', { viewBox: '0 0 10 10', 'aria-hidden': 'true', class: 'swatch' });
      mark.append(shape('rect', { class: `series-${index}`, width: 10, height: 10 }));
      return h('li', {}, mark, name);
    }),
  );
  return list;
}

/** Returns the next round number above, whose half is also round. */
function scaleTop(value: number) {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 4, 6, 8, 10].find((factor) => factor * power >= value) ?? 10) * power;
}

function shape(name: 'svg' | 'g' | 'rect' | 'line' | 'title', attributes: Record<string, string | number>) {
  const element = document.createElementNS(space, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}
