// The charts and tables of a usage report.

import { type Child, type Group, type Only, type Sums, sum } from '../api/index.ts';
import { nothing } from '../lists/index.ts';
import { count, money, named, sizeText } from '../shell/index.ts';
import { Chart } from './chart.tsx';
import { dataTable, mostRows, type Shown, sumTable, timeOf } from './usage-tables.tsx';

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

export function report(shown: Shown): Child[] {
  const { sums, group, only, nameOf, linkTo } = shown;
  const id = only.key ?? only.project;
  const about = id !== undefined && (
    <p class="lead">
      Only the {only.key === undefined ? 'project' : 'key'} {named(nameOf(id))}.{' '}
      <a href={linkTo({ project: undefined, key: undefined })}>Show all usage</a>
    </p>
  );
  if (sums.length === 0)
    return [about, nothing('No usage in this period.', 'Calls with a project key appear here within a minute.')];
  return [
    about,
    <div class="usage-charts">{measuresOf(group, only).map((measure) => part(measure, shown))}</div>,
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

function measuresOf(group: Group | undefined, only: Only) {
  if (group === 'mcp_tool') return [measures.toolCalls];
  const models = [measures.spend, measures.tokens, measures.calls];
  if (group === 'model') return models;
  const isStored = only.key === undefined && (group === undefined || group === 'project_id');
  return [...models, measures.requests, ...(isStored ? [measures.storage] : [])];
}

/** Returns a measure with its total and its chart. */
function part(measure: Measure, { drawn: { ids, buckets }, span, group, nameOf }: Shown) {
  const { title, amount, format, hasFractions = false, isLevel = false } = measure;
  const names = group === undefined ? [title] : ids.map(nameOf);
  const amountOf = (one: Sums | undefined) => (one === undefined ? 0 : amount(one));
  const bars = buckets.map((bucket) => {
    return { label: timeOf(bucket.start, span), parts: ids.map((id) => amountOf(bucket.sums.get(id))) };
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
      {all.every((amount) => amount === 0) ? (
        <p class="soft">None in this period.</p>
      ) : (
        <Chart
          label={`A chart of ${title.toLowerCase()}. The table below has the numbers.`}
          bars={bars}
          series={names.map((name) => named(name))}
          seriesNames={names}
          format={format}
          hasFractions={hasFractions}
        />
      )}
    </section>
  );
}
