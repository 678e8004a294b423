// A paginated table for any resource: its search, filters, order and page size, and the selection of rows. All of that
// but the selection is part of the address, so a reload, a link and the back button show the same rows.

import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Child, Context, ListOf, ListWindow, TextField } from '../api/index.ts';
import { elementsOf } from '../forms/index.ts';
import { count, keepInAddress, problem, tell, titleOf, uniqueId } from '../shell/index.ts';
import { Filters } from './filters.tsx';
import { listControls, Pager, type Place } from './list-controls.tsx';
import { nothing } from './nothing.tsx';
import { type Removal, removalOfMany, removeButton } from './removal.tsx';
import { type RowAction, rowActions, rowButton } from './row-menu.tsx';
import { type Action, useSelection } from './selection.tsx';
import { type Column, type Columns, columnsOf, placeholder, Sheet, tableRow } from './table.tsx';
import { everyRow, wholeList } from './whole-list.ts';

interface ListOptions<Row extends { id: string }> {
  /** The names of its rows: `['file', 'files']`. */
  of: [one: string, many: string];
  columns: Columns<Row>;
  /** The name of a row; its member `name` else. */
  name?: ((row: Row) => string) | undefined;
  /** The actions of a row, before the one that removes it: their names, and what they do. False: none. */
  actions?: ((row: Row, reload: () => unknown) => (RowAction | false)[]) | false;
  /** Stands in place of the table where there is nothing. */
  empty: [title: string, text?: Child];
  /** The filters beside the search, for the address to keep. */
  filters?: TextField[];
  /** A button beside the filters. `part` loads any part of the rows that match. */
  beside?: (part: (window: ListWindow) => Promise<ListOf<Row>>) => Child;
  /** False if the operation does not count its rows (`include_total`), as most do. */
  isCounted?: boolean;
  /** True for few rows whose operation has no search: the list loads all of them, and searches by their names. */
  isWhole?: boolean;
  /** Loads what the shown rows need besides. */
  complete?: (rows: Row[]) => Promise<Row[]>;
  /** Deletes rows, one by one and many at once. False if the reader lacks the permission. */
  removal?: Removal<Row> | false;
  /** The other actions on the selected rows. */
  onSelected?: Action<Row>[];
}

type Load<Row> = (window: ListWindow, chosen: Record<string, string>) => Promise<ListOf<Row>>;

/** @param given `chosen`: the values of the filters. */
export function list<Row extends { id: string }>(context: Context, given: Load<Row>, options: ListOptions<Row>) {
  const { isWhole = false, name = nameOf } = options;
  const load = isWhole ? wholeList(() => everyRow((window) => given(window, {})), name) : given;
  const handle = { reload: async () => undefined as undefined | ListOf<Row> };
  // A page that is drawn again has a new list.
  const key = uniqueId('list');
  return { element: <List key={key} {...{ context, load, handle, options }} />, reload: () => handle.reload() };
}

interface Props<Row extends { id: string }> {
  context: Context;
  load: Load<Row>;
  options: ListOptions<Row>;
  handle: { reload: () => Promise<ListOf<Row> | undefined> };
}

function List<Row extends { id: string }>(props: Props<Row>) {
  const { of, filters = [], beside, empty } = props.options;
  const { query } = props.context;
  const label = titleOf(of[1]);
  const element = useRef<HTMLDivElement>(null);
  const controls = useMemo(() => listControls(query, { what: of[1], filters, onShape: () => void restart() }), []);
  const rows = useRows(props, controls);
  const { page, place, trouble, isBusy, reload, part } = rows;
  const isFiltered = controls.isFiltered();
  const { actions, columns, selected } = useRowActions(props.options, { ...rows, isFiltered });
  const { restart, go } = useTurns(controls, rows, selected.clear);
  useLayoutEffect(() => {
    props.handle.reload = reload;
    void reload();
  }, []);
  const isEmpty = page !== undefined && page.data.length === 0 && !page.has_more;
  const nowhere = isFiltered
    ? nothing('No results for these filters.', 'Change or clear the search and the filters.')
    : nothing(...empty);
  return (
    <div ref={element}>
      <Filters
        {...{ query, fields: controls.fields, isSearch: true }}
        onChange={() => void restart()}
        hidden={isEmpty && !isFiltered && filters.length === 0}
      >
        {beside !== undefined && <div class="beside">{beside(part)}</div>}
      </Filters>
      <div>
        {trouble ?? (isEmpty && nowhere)}
        {/* The order and the size remain chosen where there is nothing. */}
        <div class="list" hidden={trouble !== undefined || isEmpty}>
          <div class="list-bar">
            {selected.element}
            <div class="shape">{elementsOf(controls.shape)}</div>
          </div>
          <Sheet label={label} columns={columns} isSelectable={actions.length > 0} isBusy={isBusy}>
            {rowsOf(page, columns, actions.length > 0 ? selected.checkbox : undefined)}
          </Sheet>
          {page && <Pager label={label} page={page} place={place.current} go={(to) => void turn(to)} />}
        </div>
      </div>
    </div>
  );

  async function turn(to: Place) {
    await go(to);
    if ((element.current?.getBoundingClientRect().top ?? 0) < 0) element.current?.scrollIntoView();
  }
}

