// The selected rows of a list, and the bar that says how many rows there are and what can be done with the selected
// ones. The selection stays when the reader goes to another page of the list, and ends when the list shows other rows.

/** @import { Child, ListOf } from './types.ts' */

import { tell } from './announce.js';
import { fill, h } from './dom.js';
import { count, countOf } from './format.js';

/**
 * An action on the selected rows.
 * @template {{ id: string }} Row
 * @typedef {object} Action
 * @property {string} label
 * @property {boolean} [isDangerous]
 * @property {number} [most] the largest number of rows.
 * @property {(rows: Rows<Row>) => unknown} run
 */

/**
 * Loads the rows of an action.
 * @template {{ id: string }} Row
 * @typedef {(onCount: (count: number) => void, signal: AbortSignal) => Promise<Row[]>} Rows
 */

/**
 * @template {{ id: string }} Row
 * @param {{
 *   of: [one: string, many: string],
 *   actions: Action<Row>[],
 *   name: (row: Row) => string,
 *   isSelectable: (row: Row) => boolean,
 *   everyRow: Rows<Row>,
 * }} options `everyRow`: all rows that match, on all pages.
 */
export function selection({ of, actions, name, isSelectable, everyRow }) {
  const all = h('input', { type: 'checkbox', change: togglePage });
  const told = h('span', {});
  const tools = h('div', { class: 'tools' });
  const element = h('div', { class: 'selection' }, actions.length === 0 ? told : h('label', {}, all, told), tools);
  /** @type {Map<string, Row>} */
  const rows = new Map();
  /** @type {Map<string, HTMLInputElement>} */
  let boxes = new Map();
  /** @type {ListOf<Row>} */
  let page = { data: [], first_id: null, last_id: null, has_more: false };
  let isEveryRow = false;
  let isFiltered = false;
  return { element, show, checkbox, clear, drop };

  /**
   * @param {ListOf<Row>} shown
   * @param {boolean} filtered
   */
  function show(shown, filtered) {
    page = shown;
    isFiltered = filtered;
    boxes = new Map(page.data.filter(isSelectable).map((row) => [row.id, boxOf(row)]));
    draw();
  }

  /**
   * Returns the checkbox of a shown row; undefined: rows cannot be selected here.
   * @param {Row} row
   */
  function checkbox(row) {
    return actions.length === 0 ? undefined : (boxes.get(row.id) ?? '');
  }

  /** @param {Row} row */
  function boxOf(row) {
    const box = h('input', { type: 'checkbox', 'aria-label': `Select ${name(row)}` });
    box.addEventListener('change', () => toggle(row, box.checked));
    return box;
  }

  /**
   * @param {Row} row
   * @param {boolean} isOn
   */
  function toggle(row, isOn) {
    // Without one of all rows, those of this page remain.
    if (isEveryRow) for (const one of page.data) if (isSelectable(one)) rows.set(one.id, one);
    isEveryRow = false;
    if (isOn) rows.set(row.id, row);
    else rows.delete(row.id);
    changed();
  }

  function togglePage() {
    const isOn = all.checked;
    isEveryRow = false;
    for (const row of page.data.filter(isSelectable)) {
      if (isOn) rows.set(row.id, row);
      else rows.delete(row.id);
    }
    changed();
  }

  function clear() {
    rows.clear();
    isEveryRow = false;
    draw();
  }

  /** @param {string} id of a row that was removed. */
  function drop(id) {
    rows.delete(id);
    draw();
  }

  function selectEveryRow() {
    rows.clear();
    isEveryRow = true;
    changed();
    tools.querySelector('button')?.focus();
  }

  function changed() {
    draw();
    tell(told.textContent ?? '');
  }

  function draw() {
    for (const [id, box] of boxes) box.checked = isEveryRow || rows.has(id);
    const onPage = [...boxes.values()].filter(({ checked }) => checked).length;
    all.checked = onPage > 0 && onPage === boxes.size;
    all.indeterminate = onPage > 0 && onPage < boxes.size;
    all.setAttribute('aria-label', `Select all ${of[1]} on this page`);
    const length = isEveryRow ? (page.total ?? 0) : rows.size;
    told.textContent = length === 0 ? shownText() : `${count(length)} selected`;
    fill(tools, length === 0 ? [] : [everyButton(length), ...actions.map((one) => button(one, length)), clearButton()]);
  }

  /** Says how many rows are shown: "20 of 5,000 files". */
  function shownText() {
    const { length } = page.data;
    if (page.total === undefined) return `${countOf(length, of)} shown`;
    return length === page.total ? countOf(length, of) : `${count(length)} of ${countOf(page.total, of)}`;
  }

  /** @param {number} length */
  function everyButton(length) {
    const { total = 0 } = page;
    if (isEveryRow || length >= total) return undefined;
    return tool(`Select all ${count(total)}${isFiltered ? ' that match' : ''}`, selectEveryRow);
  }

  /**
   * @param {Action<Row>} action
   * @param {number} length
   */
  function button({ label, isDangerous = false, most = Number.POSITIVE_INFINITY, run }, length) {
    if (length > most) return h('span', { class: 'soft' }, `${label}: at most ${countOf(most, of)}`);
    const chosen = [...rows.values()];
    /** @type {Rows<Row>} */
    const load = isEveryRow ? everyRow : async () => chosen;
    return tool(label, () => void run(load), isDangerous);
  }

  function clearButton() {
    return tool('Clear', () => {
      clear();
      all.focus();
    });
  }
}

/**
 * @param {string} label
 * @param {() => void} click
 * @returns {Child}
 */
function tool(label, click, isDangerous = false) {
  return h('button', { type: 'button', class: isDangerous ? 'danger-text' : null, click }, label);
}
