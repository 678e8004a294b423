// Walking a list to its end.

import type { Query } from './client.ts';

interface ListPage {
  data?: { id?: unknown }[];
  has_more?: boolean;
}

const pageSize = '100';

/**
 * Every row of a list, in the envelope of one page. With `before` alone the pages come nearest first, and are put
 * together in the order of the list.
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
    const edge = backwards ? rows[0] : rows.at(-1);
    if (page.has_more !== true || edge === undefined) return envelope(page, pages.flat());
    next = { ...next, [backwards ? 'before' : 'after']: String(edge.id) };
  }
}

function envelope(page: object, data: { id?: unknown }[]): Record<string, unknown> {
  const ends = 'first_id' in page ? { first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null } : {};
  return { ...page, data, ...ends, has_more: false };
}
