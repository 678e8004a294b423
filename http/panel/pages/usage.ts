import { download } from '../api/download.ts';
import type { Child, OrganizationContext, Page } from '../api/types.ts';
import { csvOf } from '../api/usage-csv.ts';
import { choiceField, textField } from '../forms/fields.ts';
import { filters } from '../lists/filters.ts';
import { nothing } from '../lists/nothing.tsx';
import { table } from '../lists/table.tsx';
import { keepInAddress } from '../shell/address.ts';
import { announce } from '../shell/announce.ts';
import { h } from '../shell/dom.ts';
import { count, money, named, percent, size } from '../shell/format.tsx';
import { heading } from '../shell/heading.tsx';
import { section } from '../shell/section.ts';
import { chart } from './chart.ts';
import { namesOf } from './usage-names.ts';
import type { Bucket, Group, Span, Sums } from './usage-report.ts';
import { spanOf, totals, usage } from './usage-report.ts';

/** The number of groups with a colour of their own. The other groups share one colour. */
const mostSeries = 5;
const mostRows = 50;

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
  format: (amount: number) => Child;
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
  storage: { title: 'Storage', amount: ({ bytes }) => bytes, format: size, isLevel: true },
};

const groups: [value: Group | '', text: string][] = [
  ['', 'nothing'],
  ['model', 'model'],
  ['project_id', 'project'],
  ['api_key_id', 'API key'],
  ['user_id', 'person'],
  ['mcp_tool', 'MCP tool'],
];
const groupTitles: Record<Group, string> = {
  model: 'Model',
  project_id: 'Project',
  api_key_id: 'API key',
  user_id: 'User',
  mcp_tool: 'MCP tool',
};

/** The content of the page: the buckets, the groups by size, and how to write them. */
interface Shown {
  buckets: Bucket[];
  sums: [string, Sums][];
  span: Span;
  group: Group | undefined;
  nameOf: (id: string) => string;
}

export const usagePage: Page = {
  scope: 'organization',
  path: '/o/:organization/usage',
  title: 'Usage',
  label: 'Usage',
  shortcut: 'u',
  role: 'owner',
  render(context) {
    const { fields, showDates } = controls();
    const choice = filters(context.query, fields, () => {
      showDates();
      keepInAddress(choice.values());
      void load();
    });
    showDates();
    let shown: Shown | undefined;
    const { element, load } = section(context, async () => {
      shown = await read(context, choice.values());
      return report(shown);
    });
    const save = () =>
      shown === undefined
        ? announce('The report is still loading.')
        : download(`usage-${dateOf(shown.span.from)}.csv`, 'text/csv', csvOf(shown.buckets, shown.nameOf, shown.group));
    choice.element.append(h('button', { type: 'button', click: save }, 'Download CSV'));
    void load();
    return [
      heading('Usage', { lead: 'The usage of the organization’s projects. Days and hours are in UTC.' }),
      choice.element,
      element,
    ];
  },
};

function controls() {
  const window = choiceField({
    name: 'window',
    label: 'Period',
    value: '7',
    choices: [
      ['1', 'last 24 hours'],
      ['7', 'last 7 days'],
      ['30', 'last 30 days'],
      ['90', 'last 90 days'],
      ['dates', 'custom range'],
    ],
  });
  const today = dateOf(Date.now() / 1000);
  const dates = [
    textField({ name: 'from', label: 'From', type: 'date', value: today, whenEmpty: 'leave-out' }),
    textField({ name: 'until', label: 'Until', type: 'date', value: today, whenEmpty: 'leave-out' }),
  ];
  return {
    fields: [window, ...dates, choiceField({ name: 'group', label: 'Group by', choices: groups })],
    showDates() {
      for (const { element } of dates) element.hidden = window.select.value !== 'dates';
    },
  };
}

async function read({ api }: OrganizationContext, chosen: Record<string, string>): Promise<Shown> {
  const group = groups.map(([value]) => value).find((value) => value !== '' && value === chosen.group) || undefined;
  const span = spanOf(chosen);
  const { buckets, projectOf } = await usage(api, span, group);
  const sums = totals(buckets).filter(([, one]) => Object.values(one).some((amount) => amount > 0));
  const names = await namesOf(
    api,
    group,
    sums.slice(0, mostRows).map(([id]) => id),
    projectOf,
  );
  const nameOf = (id: string) => names.get(id) ?? (id === '' ? nameless(group) : id);
  return { buckets, sums, span, group, nameOf };
}

function nameless(group: Group | undefined) {
  if (group === undefined) return 'all';
  return group === 'user_id'
    ? 'with an API key'
    : group === 'api_key_id'
      ? 'without an API key'
      : `no ${groupTitles[group].toLowerCase()}`;
}

function report(shown: Shown): Child[] {
  const { sums, group } = shown;
  if (sums.length === 0)
    return [nothing('No usage in this period.', 'Calls with a project key appear here within a minute.')];
  const isStored = group === undefined || group === 'project_id';
  const drawn =
    group === 'mcp_tool'
      ? [measures.toolCalls]
      : [
          measures.spend,
          measures.tokens,
          measures.calls,
          ...(group === 'model' ? [] : [measures.requests]),
          ...(isStored ? [measures.storage] : []),
        ];
  return [
    h('div', { class: 'usage-charts' }, ...drawn.map((measure) => part(measure, shown))),
    group !== undefined && sumTable(shown),
    sums.length > mostRows && h('p', { class: 'lead' }, `The ${mostRows} largest of ${count(sums.length)} are shown.`),
    h('details', { class: 'below' }, h('summary', {}, 'Chart data'), dataTable(shown)),
  ].filter((child) => child !== false);
}

/** Returns a measure with its total and its chart. */
function part(measure: Measure, { buckets, sums, span, group, nameOf }: Shown) {
  const { title, amount, format, hasFractions = false, isLevel = false } = measure;
  // The same order for all measures, so that a group has one colour on the page.
  const ids = sums.slice(0, sums.length > mostSeries + 1 ? mostSeries : sums.length).map(([id]) => id);
  const hasOthers = sums.length > ids.length;
  const names = group === undefined ? [title] : [...ids.map(nameOf), ...(hasOthers ? ['others'] : [])];
  const bars = buckets.map((bucket) => {
    const parts = (group === undefined ? [''] : ids).map((id) => amountIn(bucket, id));
    const whole = [...bucket.sums.values()].reduce((sum, one) => sum + amount(one), 0);
    const rest = whole - parts.reduce((sum, one) => sum + one, 0);
    return { label: timeOf(bucket.start, span), parts: hasOthers ? [...parts, rest] : parts };
  });
  const all = bars.map(({ parts }) => parts.reduce((sum, one) => sum + one, 0));
  const total = isLevel ? Math.max(...all) : all.reduce((sum, one) => sum + one, 0);
  return h(
    'section',
    {},
    h('h2', {}, title, h('span', { class: 'total' }, isLevel && 'peak ', format(total))),
    chart({
      label: `A chart of ${title.toLowerCase()}. The table below has the numbers.`,
      bars,
      series: names.map((name) => named(name)),
      seriesNames: names,
      format: (value) => textOf(format(value)),
      hasFractions,
    }),
  );

  function amountIn(bucket: Bucket, id: string) {
    const one = bucket.sums.get(id);
    return one === undefined ? 0 : amount(one);
  }
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

function dateOf(seconds: number) {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}

function textOf(child: Child) {
  return h('span', {}, child).textContent ?? '';
}
