// Tests the responses that this server makes and keeps, with a scripted model.

import t from 'tap';
import { AuditEntry } from '../../models/audit-entry.ts';
import { ResponseItem } from '../../models/response-item.ts';
import { StoredResponse } from '../../models/stored-response.ts';
import { script } from '../../scripts/fixtures/scripted-model.ts';
import { eventsIn, grammarFaults } from '../harness/event-grammar.ts';
import { startInference, tenantOf } from '../harness/inference.ts';
import { until } from '../harness/process.ts';
import { storeWith } from '../harness/stores.ts';
import { startUpstream } from '../harness/upstream.ts';

// biome-ignore lint/suspicious/noExplicitAny: the tests verify the types by their values.
type Loose = any;

const upstream = await startUpstream(t, { models: ['responder'] });
const world = await startInference(t, [upstream]);
const { app, project } = world;
const path = '/v1/responses';
const handbook = await storeWith(app, project.key, {
  'keys.md': 'The key to the engine room hangs behind the clock.',
});
const tools = [{ type: 'file_search', vector_store_ids: [handbook.id] }];
const ask = (more: Record<string, unknown> = {}) => ({
  model: 'responder',
  input: 'Where is the key?',
  tools,
  ...more,
});
const send = (method: string, at: string, query: Record<string, string> = {}, token = project.key) =>
  app.request(method, `${path}${at}`, { token, query });

/** Creates a response that searches and answers. */
async function created(more: Record<string, unknown> = {}): Promise<Loose> {
  upstream.next(...script([[{ search: ['key'] }], [{ text: 'Behind the clock [cite:1].' }]]));
  const { status, body, text } = await world.post(path, ask(more));
  t.equal(status, 200, text);
  return body;
}

/** Creates a response with one text. */
async function said(text: string, more: Record<string, unknown>): Promise<Loose> {
  upstream.next(...script([[{ text }]]));
  const { status, body, text: shown } = await world.post(path, { model: 'responder', ...more });
  t.equal(status, 200, shown);
  return body;
}

const lastInput = () => upstream.seen.at(-1)?.body.input as Loose[];

t.test('a response is read as it was created, and its results on request', async (t) => {
  const before = await created({ metadata: { topic: 'keys' }, include: ['file_search_call.results'] });
  const { status, body } = await send('GET', `/${before.id}`);
  t.equal(status, 200);
  const [{ results, ...search }, message] = before.output;
  t.strictSame(body, { ...before, output: [{ ...search, results: null }, message] });
  t.equal(results.length, 1);
  t.strictSame(message.content[0].annotations[0].file_id, handbook.files[0]);
  const shown = await send('GET', `/${before.id}`, { include: 'file_search_call.results' });
  t.strictSame(shown.body.output[0].results, results);
});

t.test('a response is streamed again, whole or after an event, as it was created', async (t) => {
  const before = await created();
  const again = async (query: Record<string, string> = {}) => {
    const { status, text } = await send('GET', `/${before.id}`, { ...query, stream: 'true' });
    t.equal(status, 200);
    return eventsIn(text) as Loose[];
  };
  const events = await again();
  t.strictSame(grammarFaults(events), []);
  t.strictSame(events.at(-1)?.response, before);
  t.match(events[0], { response: { id: before.id, status: 'in_progress', output: [], usage: null } });
  t.strictSame(await again({ starting_after: '4' }), events.slice(5));
  t.strictSame(await again({ starting_after: '999' }), []);
  const shown = (await again({ include: 'file_search_call.results' })).at(-1);
  t.equal(shown?.response.output[0].results.length, 1);
});

t.test('a streamed response is stored before its last event', async (t) => {
  upstream.next(...script([[{ search: ['key'] }], [{ text: 'There.' }]]));
  const { text } = await world.post(path, ask({ stream: true }));
  const { response } = JSON.parse(text.trim().split('\ndata: ').at(-1) ?? '');
  t.strictSame((await send('GET', `/${response.id}`)).body, response);
});

t.test('responses that end at the same time are stored, each with its own items', async (t) => {
  const inputs = Array.from({ length: 12 }, (_, index) => `Room ${index} \u0000 "é" \\`);
  upstream.next(...inputs.flatMap(() => script([[{ text: 'There.' }]])));
  const answers = await Promise.all(
    inputs.map((input) => world.post(path, { model: 'responder', input, tools, stream: true, metadata: { input } })),
  );
  for (const [index, { text }] of answers.entries()) {
    const { response } = JSON.parse(text.trim().split('\ndata: ').at(-1) ?? '');
    t.strictSame((await send('GET', `/${response.id}`)).body, response);
    t.equal(response.metadata.input, inputs[index]);
    const { body } = await send('GET', `/${response.id}/input_items`);
    t.strictSame(
      body.data.map(({ content }: Loose) => content),
      [[{ type: 'input_text', text: inputs[index] }]],
    );
  }
});

