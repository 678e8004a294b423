// A paginated table for any resource. The position is part of the address, so a reload and the back button show the
// same page.

/** @import { Child, Context, ListOf, ListWindow } from './types.ts' */

import { keepInAddress } from './address.js';
import { tell } from './announce.js';
import { fill, h } from './dom.js';
import { count } from './format.js';
import { problem } from './problem.js';

const pageLength = 20;

/**
 * @template {{ id: string }} Row
 * @typedef {object} ListOptions
 * @property {string} label what it lists, for screen readers.
 * @property {{ title: string, cell: (row: Row) => Child | Child[], kind?: 'number' | 'actions' }[]} columns
 *   The first is the row's name.
 * @property {Child | Child[]} empty what to say, and to do, where there is nothing.
 * @property {() => Record<string, string>} [filter] what the rows are chosen by, for the address to keep.
 */

/**
 * @template {{ id: string }} Row
 * @param {Context} context
 * @param {(window: ListWindow) => Promise<ListOf<Row>>} load
 * @param {ListOptions<Row>} options
 * @returns {{ element: HTMLElement, reload(): Promise<void>, restart(): Promise<void> }}
 *   `restart`: from the first page, once the filter is another.
 */
export function list(context, load, { label, columns, empty, filter = () => ({}) }) {
  const rows = h('tbody', { role: 'rowgroup' });
  const sheet = h(
    'table',
    { role: 'table', 'aria-label': label },
    h('thead', { role: 'rowgroup' }, h('tr', { role: 'row' }, columns.map(header))),
    rows,
  );
  const first = pagerButton('First page', () => go({}));
  const previous = pagerButton('Previous', () => page.first_id !== null && go({ before: page.first_id }));
  const next = pagerButton('Next', () => page.last_id !== null && go({ after: page.last_id }));
  const pager = h('nav', { class: 'pager', 'aria-label': `Pages of ${label}`, hidden: true }, first, previous, next);
  const body = h('div', { class: 'list' }, sheet, pager);
  const element = h('div', {});
  /** @type {ListOf<Row>} */
  let page = { data: [], first_id: null, last_id: null, has_more: false };
  /** @type {{ after?: string, before?: string }} */
  let place = placeIn(context.query);
  let lastLoad = 0;

  fill(
    rows,
    Array.from({ length: 3 }, () => placeholder(columns)),
  );
  fill(element, body);
  void reload();
  return { element, reload, restart: () => go({}) };

  async function reload() {
    lastLoad += 1;
    const mine = lastLoad;
    sheet.setAttribute('aria-busy', 'true');
    try {
      const loaded = await load({ limit: pageLength, ...place });
      // A newer filter has been chosen in the meantime.
      if (mine !== lastLoad) return;
      page = loaded;
      // All rows of this page have been deleted in the meantime.
      if (page.data.length === 0 && !page.has_more && (place.after ?? place.before) !== undefined) return await go({});
      show();
    } catch (error) {
      if (!context.signal.aborted && mine === lastLoad) fill(element, problem(error, { retry: () => void reload() }));
    } finally {
      if (mine === lastLoad) sheet.setAttribute('aria-busy', 'false');
    }
  }

  /** @param {{ after?: string, before?: string }} to */
  async function go(to) {
    place = to;
    keepInAddress({ ...filter(), ...to });
    await reload();
    const { length } = page.data;
    tell(length === 1 ? '1 row is shown.' : `${count(length)} rows are shown.`);
    sheet.scrollIntoView({ block: 'nearest' });
  }

  function show() {
    if (page.data.length === 0 && !page.has_more) {
      const isFiltered = Object.keys(filter()).length > 0;
      fill(element, h('div', { class: 'empty' }, isFiltered ? nothingFound() : empty));
      return;
    }
    // A page of a filtered list may end before it has found anything.
    const nothing = h('tr', {}, h('td', { colspan: columns.length }, 'Nothing found so far. Go on to the next page.'));
    fill(rows, page.data.length === 0 ? nothing : page.data.map((row) => tableRow(row, columns)));
    const isFirst = place.after === undefined && (place.before === undefined || !page.has_more);
    const isLast = place.before === undefined && !page.has_more;
    setEnabled(first, !isFirst);
    setEnabled(previous, !isFirst);
    setEnabled(next, !isLast);
    pager.hidden = isFirst && isLast;
    if (body.parentNode !== element) fill(element, body);
  }
}

