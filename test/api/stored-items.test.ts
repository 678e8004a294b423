// Tests the bounds of stored items: of pages, of requests and of their rows. Cases 146 to 148 of the security cases.

import t, { type Test } from 'tap';
import { database, longestText } from '../../models/connection.ts';
import { Conversation, type ConversationRow } from '../../models/conversation.ts';
import { ResponseItem } from '../../models/response-item.ts';
import { script } from '../../scripts/fixtures/scripted-model.ts';
import { listItems } from '../../services/answers/index.ts';
import { startInference, tenantOf } from '../harness/inference.ts';
import { until } from '../harness/process.ts';
import { storeWith } from '../harness/stores.ts';
import { startUpstream } from '../harness/upstream.ts';

// biome-ignore lint/suspicious/noExplicitAny: the tests verify the types by their values.
type Loose = any;

const upstream = await startUpstream(t, { models: ['responder'] });
const world = await startInference(t, [upstream]);
const { app, project, post } = world;
const { config } = app.app.services;
const handbook = await storeWith(app, project.key, { 'keys.md': 'The key hangs behind the clock.' });
const tools = [{ type: 'file_search', vector_store_ids: [handbook.id] }];
const get = (path: string, query: Record<string, string> = {}) =>
  app.request('GET', path, { token: project.key, query });
const user = (content: string) => ({ role: 'user', content });

async function respond(more: Record<string, unknown>): Promise<Loose> {
  upstream.next(...script([[{ text: 'Behind the clock.' }]]));
  return await post('/v1/responses', { model: 'responder', tools, ...more });
}

/** Changes settings until the test ends. Null restores the default. */
async function set(t: Test, group: string, name: string, value: number): Promise<void> {
  const put = async (given: number | null): Promise<void> => {
    const body = { [group]: { [name]: given } };
    const { status, text } = await app.request('PATCH', '/admin/config', { token: world.admin.token, body });
    if (status !== 200) throw new Error(text);
  };
  t.teardown(() => put(null));
  await put(value);
}

/** Reads all pages of 100 items, and returns the number of items of each. */
async function pagesOf(path: string, order: string): Promise<{ counts: number[]; ids: string[]; bytes: number[] }> {
  const [counts, ids, bytes]: [number[], string[], number[]] = [[], [], []];
  for (let after: string | undefined; ; after = ids.at(-1)) {
    const { body, text } = await get(path, { limit: '100', order, ...(after === undefined ? {} : { after }) });
    counts.push(body.data.length);
    bytes.push(Buffer.byteLength(text));
    ids.push(...body.data.map(({ id }: Loose) => id));
    t.equal(body.last_id, ids.at(-1));
    if (!body.has_more) return { counts, ids, bytes };
  }
}

t.test('a page of large items ends at 8 MiB, and the next page goes on', async (t) => {
  t.equal(config.limits.max_page_bytes, 8 * 1024 * 1024, 'the default');
  const { body } = await post('/v1/conversations', {});
  const path = `/v1/conversations/${body.id}/items`;
  const [size, mark] = [3_000_000, 'the end'];
  for (const count of [2, 3])
    t.equal((await post(path, { items: Array(count).fill(user('x'.repeat(size) + mark)) })).status, 200);
  for (const order of ['asc', 'desc']) {
    const { counts, ids, bytes } = await pagesOf(path, order);
    t.strictSame(counts, [2, 2, 1], order);
    t.equal(new Set(ids).size, 5);
    t.ok(Math.max(...bytes) < 8 * 1024 * 1024);
    const backwards = await get(path, { limit: '100', order, before: ids[4] as string });
    t.strictSame(
      backwards.body.data.map(({ id }: Loose) => id),
      ids.slice(2, 4),
      'the items nearest to the cursor',
    );
    t.equal(backwards.body.has_more, true);
  }
  const [whole] = (await get(path, { limit: '1' })).body.data;
  t.match(whole, { type: 'message', role: 'user', status: 'completed' });
  t.equal(whole.content[0].text.length, size + mark.length);
});