t.test('the input items are listed in pages, in both orders', async (t) => {
  const input = [
    { role: 'user', content: 'One' },
    { role: 'assistant', content: 'Two' },
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Three' }] },
  ];
  const { id } = await created({ input });
  const at = `/${id}/input_items`;
  const all = await send('GET', at, { order: 'asc' });
  t.strictSame(
    all.body.data.map(({ type, role, content }: Loose) => [type, role, content[0].type, content[0].text]),
    [
      ['message', 'user', 'input_text', 'One'],
      ['message', 'assistant', 'output_text', 'Two'],
      ['message', 'user', 'input_text', 'Three'],
    ],
  );
  const ids = all.body.data.map((item: Loose) => item.id);
  t.ok(ids.every((one: string) => /^msg_[0-9A-Z]{26}$/.test(one)));
  const page = await send('GET', at, { limit: '2' });
  t.match(page.body, { first_id: ids[2], last_id: ids[1], has_more: true });
  const rest = await send('GET', at, { after: page.body.last_id });
  t.match(rest.body, { data: [{ id: ids[0] }], has_more: false });
  t.equal((await send('GET', at, { after: 'nothing' })).status, 422);
});

t.test('a response is continued with all items before it, also without the tool', async (t) => {
  const first = await created();
  const second = await said('By the door.', { input: 'And the clock?', previous_response_id: first.id });
  t.equal(second.previous_response_id, first.id);
  t.notOk('previous_response_id' in (upstream.seen.at(-1)?.body ?? {}), 'the upstream does not know it');
  t.strictSame(
    lastInput().map(({ type, role }) => role ?? type),
    ['user', 'function_call', 'function_call_output', 'assistant', 'user'],
  );
  t.match(JSON.parse(lastInput()[2].output).results, [{ file: 'keys.md', text: /behind the clock/ }]);
  await said('Yes.', { input: 'Sure?', previous_response_id: second.id });
  t.strictSame(
    lastInput()
      .slice(-3)
      .map(({ content }) => content?.[0]?.text ?? content),
    ['And the clock?', 'By the door.', 'Sure?'],
  );
  t.equal(lastInput().length, 7);
});

t.test('a response of the upstream is continued here, and then again', async (t) => {
  upstream.next(...script([[{ text: 'Hello.' }]]));
  const { body: theirs } = await world.post(path, { model: 'responder', input: 'Hello?' });
  const ours = await created({ previous_response_id: theirs.id });
  await said('Yes.', { input: 'Sure?', previous_response_id: ours.id });
  const { body } = upstream.seen.at(-1) as Loose;
  t.equal(body.previous_response_id, theirs.id);
  t.equal(body.input.at(-1).content, 'Sure?');
  t.equal(body.input.length, 5);
});

t.test('a response whose conversation has lost a part cannot be continued', async (t) => {
  const first = await created();
  const second = await said('Yes.', { input: 'Sure?', previous_response_id: first.id });
  t.strictSame((await send('DELETE', `/${first.id}`)).body, { id: first.id, object: 'response', deleted: true });
  t.equal(await AuditEntry.count({ where: { type: 'response.deleted', targetId: first.id } }), 1, 'it is audited');
  t.equal((await send('GET', `/${first.id}`)).status, 404);
  t.equal((await send('GET', `/${second.id}`)).status, 200);
  const next = await world.post(path, { model: 'responder', input: 'Why?', previous_response_id: second.id });
  t.match(next, { status: 404, body: { error: { code: 'not_found', param: 'previous_response_id' } } });
});

t.test('a reference stands for a stored item of the project, also one of a conversation', async (t) => {
  const { output } = await created();
  const { body: conversation } = await app.request('POST', '/v1/conversations', {
    token: project.key,
    body: { items: [{ role: 'user', content: 'In the engine room?' }] },
  });
  const { body: page } = await app.request('GET', `/v1/conversations/${conversation.id}/items`, { token: project.key });
  const references = [...output, ...page.data].map(({ id }: Loose) => ({ type: 'item_reference', id }));
  const [call, message, question] = references as [Loose, Loose, Loose];
  const input = [call, message, { id: question.id }, { role: 'user', content: 'Sure?' }];
  const next = await said('Yes.', { input });
  t.match(lastInput(), [
    { type: 'function_call', name: 'file_search' },
    { type: 'function_call_output' },
    { type: 'message', role: 'assistant', content: [{ text: 'Behind the clock.' }] },
    { type: 'message', role: 'user', content: [{ text: 'In the engine room?' }] },
    { role: 'user', content: 'Sure?' },
  ]);
  t.equal(lastInput().length, 5);
  const items = await send('GET', `/${next.id}/input_items`, { order: 'asc' });
  t.match(items.body.data, [{ type: 'file_search_call', results: null }, {}, {}, { content: [{ text: 'Sure?' }] }]);
  const other = await tenantOf(app, world.admin);
  const before = upstream.seen.length;
  t.match(await other.post(path, { model: 'responder', input: [message] }), { status: 404 }, 'of another project');
  t.equal(upstream.seen.length, before, 'the upstream, whose items all projects share, is not asked');
});

