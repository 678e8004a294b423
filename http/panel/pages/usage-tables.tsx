// The tables of a usage report.

import { type Bucket, type Group, type Only, type Span, type Sums, sum } from '../api/index.ts';
import { table } from '../lists/index.ts';
import { count, money, named, percent, sizeText } from '../shell/index.ts';

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
  /** The buckets as the charts show them, with few groups, which have one order and so one colour in all charts. */
  drawn: { ids: string[]; buckets: Bucket[] };
  sums: [string, Sums][];
  span: Span;
  group: Group | undefined;
  only: Only;
  /** The project of each key, if the report is grouped by keys. */
  projectOf: Map<string, string>;
  nameOf: (id: string) => string;
  /** Loads the names of the groups beyond the tables. */
  nameAll: () => Promise<void>;
  /** Returns the address of this report with other parameters; undefined removes one. */
  linkTo: (parameters: Record<string, string | undefined>) => string;
}

export function sumTable({ sums, group, nameOf, linkTo, projectOf }: Shown) {
  const all = sum(sums.map(([, { spend }]) => spend));
  const rows = sums.slice(0, mostRows).map(([id, one]) => ({ id, ...one }));
  const name = ({ id }: { id: string }) => {
    if (id === '' || (group !== 'project_id' && group !== 'api_key_id')) return named(nameOf(id));
    const only = group === 'project_id' ? { project: id } : { project: projectOf.get(id), key: id };
    return <a href={linkTo({ ...only, group: 'model' })}>{named(nameOf(id))}</a>;
  };
  return table(rows, 'Sums', {
    [group === undefined ? '' : groupTitles[group]]: name,
    ...(group === 'mcp_tool'
      ? ofTools
      : {
          Spend: ofModels.Spend,
          Share: { number: ({ spend }) => (all === 0 ? '–' : percent(spend / all)) },
          'Model calls': ofModels['Model calls'],
          Failed: ofTools.Failed,
          ...(group === 'project_id'
            ? { Tokens: ofModels.Tokens, Storage: { number: ({ bytes }: Sums) => sizeText(bytes) } }
            : ofDirections),
        }),
  });
}

const ofModels = {
  Spend: { number: ({ spend }: Sums) => money(spend) },
  Tokens: { number: ({ input, output }: Sums) => count(input + output) },
  'Model calls': { number: ({ calls }: Sums) => count(calls) },
};

const ofDirections = {
  'Input tokens': { number: ({ input }: Sums) => count(input) },
  'Output tokens': { number: ({ output }: Sums) => count(output) },
};

const ofTools = {
  Calls: { number: ({ requests }: Sums) => count(requests) },
  Failed: { number: ({ failed }: Sums) => count(failed) },
};

/** Returns the numbers of the charts: those of all groups would be 100,000 rows for a year of a large organization. */
export function dataTable({ drawn: { ids, buckets }, span, group, nameOf }: Shown) {
  const rows = buckets.flatMap(({ start, sums }) =>
    ids.flatMap((id) => {
      const one = sums.get(id);
      return one === undefined ? [] : [{ start, id, ...one }];
    }),
  );
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