t.test('an item that is larger than a page is a page of its own', async (t) => {
  const { body } = await post('/v1/conversations', {});
  const path = `/v1/conversations/${body.id}/items`;
  const response = await respond({ input: ['a', 'b', 'c'].map((text) => user(text.repeat(3000))) });
  await post(path, { items: ['a', 'b', 'c'].map((text) => user(text.repeat(3000))) });
  await set(t, 'limits', 'max_page_bytes', 1024);
  t.strictSame((await pagesOf(path, 'asc')).counts, [1, 1, 1]);
  t.strictSame((await pagesOf(`/v1/responses/${response.body.id}/input_items`, 'desc')).counts, [1, 1, 1]);
});

// Case 146.
t.test('the items of a page are not read for a caller who has left', async (t) => {
  const { body } = await post('/v1/conversations', { items: [user('One'), user('Two')] });
  const row = await Conversation.findByPk(body.id);
  const call = { project: { id: row?.projectId }, onGone: (listener: () => void) => listener() } as Loose;
  const read = listItems(call, row as ConversationRow, { limit: 100, order: 'asc' }, { config });
  await t.rejects(read, { name: 'CallerLeftError' });
});

// Case 147.
t.test('a response is read without its stored input', async (t) => {
  const { body, status } = await respond({ input: Array.from({ length: 500 }, (_, index) => user(`Item ${index}`)) });
  t.equal(status, 200);
  let rows = 0;
  ResponseItem.addHook('afterFind', 'counting', (found: unknown) => {
    rows += [found].flat().length;
  });
  t.teardown(() => ResponseItem.removeHook('afterFind', 'counting'));
  const again = await get(`/v1/responses/${body.id}`);
  t.strictSame(again.body.output, body.output);
  t.equal(rows, body.output.length);
});

// Case 148.
t.test('an input has at most 10,000 items, and those are stored', async (t) => {
  const items = (count: number) => Array.from({ length: count }, () => user('Hi'));
  const before = upstream.seen.length;
  const refused = await post('/v1/responses', { model: 'responder', tools, input: items(10_001) });
  t.match(refused, { status: 422, body: { detail: [{ type: 'too_long', loc: ['body', 'input'] }] } });
  t.ok(Buffer.byteLength(refused.text) < 10_000, 'the error does not repeat the input');
  t.equal(upstream.seen.length, before, 'the model was not asked');
  const { status, body } = await respond({ input: items(10_000) });
  t.equal(status, 200);
  t.equal(await ResponseItem.count({ where: { responseId: body.id, isOutput: false } }), 10_000);
  const more = await post('/v1/responses', { model: 'responder', tools, input: 'And?', previous_response_id: body.id });
  t.match(more, { status: 413, body: { error: { code: 'body_too_large', message: /10001 items/ } } });
});

// Case 148.
t.test('the overhead of a row counts against the storage of the project, and only additions are refused', async (t) => {
  const tenant = await tenantOf(app, world.admin);
  const items = Array.from({ length: 20 }, () => user('Hi'));
  const { body } = await tenant.post('/v1/conversations', { items });
  app.app.services.responseStore.forgetSums();
  const stored = await ResponseItem.sum('bytes', { where: { conversationId: body.id } });
  t.ok(stored < 5000, `the items themselves have ${stored} bytes`);
  await set(t, 'responses', 'project_bytes', 20_000);
  const path = `/v1/conversations/${body.id}`;
  t.match(await tenant.post(`${path}/items`, { items }), { status: 429, body: { error: { code: 'response_bytes' } } });
  const token = tenant.project.key;
  const page = await app.request('GET', `${path}/items`, { token, query: { limit: '100' } });
  t.equal(page.body.data.length, 20, 'reading goes on');
  for (const { id } of page.body.data.slice(0, 5))
    t.equal((await app.request('DELETE', `${path}/items/${id}`, { token })).status, 200, 'so does deleting');
  app.app.services.responseStore.forgetSums();
  t.equal((await tenant.post(`${path}/items`, { items: [user('There is room again')] })).status, 200);
});