function nothingFound() {
  return [h('p', {}, h('strong', {}, 'No results for these filters.')), h('p', {}, 'Change or clear the filters.')];
}

/**
 * Returns a table of rows without pagination.
 * @template Row
 * @param {Row[]} rows
 * @param {{ label: string, columns: { title: string, cell: (row: Row) => Child | Child[], kind?: 'number' | 'actions' }[] }} options
 */
export function table(rows, { label, columns }) {
  return h(
    'div',
    { class: 'list' },
    h(
      'table',
      { role: 'table', 'aria-label': label },
      h('thead', { role: 'rowgroup' }, h('tr', { role: 'row' }, columns.map(header))),
      h(
        'tbody',
        { role: 'rowgroup' },
        rows.map((row) => tableRow(row, columns)),
      ),
    ),
  );
}

/** @param {{ title: string, kind?: string }} column */
function header({ title, kind }) {
  const text = kind === 'actions' ? h('span', { class: 'hidden' }, title) : title;
  return h('th', { scope: 'col', role: 'columnheader', class: kind }, text);
}

/**
 * @template Row
 * @param {Row} row
 * @param {{ title: string, cell: (row: Row) => Child | Child[], kind?: string }[]} columns
 */
function tableRow(row, columns) {
  return h(
    'tr',
    { role: 'row' },
    columns.map(({ title, cell, kind }, index) =>
      index === 0
        ? breakableNames(h('th', { scope: 'row', role: 'rowheader' }, cell(row)))
        : kind === 'actions'
          ? h('td', { role: 'cell', class: kind }, cell(row))
          : h('td', { role: 'cell', class: kind, 'data-title': title }, oneOf(cell(row))),
    ),
  );
}

/**
 * Lets the names in the element break after the marks in `vector_store.created` or in an address, and not inside of a word.
 * @param {HTMLElement} element
 */
function breakableNames(element) {
  for (const name of element.querySelectorAll('.name, .path')) {
    const parts = (name.textContent ?? '').split(/(?<=[@._/-])(?=.)/);
    fill(name, ...parts.flatMap((part, index) => (index === 0 ? [part] : [h('wbr'), part])));
  }
  return element;
}

/**
 * Wraps the content in one element, so that it stays together in the narrow layout, where cells are stacked.
 * @param {Child | Child[]} content
 */
function oneOf(content) {
  return Array.isArray(content) ? h('div', {}, content) : content;
}

/** @param {unknown[]} columns */
function placeholder(columns) {
  return h(
    'tr',
    { 'aria-hidden': 'true' },
    columns.map(() => h('td', {}, h('span', { class: 'skeleton' }))),
  );
}

/**
 * @param {string} text
 * @param {() => unknown} onPress
 */
function pagerButton(text, onPress) {
  const button = h('button', { type: 'button' }, text);
  button.addEventListener('click', () => {
    if (button.getAttribute('aria-disabled') !== 'true') void onPress();
  });
  return button;
}

/**
 * @param {HTMLButtonElement} button
 * @param {boolean} enabled
 */
function setEnabled(button, enabled) {
  // `disabled` would lose the focus.
  button.setAttribute('aria-disabled', String(!enabled));
}

/** @param {URLSearchParams} query */
function placeIn(query) {
  const after = query.get('after');
  const before = query.get('before');
  return { ...(after === null ? {} : { after }), ...(before === null ? {} : { before }) };
}
