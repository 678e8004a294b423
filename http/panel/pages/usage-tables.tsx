// The tables of a usage report.

import type { Child } from '../api/types.ts';
import type { Bucket, Group, Span, Sums } from '../api/usage-report.ts';
import { table } from '../lists/table.tsx';
import { count, money, named, percent } from '../shell/format.tsx';

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

export function sumTable({ sums, group, nameOf }: Shown) {
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

export function dataTable({ buckets, span, group, nameOf }: Shown) {
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

export function timeOf(start: number, { width }: Span) {
  return (width === '1h' ? hour : day).format(new Date(start * 1000));
}

/** Returns the words for what belongs to no group. */
export function nameless(group: Group | undefined) {
  if (group === undefined) return 'all';
  return group === 'user_id'
    ? 'with an API key'
    : group === 'api_key_id'
      ? 'without an API key'
      : `no ${groupTitles[group].toLowerCase()}`;
}