/** Returns the functions that show another part of the list, and keep it in the address. */
function useTurns<Row extends { id: string }>(
  controls: ReturnType<typeof listControls>,
  { place, reload }: ReturnType<typeof useRows<Row>>,
  clearSelection: () => void,
) {
  const shown = useRef('');
  const whatIsShown = () => JSON.stringify(controls.fields.map(({ text }) => text()));
  useLayoutEffect(() => {
    shown.current = whatIsShown();
  }, []);
  return { restart, go };

  /** Shows the first page after a change of the controls. */
  async function restart() {
    const now = whatIsShown();
    if (now !== shown.current) clearSelection();
    shown.current = now;
    await go({});
  }

  async function go(to: Place) {
    place.current = to;
    keepInAddress({ ...controls.state(), ...to });
    const rows = (await reload())?.data.length ?? 0;
    tell(rows === 1 ? '1 row is shown.' : `${count(rows)} rows are shown.`);
  }
}

/** Returns the columns with the buttons of the rows, and the selection with its actions. */
function useRowActions<Row extends { id: string }>(
  options: ListOptions<Row>,
  { page, isFiltered, allRows, reload }: ReturnType<typeof useRows<Row>> & { isFiltered: boolean },
) {
  const { of, onSelected = [], name = nameOf } = options;
  const removal = options.removal || undefined;
  const isRemovable = (row: Row) => removal?.isRemovable?.(row) ?? true;
  const actions = removal === undefined ? onSelected : [...onSelected, removalOfMany(removal, of, name, removed)];
  const columns = withActions(
    options,
    reload,
    (row) => isRemovable(row) && removal && removeButton(removal, of, row, name(row), () => removed(row.id)),
  );
  const selected = useSelection({
    of,
    actions,
    name,
    isSelectable: (row) => isRemovable(row) && (removal?.isSelectable?.(row) ?? true),
    everyRow: allRows,
    page,
    isFiltered,
  });
  return { actions, columns, selected };

  /** @param id of the removed row; undefined: the selected rows. */
  async function removed(id: string | undefined = undefined) {
    if (id === undefined) selected.clear();
    else selected.drop(id);
    await reload();
  }
}

/** Returns the rows of the page, and the functions that load them. */
function useRows<Row extends { id: string }>(
  { context, load, options: { isCounted = true, complete } }: Props<Row>,
  controls: ReturnType<typeof listControls>,
) {
  const [page, setPage] = useState<ListOf<Row>>();
  const [trouble, setTrouble] = useState<Child>();
  const [isBusy, setBusy] = useState(true);
  const place = useRef<Place>(placeIn(context.query));
  const lastLoad = useRef(0);
  return { page, place, trouble, isBusy, reload, part, allRows };

  /** Returns the loaded page; undefined if it cannot be loaded, or a newer one is. */
  async function reload(): Promise<ListOf<Row> | undefined> {
    lastLoad.current += 1;
    const mine = lastLoad.current;
    setBusy(true);
    try {
      const counted = isCounted ? { include_total: true } : {};
      const loaded = await load({ ...controls.window(), ...place.current, ...counted }, controls.chosen());
      const data = (await complete?.(loaded.data)) ?? loaded.data;
      // A newer filter has been chosen in the meantime.
      if (mine !== lastLoad.current) return undefined;
      const now = { ...loaded, data };
      // All rows of this page have been deleted in the meantime.
      if (data.length === 0 && !now.has_more && (place.current.after ?? place.current.before) !== undefined) {
        place.current = {};
        keepInAddress(controls.state());
        return await reload();
      }
      setPage(now);
      setTrouble(undefined);
      return now;
    } catch (error) {
      if (!context.signal.aborted && mine === lastLoad.current)
        setTrouble(problem(error, { retry: () => void reload() }));
      return undefined;
    } finally {
      if (mine === lastLoad.current) setBusy(false);
    }
  }

  function part(window: ListWindow) {
    const { search } = controls.window();
    return load({ ...window, ...(search === undefined ? {} : { search }) }, controls.chosen());
  }

  /** Loads all rows that match, newest first: rows that are created meanwhile do not belong to them. */
  function allRows(onCount: (count: number) => void, signal: AbortSignal) {
    return everyRow(part, { order: 'desc', onCount, signal });
  }
}

/** @param checkbox of a row; undefined if rows cannot be selected. */
function rowsOf<Row extends { id: string }>(
  page: ListOf<Row> | undefined,
  columns: Column<Row>[],
  checkbox: ((row: Row) => Child) | undefined,
) {
  const width = checkbox === undefined ? columns : [undefined, ...columns];
  if (page === undefined) return Array.from({ length: 3 }, () => placeholder(width));
  if (page.data.length > 0) return page.data.map((row) => tableRow(row, columns, checkbox?.(row), row.id));
  // A page of a filtered list may end before it has found anything.
  return (
    <tr>
      <td colSpan={columns.length}>Nothing found so far. Go on to the next page.</td>
    </tr>
  );
}

/** Returns the columns with the one of the buttons. */
function withActions<Row extends { id: string }>(
  { columns, name = nameOf, actions, removal }: ListOptions<Row>,
  reload: () => unknown,
  remove: (row: Row) => Child,
): Column<Row>[] {
  if (!actions && !removal) return columnsOf(columns);
  const cell = (row: Row) => {
    const buttons = (actions ? actions(row, reload) : []).map((action) => action && rowButton(action, name(row)));
    return rowActions({ id: row.id, name: name(row) }, [...buttons, remove(row)]);
  };
  return columnsOf({ ...columns, Actions: { actions: cell } });
}

function nameOf({ id, name }: { id: string; name?: string | null }) {
  return name || id;
}

function placeIn(query: URLSearchParams) {
  const after = query.get('after');
  const before = query.get('before');
  return { ...(after === null ? {} : { after }), ...(before === null ? {} : { before }) };
}
