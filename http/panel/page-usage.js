/** @import { Child, OrganizationContext, Page } from './types.ts' */
/** @import { Group, Measure, Span, Window } from './usage-report.js' */

import { keepInAddress } from './address.js';
import { chart } from './chart.js';
import { h } from './dom.js';
import { choiceField } from './fields.js';
import { filters } from './filters.js';
import { count, money, named, size } from './format.js';
import { heading } from './heading.js';
import { table } from './list.js';
import { section } from './section.js';
import { measures, totals, usage, windows } from './usage-report.js';

/** The number of groups with a colour of their own. The other groups share one colour. */
const mostSeries = 5;
const mostRows = 50;

const hour = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** @type {Page} */
export const usagePage = {
  scope: 'organization',
  path: '/o/:organization/usage',
  title: 'Usage',
  label: 'Usage',
  shortcut: 'u',
  role: 'owner',
  render(context) {
    const choice = filters(context.query, controls(), () => {
      keepInAddress(choice.values());
      void load();
    });
    const { element, load } = section(context, () => report(context, choice.values()));
    void load();
    return [
      heading('Usage', { lead: 'The usage of the organization’s projects. Days are in UTC.' }),
      choice.element,
      element,
    ];
  },
};

function controls() {
  const texts = Object.entries(measures).map(([value, { text }]) => /** @type {[string, string]} */ ([value, text]));
  const spans = Object.entries(windows).map(([value, { text }]) => /** @type {[string, string]} */ ([value, text]));
  /** @type {[string, string][]} */
  const groups = [
    ['', 'nothing'],
    ['model', 'model'],
    ['project_id', 'project'],
  ];
  return [
    choiceField({ name: 'measure', label: 'Show', choices: texts }),
    choiceField({ name: 'window', label: 'Of the', value: 'week', choices: spans }),
    choiceField({ name: 'group', label: 'Grouped by', choices: groups }),
  ];
}

/**
 * @param {OrganizationContext} context
 * @param {Record<string, string>} chosen
 * @returns {Promise<Child | Child[]>}
 */
async function report(context, chosen) {
  const measure = /** @type {Measure} */ (measures[chosen.measure ?? ''] ?? measures.tokens);
  const window = /** @type {Window} */ (windows[chosen.window ?? ''] ?? windows.week);
  const wanted = chosen.group === 'model' || chosen.group === 'project_id' ? chosen.group : undefined;
  const group = wanted === 'model' && !measure.hasModel ? undefined : wanted;
  const spans = await usage(context, measure, window, group);
  const sums = totals(spans, measure.isLevel);
  if (sums.length === 0) {
    return h(
      'div',
      { class: 'empty' },
      h('p', {}, h('strong', {}, `No usage in the ${window.text}.`)),
      h('p', {}, measure.empty),
    );
  }
  const names = group === 'project_id' ? await projectNames(context, sums.slice(0, mostRows)) : new Map();
  const nameOf = (/** @type {string} */ id) => names.get(id) ?? (id === '' ? nameless(group) : id);
  return [
    wanted !== group && h('p', { class: 'lead' }, 'This measure has no models, so it is not grouped.'),
    picture(spans, sums, { measure, window, nameOf }),
    group === undefined ? tiles(spans, sums, measure, window) : sumTable(sums, { measure, nameOf, group }),
    sums.length > mostRows && h('p', { class: 'lead' }, `The ${mostRows} largest of ${count(sums.length)} are shown.`),
    h(
      'details',
      { class: 'below' },
      h('summary', {}, 'Data of the chart'),
      spanTable(spans, { measure, window, nameOf, group }),
    ),
  ];
}

/** @param {Group | undefined} group */
function nameless(group) {
  if (group === undefined) return 'all';
  return group === 'model' ? 'no model' : 'no project';
}

/**
 * Returns the names of the projects by id. Deleted projects are missing.
 * @param {OrganizationContext} context
 * @param {[string, number][]} sums
 * @returns {Promise<Map<string, string>>}
 */
async function projectNames({ api }, sums) {
  const found = await Promise.allSettled(
    sums
      .filter(([id]) => id !== '')
      .map(([id]) => api.get('/v1/organization/projects/{project_id}', { params: { project_id: id } })),
  );
  return new Map(found.flatMap((one) => (one.status === 'fulfilled' ? [[one.value.id, one.value.name]] : [])));
}

/**
 * @param {Span[]} spans
 * @param {[string, number][]} sums
 * @param {{ measure: Measure, window: Window, nameOf: (id: string) => string }} how
 */