t.test('with store: false nothing is kept', async (t) => {
  const response = await created({ store: false });
  t.equal(response.store, false);
  t.equal((await send('GET', `/${response.id}`)).status, 404);
  t.equal(await ResponseItem.count({ where: { responseId: response.id } }), 0);
});

t.test('another project sees a response as one that does not exist', async (t) => {
  const { id } = await created();
  const other = await tenantOf(app, world.admin);
  const unknown = `resp_${'0'.repeat(26)}`;
  for (const [method, below] of [
    ['GET', ''],
    ['DELETE', ''],
    ['POST', '/cancel'],
    ['GET', '/input_items'],
  ] as const) {
    const hidden = await send(method, `/${id}${below}`, {}, other.project.key);
    const missing = await send(method, `/${unknown}${below}`, {}, other.project.key);
    t.equal(hidden.status, 404);
    t.strictSame(hidden.text.replaceAll(id, unknown), missing.text, `${method} ${below}`);
  }
  const continued = await other.post(path, { model: 'responder', input: 'Hi', previous_response_id: id });
  t.match(continued, { status: 404, body: { error: { param: 'previous_response_id' } } });
  t.equal((await send('GET', `/${id}`)).status, 200);
});

t.test('a project that stores no responses keeps none, here or at an upstream', async (t) => {
  const other = await tenantOf(app, world.admin);
  await other.allow({ store_responses: false });
  const shown = await app.request('GET', `/v1/organization/projects/${other.project.id}`, {
    token: other.organizationKey,
  });
  t.equal(shown.body.store_responses, false);
  const mine = await storeWith(app, other.project.key, { 'a.md': 'The key hangs here.' });
  upstream.next(...script([[{ search: ['key'] }], [{ text: 'Here.' }], [{ text: 'Hello.' }]]));
  const own = [{ type: 'file_search', vector_store_ids: [mine.id] }];
  const { body } = await until(async () => {
    const answer = await other.post(path, ask({ tools: own }));
    return answer.body.store === false ? answer : undefined;
  });
  t.equal((await send('GET', `/${body.id}`, {}, other.project.key)).status, 404);
  await other.post(path, { model: 'responder', input: 'Hello?', store: true });
  t.equal(upstream.seen.at(-1)?.body.store, false);
  const leaving = new AbortController();
  upstream.next(() => leaving.abort());
  await t.rejects(other.open(path, { model: 'responder', input: 'Hello?' }, leaving.signal), { name: 'AbortError' });
  const left = upstream.seen.at(-1);
  t.equal(left?.body.store, false);
  t.ok(await left?.aborted, 'a caller that leaves ends the call of the upstream');
  const refused = { status: 409, body: { error: { code: 'responses_not_stored' } } };
  t.match(await other.post(path, ask({ tools: own, background: true })), refused);
  t.match(await other.post('/v1/conversations', {}), refused);
});

t.test('the bytes of a project are bounded, and store: false needs none', async (t) => {
  const other = await tenantOf(app, world.admin);
  const store = await storeWith(app, other.project.key, { 'a.md': 'The key hangs here.' });
  const own = { tools: [{ type: 'file_search', vector_store_ids: [store.id] }] };
  const setBytes = (project_bytes: number) =>
    app.request('PATCH', '/admin/config', { token: world.admin.token, body: { responses: { project_bytes } } });
  const items = [{ role: 'user', content: 'x'.repeat(2000) }];
  t.equal((await setBytes(1024)).status, 200);
  t.teardown(() => setBytes(2 ** 40));
  t.equal((await other.post('/v1/conversations', { items })).status, 200);
  app.app.services.responseStore.forgetSums();
  const full = { status: 429, body: { error: { type: 'insufficient_quota', code: 'response_bytes' } } };
  t.match(await other.post(path, ask(own)), full);
  t.match(await other.post('/v1/conversations', { items }), full);
  upstream.next(...script([[{ text: 'Here.' }]]));
  t.equal((await other.post(path, ask({ ...own, store: false }))).status, 200);
});

t.test('a response expires, unless it was continued', async (t) => {
  const [first, alone] = [await created(), await created()];
  const past = Math.floor(Date.now() / 1000) - 1;
  await StoredResponse.update({ expiresAt: past + 100 }, { where: { id: [first.id, alone.id] } });
  await said('Yes.', { input: 'Sure?', previous_response_id: first.id });
  const expiry = async (id: string) => Number((await StoredResponse.findByPk(id))?.expiresAt);
  t.ok((await expiry(first.id)) > past + 29 * 86_400);
  await StoredResponse.update({ expiresAt: past }, { where: { id: alone.id } });
  t.equal((await send('GET', `/${alone.id}`)).status, 404, 'before it is deleted');
  await StoredResponse.sweep(past + 1);
  t.equal(await StoredResponse.count({ where: { id: [first.id, alone.id] } }), 1);
  t.equal(await ResponseItem.count({ where: { responseId: alone.id } }), 0);
});
