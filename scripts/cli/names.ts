// Finds the ids of things that a person names.

import { plain } from '../text/index.ts';
import type { ApiRequest, Query } from './client.ts';
import { Failure } from './failure.ts';
import { readAll } from './list.ts';
import { call, type Globals } from './session.ts';

interface Named {
  id: string;
  name: string;
}

/**
 * Returns the id of the only one of `list` with the name; the text itself if it is an id, or if none has the name.
 * Throws a Failure if several have it.
 */
export async function idByName(kind: string, text: string, list: () => Named[] | Promise<Named[]>): Promise<string> {
  if (/^[a-z]+_[0-9A-Z]{26}$/.test(text)) return text;
  const ids = (await list()).filter(({ name }) => name === text).map(({ id }) => id);
  if (ids.length < 2) return ids[0] ?? text;
  throw new Failure(`${ids.length} ${kind}s have the name '${plain(text)}'. Use an id: ${ids.join(', ')}.`);
}

/** Returns everything that a list operation lists. */
export async function listAll(globals: Globals, request: Pick<ApiRequest, 'path' | 'headers'>): Promise<Named[]> {
  const read = async (query: Query) =>
    (await call(globals, { method: 'GET', ...request, query })) as Record<string, unknown>;
  return (await readAll({}, read)).data as Named[];
}
