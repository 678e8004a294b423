// The page that a list must show, computed from its rows.

export interface Window {
  after?: string;
  before?: string;
  limit?: number;
  order?: 'asc' | 'desc';
}

export interface Page {
  ids: string[];
  hasMore: boolean;
  first: string | null | undefined;
  last: string | null | undefined;
}

/** The query parameters of a list, with their defaults. */
export interface ListOptions {
  names: Set<string>;
  limit: number;
  order: 'asc' | 'desc';
  hasEnds: boolean;
}

/** Returns the expected page. `ids`: the rows of the list, oldest first. */
export function expectedPage(ids: string[], window: Window, options: ListOptions): Page {
  const { after, before, limit = options.limit, order = options.order } = window;
  const listed = order === 'asc' ? ids : ids.toReversed();
  const isBeyond = (id: string, cursor: string): boolean => (order === 'asc' ? id > cursor : id < cursor);
  const inside = listed.filter(
    (id) => (after === undefined || isBeyond(id, after)) && (before === undefined || isBeyond(before, id)),
  );
  const backward = before !== undefined && after === undefined;
  const page = backward ? inside.slice(-limit) : inside.slice(0, limit);
  const ends = options.hasEnds
    ? { first: page[0] ?? null, last: page.at(-1) ?? null }
    : { first: undefined, last: undefined };
  return { ids: page, hasMore: inside.length > page.length, ...ends };
}
