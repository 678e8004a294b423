// A paginated table for any resource: its search, filters, order and page size, and the selection of rows. All of that
// but the selection is part of the address, so a reload, a link and the back button show the same rows.

/** @import { Child, Context, Field, ListOf, ListWindow } from './types.ts' */
/** @import { Removal } from './removal.js' */
/** @import { Action } from './selection.js' */

import { keepInAddress } from './address.js';
import { tell } from './announce.js';
import { fill, h } from './dom.js';
import { count } from './format.js';
import { listControls } from './list-controls.js';
import { pager } from './pager.js';
import { problem } from './problem.js';
import { removalOfMany, removeButton } from './removal.js';
import { selection } from './selection.js';
import { emptyTable, placeholder, tableRow } from './table.js';

/**
 * @template {{ id: string }} Row
 * @typedef {import('./table.js').Column<Row>} Column
 */

/**
 * @template {{ id: string }} Row
 * @typedef {object} ListOptions
 * @property {[one: string, many: string]} of the names of its rows: `['file', 'files']`.
 * @property {Column<Row>[]} columns The first is the row's name.
 * @property {((row: Row) => Child[]) | undefined} [actions] the buttons of a row, before the one that removes it.
 * @property {Child | Child[]} empty what to say, and to do, where there is nothing.
 * @property {Field[]} [filters] what the rows are chosen by besides the search, for the address to keep.
 * @property {(part: (window: ListWindow) => Promise<ListOf<Row>>) => Child} [beside] a button beside the filters. `part`
 *   loads any part of the rows that match.
 * @property {boolean} [isCounted] whether the operation counts its rows (`include_total`), as most do.
 * @property {(rows: Row[]) => Promise<Row[]>} [complete] loads what the shown rows need besides.
 * @property {Removal<Row> | undefined} [removal] how rows are deleted, one by one and many at once.
 * @property {Action<Row>[]} [onSelected] what else can be done with the selected rows.
 */

/**
 * @template {{ id: string }} Row
 * @param {Context} context
 * @param {(window: ListWindow, chosen: Record<string, string>) => Promise<ListOf<Row>>} load
 *   `chosen`: the values of the filters.
 * @param {ListOptions<Row>} options
 * @returns {{ element: HTMLElement, reload(): Promise<void> }}
 */
