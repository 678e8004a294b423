// The laws of paging, tried on every list: each window of a list is compared with the rows that the list must have.

import type { OperationCases } from '../../document/index.ts';
import { parametersOf, resolve } from '../../document/index.ts';
import { inParallel } from '../../parallel/index.ts';
import { document, documented } from '../answers.ts';
import { openerOf, type Subject } from './list-subjects.ts';
import { expectedPage, type ListOptions, type Page, type Window } from './pages.ts';
import type { Rule, Trial } from './rule.ts';
import { judgeSearches } from './searches.ts';

const width = 4;
/** The rows in a page of a long walk. */
const longPage = 7;
const highestLimit = 100;
const few = 4;
/** Steps of a walk beside which rows are added and deleted. */
const changedSteps = 3;
/** How often a shared list is read again because it has changed meanwhile. */
const mostTries = 3;

export const paging: Rule = {
  name: 'paging',
  about:
    'Paging: each window shows exactly its rows in order, has_more, the ends and the total are right, a search shows exactly its rows, and a walk neither skips nor repeats a row.',
  applies: isPaged,
  lack(stage, operation) {
    const opener = openerOf(operation);
    return opener === undefined ? 'rows' : opener.lack?.(stage);
  },
  async run(trial, stage, operation) {
    const options = listOptionsOf(operation);
    const subject = await openerOf(operation)?.open(trial.ask, stage);
    if (subject === undefined) return;
    for (let tries = 1; ; tries += 1) {
      const rows = await subject.rows();
      const wrong = await judgeWindows(trial, subject, rows, options);
      // Others may add rows to a list of the whole server, or delete some.
      const isTrue = subject.isShared !== true || tries >= mostTries || same(await subject.rows(), rows);
      if (wrong.length > 0 && !isTrue) continue;
      for (const [cause, wanted, got] of wrong) trial.expect(false, cause, wanted, got);
      break;
    }
    if (options.names.has('search') && options.names.has('include_total')) await judgeSearches(trial, subject, options);
    if (subject.isShared !== true) await judgeWalks(trial, subject, options);
    if (subject.add !== undefined && subject.remove !== undefined) await judgeChanges(trial, subject, options);
  },
};

type Wrong = [cause: string, wanted: unknown, got: unknown];

/** Compares windows at both ends, in the middle and at cursors that are not rows. */
async function judgeWindows(trial: Trial, subject: Subject, rows: string[], options: ListOptions): Promise<Wrong[]> {
  const { length } = rows;
  const [oldest = '', newest = '', middle = '', late = ''] = [0, length - 1, length >> 1, length - 3].map(
    (index) => rows[Math.max(index, 0)],
  );
  const prefix = oldest.slice(0, -26);
  const strange = [`${prefix}${'0'.repeat(26)}`, `${prefix}7${'Z'.repeat(25)}`, ...(await subject.strangers())];
  const around = [oldest, newest, middle, late, ...(subject.isShared === true ? [] : strange)].filter(Boolean);
  const windows: Window[] = [];
  for (const order of ordersOf(options)) {
    const limits = [1, 2, length - 1, length, length + 1, highestLimit];
    for (const limit of limits.filter((one) => one >= 1 && one <= highestLimit)) windows.push({ order, limit });
    // Exactly as many rows as the page takes.
    const [fromStart = '', fromEnd = ''] = [rows[few], rows.at(-1 - few)];
    const [after, before] = order === 'asc' ? [fromEnd, fromStart] : [fromStart, fromEnd];
    windows.push({ order, after, limit: few }, { order, before, limit: few });
    windows.push({ order, after, limit: few - 1 }, { order, before, limit: few + 1 });
    for (const [index, cursor] of around.entries()) {
      windows.push({ order, after: cursor, limit: 2 }, { order, before: cursor, limit: 3 });
      windows.push({ order, after: cursor, limit: highestLimit }, { order, before: cursor });
      windows.push({ order, after: cursor, before: around[(index + 1) % around.length] as string, limit: 4 });
      windows.push({ order, after: around[(index + 1) % around.length] as string, before: cursor });
    }
  }
  const real = windows.filter(({ after, before }) => after !== '' && before !== '');
  const all = [{}, ...real].map((window) => insideOf(subject, rows, windowOf(window, options), options));
  const distinct = all.filter((window, index) => all.findIndex((one) => same(one, window)) === index);
  const wrong = await inParallel(width, distinct, async (window): Promise<Wrong[]> => {
    const wanted = expectedPage(rows, window, options);
    const { status, body, text } = await trial.ask('GET', subject.path, { ...subject.options, query: { ...window } });
    if (status !== 200) return [[`a window of a list: ${status} instead of 200`, { ...window }, text]];
    return differences(pageOf(body), wanted, window);
  });
  return wrong.flat();
}

/** Names the law that a page breaks. */
function differences(got: Page, wanted: Page, window: Window): Wrong[] {
  const at = JSON.stringify(window);
  const isSameSet = same(got.ids.toSorted(), wanted.ids.toSorted());
  if (!same(got.ids, wanted.ids)) {
    const cause = isSameSet ? 'the rows of a page are not in order' : 'a page shows other rows';
    return [[cause, `${at}: ${wanted.ids}`, got.ids]];
  }
  return [
    ...(got.hasMore === wanted.hasMore
      ? []
      : [['has_more', `${at}: ${wanted.hasMore}`, got.hasMore ?? 'nothing'] as Wrong]),
    ...(same([got.first, got.last], [wanted.first, wanted.last])
      ? []
      : [
          [
            'first_id and last_id',
            `${at}: ${wanted.first}, ${wanted.last}`,
            `${JSON.stringify(got.first)}, ${JSON.stringify(got.last)}`,
          ] as Wrong,
        ]),
  ];
}

