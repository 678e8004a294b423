import type { Mutant } from './proxy.ts';
import { set, withoutQuery } from './verbs.ts';

const lists = /^list/;

/** Mutants of list envelopes and paging. */
export const paging: Mutant[] = [
  { name: 'has_more is always false', on: 'listVectorStores', answer: set({ has_more: false }) },
  { name: 'has_more is always true', on: 'listFiles', answer: set({ has_more: true }) },
  {
    name: 'has_more is true on a full last page',
    on: 'listAdminApiKeys',
    answer: ({ body }, { query }) => {
      body.has_more ||= body.data.length === Number(query.get('limit') ?? 20);
    },
  },
  {
    name: 'first_id and last_id are swapped',
    on: 'listProjects',
    answer: ({ body }) => Object.assign(body, { first_id: body.last_id, last_id: body.first_id }),
  },
  { name: 'last_id is that of the first row', on: 'listMembers', answer: set({ last_id: firstId }) },
  {
    name: 'first_id and last_id are null',
    on: 'listWebhookDeliveries',
    answer: set({ first_id: null, last_id: null }),
  },
  {
    name: 'first_id of an empty list is an empty text',
    on: lists,
    answer: ({ body }) => {
      if (body.first_id === null) body.first_id = '';
    },
  },
  { name: 'the order is ignored', on: 'listVectorStores', request: withoutQuery('order') },
  {
    name: 'the default order is the other one',
    on: 'listProjectApiKeys',
    request: ({ query }) => void (query.has('order') || query.set('order', 'desc')),
  },
  {
    name: 'rows of a page are in reverse order',
    on: 'listVectorStoreFiles',
    answer: ({ body }) => {
      body.data.reverse();
      Object.assign(body, { first_id: body.last_id, last_id: body.first_id });
    },
  },
  {
    name: 'two neighbours are swapped inside of a page',
    on: 'listFiles',
    answer: ({ body }) => {
      const { data } = body;
      if (data.length > 3) [data[1], data[2]] = [data[2], data[1]];
    },
  },
  { name: 'after is ignored', on: 'listProjectApiKeys', request: withoutQuery('after') },
  { name: 'before is ignored', on: 'listAdminApiKeys', request: withoutQuery('before') },
  {
    name: 'the row of the cursor is repeated',
    on: 'listFiles',
    answer: async ({ body }, call) => {
      const after = call.query.get('after');
      if (after === null || call.query.has('before') || body.data.length === 0) return;
      const row = await call.send({ path: `${call.path}/${after}`, query: new URLSearchParams() });
      if (row.status !== 200) return;
      body.data = [row.body, ...body.data].slice(0, Math.max(body.data.length, 2));
      Object.assign(body, { first_id: row.body.id, last_id: body.data.at(-1).id });
    },
  },
  {
    name: 'a row after the cursor is skipped',
    on: 'listVectorStores',
    answer: ({ body }, { query }) => {
      if (!query.has('after') || body.data.length < 2) return;
      body.data.shift();
      body.first_id = body.data[0].id;
    },
  },
  {
    name: 'the default limit is 10',
    on: lists,
    request: ({ query }) => void (query.has('limit') || query.set('limit', '10')),
  },
  {
    name: 'the limit is one too high',
    on: 'listProjects',
    request: ({ query }) => {
      const limit = Number(query.get('limit'));
      if (limit > 0 && limit < 100) query.set('limit', String(limit + 1));
      return undefined;
    },
  },
  {
    name: 'pages end at 50 rows',
    on: 'listVectorStores',
    request: ({ query }) => {
      if (Number(query.get('limit')) > 50) query.set('limit', '50');
      return undefined;
    },
  },
  {
    name: 'before gives the first rows instead of the nearest',
    on: 'listProjects',
    request: async (call) => {
      const before = call.query.get('before');
      const limit = Number(call.query.get('limit') ?? 20);
      if (before === null || call.query.has('after')) return undefined;
      const all = await call.send({ query: withLimit(call.query, 100) });
      if (all.status !== 200 || all.body.data.length <= limit) return undefined;
      all.body.data = all.body.data.slice(0, limit);
      Object.assign(all.body, { first_id: all.body.data[0].id, last_id: all.body.data.at(-1).id, has_more: true });
      return all;
    },
  },
  {
    name: 'the cursor of a deleted row gives the first page',
    on: 'listVectorStores',
    request: async (call) => {
      const after = call.query.get('after') ?? '';
      if (!/^vs_/.test(after)) return undefined;
      const found = await call.send({ path: `${call.path}/${after}`, query: new URLSearchParams() });
      if (found.status === 404) call.query.delete('after');
      return undefined;
    },
  },
  { name: 'the list is called array', on: 'listMembers', answer: set({ object: 'array' }) },
  {
    name: 'the newest row is missing',
    on: 'listProjectApiKeys',
    answer: ({ body }, { query }) => {
      if (query.has('after') || query.has('before') || body.data.length < 2) return;
      const newest = body.data.toSorted((a: { id: string }, b: { id: string }) => (a.id < b.id ? 1 : -1))[0];
      body.data = body.data.filter((row: unknown) => row !== newest);
      Object.assign(body, { first_id: body.data[0].id, last_id: body.data.at(-1).id });
    },
  },
  {
    name: 'organizations are listed oldest first',
    on: 'listOrganizations',
    request: ({ query }) => void (query.has('order') || query.set('order', 'asc')),
  },
  {
    name: 'the archived projects are always listed',
    on: 'listProjects',
    request: ({ query }) => void query.set('include_archived', 'true'),
  },
  { name: 'the archived projects are never listed', on: 'listProjects', request: withoutQuery('include_archived') },
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