t.test('what a server has written counts at once, although the sum of the project is cached', async (t) => {
  const tenant = await tenantOf(app, world.admin);
  await set(t, 'responses', 'project_bytes', 40_000);
  const { body } = await tenant.post('/v1/conversations', {});
  const items = Array.from({ length: 20 }, () => user('Hi'));
  const statuses: number[] = [];
  while (statuses.length < 4)
    statuses.push((await tenant.post(`/v1/conversations/${body.id}/items`, { items })).status);
  t.strictSame(statuses, [200, 200, 429, 429]);
});

t.test('an item has at most 16 MiB', async (t) => {
  await set(t, 'limits', 'max_inference_body_bytes', 40 << 20);
  const before = await ResponseItem.count();
  const large = user('x'.repeat(16 << 20));
  const created = await post('/v1/conversations', { items: [user('Hi'), large] });
  t.match(created, { status: 422, body: { detail: [{ loc: ['body', 'items', '1'], type: 'value_error' }] } });
  t.ok(Buffer.byteLength(created.text) < 1000);
  const asked = upstream.seen.length;
  const response = await post('/v1/responses', { model: 'responder', tools, input: [large] });
  t.match(response, { status: 422, body: { detail: [{ loc: ['body', 'input', '0'], type: 'value_error' }] } });
  t.equal(upstream.seen.length, asked, 'the model was not asked');
  t.equal(await ResponseItem.count(), before);
});

/** Lets the database store shorter texts than it can, until the test ends. */
function shorten(t: Test, bytes: number): void {
  const before = longestText();
  t.teardown(() => {
    database().longestText = before;
  });
  database().longestText = bytes;
}

t.test('an item of the greatest size is stored and read, also where each character needs an escape', async (t) => {
  await set(t, 'limits', 'max_inference_body_bytes', 40 << 20);
  const { body } = await post('/v1/conversations', {});
  const path = `/v1/conversations/${body.id}/items`;
  const around = 300;
  for (const [text, width] of [
    ['x', 1],
    ['"', 2],
  ] as const) {
    const content = text.repeat(Math.floor((longestText() - around) / width));
    const added = await post(path, { items: [user(content)] });
    t.equal(added.status, 200, added.text.slice(0, 300));
    t.ok(added.text.length > longestText() - around);
    const page = await get(path, { limit: '1' });
    t.ok(page.body.data[0].content[0].text === content);
    const refused = await post(path, { items: [user(content + text.repeat(around))] });
    t.match(refused, { status: 422, body: { detail: [{ loc: ['body', 'items', '0'] }] } });
  }
});

t.test('an output that is too large to store ends the response with an error, and is not lost silently', async (t) => {
  shorten(t, 10_000);
  const long = [[{ text: 'short' }, { text: 'x'.repeat(12_000) }]];
  const request = { model: 'responder', tools, input: 'Hi' };
  upstream.next(...script(long));
  const whole = await post('/v1/responses', request);
  t.match(whole, {
    status: 502,
    body: { error: { code: 'upstream_failed', message: /may have 10000/ } },
  });

  upstream.next(...script(long));
  const { text } = await post('/v1/responses', { ...request, stream: true });
  const last = JSON.parse(String(text.trimEnd().split('\n').at(-1)).slice('data: '.length));
  t.match(last, { type: 'response.failed', response: { status: 'failed', error: { message: /may have 10000/ } } });
  t.match(last.response.output, [{ content: [{ text: 'short' }] }, { status: 'incomplete' }]);
  const kept = await until(async () => {
    const { status, body } = await get(`/v1/responses/${last.response.id}`);
    return status === 200 ? body : undefined;
  });
  t.match(kept, { status: 'failed', error: { message: /may have 10000/ }, output: last.response.output });

  upstream.next(...script(long));
  const queued = await post('/v1/responses', { ...request, background: true });
  const ended = await until(async () => {
    const { body } = await get(`/v1/responses/${queued.body.id}`);
    return body.status === 'failed' ? body : undefined;
  });
  t.match(ended, { error: { message: /may have 10000/ }, output: [{ content: [{ text: 'short' }] }] });

  upstream.next(...script(long));
  const unstored = await post('/v1/responses', { ...request, store: false });
  t.equal(unstored.body.output[1].content[0].text.length, 12_000, 'an output that is not stored has no limit');
});

