import type { Mutant } from './proxy.ts';
import { rewrite, set, setItems, stale, withoutMember } from './verbs.ts';

/** Mutants of stored values, defaults and deletions. */
export const storing: Mutant[] = [
  { name: 'reads are stale after an update', on: /^get(VectorStore|Project)$/, answer: stale() },
  { name: 'a list is stale after a change', on: 'listProjectApiKeys', answer: stale() },
  {
    name: 'an update is answered but not stored',
    on: 'updateProjectApiKey',
    request: async (call) => {
      const before = await call.send({ method: 'GET', body: call.body });
      const answer = await call.send();
      if (answer.status === 200) await call.send({ body: { name: before.body.name } });
      return answer;
    },
  },
  {
    name: 'an update is stored but not answered',
    on: 'updateOrganization',
    answer: ({ body }, { memory, path }) => {
      const name = memory.get(path) ?? 'Before';
      memory.set(path, body.organization.name);
      body.organization.name = name;
    },
  },
  {
    name: 'a limit is not stored',
    on: 'updateProject',
    request: ({ body }) => {
      if (body?.limits?.tokens_per_month) delete body.limits.tokens_per_month;
      return undefined;
    },
  },
  {
    name: 'names are trimmed',
    on: 'createVectorStore',
    request: rewrite({ name: (name) => (typeof name === 'string' && name.trim() ? name.trim() : name) }),
  },
  {
    name: 'numbers in metadata become texts',
    on: /VectorStore/,
    answer: ({ body }) => {
      for (const [key, value] of Object.entries(body?.metadata ?? {})) body.metadata[key] = String(value);
    },
  },
  {
    name: 'metadata is merged instead of replaced',
    on: 'modifyVectorStore',
    request: async (call) => {
      if (!call.body?.metadata || typeof call.body.metadata !== 'object') return undefined;
      const { 'content-type': _, ...headers } = call.headers;
      const before = await call.send({ method: 'GET', headers, body: call.body });
      const merged = { ...before.body.metadata, ...call.body.metadata };
      const answer = await call.send();
      return answer.status === 200 && Object.keys(merged).length <= 16
        ? call.send({ body: { ...call.body, metadata: merged } })
        : answer;
    },
  },
  {
    name: 'a member that is not sent gets its default',
    on: 'updateProject',
    request: (call) => {
      if (call.body?.name !== undefined && call.body.models === undefined) call.body = { ...call.body, models: [] };
      return undefined;
    },
  },
  {
    name: 'chunks have 512 tokens by default',
    on: /VectorStore/,
    answer: ({ body }) => {
      if (body.chunking_strategy?.static?.max_chunk_size_tokens === 800)
        body.chunking_strategy.static.max_chunk_size_tokens = 512;
    },
  },
  {
    name: 'stores expire after a year by default',
    on: /VectorStore/,
    answer: ({ body }) => {
      if (body.expires_after?.days === 36500) body.expires_after.days = 365;
    },
  },
  { name: 'new projects may use no MCP server', on: /Project$/, answer: set({ mcp_prefixes: [] }) },
  {
    name: 'created_at is the time of the read',
    on: 'getVectorStore',
    answer: set({ created_at: () => Math.floor(Date.now() / 1000) + 60 }),
  },
  {
    name: 'created_at is in milliseconds',
    on: /ProjectApiKey/,
    answer: set({ created_at: (at: number) => at * 1000 }),
  },
  {
    name: 'a deletion deletes nothing',
    on: 'deleteVectorStore',
    request: async (call) => {
      const found = await call.send({ method: 'GET' });
      if (found.status === 200) found.body = { id: found.body.id, object: 'vector_store.deleted', deleted: true };
      return found;
    },
  },
  {
    name: 'a second deletion succeeds',
    on: 'deleteProjectApiKey',
    request: async (call) => {
      const answer = await call.send();
      if (answer.status === 200) call.memory.set(call.path, answer);
      const first = call.memory.get(call.path);
      return answer.status === 404 && first !== undefined ? first : answer;
    },
  },
  {
    name: 'a deleted row is still listed',
    on: /^(deleteFile|listFiles)$/,
    answer: ({ body }, { method, memory, path, query }) => {
      if (method === 'DELETE') memory.set('deleted', path.split('/').at(-1));
      const gone = memory.get('deleted');
      if (method === 'GET' && gone && query.size === 0 && body.data.length > 0)
        body.data.push({ ...body.data[0], id: gone });
      if (method === 'GET') body.last_id = body.data.at(-1)?.id ?? null;
    },
  },
  { name: 'a list shows another name', on: 'listVectorStores', answer: setItems({ name: 'Store' }) },
  { name: 'a list shows other metadata', on: 'listVectorStores', answer: setItems({ metadata: {} }) },
  { name: 'the size of a file is another', on: 'createFile', answer: set({ bytes: (bytes: number) => bytes + 1 }) },
  {
    name: 'file contents lose their last byte',
    on: 'downloadFile',
    answer: (answer) => {
      answer.body = answer.body.subarray(0, -1);
    },
  },
  {
    name: 'file names are upper case',
    on: /File$/,
    answer: set({ filename: (name: string) => name.toUpperCase() }),
  },
  {
    name: 'archiving leaves a project active',
    on: 'archiveProject',
    request: (call) => call.send({ method: 'GET', path: call.path.replace(/\/archive$/, '') }),
  },
  {
    name: 'attributes of a file are not stored',
    on: 'updateVectorStoreFileAttributes',
    answer: set({ attributes: {} }),
  },
  { name: 'attributes of a new file are dropped', on: 'createVectorStoreFile', request: withoutMember('attributes') },
  {
    name: 'a spend limit is rounded',
    on: /SpendLimit$/,
    answer: set({ threshold_amount: (cents: number) => Math.ceil(cents / 100) * 100 }),
  },
  {
    name: 'the counts of a batch have no total',
    on: /FileBatch$/,
    answer: ({ body }) => {
      body.file_counts.total = 0;
    },
  },
  {
    name: 'a webhook cannot be removed',
    on: 'updateProject',
    request: ({ body }) => void (body?.webhook_url === null && delete body.webhook_url),
  },
  {
    name: 'updates keep an old expiry time',
    on: 'modifyVectorStore',
    answer: set({
      expires_at: (at: number, call: { body: { expires_after?: unknown } }) =>
        call.body?.expires_after ? at + 86_400 : at,
    }),
  },
  { name: 'a search finds nothing', on: 'searchVectorStore', answer: set({ data: [] }) },
];
