// A paginated table for any resource: its search, filters, order and page size, and the selection of rows. All of that
// but the selection is part of the address, so a reload, a link and the back button show the same rows.

import { render } from 'preact';
import type { Child, Context, Field, ListOf, ListWindow } from '../api/types.ts';
import { keepInAddress } from '../shell/address.ts';
import { tell } from '../shell/announce.ts';
import { count } from '../shell/format.tsx';
import { problem } from '../shell/problem.tsx';
import { listControls } from './list-controls.ts';
import { nothing } from './nothing.tsx';
import { Pager, type Place } from './pager.tsx';
import type { Removal } from './removal.tsx';
import { removalOfMany, removeButton } from './removal.tsx';
import { rowActions } from './row-menu.tsx';
import type { Action } from './selection.ts';
import { selection } from './selection.ts';
import type { Column } from './table.tsx';
import { placeholder, Sheet, tableRow } from './table.tsx';

export interface ListOptions<Row extends { id: string }> {
  /** The names of its rows: `['file', 'files']`. */
  of: [one: string, many: string];
  /** The first is the row's name. */
  columns: Column<Row>[];
  /** The name of a row whose list removes none. */
  name?: (row: Row) => string;
  /** The buttons of a row, before the one that removes it. */
  actions?: ((row: Row) => Child[]) | undefined;
  /** Stands in place of the table where there is nothing. */
  empty: Child | Child[];
  /** The filters beside the search, for the address to keep. */
  filters?: Field[];
  /** A button beside the filters. `part` loads any part of the rows that match. */
  beside?: (part: (window: ListWindow) => Promise<ListOf<Row>>) => Child;
  /** False if the operation does not count its rows (`include_total`), as most do. */
  isCounted?: boolean;
  /** Loads what the shown rows need besides. */
  complete?: (rows: Row[]) => Promise<Row[]>;
  /** Deletes rows, one by one and many at once. */
  removal?: Removal<Row> | undefined;
  /** The other actions on the selected rows. */
  onSelected?: Action<Row>[];
}

