// Tests the responses that this server makes in the background.

import t from 'tap';
import { Job } from '../../models/job.ts';
import { StoredResponse } from '../../models/stored-response.ts';
import { script } from '../../scripts/fixtures/scripted-model.ts';
import { holdBound } from '../harness/clock.ts';
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
const handbook = await storeWith(app, project.key, { 'keys.md': 'The key hangs behind the clock.' });
const tools = [{ type: 'file_search', vector_store_ids: [handbook.id] }];
const ask = (more: Record<string, unknown> = {}) => ({
  ...{ model: 'responder', input: 'Where is the key?', tools, background: true },
  ...more,
});
const send = (method: string, at: string, token = project.key) => app.request(method, `${path}${at}`, { token });

async function queued(more: Record<string, unknown> = {}): Promise<Loose> {
  const { status, body, text } = await world.post(path, ask(more));
  t.equal(status, 200, text);
  return body;
}

/** Reads the response until it has ended. */
const ended = (id: string, token = project.key): Promise<Loose> =>
  until(async () => {
    const { body } = await send('GET', `/${id}`, token);
    return ['queued', 'in_progress'].includes(body.status) ? undefined : body;
  });

/** Answers with the turn after `open` is called. */
function gate(items: Loose[]): { asked: Promise<void>; open(): void } {
  const [asked, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const [turn] = script([items]);
  upstream.next(async (answering) => {
    asked.resolve();
    await opened.promise;
    await turn?.(answering);
  });
  return { asked: asked.promise, open: opened.resolve };
}

t.test('a response in the background is queued, in progress, and completed with its citations', async (t) => {
  upstream.next(...script([[{ search: ['key'] }]]));
  const last = gate([{ text: 'Behind the clock [cite:1].' }]);
  const first = await queued({ metadata: { topic: 'keys' } });
  t.match(first, { id: /^resp_/, status: 'queued', background: true, store: true, output: [], error: null });
  await last.asked;
  t.match((await send('GET', `/${first.id}`)).body, { id: first.id, status: 'in_progress', background: true });
  t.equal((await send('GET', `/${first.id}/input_items`)).body.data[0].content[0].text, 'Where is the key?');
  const early = await world.post(path, { model: 'responder', input: 'And?', previous_response_id: first.id });
  t.match(early, { status: 409, body: { error: { code: 'conversation_locked' } } });
  last.open();
  const body = await ended(first.id);
  t.match(body, { status: 'completed', created_at: first.created_at, metadata: { topic: 'keys' } });
  t.match(body.output, [{ type: 'file_search_call', status: 'completed' }, { type: 'message' }]);
  t.match(body.output[1].content[0], { text: 'Behind the clock.', annotations: [{ filename: 'keys.md' }] });
  t.match(body.usage, { input_tokens: 20, output_tokens: 10 });
  const row = await StoredResponse.findByPk(first.id);
  t.match(row?.get(), { request: null, progress: null }, 'the request is not kept');
});

t.test('its usage is counted once for each round', async (t) => {
  const tenant = await tenantOf(app, world.admin);
  const store = await storeWith(app, tenant.project.key, { 'a.md': 'The key hangs behind the clock.' });
  upstream.next(...script([[{ search: ['key'] }], [{ text: 'There.' }]]));
  const own = [{ type: 'file_search', vector_store_ids: [store.id] }];
  const { body } = await tenant.post(path, ask({ tools: own }));
  await ended(body.id, tenant.project.key);
  const at = '/v1/organization/usage/completions';
  const query = { limit: 7, group_by: ['api_key_id'] as Loose };
  const used = await until(async () => {
    const page = await app.request('GET', at, { token: tenant.organizationKey, query });
    const [sum] = page.body.data.flatMap(({ results }: Loose) => results);
    return sum?.num_model_requests >= 2 ? sum : undefined;
  });
  t.match(used, { input_tokens: 20, output_tokens: 10, num_model_requests: 2, api_key_id: /^key_/ });
});

t.test('its stream continues until it ends, also for those who join later', async (t) => {
  const last = gate([{ text: 'Behind the clock.' }]);
  const first = await world.open(path, ask({ stream: true }));
  const reader = first.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = (await reader?.read())?.value ?? '';
  const { id } = (eventsIn(text)[0] as Loose).response;
  await last.asked;
  const later = await fetch(`${app.url}${path}/${id}?stream=true&starting_after=1`, {
    headers: { authorization: `Bearer ${project.key}` },
  });
  last.open();
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) text += part.value;
  const events = eventsIn(text) as Loose[];
  t.strictSame(grammarFaults(events), []);
  t.match(events.at(-1), { type: 'response.completed', response: { id, output: [{ type: 'message' }] } });
  t.strictSame(eventsIn(await later.text()), events.slice(2));
  t.strictSame(events.at(-1)?.response, (await send('GET', `/${id}`)).body);
});