t.test('rounds that are together too large to store end a background response with an error', async (t) => {
  shorten(t, 4000);
  upstream.next(...script([[{ text: 'x'.repeat(1500) }, { search: ['key'] }], [{ text: 'There.' }]]));
  const queued = await post('/v1/responses', { model: 'responder', tools, input: 'Hi', background: true });
  t.equal(queued.status, 200, queued.text);
  const ended = await until(async () => {
    const { body } = await get(`/v1/responses/${queued.body.id}`);
    return ['queued', 'in_progress'].includes(body.status) ? undefined : body;
  });
  t.match(ended, { status: 'failed', error: { message: /too large to store/ }, output: [{ type: 'message' }, {}] });
  t.ok(ended.usage.input_tokens > 0, 'the round is counted');
});

t.test('a request whose settings are too large to store is refused before the model is asked', async (t) => {
  shorten(t, 10_000);
  const asked = upstream.seen.length;
  const request = { model: 'responder', tools, input: 'Hi', instructions: 'x'.repeat(12_000) };
  for (const more of [{}, { background: true }]) {
    const refused = await post('/v1/responses', { ...request, ...more });
    t.match(refused, { status: 413, body: { error: { code: 'body_too_large', message: /store: false/ } } });
  }
  t.equal(upstream.seen.length, asked);
  t.equal((await respond({ ...request, store: false })).status, 200);
});

t.test("a conversation's metadata counts against the storage of the project", async (t) => {
  const tenant = await tenantOf(app, world.admin);
  const token = tenant.project.key;
  const pairs = (size: number) =>
    Object.fromEntries(Array.from({ length: 16 }, (_, index) => [`key-${index}`, 'x'.repeat(size)]));
  await set(t, 'responses', 'project_bytes', 20_000);
  const full = { status: 429, body: { error: { code: 'response_bytes' } } };
  const { body } = await tenant.post('/v1/conversations', { metadata: pairs(500) });
  const path = `/v1/conversations/${body.id}`;
  t.equal((await tenant.post('/v1/conversations', {})).status, 200);
  for (const forget of [false, true]) {
    if (forget) app.app.services.responseStore.forgetSums();
    t.equal((await tenant.post(path, { metadata: pairs(1) })).status, 200, 'shorter metadata');
    t.equal((await tenant.post(path, { metadata: pairs(512) })).status, 200, 'there is room');
  }
  await tenant.post('/v1/conversations', { metadata: pairs(400) });
  const more = [];
  while (more.at(-1) !== 429) more.push((await tenant.post('/v1/conversations', {})).status);
  t.ok(more.length < 5, `the metadata took the room of ${more.length} empty conversations`);
  for (const forget of [false, true]) {
    if (forget) app.app.services.responseStore.forgetSums();
    t.match(await tenant.post('/v1/conversations', {}), full);
    t.match(
      await tenant.post(path, { metadata: { ...pairs(512), 'key-0': undefined, 'key-longer': 'x'.repeat(512) } }),
      full,
      'longer metadata',
    );
    t.equal((await app.request('GET', path, { token })).status, 200);
  }
  t.equal((await tenant.post(path, { metadata: null })).status, 200, 'shorter metadata is not refused');
  t.equal((await tenant.post('/v1/conversations', {})).status, 200, 'it makes room');
});
