// Tests conversations and the responses that continue them.

import t from 'tap';
import { Conversation } from '../../models/conversation.ts';
import { ResponseItem } from '../../models/response-item.ts';
import { script } from '../../scripts/fixtures/scripted-model.ts';
import { startInference, tenantOf } from '../harness/inference.ts';
import { json, startUpstream } from '../harness/upstream.ts';

// biome-ignore lint/suspicious/noExplicitAny: the tests verify the types by their values.
type Loose = any;

const upstream = await startUpstream(t, { models: ['responder'] });
const world = await startInference(t, [upstream]);
const { app, project, post } = world;
const path = '/v1/conversations';
const send = (method: string, at: string, query: Record<string, string> = {}, token = project.key) =>
  app.request(method, `${path}${at}`, { token, query });
const user = (content: string) => ({ role: 'user', content });

async function created(body: Record<string, unknown> = {}): Promise<string> {
  return (await post(path, body)).body.id;
}

/** Returns the texts of the conversation's messages, oldest first. */
async function textsIn(id: string): Promise<string[]> {
  const { body } = await send('GET', `/${id}/items`, { order: 'asc', limit: '100' });
  return body.data.map(({ content, type }: Loose) => content?.[0]?.text ?? type);
}

async function respond(text: string, more: Record<string, unknown>): Promise<Loose> {
  upstream.next(...script([[{ text }]]));
  const answer = await post('/v1/responses', { model: 'responder', ...more });
  t.equal(answer.status, 200, answer.text);
  return answer.body;
}

t.test('a conversation is created, read, changed and deleted', async (t) => {
  const { body } = await post(path, { metadata: { topic: 'keys' }, items: [user('One')] });
  t.match(body, { id: /^conv_[0-9A-Z]{26}$/, object: 'conversation', metadata: { topic: 'keys' }, created_at: Number });
  t.strictSame((await send('GET', `/${body.id}`)).body, body);
  const changed = await post(`${path}/${body.id}`, { metadata: { topic: 'doors' } });
  t.strictSame(changed.body, { ...body, metadata: { topic: 'doors' } });
  t.strictSame(await textsIn(body.id), ['One']);
  t.strictSame((await send('DELETE', `/${body.id}`)).body, {
    id: body.id,
    object: 'conversation.deleted',
    deleted: true,
  });
  t.equal((await send('GET', `/${body.id}`)).status, 404);
  t.equal((await send('GET', `/${body.id}/items`)).status, 404);
});

t.test('an archived project asks no model, and keeps its conversations and responses', async (t) => {
  const tenant = await tenantOf(app, world.admin);
  const token = tenant.project.key;
  const { body: conversation } = await tenant.post(path, { items: [user('One')] });
  upstream.next(...script([[{ text: 'Two' }]]));
  const ask = { model: 'responder', input: 'And?', conversation: conversation.id };
  const { body: response } = await tenant.post('/v1/responses', ask);
  const at = `/v1/organization/projects/${tenant.project.id}`;
  await app.request('POST', `${at}/archive`, { token: tenant.organizationKey });
  const before = upstream.seen.length;
  t.match(await tenant.post('/v1/responses', ask), { status: 403, body: { error: { code: 'project_archived' } } });
  t.equal(upstream.seen.length, before);
  await app.request('POST', at, { token: tenant.organizationKey, body: { status: 'active' } });
  t.strictSame((await app.request('GET', `/v1/responses/${response.id}`, { token })).body, response);
  t.equal((await send('GET', `/${conversation.id}/items`, {}, token)).body.data.length, 3);
});

t.test('items are added, read and deleted', async (t) => {
  const id = await created();
  const items = [user('One'), { type: 'function_call', call_id: 'call_1', name: 'look', arguments: '{}' }];
  const { body } = await post(`${path}/${id}/items`, { items });
  const [message, call] = body.data;
  t.match(message, { id: /^msg_/, type: 'message', role: 'user', status: 'completed' });
  t.strictSame(message.content, [{ type: 'input_text', text: 'One' }]);
  t.match(call, { id: /^fc_/, type: 'function_call', call_id: 'call_1', status: 'completed' });
  t.match(body, { object: 'list', first_id: message.id, last_id: call.id, has_more: false });
  t.strictSame((await send('GET', `/${id}/items/${call.id}`)).body, call);
  t.match((await send('DELETE', `/${id}/items/${message.id}`)).body, { id, object: 'conversation' });
  t.equal((await send('GET', `/${id}/items/${message.id}`)).status, 404);
  t.strictSame(await textsIn(id), ['function_call']);
});

