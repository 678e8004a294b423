import type { Query } from './client.ts';

interface ListPage {
  data?: { id?: unknown }[];
  first_id?: string | null;
  last_id?: string | null;
  has_more?: boolean;
}

const pageSize = '100';

/**
 * Reads all pages of a list. Returns all rows in the envelope of one page, in the order of the list. With `before`
 * alone, the server returns the nearest page first.
 */
export async function readAll(
  query: Query,
  read: (query: Query) => Promise<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const backwards = query.before !== undefined && query.after === undefined;
  const pages: { id?: unknown }[][] = [];
  let next: Query = { limit: pageSize, ...query };
  for (;;) {
    const page = (await read(next)) as ListPage;
    const rows = page.data ?? [];
    if (backwards) pages.unshift(rows);
    else pages.push(rows);
    // A page of a filtered list may be empty although more follow.
    const edge = (backwards ? page.first_id : page.last_id) ?? (backwards ? rows[0] : rows.at(-1))?.id;
    if (page.has_more !== true || edge === undefined) return envelope(page, pages.flat());
    next = { ...next, [backwards ? 'before' : 'after']: String(edge) };
  }
}

function envelope(page: object, data: { id?: unknown }[]): Record<string, unknown> {
  const ends = 'first_id' in page ? { first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null } : {};
  return { ...page, data, ...ends, has_more: false };
}