t.test('leaving its stream does not end it, and its end by others ends the stream', async (t) => {
  const last = gate([{ text: 'Too late.' }]);
  const leaving = new AbortController();
  const left = await world.open(path, ask({ stream: true }), leaving.signal);
  await last.asked;
  const reader = left.body?.pipeThrough(new TextDecoderStream()).getReader();
  const { id } = (eventsIn((await reader?.read())?.value ?? '')[0] as Loose).response;
  leaving.abort();
  await reader?.closed.catch(() => undefined);
  t.equal((await send('GET', `/${id}`)).body.status, 'in_progress');
  const stream = () =>
    fetch(`${app.url}${path}/${id}?stream=true`, { headers: { authorization: `Bearer ${project.key}` } });
  const cancelled = await stream();
  await send('POST', `/${id}/cancel`);
  t.match(eventsIn(await cancelled.text()).at(-1), { type: 'response.incomplete', response: { status: 'cancelled' } });
  last.open();
});

t.test('a response is cancelled in the middle of a round, and never completed', async (t) => {
  upstream.next(...script([[{ search: ['key'] }]]));
  const last = gate([{ text: 'Too late.' }]);
  const { id } = await queued();
  await last.asked;
  const { aborted } = upstream.seen.at(-1) as Loose;
  const cancelled = await send('POST', `/${id}/cancel`);
  t.match(cancelled, { status: 200, body: { id, status: 'cancelled', output: [{ type: 'file_search_call' }] } });
  await aborted;
  last.open();
  t.strictSame((await send('POST', `/${id}/cancel`)).body, cancelled.body, 'again');
  t.equal(await Job.count({ where: { uniqueKey: `response ${id}` } }), 0);
  t.equal((await send('GET', `/${id}`)).body.status, 'cancelled');
});

t.test('only a response in the background can be cancelled', async (t) => {
  upstream.next(...script([[{ text: 'Here.' }]]));
  const { body } = await world.post(path, ask({ background: false }));
  t.match(await send('POST', `/${body.id}/cancel`), {
    status: 409,
    body: { error: { code: 'response_not_cancellable' } },
  });
});

t.test('a deleted response ends in the middle of a round', async (t) => {
  const last = gate([{ text: 'Too late.' }]);
  const { id } = await queued();
  await last.asked;
  const { aborted } = upstream.seen.at(-1) as Loose;
  t.equal((await send('DELETE', `/${id}`)).status, 200);
  await aborted;
  last.open();
  t.equal((await send('GET', `/${id}`)).status, 404);
});

t.test('a failing model ends it as failed', async (t) => {
  upstream.next(...script([{ items: [], status: 'failed' }]));
  t.match(await ended((await queued()).id), { status: 'failed', error: { message: 'The model is tired.' } });
});

t.test('it has the rights that its caller has when it is made', async (t) => {
  const { body: key } = await app.request('POST', `/v1/organization/projects/${project.id}/api_keys`, {
    token: world.organizationKey,
    body: { name: 'short' },
  });
  const last = gate([{ search: ['key'] }]);
  const conversation = (await world.post('/v1/conversations', {})).body.id;
  const asked = await app.request('POST', path, { token: key.value, body: ask({ conversation }) });
  await last.asked;
  const { id } = asked.body;
  await app.request('DELETE', `/v1/organization/projects/${project.id}/api_keys/${key.id}`, {
    token: world.organizationKey,
  });
  // As if the server had died: the job is due again, and its worker has lost it.
  await Job.update({ dueAt: 0, lease: null }, { where: { uniqueKey: `response ${id}` } });
  app.app.services.queue.kick();
  t.match(await ended(id), { status: 'cancelled', error: { message: /has lost its access/ } });
  last.open();
  const added = await world.post(`/v1/conversations/${conversation}/items`, {
    items: [{ role: 'user', content: 'x' }],
  });
  t.equal(added.status, 200, 'the conversation is not locked any more');
});

/** Starts a response of a new tenant with a key of its own, whose second round waits for `open`. */
async function secondRound(): Promise<Loose> {
  const tenant = await tenantOf(app, world.admin);
  const store = await storeWith(app, tenant.project.key, { 'a.md': 'The key hangs behind the clock.' });
  upstream.next(...script([[{ search: ['key'] }]]));
  const last = gate([{ search: ['clock'] }]);
  const own = [{ type: 'file_search', vector_store_ids: [store.id] }];
  const keys = `/v1/organization/projects/${tenant.project.id}/api_keys`;
  const as = { token: tenant.organizationKey };
  const { body: key } = await app.request('POST', keys, { ...as, body: { name: 'short' } });
  const asked = await app.request('POST', path, { token: key.value, body: ask({ tools: own }) });
  await last.asked;
  const endKey = () => app.request('DELETE', `${keys}/${key.id}`, as);
  return { ...{ tenant, last, as, endKey, id: asked.body.id }, aborted: (upstream.seen.at(-1) as Loose).aborted };
}

