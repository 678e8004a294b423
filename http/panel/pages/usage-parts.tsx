// The charts and tables of a usage report.

import type { Child } from '../api/types.ts';
import type { Bucket, Group, Span, Sums } from '../api/usage-report.ts';
import { nothing } from '../lists/nothing.tsx';
import { table } from '../lists/table.tsx';
import { count, money, named, percent, sizeText } from '../shell/format.tsx';
import { Chart } from './chart.tsx';

/** The number of groups with a colour of their own. The other groups share one colour. */
const mostSeries = 5;
/** The groups that the tables show. */
export const mostRows = 50;

const hour = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
});
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });

interface Measure {
  title: string;
  amount: (sums: Sums) => number;
  format: (amount: number) => string;
  hasFractions?: boolean;
  /** A height at a time, and not a sum. */
  isLevel?: boolean;
}

const measures: Record<'spend' | 'tokens' | 'calls' | 'requests' | 'toolCalls' | 'storage', Measure> = {
  spend: { title: 'Spend', amount: ({ spend }) => spend, format: money, hasFractions: true },
  tokens: { title: 'Tokens', amount: ({ input, output }) => input + output, format: count },
  calls: { title: 'Model calls', amount: ({ calls }) => calls, format: count },
  requests: { title: 'API requests', amount: ({ requests }) => requests, format: count },
  toolCalls: { title: 'Tool calls', amount: ({ requests }) => requests, format: count },
  storage: { title: 'Storage', amount: ({ bytes }) => bytes, format: sizeText, isLevel: true },
};

export const groupTitles: Record<Group, string> = {
  model: 'Model',
  project_id: 'Project',
  api_key_id: 'API key',
  user_id: 'User',
  mcp_tool: 'MCP tool',
};

/** The content of the page: the buckets, the groups by size, and how to write them. */
export interface Shown {
  buckets: Bucket[];
  sums: [string, Sums][];
  span: Span;
  group: Group | undefined;
  nameOf: (id: string) => string;
}

export function report(shown: Shown): Child[] {
  const { sums, group } = shown;
  if (sums.length === 0)
    return [nothing('No usage in this period.', 'Calls with a project key appear here within a minute.')];
  return [
    <div class="usage-charts">{measuresOf(group).map((measure) => part(measure, shown))}</div>,
    group !== undefined && sumTable(shown),
    sums.length > mostRows && (
      <p class="lead">
        The {mostRows} largest of {count(sums.length)} are shown.
      </p>
    ),
    <details class="below">
      <summary>Chart data</summary>
      {dataTable(shown)}
    </details>,
  ];
}

function measuresOf(group: Group | undefined) {
  if (group === 'mcp_tool') return [measures.toolCalls];
  const models = [measures.spend, measures.tokens, measures.calls];
  if (group === 'model') return models;
  const isStored = group === undefined || group === 'project_id';
  return [...models, measures.requests, ...(isStored ? [measures.storage] : [])];
}

/** Returns a measure with its total and its chart. */
function part(measure: Measure, { buckets, sums, span, group, nameOf }: Shown) {
  const { title, amount, format, hasFractions = false, isLevel = false } = measure;
  // The same order for all measures, so that a group has one colour on the page.
  const ids = sums.slice(0, sums.length > mostSeries + 1 ? mostSeries : sums.length).map(([id]) => id);
  const hasOthers = sums.length > ids.length;
  const names = group === undefined ? [title] : [...ids.map(nameOf), ...(hasOthers ? ['others'] : [])];
  const amountOf = (one: Sums | undefined) => (one === undefined ? 0 : amount(one));
  const bars = buckets.map((bucket) => {
    const parts = (group === undefined ? [''] : ids).map((id) => amountOf(bucket.sums.get(id)));
    const rest = sum([...bucket.sums.values()].map(amountOf)) - sum(parts);
    return { label: timeOf(bucket.start, span), parts: hasOthers ? [...parts, rest] : parts };
  });
  const all = bars.map(({ parts }) => sum(parts));
  return (
    <section>
      <h2>
        {title}
        <span class="total">
          {isLevel && 'peak '}
          {format(isLevel ? Math.max(...all) : sum(all))}
        </span>
      </h2>
      <Chart
        label={`A chart of ${title.toLowerCase()}. The table below has the numbers.`}
        bars={bars}
        series={names.map((name) => named(name))}
        seriesNames={names}
        format={format}
        hasFractions={hasFractions}
      />
    </section>
  );
}

function sum(amounts: number[]) {
  return amounts.reduce((before, amount) => before + amount, 0);
}

function sumTable({ sums, group, nameOf }: Shown) {
  const spend = sums.reduce((sum, [, one]) => sum + one.spend, 0);
  if (group === 'mcp_tool')
    return table(sums.slice(0, mostRows), {
      label: 'Sums',
      columns: [
        { title: groupTitles[group], cell: ([id]) => named(nameOf(id)) },
        ...amounts.tools.map(({ cell, ...column }) => ({
          ...column,
          cell: ([, one]: [string, Sums]) => cell(one),
        })),
      ],
    });
  return table(sums.slice(0, mostRows), {
    label: 'Sums',
    columns: [
      { title: group === undefined ? '' : groupTitles[group], cell: ([id]) => named(nameOf(id)) },
      { title: 'Spend', kind: 'number', cell: ([, one]) => money(one.spend) },
      {
        title: 'Share',
        kind: 'number',
        cell: ([, one]) => (spend === 0 ? '–' : percent(one.spend / spend)),
      },
      { title: 'Model calls', kind: 'number', cell: ([, one]) => count(one.calls) },
      { title: 'Failed', kind: 'number', cell: ([, one]) => count(one.failed) },
      { title: 'Input tokens', kind: 'number', cell: ([, one]) => count(one.input) },
      { title: 'Output tokens', kind: 'number', cell: ([, one]) => count(one.output) },
    ],
  });
}

const amounts: Record<'models' | 'tools', { title: string; kind: 'number'; cell: (row: Sums) => Child }[]> = {
  models: [
    { title: 'Spend', kind: 'number', cell: ({ spend }) => money(spend) },
    { title: 'Tokens', kind: 'number', cell: ({ input, output }) => count(input + output) },
    { title: 'Model calls', kind: 'number', cell: ({ calls }) => count(calls) },
  ],
  tools: [
    { title: 'Calls', kind: 'number', cell: ({ requests }) => count(requests) },
    { title: 'Failed', kind: 'number', cell: ({ failed }) => count(failed) },
  ],
};

function dataTable({ buckets, span, group, nameOf }: Shown) {
  const rows = buckets.flatMap(({ start, sums }) => [...sums].map(([id, one]) => ({ start, id, ...one })));
  const grouped = group === undefined ? [] : [{ title: groupTitles[group], cell: byName }];
  return table(rows, {
    label: 'Chart data',
    columns: [
      { title: 'From', cell: ({ start }) => timeOf(start, span) },
      ...grouped,
      ...(group === 'mcp_tool' ? amounts.tools : amounts.models),
    ],
  });

  function byName({ id }: { id: string }) {
    return named(nameOf(id));
  }
}

function timeOf(start: number, { width }: Span) {
  return (width === '1h' ? hour : day).format(new Date(start * 1000));
}
