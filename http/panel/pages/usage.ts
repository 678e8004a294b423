import { download } from '../api/download.ts';
import type { OrganizationContext, Page } from '../api/types.ts';
import { csvOf } from '../api/usage-csv.ts';
import { type Group, spanOf, totals, usage } from '../api/usage-report.ts';
import { choiceField, textField } from '../forms/fields.ts';
import { filters } from '../lists/filters.ts';
import { keepInAddress } from '../shell/address.ts';
import { announce } from '../shell/announce.ts';
import { h } from '../shell/dom.ts';
import { heading } from '../shell/heading.tsx';
import { section } from '../shell/section.ts';
import { namesOf } from './usage-names.ts';
import { groupTitles, mostRows, report, type Shown } from './usage-parts.tsx';

const groups: [value: Group | '', text: string][] = [
  ['', 'nothing'],
  ['model', 'model'],
  ['project_id', 'project'],
  ['api_key_id', 'API key'],
  ['user_id', 'person'],
  ['mcp_tool', 'MCP tool'],
];
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

function dateOf(seconds: number) {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}