async function usageOf({ as }: Loose, requests: number): Promise<Loose> {
  return until(async () => {
    const { body } = await app.request('GET', '/v1/organization/usage/completions', { ...as, query: { limit: 7 } });
    const [sum] = body.data.flatMap(({ results }: Loose) => results);
    return sum?.num_model_requests >= requests ? sum : undefined;
  });
}

t.test('it is cancelled within 5 seconds when its key is deleted, and billed what was used', async (t) => {
  const world = await secondRound();
  const before = upstream.seen.length;
  t.equal((await world.endKey()).status, 200);
  const deletedAt = Date.now();
  await world.aborted;
  const body = await ended(world.id, world.tenant.project.key);
  holdBound(t, 'ms until the response is cancelled', Date.now() - deletedAt, 5000);
  t.match(body, { status: 'cancelled', error: { message: /has lost its access/ } });
  t.match(body.output, [{ type: 'file_search_call', status: 'completed' }], 'the finished round is kept');
  world.last.open();
  const used = await usageOf(world, 2);
  t.ok(used.input_tokens > 10, 'the first round, and the part of the second that was sent');
  t.equal(upstream.seen.length, before, 'no further round');
  t.equal(await Job.count({ where: { uniqueKey: `response ${world.id}` } }), 0);
});

t.test('it begins no round after its project was archived', async (t) => {
  const world = await secondRound();
  const before = upstream.seen.length;
  const at = `/v1/organization/projects/${world.tenant.project.id}`;
  t.equal((await app.request('POST', `${at}/archive`, world.as)).status, 200);
  // The round ends before the next look at the project.
  world.last.open();
  const row = await until(async () => {
    const found = await StoredResponse.findByPk(world.id);
    return found?.status === 'in_progress' ? undefined : found;
  });
  t.equal(row?.status, 'cancelled');
  t.equal(upstream.seen.length, before, 'no further round');
  t.match(await usageOf(world, 2), { input_tokens: 20, output_tokens: 10, num_model_requests: 2 });
});

t.test('it adds to its conversation when it has ended', async (t) => {
  const conversation = (await world.post('/v1/conversations', { items: [{ role: 'user', content: 'Hello.' }] })).body
    .id;
  const last = gate([{ text: 'Behind the clock.' }]);
  const { id } = await queued({ conversation, tools: [] });
  await last.asked;
  t.match(await world.post(path, ask({ conversation })), { status: 409 });
  last.open();
  t.match(await ended(id), { status: 'completed', conversation: { id: conversation } });
  const { body } = await app.request('GET', `/v1/conversations/${conversation}/items`, {
    token: project.key,
    query: { order: 'asc' },
  });
  t.strictSame(
    body.data.map(({ content }: Loose) => content[0].text),
    ['Hello.', 'Where is the key?', 'Behind the clock.'],
  );
});

// Case 150 of the security cases.
t.test('a project with 20 slow responses leaves the next free place to another project', async (t) => {
  const other = await tenantOf(app, world.admin);
  const store = await storeWith(app, other.project.key, { 'a.md': 'The key hangs behind the clock.' });
  const opens: (() => void)[] = [];
  const asked: string[] = [];
  upstream.always(async (answering) => {
    const input = answering.seen.body.input as Loose;
    asked.push(input[0].content);
    await new Promise<void>((resolve) => opens.push(resolve));
    await script([[{ text: 'Done.' }]])[0]?.(answering);
  });
  t.teardown(() => upstream.always(undefined));
  const slow = await Promise.all(Array.from({ length: 20 }, () => queued({ input: 'slow' })));
  await until(() => (asked.length === 16 ? true : undefined));
  const quick = await other.post(path, ask({ input: 'quick', tools: [{ ...tools[0], vector_store_ids: [store.id] }] }));
  opens[0]?.();
  t.equal(await until(() => asked[16]), 'quick');
  opens[16]?.();
  t.equal((await ended(quick.body.id, other.project.key)).status, 'completed');
  for (let at = 1; at < 21; at += 1) {
    await until(() => opens[at]);
    opens[at]?.();
  }
  for (const { id } of slow) await ended(id);
});

t.test('what cannot be made in the background is refused', async (t) => {
  const refused = async (more: Record<string, unknown>) => (await world.post(path, ask(more))).body.detail?.[0].loc;
  t.strictSame(await refused({ store: false }), ['body', 'store']);
  t.match(await world.post(path, ask({ model: 'unknown' })), {
    status: 404,
    body: { error: { code: 'model_not_found' } },
  });
});