t.test('calls and their results have a status, which SDKs take for given, and other items none', async (t) => {
  const items = [
    { type: 'function_call_output', call_id: 'c1', output: '1' },
    { type: 'custom_tool_call', call_id: 'c2', name: 'look', input: 'up', status: 'incomplete' },
    { type: 'custom_tool_call_output', call_id: 'c2', output: '2' },
    { type: 'tool_search_output', call_id: 'c3', execution: 'client', tools: [] },
    { type: 'reasoning', summary: [], encrypted_content: 'x' },
  ];
  const { body } = await post(`${path}/${await created()}/items`, { items });
  const states = body.data.map(({ status }: Loose) => status);
  t.strictSame(states, ['completed', 'incomplete', 'completed', 'completed', undefined]);
});

t.test('an item that no model takes is refused when it is added: it would spoil each later response', async (t) => {
  const id = await created();
  const wrong: Record<string, unknown> = {
    'items.1.type': { type: 'bogus' },
    'items.1.role': { type: 'message', content: 'Hello' },
    'items.1.content': { type: 'message', role: 'user' },
    'items.1.content.0.type': { role: 'user', content: [{ type: 'text', text: 'In the form of chat completions' }] },
    'items.1.name': { type: 'function_call', call_id: 'c1', arguments: '{}' },
    'items.1.output': { type: 'function_call_output', call_id: 'c1' },
    'items.1.tools.0.name': { type: 'additional_tools', tools: [{ type: 'function', function: { name: 'look' } }] },
  };
  for (const [param, item] of Object.entries(wrong)) {
    const items = [user('One'), item];
    for (const at of [path, `${path}/${id}/items`]) {
      const { status, body } = await post(at, { items });
      t.match(
        [status, body.error?.param, body.detail?.[0].msg],
        [422, param, /^Value error, models (have no|take no|take a text)/],
      );
    }
  }
  t.strictSame(await textsIn(id), []);
  const inResponses = [
    { type: 'computer_call_output', call_id: 'c1', output: { type: 'computer_screenshot', image_url: 'data:' } },
    {
      type: 'function_call_output',
      call_id: 'c2',
      output: [{ type: 'input_file', file_url: 'https://example.com/a' }],
    },
    { type: 'mcp_list_tools', server_label: 'docs', tools: [] },
    { type: 'mcp_approval_response', approval_request_id: 'm', approve: true },
    { type: 'web_search_call', id: 'ws_1', status: 'completed' },
    { type: 'compaction', encrypted_content: 'x' },
    { type: 'reasoning', summary: [], encrypted_content: 'x' },
    { type: 'additional_tools', role: 'developer', tools: [] },
    { type: 'acme:note', text: 'x' },
    { role: 'assistant', content: [{ type: 'refusal', refusal: 'No.' }] },
  ];
  const added = await post(`${path}/${id}/items`, { items: inResponses });
  t.equal(added.status, 200, added.text);
});

t.test('a response reads the items of its conversation, and adds its own', async (t) => {
  const id = await created({ items: [user('The key hangs behind the clock.')] });
  const response = await respond('Behind the clock.', { input: 'Where is the key?', conversation: id });
  t.strictSame(response.conversation, { id });
  const { body } = upstream.seen.at(-1) as Loose;
  t.notOk('conversation' in body || body.store, 'the upstream stores nothing');
  t.strictSame(
    body.input.map(({ content }: Loose) => content?.[0]?.text ?? content),
    ['The key hangs behind the clock.', 'Where is the key?'],
  );
  const all = ['The key hangs behind the clock.', 'Where is the key?', 'Behind the clock.'];
  t.strictSame(await textsIn(id), all);
  await respond('Yes.', { input: [user('Sure?')], conversation: { id }, store: false });
  t.strictSame(await textsIn(id), [...all, 'Sure?', 'Yes.']);
  // The response outside of the conversation goes on from its place in it.
  await respond('No.', { input: 'Really?', previous_response_id: response.id });
  t.strictSame(
    (upstream.seen.at(-1) as Loose).body.input.map(({ content }: Loose) => content?.[0]?.text ?? content),
    [...all, 'Really?'],
  );
  t.equal((await textsIn(id)).length, 5);
});

