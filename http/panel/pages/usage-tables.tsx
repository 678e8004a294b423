// The tables of a usage report.

import { type Bucket, type Group, type Span, type Sums, sum } from '../api/index.ts';
import { table } from '../lists/index.ts';
import { count, money, named, percent } from '../shell/index.ts';

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

const groupTitles: Record<Group, string> = {
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
  const all = sum(sums.map(([, { spend }]) => spend));
  const rows = sums.slice(0, mostRows).map(([id, one]) => ({ id, ...one }));
  return table(rows, 'Sums', {
    [group === undefined ? '' : groupTitles[group]]: ({ id }) => named(nameOf(id)),
    ...(group === 'mcp_tool'
      ? ofTools
      : {
          Spend: ofModels.Spend,
          Share: { number: ({ spend }) => (all === 0 ? '–' : percent(spend / all)) },
          'Model calls': ofModels['Model calls'],
          Failed: ofTools.Failed,
          'Input tokens': { number: ({ input }) => count(input) },
          'Output tokens': { number: ({ output }) => count(output) },
        }),
  });
}

const ofModels = {
  Spend: { number: ({ spend }: Sums) => money(spend) },
  Tokens: { number: ({ input, output }: Sums) => count(input + output) },
  'Model calls': { number: ({ calls }: Sums) => count(calls) },
};

const ofTools = {
  Calls: { number: ({ requests }: Sums) => count(requests) },
  Failed: { number: ({ failed }: Sums) => count(failed) },
};

export function dataTable({ buckets, span, group, nameOf }: Shown) {
  const rows = buckets.flatMap(({ start, sums }) => [...sums].map(([id, one]) => ({ start, id, ...one })));
  const byName = ({ id }: { id: string }) => named(nameOf(id));
  return table(rows, 'Chart data', {
    From: ({ start }) => timeOf(start, span),
    ...(group !== undefined && { [groupTitles[group]]: byName }),
    ...(group === 'mcp_tool' ? ofTools : ofModels),
  });
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