function picture(spans, sums, { measure, window, nameOf }) {
  const shown = sums.slice(0, sums.length > mostSeries + 1 ? mostSeries : sums.length).map(([id]) => id);
  const hasOthers = sums.length > shown.length;
  const names = [...shown.map(nameOf), ...(hasOthers ? ['others'] : [])];
  const bars = spans.map(({ start, amounts }) => {
    const parts = shown.map((id) => amounts.get(id) ?? 0);
    const all = [...amounts.values()].reduce((sum, amount) => sum + amount, 0);
    const rest = all - parts.reduce((sum, part) => sum + part, 0);
    return { label: timeOf(start, window), parts: hasOthers ? [...parts, rest] : parts };
  });
  return chart({
    label: `A chart of ${measure.text}, ${window.text}. The tables below have the numbers.`,
    bars,
    series: names.map((name) => named(name)),
    seriesNames: names,
    format: (value) => written(value, measure),
    hasFractions: measure.unit === 'money',
  });
}

/**
 * Returns the total, and the amount of the busiest span.
 * @param {Span[]} spans
 * @param {[string, number][]} sums
 * @param {Measure} measure
 * @param {Window} window
 */
function tiles(spans, sums, measure, { width }) {
  const [, amount] = sums[0] ?? ['', 0];
  const most = Math.max(...spans.map(({ amounts }) => amounts.get('') ?? 0));
  const last = spans.at(-1)?.amounts.get('') ?? 0;
  const span = width === '1h' ? 'hour' : 'day';
  return h(
    'dl',
    { class: 'tiles' },
    h('div', {}, h('dt', {}, measure.isLevel ? 'At most' : 'In all'), h('dd', {}, shown(amount, measure))),
    !measure.isLevel && h('div', {}, h('dt', {}, `Busiest ${span}`), h('dd', {}, shown(most, measure))),
    h('div', {}, h('dt', {}, `This ${span}`), h('dd', {}, shown(last, measure))),
  );
}

/**
 * @param {[string, number][]} sums
 * @param {{ measure: Measure, nameOf: (id: string) => string, group: Group | undefined }} how
 */
function sumTable(sums, { measure, nameOf, group }) {
  const all = sums.reduce((sum, [, amount]) => sum + amount, 0);
  return table(sums.slice(0, mostRows), {
    label: 'Sums',
    columns: [
      { title: groupTitle(group), cell: ([id]) => named(nameOf(id)) },
      { title: measure.isLevel ? 'At most' : 'Sum', kind: 'number', cell: ([, amount]) => shown(amount, measure) },
      {
        title: 'Share',
        kind: 'number',
        cell: ([, amount]) => (measure.isLevel ? '–' : `${count(Math.round((amount / all) * 1000) / 10)} %`),
      },
    ],
  });
}

/** @param {Group | undefined} group */
function groupTitle(group) {
  if (group === undefined) return 'Of';
  return group === 'model' ? 'Model' : 'Project';
}

/**
 * @param {Span[]} spans
 * @param {{ measure: Measure, window: Window, nameOf: (id: string) => string, group: Group | undefined }} how
 */
function spanTable(spans, { measure, window, nameOf, group }) {
  const rows = spans.flatMap(({ start, amounts }) =>
    [...amounts].filter(([, amount]) => amount > 0).map(([id, amount]) => ({ start, id, amount })),
  );
  return table(rows, {
    label: `${measure.text}, ${window.text}`,
    columns: [
      { title: 'From', cell: ({ start }) => timeOf(start, window) },
      ...(group === undefined
        ? []
        : [{ title: groupTitle(group), cell: (/** @type {{ id: string }} */ { id }) => named(nameOf(id)) }]),
      {
        title: measure.isLevel ? 'At most' : 'Sum',
        kind: /** @type {'number'} */ ('number'),
        cell: ({ amount }) => shown(amount, measure),
      },
    ],
  });
}

/**
 * @param {number} start
 * @param {Window} window
 */
function timeOf(start, { width }) {
  return (width === '1h' ? hour : day).format(new Date(start * 1000));
}

/**
 * @param {number} amount
 * @param {Measure} measure
 */
function shown(amount, { isLevel, unit }) {
  if (unit === 'money') return money(amount);
  return isLevel ? size(amount) : count(amount);
}

/**
 * @param {number} amount
 * @param {Measure} measure
 */
function written(amount, measure) {
  const text = shown(amount, measure);
  return typeof text === 'string' ? text : (text.textContent ?? '');
}
