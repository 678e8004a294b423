// Tables: their headers and their rows. In a narrow window the cells of a row stand below each other.

// biome-ignore-all lint/a11y/noRedundantRoles: where the cells stand below each other, browsers forget that it is a table.

import type { ComponentChildren } from 'preact';
import type { Child } from '../api/index.ts';

type Cell<Row> = (row: Row) => Child | Child[];

/** The cells by the titles of their columns. The first column is the row's name. */
export type Columns<Row> = Record<string, Cell<Row> | { number: Cell<Row> } | { actions: Cell<Row> }>;

export interface Column<Row> {
  title: string;
  cell: Cell<Row>;
  kind?: string | undefined;
}

export function columnsOf<Row>(columns: Columns<Row>): Column<Row>[] {
  return Object.entries(columns).map(([title, cell]) => {
    if (typeof cell === 'function') return { title, cell };
    return 'number' in cell
      ? { title, kind: 'number', cell: cell.number }
      : { title, kind: 'actions', cell: cell.actions };
  });
}

/** Returns a table of rows without pagination. */
export function table<Row>(rows: Row[], label: string, given: Columns<Row>) {
  const columns = columnsOf(given);
  return (
    <div class="list">
      <Sheet label={label} columns={columns}>
        {rows.map((row) => tableRow(row, columns))}
      </Sheet>
    </div>
  );
}

interface SheetOptions {
  label: string;
  columns: { title: string; kind?: string | undefined }[];
  /** True if each row begins with a checkbox. */
  isSelectable?: boolean;
  isBusy?: boolean;
  children: ComponentChildren;
}

export function Sheet({ label, columns, isSelectable = false, isBusy = false, children }: SheetOptions) {
  const headers = [...(isSelectable ? [{ title: 'Select', kind: 'select' }] : []), ...columns];
  return (
    <table role="table" aria-label={label} aria-busy={isBusy}>
      <thead role="rowgroup">
        <tr role="row">
          {headers.map(({ title, kind }) => (
            <th scope="col" role="columnheader" class={kind}>
              {kind === 'actions' || kind === 'select' ? <span class="hidden">{title}</span> : title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">{children}</tbody>
    </table>
  );
}

/** @param checkbox before the first column. */
export function tableRow<Row>(row: Row, columns: Column<Row>[], checkbox: Child = undefined, key = '') {
  return (
    <tr role="row" key={key}>
      {checkbox !== undefined && (
        <td role="cell" class="select">
          {checkbox}
        </td>
      )}
      {columns.map(({ title, cell, kind }, index) =>
        index === 0 ? (
          <th scope="row" role="rowheader">
            {cell(row)}
          </th>
        ) : (
          <td role="cell" class={kind} data-title={kind === 'actions' ? undefined : title}>
            {kind === 'actions' ? cell(row) : oneOf(cell(row))}
          </td>
        ),
      )}
    </tr>
  );
}

/** Returns a row that stands in for one that is loading. */
export function placeholder(columns: unknown[]) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row without anything takes no focus
    <tr aria-hidden="true">
      {columns.map(() => (
        <td>
          <span class="skeleton" />
        </td>
      ))}
    </tr>
  );
}

/** Wraps the content in one element, so that it stays together in the narrow layout, where cells are stacked. */
function oneOf(content: Child | Child[]) {
  return Array.isArray(content) ? <div>{content}</div> : content;
}
