// The selected rows of a list, and the bar that says how many rows there are and what can be done with the selected
// ones. The selection stays when the reader goes to another page of the list, and ends when the list shows other rows.

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ListOf } from '../api/index.ts';
import { button, count, countOf, tell } from '../shell/index.ts';

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

interface Options<Row extends { id: string }> {
  of: [one: string, many: string];
  actions: Action<Row>[];
  name: (row: Row) => string;
  isSelectable: (row: Row) => boolean;
  /** All rows that match, on all pages. */
  everyRow: Rows<Row>;
  page: ListOf<Row> | undefined;
  isFiltered: boolean;
}

export function useSelection<Row extends { id: string }>(options: Options<Row>) {
  const { page, name, isSelectable, actions } = options;
  const [rows, setRows] = useState<Map<string, Row>>(new Map());
  const [isEveryRow, setEveryRow] = useState(false);
  const onPage = page?.data.filter(isSelectable) ?? [];
  const isSelected = ({ id }: Row) => isEveryRow || rows.has(id);
  const select = (isEvery: boolean, now: Map<string, Row>) => {
    setEveryRow(isEvery);
    setRows(now);
    tell(textOf(options, isEvery ? (page?.total ?? 0) : now.size));
  };
  return {
    element: <Bar {...options} {...{ rows, isEveryRow, onPage, isSelected, select, clear }} />,
    checkbox,
    clear,
    drop,
  };

  /** Returns the checkbox of a shown row; undefined: rows cannot be selected here. */
  function checkbox(row: Row) {
    if (actions.length === 0) return undefined;
    if (!isSelectable(row)) return '';
    // Without one of all rows, those of this page remain.
    const others = isEveryRow ? onPage.map((one) => [one.id, one] as const) : rows;
    const toggle = () => {
      const now = new Map(others);
      if (isSelected(row)) now.delete(row.id);
      else now.set(row.id, row);
      select(false, now);
    };
    return <input type="checkbox" aria-label={`Select ${name(row)}`} checked={isSelected(row)} onChange={toggle} />;
  }

  function clear() {
    setRows(new Map());
    setEveryRow(false);
  }

  /** @param id of a row that was removed. */
  function drop(id: string) {
    setRows((before) => new Map([...before].filter(([other]) => other !== id)));
  }
}

/** Says how many rows are selected, and else how many are shown: "20 of 5,000 files". */
function textOf(
  { page, of }: Pick<Options<{ id: string }>, 'of'> & { page: ListOf<unknown> | undefined },
  selected: number,
) {
  const { length } = page?.data ?? [];
  if (selected > 0) return `${count(selected)} selected`;
  if (page === undefined) return '';
  if (page.total === undefined) return `${countOf(length, of)} shown`;
  return length === page.total ? countOf(length, of) : `${count(length)} of ${countOf(page.total, of)}`;
}

interface BarOptions<Row extends { id: string }> extends Options<Row> {
  rows: Map<string, Row>;
  isEveryRow: boolean;
  onPage: Row[];
  isSelected: (row: Row) => boolean;
  select: (isEvery: boolean, rows: Map<string, Row>) => void;
  clear: () => void;
}

function Bar<Row extends { id: string }>(options: BarOptions<Row>) {
  const { of, actions, everyRow, page, isFiltered, rows, isEveryRow, onPage, isSelected, select, clear } = options;
  const all = useRef<HTMLInputElement>(null);
  const tools = useRef<HTMLDivElement>(null);
  // The button that selected every row is gone.
  useLayoutEffect(() => {
    if (isEveryRow) tools.current?.querySelector('button')?.focus();
  }, [isEveryRow]);
  const total = page?.total ?? 0;
  const length = isEveryRow ? total : rows.size;
  const here = onPage.filter(isSelected).length;
  const load: Rows<Row> = isEveryRow ? everyRow : async () => [...rows.values()];
  const isWhole = here > 0 && here === onPage.length;
  const told = <span>{textOf(options, length)}</span>;
  return (
    <div class="selection">
      {actions.length === 0 || onPage.length === 0 ? (
        told
      ) : (
        <label>
          <input
            ref={all}
            type="checkbox"
            aria-label={`Select all ${of[1]} on this page`}
            checked={isWhole}
            indeterminate={here > 0 && !isWhole}
            onChange={togglePage}
          />
          {told}
        </label>
      )}
      <div class="tools" ref={tools}>
        {length > 0 && !isEveryRow && length < total && (
          <button type="button" onClick={() => select(true, new Map())}>
            Select all {count(total)}
            {isFiltered && ' that match'}
          </button>
        )}
        {length > 0 &&
          actions.map(({ label, isDangerous, most = Number.POSITIVE_INFINITY, run }) =>
            length > most ? (
              <span class="soft">
                {label}: at most {countOf(most, of)}
              </span>
            ) : (
              button(label, () => run(load), isDangerous ? 'danger-text' : undefined)
            ),
          )}
        {length > 0 && button('Clear', () => [clear(), all.current?.focus()])}
      </div>
    </div>
  );

  function togglePage() {
    const others = [...rows].filter(([id]) => !onPage.some((row) => row.id === id));
    select(false, new Map(isWhole ? others : [...others, ...onPage.map((row) => [row.id, row] as const)]));
  }
}
