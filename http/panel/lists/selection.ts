// The selected rows of a list, and the bar that says how many rows there are and what can be done with the selected
// ones. The selection stays when the reader goes to another page of the list, and ends when the list shows other rows.

import type { Child, ListOf } from '../api/types.ts';
import { tell } from '../shell/announce.ts';
import { fill, h } from '../shell/dom.ts';
import { count, countOf } from '../shell/format.tsx';

/** An action on the selected rows. */
export interface Action<Row extends { id: string }> {
  label: string;
  isDangerous?: boolean;
  /** The largest number of rows. */
  most?: number;
  run: (rows: Rows<Row>) => unknown;
}

/** Loads the rows of an action. */
export type Rows<Row extends { id: string }> = (
  onCount: (count: number) => void,
  signal: AbortSignal,
) => Promise<Row[]>;

/** @param options `everyRow`: all rows that match, on all pages. */
export function selection<Row extends { id: string }>({
  of,
  actions,
  name,
  isSelectable,
  everyRow,
}: {
  of: [one: string, many: string];
  actions: Action<Row>[];
  name: (row: Row) => string;
  isSelectable: (row: Row) => boolean;
  everyRow: Rows<Row>;
}) {
  const all = h('input', { type: 'checkbox', change: togglePage });
  const told = h('span', {});
  const tools = h('div', { class: 'tools' });
  const element = h('div', { class: 'selection' }, actions.length === 0 ? told : h('label', {}, all, told), tools);
  const rows: Map<string, Row> = new Map();
  let boxes: Map<string, HTMLInputElement> = new Map();
  let page: ListOf<Row> = { data: [], first_id: null, last_id: null, has_more: false };
  let isEveryRow = false;
  let isFiltered = false;
  return { element, show, checkbox, clear, drop };

  function show(shown: ListOf<Row>, filtered: boolean) {
    page = shown;
    isFiltered = filtered;
    boxes = new Map(page.data.filter(isSelectable).map((row) => [row.id, boxOf(row)]));
    draw();
  }

  /** Returns the checkbox of a shown row; undefined: rows cannot be selected here. */
  function checkbox(row: Row) {
    return actions.length === 0 ? undefined : (boxes.get(row.id) ?? '');
  }

  function boxOf(row: Row) {
    const box = h('input', { type: 'checkbox', 'aria-label': `Select ${name(row)}` });
    box.addEventListener('change', () => toggle(row, box.checked));
    return box;
  }

  function toggle(row: Row, isOn: boolean) {
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

  /** @param id of a row that was removed. */
  function drop(id: string) {
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

  function everyButton(length: number) {
    const { total = 0 } = page;
    if (isEveryRow || length >= total) return undefined;
    return tool(`Select all ${count(total)}${isFiltered ? ' that match' : ''}`, selectEveryRow);
  }

  function button({ label, isDangerous = false, most = Number.POSITIVE_INFINITY, run }: Action<Row>, length: number) {
    if (length > most) return h('span', { class: 'soft' }, `${label}: at most ${countOf(most, of)}`);
    const chosen = [...rows.values()];
    const load: Rows<Row> = isEveryRow ? everyRow : async () => chosen;
    return tool(label, () => void run(load), isDangerous);
  }

  function clearButton() {
    return tool('Clear', () => {
      clear();
      all.focus();
    });
  }
}

function tool(label: string, click: () => void, isDangerous = false): Child {
  return h('button', { type: 'button', class: isDangerous ? 'danger-text' : null, click }, label);
}