export function list(context, load, options) {
  const { of, empty, filters = [], beside, isCounted = true, complete, removal, onSelected = [] } = options;
  const label = of[1].charAt(0).toUpperCase() + of[1].slice(1);
  const actions = removal === undefined ? onSelected : [...onSelected, removalOfMany(removal, of, removed)];
  const columns = withActions(options, (row) => removal && removeButton(removal, of, row, () => removed(row.id)));
  const controls = listControls(context.query, { of, filters, beside: beside?.(part) }, () => void restart());
  const selected = selection({
    of,
    actions,
    name: (row) => removal?.name(row) ?? row.id,
    isSelectable: (row) => removal?.isSelectable?.(row) ?? true,
    everyRow,
  });
  const { sheet, body } = emptyTable(label, columns, actions.length > 0);
  const pages = pager(label, (to) => void turn(to));
  const frame = h(
    'div',
    { class: 'list' },
    h('div', { class: 'list-bar' }, selected.element, controls.shape),
    sheet,
    pages.element,
  );
  const content = h('div', {});
  const element = h('div', {}, controls.element, content);
  /** @type {ListOf<Row>} */
  let page = { data: [], first_id: null, last_id: null, has_more: false };
  /** @type {{ after?: string, before?: string }} */
  let place = placeIn(context.query);
  let shown = whatIsShown();
  let lastLoad = 0;

  fill(
    body,
    Array.from({ length: 3 }, () => placeholder(actions.length > 0 ? [undefined, ...columns] : columns)),
  );
  fill(content, frame);
  void reload();
  return { element, reload };

  async function reload() {
    lastLoad += 1;
    const mine = lastLoad;
    sheet.setAttribute('aria-busy', 'true');
    try {
      const counted = isCounted ? { include_total: true } : {};
      const loaded = await load({ ...controls.window(), ...place, ...counted }, controls.chosen());
      const data = (await complete?.(loaded.data)) ?? loaded.data;
      // A newer filter has been chosen in the meantime.
      if (mine !== lastLoad) return;
      page = { ...loaded, data };
      // All rows of this page have been deleted in the meantime.
      if (data.length === 0 && !page.has_more && (place.after ?? place.before) !== undefined) return await go({});
      show();
    } catch (error) {
      if (!context.signal.aborted && mine === lastLoad) fill(content, problem(error, { retry: () => void reload() }));
    } finally {
      if (mine === lastLoad) sheet.setAttribute('aria-busy', 'false');
    }
  }

  /** @param {string | undefined} id of the removed row; undefined: the selected rows. */
  async function removed(id = undefined) {
    if (id === undefined) selected.clear();
    else selected.drop(id);
    await reload();
  }

  /** Shows the first page after a change of the controls. */
  async function restart() {
    const now = whatIsShown();
    if (now !== shown) selected.clear();
    shown = now;
    await go({});
  }

  /** @param {{ after?: string, before?: string }} to */
  async function go(to) {
    place = to;
    keepInAddress({ ...controls.state(), ...to });
    await reload();
    tell(page.data.length === 1 ? '1 row is shown.' : `${count(page.data.length)} rows are shown.`);
  }

  /** @param {{ after?: string, before?: string }} to */
  async function turn(to) {
    await go(to);
    if (element.getBoundingClientRect().top < 0) element.scrollIntoView();
  }

  /** Returns what the rows are chosen by. */
  function whatIsShown() {
    return JSON.stringify([controls.window().search, controls.chosen()]);
  }

  function show() {
    const isFiltered = controls.isFiltered();
    const isEmpty = page.data.length === 0 && !page.has_more;
    controls.element.hidden = isEmpty && !isFiltered && filters.length === 0;
    if (isEmpty) {
      fill(content, h('div', { class: 'empty' }, isFiltered ? nothingFound() : empty));
      return;
    }
    selected.show(page, isFiltered);
    // A page of a filtered list may end before it has found anything.
    const nothing = h('tr', {}, h('td', { colspan: columns.length }, 'Nothing found so far. Go on to the next page.'));
    const rows = page.data.map((row) => tableRow(row, columns, selected.checkbox(row)));
    fill(body, page.data.length === 0 ? nothing : rows);
    pages.show(page, place);
    if (frame.parentNode !== content) fill(content, frame);
  }

  /** @param {ListWindow} window */
  function part(window) {
    const { search } = controls.window();
    return load({ ...window, ...(search === undefined ? {} : { search }) }, controls.chosen());
  }

  /**
   * Loads all rows that match, newest first: rows that are created meanwhile do not belong to them.
   * @param {(count: number) => void} onCount
   * @param {AbortSignal} signal
   */
  async function everyRow(onCount, signal) {
    /** @type {Row[]} */
    const rows = [];
    let last = /** @type {string | null} */ (null);
    do {
      signal.throwIfAborted();
      const next = await part({ limit: 100, order: 'desc', ...(last === null ? {} : { after: last }) });
      rows.push(...next.data);
      onCount(rows.length);
      last = next.has_more ? next.last_id : null;
    } while (last !== null);
    return rows;
  }
}

/**
 * Returns the columns with the one of the buttons.
 * @template {{ id: string }} Row
 * @param {ListOptions<Row>} options
 * @param {(row: Row) => Child} remove
 * @returns {Column<Row>[]}
 */
function withActions({ columns, actions, removal }, remove) {
  if (actions === undefined && removal === undefined) return columns;
  return [...columns, { title: 'Actions', kind: 'actions', cell: (row) => [...(actions?.(row) ?? []), remove(row)] }];
}

function nothingFound() {
  return [
    h('p', {}, h('strong', {}, 'No results for these filters.')),
    h('p', {}, 'Change or clear the search and the filters.'),
  ];
}

/** @param {URLSearchParams} query */
function placeIn(query) {
  const after = query.get('after');
  const before = query.get('before');
  return { ...(after === null ? {} : { after }), ...(before === null ? {} : { before }) };
}
