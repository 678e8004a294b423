import type { Mutant } from './proxy.ts';
import { answers, requests, set, withoutQuery } from './verbs.ts';

const lists = /^list/;

/** Mutants of list envelopes and paging. */
export const paging: Mutant[] = [
  answers('has_more is always false', 'listVectorStores', set({ has_more: false })),
  answers('has_more is always true', 'listFiles', set({ has_more: true })),
  answers('has_more is true on a full last page', 'listAdminApiKeys', ({ body }, { query }) => {
    body.has_more ||= body.data.length === Number(query.get('limit') ?? 20);
  }),
  answers('first_id and last_id are swapped', 'listProjects', ({ body }) =>
    Object.assign(body, { first_id: body.last_id, last_id: body.first_id }),
  ),
  answers('last_id is that of the first row', 'listMembers', set({ last_id: firstId })),
  answers('first_id and last_id are null', 'listWebhookDeliveries', set({ first_id: null, last_id: null })),
  answers('first_id of an empty list is an empty text', lists, ({ body }) => {
    if (body.first_id === null) body.first_id = '';
  }),
  requests('the order is ignored', 'listVectorStores', withoutQuery('order')),
  requests(
    'the default order is the other one',
    'listProjectApiKeys',
    ({ query }) => void (query.has('order') || query.set('order', 'desc')),
  ),
  answers('rows of a page are in reverse order', 'listVectorStoreFiles', ({ body }) => {
    body.data.reverse();
    Object.assign(body, { first_id: body.last_id, last_id: body.first_id });
  }),
  answers('two neighbours are swapped inside of a page', 'listFiles', ({ body }) => {
    const { data } = body;
    if (data.length > 3) [data[1], data[2]] = [data[2], data[1]];
  }),
  requests('after is ignored', 'listProjectApiKeys', withoutQuery('after')),
  requests('before is ignored', 'listAdminApiKeys', withoutQuery('before')),
  answers('the row of the cursor is repeated', 'listFiles', async ({ body }, call) => {
    const after = call.query.get('after');
    if (after === null || call.query.has('before') || body.data.length === 0) return;
    const row = await call.send({ path: `${call.path}/${after}`, query: new URLSearchParams() });
    if (row.status !== 200) return;
    body.data = [row.body, ...body.data].slice(0, Math.max(body.data.length, 2));
    Object.assign(body, { first_id: row.body.id, last_id: body.data.at(-1).id });
  }),
  answers('a row after the cursor is skipped', 'listVectorStores', ({ body }, { query }) => {
    if (!query.has('after') || body.data.length < 2) return;
    body.data.shift();
    body.first_id = body.data[0].id;
  }),
  requests('the default limit is 10', lists, ({ query }) => void (query.has('limit') || query.set('limit', '10'))),
  requests('the limit is one too high', 'listProjects', ({ query }) => {
    const limit = Number(query.get('limit'));
    if (limit > 0 && limit < 100) query.set('limit', String(limit + 1));
    return undefined;
  }),
  requests('pages end at 50 rows', 'listVectorStores', ({ query }) => {
    if (Number(query.get('limit')) > 50) query.set('limit', '50');
    return undefined;
  }),
  requests('before gives the first rows instead of the nearest', 'listProjects', async (call) => {
    const before = call.query.get('before');
    const limit = Number(call.query.get('limit') ?? 20);
    if (before === null || call.query.has('after')) return undefined;
    const all = await call.send({ query: withLimit(call.query, 100) });
    if (all.status !== 200 || all.body.data.length <= limit) return undefined;
    all.body.data = all.body.data.slice(0, limit);
    Object.assign(all.body, { first_id: all.body.data[0].id, last_id: all.body.data.at(-1).id, has_more: true });
    return all;
  }),
  requests('the cursor of a deleted row gives the first page', 'listVectorStores', async (call) => {
    const after = call.query.get('after') ?? '';
    if (!/^vs_/.test(after)) return undefined;
    const found = await call.send({ path: `${call.path}/${after}`, query: new URLSearchParams() });
    if (found.status === 404) call.query.delete('after');
    return undefined;
  }),
  answers('the list is called array', 'listMembers', set({ object: 'array' })),
  answers('the newest row is missing', 'listProjectApiKeys', ({ body }, { query }) => {
    if (query.has('after') || query.has('before') || body.data.length < 2) return;
    const newest = body.data.toSorted((a: { id: string }, b: { id: string }) => (a.id < b.id ? 1 : -1))[0];
    body.data = body.data.filter((row: unknown) => row !== newest);
    Object.assign(body, { first_id: body.data[0].id, last_id: body.data.at(-1).id });
  }),
  requests(
    'organizations are listed oldest first',
    'listOrganizations',
    ({ query }) => void (query.has('order') || query.set('order', 'asc')),
  ),
  requests(
    'the archived projects are always listed',
    'listProjects',
    ({ query }) => void query.set('include_archived', 'true'),
  ),
  requests('the archived projects are never listed', 'listProjects', withoutQuery('include_archived')),
];

function firstId(_: unknown, __: unknown, body: { data: { id: string }[]; last_id: unknown }): unknown {
  return body.data[0]?.id ?? body.last_id;
}

function withLimit(query: URLSearchParams, limit: number): URLSearchParams {
  const changed = new URLSearchParams(query);
  changed.set('limit', String(limit));
  changed.delete('before');
  return changed;
}
