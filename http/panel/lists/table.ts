// Tables: their headers and their rows. In a narrow window the cells of a row stand below each other.

import type { Child } from '../api/types.ts';
import { fill, h } from '../shell/dom.ts';

export interface Column<Row> {
  title: string;
  cell: (row: Row) => Child | Child[];
  kind?: 'number' | 'actions' | undefined;
}

/**
 * Returns a table of rows without pagination.
 * @param options The first column is the row's name.
 */
export function table<Row>(rows: Row[], { label, columns }: { label: string; columns: Column<Row>[] }) {
  const { sheet, body } = emptyTable(label, columns);
  fill(
    body,
    rows.map((row) => tableRow(row, columns)),
  );
  return h('div', { class: 'list' }, sheet);
}

/**
 * Returns a table with its header, and the body that the rows belong into.
 * @param isSelectable whether each row begins with a checkbox.
 */
export function emptyTable(
  label: string,
  columns: { title: string; kind?: string | undefined }[],
  isSelectable = false,
) {
  const headers = [...(isSelectable ? [{ title: 'Select', kind: 'select' }] : []), ...columns].map(header);
  const body = h('tbody', { role: 'rowgroup' });
  const sheet = h(
    'table',
    { role: 'table', 'aria-label': label },
    h('thead', { role: 'rowgroup' }, h('tr', { role: 'row' }, headers)),
    body,
  );
  return { sheet, body };
}

function header({ title, kind }: { title: string; kind?: string | undefined }) {
  const isHidden = kind === 'actions' || kind === 'select';
  const text = isHidden ? h('span', { class: 'hidden' }, title) : title;
  return h('th', { scope: 'col', role: 'columnheader', class: kind }, text);
}

/** @param checkbox before the first column. */
export function tableRow<Row>(row: Row, columns: Column<Row>[], checkbox: Child = undefined) {
  return h(
    'tr',
    { role: 'row' },
    checkbox !== undefined && h('td', { role: 'cell', class: 'select' }, checkbox),
    columns.map(({ title, cell, kind }, index) =>
      index === 0
        ? breakableNames(h('th', { scope: 'row', role: 'rowheader' }, cell(row)))
        : kind === 'actions'
          ? h('td', { role: 'cell', class: kind }, cell(row))
          : h('td', { role: 'cell', class: kind, 'data-title': title }, oneOf(cell(row))),
    ),
  );
}

/** Returns a row that stands in for one that is loading. */
export function placeholder(columns: unknown[]) {
  return h(
    'tr',
    { 'aria-hidden': 'true' },
    columns.map(() => h('td', {}, h('span', { class: 'skeleton' }))),
  );
}

/**
 * Lets the names in the element break after the marks in `vector_store.created` or in an address, and not inside of a word.
 */
function breakableNames(element: HTMLElement) {
  for (const name of element.querySelectorAll('.name, .path')) {
    const parts = (name.textContent ?? '').split(/(?<=[@._/-])(?=.)/);
    fill(name, ...parts.flatMap((part, index) => (index === 0 ? [part] : [h('wbr'), part])));
  }
  return element;
}

/** Wraps the content in one element, so that it stays together in the narrow layout, where cells are stacked. */
function oneOf(content: Child | Child[]) {
  return Array.isArray(content) ? h('div', {}, content) : content;
}