/** @param load `chosen`: the values of the filters. */
export function list<Row extends { id: string }>(
  context: Context,
  load: (window: ListWindow, chosen: Record<string, string>) => Promise<ListOf<Row>>,
  options: ListOptions<Row>,
): { element: HTMLElement; reload(): Promise<void> } {
  const { of, empty, filters = [], beside, isCounted = true, complete, removal, onSelected = [] } = options;
  const label = of[1].charAt(0).toUpperCase() + of[1].slice(1);
  const actions = removal === undefined ? onSelected : [...onSelected, removalOfMany(removal, of, removed)];
  const columns = withActions(
    options,
    (row) => isRemovable(row) && removal && removeButton(removal, of, row, () => removed(row.id)),
  );
  const controls = listControls(context.query, { of, filters, beside: beside?.(part) }, () => void restart());
  const selected = selection({
    of,
    actions,
    name: (row) => removal?.name(row) ?? row.id,
    isSelectable: (row) => isRemovable(row) && (removal?.isSelectable?.(row) ?? true),
    everyRow,
  });
  const element = document.createElement('div');
  let page: ListOf<Row> | undefined;
  let place: Place = placeIn(context.query);
  let shown = whatIsShown();
  let lastLoad = 0;

  draw(table());
  void reload();
  return { element, reload };

  function isRemovable(row: Row) {
    return removal?.isRemovable?.(row) ?? true;
  }

  async function reload() {
    lastLoad += 1;
    const mine = lastLoad;
    setBusy(true);
    try {
      const counted = isCounted ? { include_total: true } : {};
      const loaded = await load({ ...controls.window(), ...place, ...counted }, controls.chosen());
      const data = (await complete?.(loaded.data)) ?? loaded.data;
      // A newer filter has been chosen in the meantime.
      if (mine !== lastLoad) return;
      page = { ...loaded, data };
      // All rows of this page have been deleted in the meantime.
      if (data.length === 0 && !page.has_more && (place.after ?? place.before) !== undefined) await go({});
      else show(page);
    } catch (error) {
      if (!context.signal.aborted && mine === lastLoad) draw(problem(error, { retry: () => void reload() }));
    } finally {
      if (mine === lastLoad) setBusy(false);
    }
  }

  /** @param id of the removed row; undefined: the selected rows. */
  async function removed(id: string | undefined = undefined) {
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

  async function go(to: Place) {
    place = to;
    keepInAddress({ ...controls.state(), ...to });
    await reload();
    const rows = page?.data.length ?? 0;
    tell(rows === 1 ? '1 row is shown.' : `${count(rows)} rows are shown.`);
  }

  async function turn(to: Place) {
    await go(to);
    if (element.getBoundingClientRect().top < 0) element.scrollIntoView();
  }

  /** Returns what the rows are chosen by. */
  function whatIsShown() {
    return JSON.stringify([controls.window().search, controls.chosen()]);
  }

  function show(now: ListOf<Row>) {
    const isFiltered = controls.isFiltered();
    const isEmpty = now.data.length === 0 && !now.has_more;
    controls.element.hidden = isEmpty && !isFiltered && filters.length === 0;
    if (!isEmpty) {
      selected.show(now, isFiltered);
      draw(table());
    } else if (isFiltered) {
      draw(nothing('No results for these filters.', 'Change or clear the search and the filters.'));
    } else draw(empty);
  }

  function setBusy(isBusy: boolean) {
    element.querySelector('table')?.setAttribute('aria-busy', String(isBusy));
  }

  function draw(content: Child | Child[]) {
    render(
      <>
        {controls.element}
        <div>{content}</div>
      </>,
      element,
    );
  }

  function table() {
    return (
      <div class="list" key="list">
        <div class="list-bar">
          {selected.element}
          {controls.shape}
        </div>
        <Sheet label={label} columns={columns} isSelectable={actions.length > 0}>
          {rows()}
        </Sheet>
        {page && <Pager label={label} page={page} place={place} go={(to) => void turn(to)} />}
      </div>
    );
  }

  function rows() {
    if (page === undefined) {
      const width = actions.length > 0 ? [undefined, ...columns] : columns;
      return Array.from({ length: 3 }, () => placeholder(width));
    }
    if (page.data.length > 0)
      // The key makes new rows: elements of the DOM in them are not drawn again.
      return page.data.map((row) => tableRow(row, columns, selected.checkbox(row), `${lastLoad} ${row.id}`));
    // A page of a filtered list may end before it has found anything.
    return (
      <tr>
        <td colSpan={columns.length}>Nothing found so far. Go on to the next page.</td>
      </tr>
    );
  }

  function part(window: ListWindow) {
    const { search } = controls.window();
    return load({ ...window, ...(search === undefined ? {} : { search }) }, controls.chosen());
  }

  /** Loads all rows that match, newest first: rows that are created meanwhile do not belong to them. */
  async function everyRow(onCount: (count: number) => void, signal: AbortSignal) {
    const rows: Row[] = [];
    let last = null as string | null;
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

/** Returns the columns with the one of the buttons. */
function withActions<Row extends { id: string }>(
  { columns, name, actions, removal }: ListOptions<Row>,
  remove: (row: Row) => Child,
): Column<Row>[] {
  if (actions === undefined && removal === undefined) return columns;
  const cell = (row: Row) => {
    const named = { id: row.id, name: (name ?? removal?.name)?.(row) ?? row.id };
    return rowActions(named, [...(actions?.(row) ?? []), remove(row)]);
  };
  return [...columns, { title: 'Actions', kind: 'actions', cell }];
}

function placeIn(query: URLSearchParams) {
  const after = query.get('after');
  const before = query.get('before');
  return { ...(after === null ? {} : { after }), ...(before === null ? {} : { before }) };
}