/** Keeps the window of a shared list between its oldest and its newest known row, between which nobody adds rows. */
function insideOf(subject: Subject, rows: string[], window: Window, { order: usual, names }: ListOptions): Window {
  if (subject.isShared !== true) return window;
  const isAscending = (window.order ?? usual) === 'asc';
  const [begin = '', end = ''] = isAscending ? [rows[0], rows.at(-1)] : [rows.at(-1), rows[0]];
  if (!names.has('before')) return { ...window, after: window.after ?? begin };
  return { ...window, after: window.after ?? begin, before: window.before ?? end };
}

/** Pages from end to end, forward and backward. */
async function judgeWalks(trial: Trial, subject: Subject, options: ListOptions): Promise<void> {
  for (const order of ordersOf(options)) {
    const rows = await subject.rows();
    const wanted = order === 'asc' ? rows : rows.toReversed();
    const most = Math.ceil(rows.length / longPage) + 2;
    const forward: string[] = [];
    for (let step = 0; step < most; step += 1) {
      const page = await read(trial, subject, windowOf({ order, limit: longPage, after: forward.at(-1) }, options));
      forward.push(...page.ids);
      if (!page.hasMore || page.ids.length === 0) break;
    }
    trial.equal('a walk from page to page', forward, wanted);
    if (!options.names.has('before')) continue;
    const backward: string[] = wanted.slice(-1);
    for (let step = 0; step < most; step += 1) {
      const page = await read(trial, subject, windowOf({ order, limit: longPage, before: backward[0] }, options));
      backward.unshift(...page.ids);
      if (!page.hasMore || page.ids.length === 0) break;
    }
    trial.equal('a walk backward from page to page', backward, wanted);
  }
}

/** Pages while rows are added and deleted: no row twice, every remaining row once, new rows at the newer end. */
async function judgeChanges(trial: Trial, subject: Subject, options: ListOptions): Promise<void> {
  for (const order of ordersOf(options)) {
    const before = await subject.rows();
    const added: string[] = [];
    const removed: string[] = [];
    const seen: string[] = [];
    const most = Math.ceil(before.length / longPage) + 2 * changedSteps;
    for (let step = 0; step < most; step += 1) {
      const page = await read(trial, subject, windowOf({ order, limit: longPage, after: seen.at(-1) }, options));
      seen.push(...page.ids);
      if (!page.hasMore || page.ids.length === 0) break;
      if (step >= changedSteps) continue;
      added.push((await subject.add?.()) ?? '');
      // The row of the cursor, one that was returned before, and one that was not returned yet.
      const later = before.find((one) => !seen.includes(one) && !removed.includes(one));
      for (const id of new Set([page.ids.at(-1), page.ids[0], later])) {
        if (id === undefined || !(subject.mayRemove?.(id) ?? true)) continue;
        removed.push(id);
        await subject.remove?.(id);
      }
    }
    trial.equal('a walk repeats a row while rows change', seen.length, new Set(seen).size);
    const lost = before.filter((id) => !removed.includes(id) && !seen.includes(id));
    trial.equal('a walk loses a row while rows change', lost, []);
    const found = added.filter((id) => seen.includes(id));
    trial.equal('rows that are added during a walk are not at its newer end', found, order === 'asc' ? added : []);
    const sorted = order === 'asc' ? seen.toSorted() : seen.toSorted().toReversed();
    trial.equal('a walk is out of order while rows change', seen, sorted);
  }
}

async function read(trial: Trial, subject: Subject, window: Window): Promise<Page> {
  const answer = await trial.ask('GET', subject.path, { ...subject.options, query: { ...window } });
  const isRead = trial.status(answer, 200, undefined, 'a page of a list');
  return isRead ? pageOf(answer.body) : { ids: [], hasMore: false, first: null, last: null };
}

// biome-ignore lint/suspicious/noExplicitAny: a body of any server.
function pageOf(body: any): Page {
  const ids = (Array.isArray(body?.data) ? body.data : []).map((row: { id?: unknown }) => String(row?.id));
  return { ids, hasMore: body?.has_more, first: body?.first_id, last: body?.last_id };
}

function ordersOf({ names, order }: ListOptions): ('asc' | 'desc')[] {
  return names.has('order') ? ['asc', 'desc'] : [order];
}

/** Returns the window without parameters that the list does not have. */
function windowOf(window: { [Name in keyof Window]: Window[Name] | undefined }, { names }: ListOptions): Window {
  return Object.fromEntries(Object.entries(window).filter(([name, value]) => value !== undefined && names.has(name)));
}

/** Returns true for a list whose pages follow each other by the ids of their rows. */
export function isPaged({ operationId, method }: OperationCases): boolean {
  return method === 'GET' && listOptionsOf({ operationId }).names.has('after');
}

/** Returns the parameters of a list, with their defaults. */
export function listOptionsOf({ operationId }: Pick<OperationCases, 'operationId'>): ListOptions {
  const operation = documented(operationId);
  if (operation === undefined) throw new Error(`the document has no operation ${operationId}`);
  const parameters = parametersOf(document, operation);
  const defaultOf = (name: string): unknown => {
    const schema = parameters.find((parameter) => parameter.name === name)?.schema;
    return schema === undefined ? undefined : resolve(document, schema).default;
  };
  const answer = operation.responses['200']?.content?.['application/json']?.schema ?? {};
  return {
    names: new Set(parameters.map(({ name }) => name)),
    limit: Number(defaultOf('limit')),
    order: (defaultOf('order') ?? 'desc') as ListOptions['order'],
    hasEnds: resolve(document, answer).properties?.first_id !== undefined,
  };
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
