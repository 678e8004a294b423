// A stacked bar chart over time. The SVG contains no text, so that it can stretch to any width. The legend, the scale
// and a table contain the text.

import { useState } from 'preact/hooks';
import type { Child } from '../api/index.ts';
import { type Bar, Drawing } from './chart-drawing.tsx';

const longestName = 24;

interface Options {
  /** Said by a screen reader of the drawing. */
  label: string;
  /** `parts`: one for each of the series, in their order. */
  bars: Bar[];
  series: Child[];
  seriesNames: string[];
  format: (value: number) => string;
  hasFractions?: boolean;
}

export function Chart({ label, bars, series, seriesNames, format, hasFractions = false }: Options) {
  const [pointed, point] = useState<number>();
  const top = topOf(bars, hasFractions);
  const shown = [bars[0], bars[Math.floor((bars.length - 1) / 2)], bars.at(-1)];
  return (
    <figure class="chart">
      <figcaption class="readout" aria-hidden="true">
        {pointed === undefined || bars[pointed] === undefined ? (
          'Point at a bar for its values.'
        ) : (
          <>
            <strong>{bars[pointed].label}</strong> {valuesOf(bars[pointed], seriesNames, format).join(' · ')}
          </>
        )}
      </figcaption>
      <div class="plot">
        <div class="scale" aria-hidden="true">
          {[top, top / 2, 0].map((value) => (
            <span>{format(value)}</span>
          ))}
        </div>
        <Drawing label={label} bars={bars} top={top} onPoint={point} />
        <div class="times" aria-hidden="true">
          {shown.map((bar) => (
            <span>{bar?.label}</span>
          ))}
        </div>
      </div>
      {series.length > 1 && (
        <ul class="legend">
          {series.map((name, index) => (
            <li>
              <svg viewBox="0 0 10 10" aria-hidden="true" class="swatch">
                <rect class={`series-${index}`} width={10} height={10} />
              </svg>
              {name}
            </li>
          ))}
        </ul>
      )}
    </figure>
  );
}

/**
 * Only the drawing of one series, without a scale, times and a frame. The values are the tips of its bars. Nothing, if
 * all of them are zero.
 */
export function Spark({ name, bars, format }: { name: string; bars: Bar[]; format: (value: number) => string }) {
  if (bars.every(({ parts }) => parts.every((part) => part === 0))) return null;
  const values = bars.map((bar) => valuesOf(bar, [name], format));
  const tips = bars.map(({ label }, at) => [label, ...(values[at] ?? [])].join('\n'));
  const label = `${name} by day: ${bars.map((bar) => `${bar.label}: ${format(bar.parts[0] ?? 0)}`).join(', ')}`;
  return (
    <figure class="spark">
      <Drawing label={label} bars={bars} top={topOf(bars)} tips={tips} />
    </figure>
  );
}

function valuesOf({ parts }: Bar, names: string[], format: (value: number) => string) {
  const lines = parts.flatMap((part, at) => (part > 0 ? [`${short(names[at] ?? '')}: ${format(part)}`] : []));
  return lines.length === 0 ? ['nothing'] : lines;
}

function short(name: string) {
  return name.length > longestName ? `${name.slice(0, longestName)}…` : name;
}

function topOf(bars: Bar[], hasFractions = false) {
  const top = scaleTop(Math.max(...bars.map(({ parts }) => parts.reduce((sum, part) => sum + part, 0))));
  // An integer scale has no label for half a unit.
  return hasFractions ? top : Math.max(top, 2);
}

/** Returns the next round number above, whose half is also round. */
function scaleTop(value: number) {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 4, 6, 8, 10].find((factor) => factor * power >= value) ?? 10) * power;
}
