import type { Mutant } from './proxy.ts';
import { answers, requests, rewrite, set, setItems, stale, withoutMember } from './verbs.ts';

/** Mutants of stored values, defaults and deletions. */
export const storing: Mutant[] = [
  answers('reads are stale after an update', /^get(VectorStore|Project)$/, stale()),
  answers('a list is stale after a change', 'listProjectApiKeys', stale()),
  requests('an update is answered but not stored', 'updateProjectApiKey', async (call) => {
    const before = await call.send({ method: 'GET', body: call.body });
    const answer = await call.send();
    if (answer.status === 200) await call.send({ body: { name: before.body.name } });
    return answer;
  }),
  answers('an update is stored but not answered', 'updateOrganization', ({ body }, { memory, path }) => {
    const name = memory.get(path) ?? 'Before';
    memory.set(path, body.organization.name);
    body.organization.name = name;
  }),
  requests('a limit is not stored', 'updateProject', ({ body }) => {
    if (body?.limits?.tokens_per_month) delete body.limits.tokens_per_month;
    return undefined;
  }),
  requests(
    'names are trimmed',
    'createVectorStore',
    rewrite({ name: (name) => (typeof name === 'string' && name.trim() ? name.trim() : name) }),
  ),
  answers('numbers in metadata become texts', /VectorStore/, ({ body }) => {
    for (const [key, value] of Object.entries(body?.metadata ?? {})) body.metadata[key] = String(value);
  }),
  requests('metadata is merged instead of replaced', 'modifyVectorStore', async (call) => {
    if (!call.body?.metadata || typeof call.body.metadata !== 'object') return undefined;
    const { 'content-type': _, ...headers } = call.headers;
    const before = await call.send({ method: 'GET', headers, body: call.body });
    const merged = { ...before.body.metadata, ...call.body.metadata };
    const answer = await call.send();
    return answer.status === 200 && Object.keys(merged).length <= 16
      ? call.send({ body: { ...call.body, metadata: merged } })
      : answer;
  }),
  requests('a member that is not sent gets its default', 'updateProject', (call) => {
    if (call.body?.name !== undefined && call.body.models === undefined) call.body = { ...call.body, models: [] };
    return undefined;
  }),
  answers('chunks have 512 tokens by default', /VectorStore/, ({ body }) => {
    if (body.chunking_strategy?.static?.max_chunk_size_tokens === 800)
      body.chunking_strategy.static.max_chunk_size_tokens = 512;
  }),
  answers('stores expire after a year by default', /VectorStore/, ({ body }) => {
    if (body.expires_after?.days === 36500) body.expires_after.days = 365;
  }),
  answers('new projects may use no MCP server', /Project$/, set({ mcp_prefixes: [] })),
  answers(
    'created_at is the time of the read',
    'getVectorStore',
    set({ created_at: () => Math.floor(Date.now() / 1000) + 60 }),
  ),
  answers('created_at is in milliseconds', /ProjectApiKey/, set({ created_at: (at: number) => at * 1000 })),
  requests('a deletion deletes nothing', 'deleteVectorStore', async (call) => {
    const found = await call.send({ method: 'GET' });
    if (found.status === 200) found.body = { id: found.body.id, object: 'vector_store.deleted', deleted: true };
    return found;
  }),
  requests('a second deletion succeeds', 'deleteProjectApiKey', async (call) => {
    const answer = await call.send();
    if (answer.status === 200) call.memory.set(call.path, answer);
    const first = call.memory.get(call.path);
    return answer.status === 404 && first !== undefined ? first : answer;
  }),
  answers('a deleted row is still listed', /^(deleteFile|listFiles)$/, ({ body }, { method, memory, path, query }) => {
    if (method === 'DELETE') memory.set('deleted', path.split('/').at(-1));
    const gone = memory.get('deleted');
    if (method === 'GET' && gone && query.size === 0 && body.data.length > 0)
      body.data.push({ ...body.data[0], id: gone });
    if (method === 'GET') body.last_id = body.data.at(-1)?.id ?? null;
  }),
  answers('a list shows another name', 'listVectorStores', setItems({ name: 'Store' })),
  answers('a list shows other metadata', 'listVectorStores', setItems({ metadata: {} })),
  answers('the size of a file is another', 'createFile', set({ bytes: (bytes: number) => bytes + 1 })),
  answers('file contents lose their last byte', 'downloadFile', (answer) => {
    answer.body = answer.body.subarray(0, -1);
  }),
  answers('file names are upper case', /File$/, set({ filename: (name: string) => name.toUpperCase() })),
  requests('archiving leaves a project active', 'archiveProject', (call) =>
    call.send({ method: 'GET', path: call.path.replace(/\/archive$/, '') }),
  ),
  answers('attributes of a file are not stored', 'updateVectorStoreFileAttributes', set({ attributes: {} })),
  requests('attributes of a new file are dropped', 'createVectorStoreFile', withoutMember('attributes')),
  answers(
    'a spend limit is rounded',
    /SpendLimit$/,
    set({ threshold_amount: (cents: number) => Math.ceil(cents / 100) * 100 }),
  ),
  answers('the counts of a batch have no total', /FileBatch$/, ({ body }) => {
    body.file_counts.total = 0;
  }),
  requests(
    'a webhook cannot be removed',
    'updateProject',
    ({ body }) => void (body?.webhook_url === null && delete body.webhook_url),
  ),
  answers(
    'updates keep an old expiry time',
    'modifyVectorStore',
    set({
      expires_at: (at: number, call: { body: { expires_after?: unknown } }) =>
        call.body?.expires_after ? at + 86_400 : at,
    }),
  ),
  answers('a search finds nothing', 'searchVectorStore', set({ data: [] })),
];