t.test('responses keep items of a deleted conversation, and conversations those of a deleted response', async (t) => {
  const id = await created();
  const [first, second] = [
    await respond('A.', { input: 'One', conversation: id }),
    await respond('B.', { input: 'Two', conversation: id }),
  ];
  await app.request('DELETE', `/v1/responses/${first.id}`, { token: project.key });
  t.strictSame(await textsIn(id), ['One', 'A.', 'Two', 'B.']);
  await send('DELETE', `/${id}`);
  const kept = await app.request('GET', `/v1/responses/${second.id}`, { token: project.key });
  t.equal(kept.body.output[0].content[0].text, 'B.');
  t.equal(await ResponseItem.count({ where: { projectId: project.id, responseId: null, conversationId: null } }), 0);
});

t.test('one response at a time continues a conversation, and a refused one leaves it as it was', async (t) => {
  const id = await created();
  const held = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const [turn] = script([[{ text: 'A.' }]]);
  upstream.next(async (answering) => {
    asked.resolve();
    await held.promise;
    await turn?.(answering);
  });
  const ask = { model: 'responder', input: 'One', conversation: id };
  const first = post('/v1/responses', ask);
  await asked.promise;
  const locked = { status: 409, body: { error: { code: 'conversation_locked', param: 'conversation' } } };
  t.match(await post('/v1/responses', ask), locked);
  t.match(await post(`${path}/${id}/items`, { items: [user('Two')] }), locked);
  held.resolve();
  t.equal((await first).status, 200);
  upstream.next(({ response }) => json(response, 400, { error: { message: 'No.' } }));
  t.equal((await post('/v1/responses', ask)).status, 400);
  t.equal((await post(`${path}/${id}/items`, { items: [user('Two')] })).status, 200, 'it is not locked any more');
  t.strictSame(await textsIn(id), ['One', 'A.', 'Two']);
});

t.test('a stream ends a response only after its conversation is free', async (t) => {
  const conversation = await created();
  const unlock = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  Conversation.addHook('beforeBulkUpdate', 'hold', ({ attributes }: Loose) => {
    if (attributes.lockedBy !== null) return;
    begun.resolve();
    return unlock.promise;
  });
  t.teardown(() => Conversation.removeHook('beforeBulkUpdate', 'hold'));
  upstream.next(...script([[{ text: 'A.' }]]));
  const { body } = await world.open('/v1/responses', { model: 'responder', input: 'One', conversation, stream: true });
  let text = '';
  const read = (async () => {
    for await (const chunk of body ?? []) text += Buffer.from(chunk);
  })();
  await begun.promise;
  t.equal((await send('GET', `/${conversation}`)).status, 200);
  t.notMatch(text, 'response.completed', 'the next turn may not begin yet');
  unlock.resolve();
  await read;
  t.match(text, 'event: response.completed');
});

t.test('a conversation and a previous response exclude each other', async (t) => {
  const id = await created();
  const { id: previous } = await respond('A.', { input: 'One', conversation: id });
  const both = { model: 'responder', input: 'Two', conversation: id, previous_response_id: previous };
  t.match(await post('/v1/responses', both), { status: 422, body: { detail: [{ loc: ['body', 'conversation'] }] } });
});

t.test('another project asks no model in a conversation', async (t) => {
  const id = await created({ items: [user('Secret')] });
  const other = await tenantOf(app, world.admin);
  const asked = await other.post('/v1/responses', { model: 'responder', input: 'Hi', conversation: id });
  t.match(asked, { status: 404, body: { error: { code: 'not_found', param: 'conversation' } } });
  t.strictSame(await textsIn(id), ['Secret']);
});

t.test('items of a server whose clock is ahead stay before later ones', async (t) => {
  const id = await created({ items: [user('One')] });
  const ahead = '7ZZ0000000';
  const [row] = await ResponseItem.ofConversation(id);
  const sequence = `01Z${ahead.slice(3)}${String(row?.sequence).slice(10)}`;
  await ResponseItem.update({ sequence }, { where: { conversationId: id } });
  await post(`${path}/${id}/items`, { items: [user('Two')] });
  t.strictSame(await textsIn(id), ['One', 'Two']);
});
