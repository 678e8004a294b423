// Reads lists of a server that may lie about them: it may ignore the cursor, or say has_more wrongly.

import { idOf } from '../limits.ts';
import type { Ask, RequestOptions } from '../send.ts';

// biome-ignore lint/suspicious/noExplicitAny: an item off the wire.
export type Item = { id: string } & Record<string, any>;

const pageSize = 100;

/** A list could not be read. */
export class Unlisted extends Error {
  readonly status: number;

  constructor(path: string, status: number) {
    super(`GET ${path} answered ${status}`);
    this.name = 'Unlisted';
    this.status = status;
  }
}

/** Returns one page. Throws Unlisted if the server does not answer with a list. */
async function page(ask: Ask, path: string, options: RequestOptions, after = ''): Promise<Item[]> {
  const query = { limit: pageSize, ...(after === '' ? {} : { after }), ...options.query };
  const { status, body } = await ask('GET', path, { ...options, query });
  if (status !== 200 || !Array.isArray(body?.data)) throw new Unlisted(path, status);
  const items: Item[] = body.data.slice(0, pageSize);
  return items.filter((item) => idOf(item?.id) !== undefined);
}

/**
 * Returns the items of a list, at most `mostPages` pages of it. It ends at a page that is not full, or that has no new
 * item; has_more is not read.
 */
export async function walk(ask: Ask, path: string, options: RequestOptions, mostPages: number): Promise<Item[]> {
  const found = new Map<string, Item>();
  for (let pages = 0, after = ''; pages < mostPages; pages += 1) {
    const items = await page(ask, path, options, after);
    const isNew = items.some(({ id }) => !found.has(id));
    for (const item of items) found.set(item.id, item);
    if (!isNew || items.length < pageSize) break;
    after = items.at(-1)?.id ?? '';
  }
  return [...found.values()];
}

/**
 * Removes every item of a list from it. Reads the first page again until it is not full or has no new item, so it needs
 * no cursor.
 */
export async function drain(
  ask: Ask,
  path: string,
  options: RequestOptions,
  remove: (items: Item[]) => Promise<unknown>,
): Promise<void> {
  const tried = new Set<string>();
  for (;;) {
    const found = await page(ask, path, options);
    const items = found.filter(({ id }) => !tried.has(id));
    if (items.length === 0) return;
    for (const { id } of items) tried.add(id);
    await remove(items);
    if (found.length < pageSize) return;
  }
}
