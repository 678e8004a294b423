// Lists of few rows whose operations have neither a search nor a count: the panel reads all rows, and searches them here.

import type { ListOf, ListWindow } from '../api/index.ts';

type Window = Pick<ListWindow, 'limit' | 'order' | 'after'>;

/** Returns the loader of a list. `read` returns all rows, the oldest first. */
export function wholeList<Row extends { id: string; name?: string | null }>(
  read: () => Promise<Row[]>,
  name: (row: Row) => string,
) {
  return async ({ limit, order, search = '', after, before }: ListWindow): Promise<ListOf<Row>> => {
    const text = search.toLowerCase();
    const found = (await read()).filter((row) => `${name(row)}\n${row.name}\n${row.id}`.toLowerCase().includes(text));
    if (order === 'desc') found.reverse();
    const at = (id: string | undefined) => found.findIndex((row) => row.id === id);
    const isUpwards = before !== undefined && after === undefined;
    const end = isUpwards ? Math.max(at(before), 0) : Math.min(at(after) + 1 + limit, found.length);
    const start = isUpwards ? Math.max(end - limit, 0) : at(after) + 1;
    const data = found.slice(start, end);
    return {
      data,
      first_id: data[0]?.id ?? null,
      last_id: data.at(-1)?.id ?? null,
      has_more: isUpwards ? start > 0 : end < found.length,
      total: found.length,
    };
  };
}

interface ReadOptions {
  order?: 'asc' | 'desc';
  /** No further page is read from this number of rows on. */
  most?: number;
  onCount?: (count: number) => void;
  signal?: AbortSignal;
}

/** Reads all pages, the oldest row first by default. */
export async function everyRow<Row>(
  read: (window: Window) => Promise<ListOf<Row>>,
  { order = 'asc', most = Number.POSITIVE_INFINITY, onCount, signal }: ReadOptions = {},
) {
  const rows: Row[] = [];
  let page: ListOf<Row> | undefined;
  do {
    signal?.throwIfAborted();
    const after = page?.last_id ?? undefined;
    page = await read({ limit: 100, order, ...(after === undefined ? {} : { after }) });
    rows.push(...page.data);
    onCount?.(rows.length);
  } while (page.has_more && page.last_id !== null && rows.length < most);
  return rows;
}
