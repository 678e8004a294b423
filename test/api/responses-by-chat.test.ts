// Tests responses on upstreams that have only chat completions. A grammar checks the order of events of every stream.

import t from 'tap';
import { randomFrom, script } from '../../scripts/fixtures/scripted-model.ts';
import { shiftClock } from '../harness/clock.ts';
import { eventsIn, grammarFaults } from '../harness/event-grammar.ts';
import { startInference, tenantOf } from '../harness/inference.ts';
import { until } from '../harness/process.ts';
import { type ChatAnswer, chats, chunksOf, withoutResponses } from '../harness/scripted-chat.ts';
import { storeWith } from '../harness/stores.ts';
import { json, startUpstream } from '../harness/upstream.ts';

// biome-ignore lint/suspicious/noExplicitAny: the tests verify the types by their values.
type Loose = any;

const path = '/v1/responses';
const chatOnly = await startUpstream(t, { models: ['chatter', 'first', 'second'] });
const full = await startUpstream(t, { models: ['first', 'second', 'both'] });
const old = await startUpstream(t, { models: ['old', 'older', 'both'] });
// A token of input or output costs 0.1 cents.
const prices = { chatter: { input: 1000, output: 1000 } };
const world = await startInference(t, [
  chatOnly.settings({ responses: false, prices, models: ['chatter', 'first'] }),
  full.settings({ name: 'full', models: ['first', 'second', 'native'] }),
  chatOnly.settings({ name: 'late', responses: false, models: ['second'] }),
  old.settings({ name: 'old', models: ['old', 'both'] }),
  full.settings({ name: 'spare', models: ['both'] }),
]);
const { app, admin, post, open } = world;
// Made before a test shifts the clock past the end of the admin's token.
const other = await tenantOf(app, admin);
/** A response that is not stored is translated as it comes. */
const ask = (more: Record<string, unknown> = {}) => ({ model: 'chatter', input: 'Hello?', store: false, ...more });
const hello: ChatAnswer = { parts: [{ text: 'Hello there' }] };

/** Sends the request, and returns the events of its stream. */
async function streamed(t: Loose, more: Record<string, unknown> = {}): Promise<Loose[]> {
  const response = await open(path, ask({ ...more, stream: true }));
  t.equal(response.status, 200);
  t.match(response.headers.get('content-type'), /^text\/event-stream/);
  const events = eventsIn(await response.text());
  t.strictSame(grammarFaults(events), []);
  return events;
}

const stateOf = async (name: string): Promise<string> => {
  const { body } = await app.request('GET', '/admin/upstreams', { token: admin.token });
  return body.upstreams.find((one: Loose) => one.name === name).responses;
};

t.test('this server stores the response, and continues it', async (t) => {
  chatOnly.next(chats(hello), chats(hello));
  const { body } = await post(path, ask({ store: true }));
  t.match(body, { status: 'completed', store: true });
  t.strictSame((await app.request('GET', `${path}/${body.id}`, { token: world.project.key })).body, body);
  await post(path, ask({ previous_response_id: body.id }));
  const { messages } = (chatOnly.seen.at(-1) as Loose).body;
  t.strictSame(
    messages.map(({ role }: Loose) => role),
    ['user', 'assistant', 'user'],
  );
});

t.test('a reference to an item that is unknown is refused before the upstream is asked', async (t) => {
  const before = chatOnly.seen.length;
  const input = [{ type: 'item_reference', id: 'msg_1' }];
  t.match(await post(path, ask({ input })), {
    status: 404,
    body: { error: { code: 'not_found', message: "Item with id 'msg_1' not found.", param: 'input' } },
  });
  t.equal(chatOnly.seen.length, before);
});

t.test('an item changes the effort and the format, also for later responses', async (t) => {
  chatOnly.next(chats(hello), chats(hello));
  const update = { type: 'configuration_update', reasoning: { effort: 'low' } };
  const format = { type: 'json_schema', name: 'key', schema: { type: 'object' } };
  const question = { role: 'user', content: 'Hello?' };
  const first = { reasoning: { effort: 'high', summary: 'auto' }, text: { verbosity: 'low' }, store: true };
  const { status, text, body } = await post(path, ask({ ...first, input: [question, update] }));
  t.equal(status, 200, text);
  const sent = (chatOnly.seen.at(-1) as Loose).body;
  t.match(sent, { reasoning_effort: 'low', verbosity: 'low', messages: [question] });
  t.equal(sent.messages.length, 1);
  const input = [question, { type: 'configuration_update', text: { format } }];
  await post(path, ask({ previous_response_id: body.id, input }));
  t.match((chatOnly.seen.at(-1) as Loose).body, {
    reasoning_effort: 'low',
    response_format: { type: 'json_schema', json_schema: { name: 'key' } },
  });
});

t.test('a request is sent as chat, and the answer is a response', async (t) => {
  chatOnly.next(chats(hello));
  const { status, body } = await post(
    path,
    ask({ instructions: 'Be kind.', max_output_tokens: 20, api_base: 'http://x' }),
  );
  t.equal(status, 200);
  t.match(body, {
    id: /^resp_/,
    object: 'response',
    status: 'completed',
    model: 'chatter',
    output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hello there' }] }],
    usage: { input_tokens: 10, output_tokens: 5, total_tokens: 15 },
    instructions: 'Be kind.',
    max_output_tokens: 20,
    store: false,
  });
  const seen = chatOnly.seen.at(-1);
  t.equal(seen?.path, '/v1/chat/completions');
  t.strictSame(seen?.body, {
    messages: [
      { role: 'system', content: 'Be kind.' },
      { role: 'user', content: 'Hello?' },
    ],
    max_tokens: 20,
    model: 'chatter',
  });
});

t.test('a stream is translated event by event, and its usage is asked for', async (t) => {
  const parts = [{ reasoning: 'Hm.' }, { text: 'It is “sunny” 🌦.' }, { call: 'weather', arguments: '{"a":1}' }];
  chatOnly.next(chats({ parts: [...parts, { call: 'time' }] }, randomFrom(3)));
  const events = await streamed(t, { tools: [{ type: 'function', name: 'weather', parameters: {} }] });
  const { response } = events.at(-1);
  t.match(response, { status: 'completed', usage: { input_tokens: 10, output_tokens: 5 } });
  t.strictSame(
    response.output.map(({ type }: Loose) => type),
    ['reasoning', 'message', 'function_call', 'function_call'],
  );
  t.match(chatOnly.seen.at(-1)?.body, { stream: true, stream_options: { include_usage: true } });
});

t.test('streams of any pieces keep the grammar', async (t) => {
  for (let seed = 1; seed <= 15; seed += 1) {
    chatOnly.next(
      chats({ parts: [{ reasoning: 'Hm.' }, { text: 'Hi 🌦' }, { call: 'a' }, { call: 'b' }] }, randomFrom(seed)),
    );
    t.equal((await streamed(t)).at(-1).response.output.length, 4, `seed ${seed}`);
  }
});

t.test('reasoning is its own summary where one is asked for', async (t) => {
  const answer = { parts: [{ reasoning: 'Hm. Sunny 🌦.' }, { text: 'Hi' }] };
  for (let seed = 1; seed <= 5; seed += 1) {
    chatOnly.next(chats(answer, randomFrom(seed)));
    const [item] = (await streamed(t, { reasoning: { summary: 'auto' } })).at(-1).response.output;
    t.strictSame(item.summary, [{ type: 'summary_text', text: 'Hm. Sunny 🌦.' }]);
    t.strictSame(item.content, [{ type: 'reasoning_text', text: 'Hm. Sunny 🌦.' }]);
  }
  chatOnly.next(chats(answer));
  const { body } = await post(path, ask({ store: true, reasoning: { summary: 'detailed' } }));
  t.strictSame((await app.request('GET', `${path}/${body.id}`, { token: world.project.key })).body, body);
  t.match(body.output[0].summary, [{ text: 'Hm. Sunny 🌦.' }]);
});

t.test('a caller that stores nothing gets reasoning to send back with the results', async (t) => {
  const include = ['reasoning.encrypted_content'];
  chatOnly.next(chats({ parts: [{ reasoning: 'I must look 🌦.' }, { call: 'weather', id: 'call_w' }] }), chats(hello));
  const { output } = (await streamed(t, { include })).at(-1).response;
  const { encrypted_content, id } = output[0];
  const result = { type: 'function_call_output', call_id: 'call_w', output: 'rain' };
  const kept = { type: 'reasoning', id, encrypted_content, summary: [] };
  const input = [{ role: 'user', content: 'Hello?' }, kept, output[1], result];
  t.equal((await post(path, ask({ include, input }))).status, 200);
  t.match((chatOnly.seen.at(-1) as Loose).body.messages[1], {
    reasoning_content: 'I must look 🌦.',
    tool_calls: [{ id: 'call_w' }],
  });
  for (const foreign of ['gAAAAABo', 'svc:', ''])
    t.equal((await post(path, ask({ input: [{ ...kept, encrypted_content: foreign }, ...input] }))).status, 200);
  const [question, , ...rest] = input;
  for (const store of [true, false]) {
    await post(path, ask({ model: 'native', store, input }));
    t.match((full.seen.at(-1) as Loose).body.input, [question, ...rest], 'a server with responses cannot read it');
    t.equal((full.seen.at(-1) as Loose).body.input.length, 3);
  }
});

t.test('a request without a translation is refused before the upstream is asked', async (t) => {
  const before = chatOnly.seen.length;
  const { status, body } = await post(path, ask({ input: [{ type: 'mcp_call' }] }));
  t.equal(status, 422);
  t.match(body.detail, [
    {
      loc: ['body', 'input', '0', 'type'],
      type: 'value_error',
      input: 'mcp_call',
      msg: /only chat completions.*'mcp_call'/,
    },
  ]);
  t.equal((await post(path, ask({ stream: true, prompt: { id: 'p' } }))).status, 422);
  for (const type of ['function', 'custom', 'namespace']) {
    const nested = await post(path, ask({ tools: [{ type, [type]: { name: 'weather' } }] }));
    t.match([nested.status, nested.body.error?.param], [422, 'tools.0.name'], type);
    t.match(nested.body.error.message, /without a name: send it beside type/);
  }
  const nameless: Record<string, Record<string, unknown>> = {
    'tool_choice.name': { tool_choice: { type: 'function', function: { name: 'weather' } } },
    'input.0.name': { input: [{ type: 'function_call', call_id: 'c1', arguments: '{}' }] },
    'text.format.name': { text: { format: { type: 'json_schema', json_schema: { name: 'report', schema: {} } } } },
  };
  for (const [param, more] of Object.entries(nameless)) {
    const { status, body } = await post(path, ask(more));
    t.match([status, body.error?.param], [422, param]);
  }
  for (const input of [undefined, null, []]) {
    const { status, body } = await post(path, ask({ input, messages: [{ role: 'user', content: 'Hello?' }] }));
    t.match(
      [status, body.error?.param, body.detail?.[0].loc],
      [422, 'input', ['body', 'input']],
      JSON.stringify(input),
    );
  }
  t.equal(chatOnly.seen.length, before);
});

t.test('a stream that breaks off is a failed response, and so is one with an error', async (t) => {
  const part = chunksOf(hello, randomFrom(1)).slice(0, 2);
  const send = (texts: string[], isCut: boolean) => {
    chatOnly.next(({ response }) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(texts.join(''), () => (isCut ? response.destroy() : response.end()));
    });
    return streamed(t);
  };
  const data = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
  const failed = (message: RegExp) => ({
    type: 'response.failed',
    response: { status: 'failed', error: { code: 'server_error', message }, output: [{ status: 'incomplete' }] },
  });
  t.match((await send(part.map(data), true)).at(-1), failed(/broke off/));
  t.match((await send(part.map(data), false)).at(-1), failed(/broke off/), 'ended without its last chunk');
  t.match((await send([...part.map(data), data({ error: { message: 'Tired.' } })], false)).at(-1), failed(/Tired/));
  t.match((await send([...part.map(data), 'data: {"choices"\n\n'], false)).at(-1), failed(/invalid event/));
  const secret = data({ error: { message: `bad key ${chatOnly.key}` } });
  t.notMatch(JSON.stringify(await send([...part.map(data), secret], false)), chatOnly.key);
});

t.test('an answer that is none is an error of the upstream', async (t) => {
  for (const body of [{}, { choices: [] }, { choices: [{ message: {}, finish_reason: 'error' }] }]) {
    chatOnly.next(({ response }) => json(response, 200, body));
    t.match(await post(path, ask()), { status: 502, body: { error: { code: 'upstream_failed' } } });
  }
  chatOnly.next(({ response }) => json(response, 400, { error: { message: 'Too long.', param: 'messages' } }));
  t.match(await post(path, ask()), { status: 400, body: { error: { message: 'Too long.' } } });
});

t.test('a stream that is refused before its first event has the status of the refusal, stored or not', async (t) => {
  for (const store of [true, false]) {
    chatOnly.next(({ response }) => json(response, 400, { error: { message: 'Too long.', param: 'messages' } }));
    const refused = await post(path, ask({ stream: true, store }));
    t.match(refused, { status: 400, body: { error: { message: 'Too long.' } } });
  }
});

t.test('leaving a stream ends the call of the upstream', async (t) => {
  const count = chatOnly.seen.length;
  chatOnly.next(({ response }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`data: ${JSON.stringify(chunksOf(hello, randomFrom(1))[1])}\n\n`);
  });
  const over = new AbortController();
  const response = await open(path, ask({ stream: true }), over.signal);
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  let text = '';
  while (!text.includes('output_text.delta')) text += Buffer.from((await reader.read()).value ?? []).toString();
  over.abort();
  t.ok((await (chatOnly.seen[count] as Loose).aborted) > 0);
});

t.test('the usage is counted, priced and limited as that of a response', async (t) => {
  const tenant = await tenantOf(app, admin);
  const since = Math.floor(Date.now() / 1000) - 3600;
  chatOnly.next(chats(hello), chats(hello));
  await tenant.post(path, ask());
  await (await tenant.open(path, ask({ stream: true }))).text();
  const report = await until(async () => {
    const query = { start_time: since };
    const { body } = await app.request('GET', '/v1/organization/usage/completions', {
      token: tenant.organizationKey,
      query,
    });
    const [result] = body.data.flatMap(({ results }: Loose) => results);
    return result?.num_model_requests === 2 ? result : undefined;
  });
  t.match(report, { input_tokens: 20, output_tokens: 10 });
  const costs = await app.request('GET', '/v1/organization/costs', {
    token: tenant.organizationKey,
    query: { start_time: since },
  });
  const [cost] = costs.body.data.flatMap(({ results }: Loose) => results);
  t.equal(Number(cost.amount.value), 0.03);
  await tenant.allow({ limits: { tokens_per_day: 30 } });
  t.equal((await tenant.post(path, ask({ max_output_tokens: 5 }))).status, 429);
});

t.test('upstreams with and without responses stand in for each other', async (t) => {
  const busy = ({ response }: Loose) => json(response, 503, { error: { message: 'busy' } });
  chatOnly.next(busy);
  full.next(...script([[{ text: 'From the second.' }]]));
  t.match((await post(path, ask({ model: 'first' }))).body.output, [{ content: [{ text: 'From the second.' }] }]);
  t.match(full.seen.at(-1)?.body, { input: 'Hello?' });
  full.next(busy);
  chatOnly.next(chats(hello));
  t.match((await post(path, ask({ model: 'second' }))).body.output, [{ content: [{ text: 'Hello there' }] }]);
  t.match(chatOnly.seen.at(-1)?.body, { messages: [{ content: 'Hello?' }] });
  full.next(busy);
  chatOnly.next(chats(hello));
  t.equal((await streamed(t, { model: 'second' })).at(-1).response.status, 'completed');

  const before = chatOnly.seen.length;
  full.next(...script([[{ text: 'Searched.' }]]));
  const { body } = await post(path, ask({ model: 'first', tools: [{ type: 'web_search' }] }));
  t.match(body.output, [{ content: [{ text: 'Searched.' }] }]);
  t.equal(chatOnly.seen.length, before, 'what has no translation goes to upstreams with responses only');
});

t.test('an upstream without the path is found out, remembered, and asked again after ten minutes', async (t) => {
  t.equal(await stateOf('old'), 'native');
  old.always(withoutResponses(chats(hello)));
  const asked = async (more = {}) => {
    const before = old.seen.length;
    const { status } = await post(path, ask({ model: 'old', ...more }));
    return [status, ...old.seen.slice(before).map((seen) => seen.path)];
  };
  t.strictSame(await asked(), [200, path, '/v1/chat/completions']);
  t.equal(await stateOf('old'), 'translated');
  t.strictSame(await asked(), [200, '/v1/chat/completions']);
  t.strictSame(await asked({ input: [{ type: 'mcp_call' }] }), [422]);
  shiftClock(601_000);
  t.equal(await stateOf('old'), 'native');
  t.strictSame(await asked({ input: [{ type: 'mcp_call' }] }), [422, path], 'without a translation');
  t.equal(await stateOf('old'), 'translated');
});

t.test('the call that finds it out is stored too, as is a model of upstreams of both kinds', async (t) => {
  const read = (id: string) => app.request('GET', `${path}/${id}`, { token: world.project.key });
  shiftClock(601_000);
  old.always(withoutResponses(chats(hello)));
  const [{ response }] = (await streamed(t, { model: 'old', store: true })).slice(-1);
  t.match(response, { status: 'completed', store: true, output: [{ content: [{ text: 'Hello there' }] }] });
  t.strictSame((await read(response.id)).body, response);
  chatOnly.next(chats(hello));
  const { body } = await post(path, ask({ model: 'first', store: true }));
  t.strictSame((await read(body.id)).body, body);
});

t.test('a 404 of a model or of an item says nothing about the path', async (t) => {
  const refusals = [
    [404, { error: { message: 'The model `old` does not exist.', code: 'model_not_found' } }],
    [404, { error: { message: 'model "old" not found, try pulling it first', code: null } }],
    [404, { error: { message: "Item with id 'rs_1' not found.", param: 'input', code: null } }],
    [400, { error: { message: 'No.' } }],
  ] as const;
  shiftClock(601_000);
  for (const [status, body] of refusals) {
    old.next(({ response }) => json(response, status, body));
    t.equal((await post(path, ask({ model: 'old' }))).status, status);
    t.equal(await stateOf('old'), 'native', body.error.message);
  }
  for (const status of [404, 405]) {
    const plain = ({ response }: Loose) =>
      response.writeHead(status, { 'content-type': 'text/plain' }).end('page not found');
    shiftClock(601_000);
    old.next(plain, chats(hello));
    t.equal((await post(path, ask({ model: 'old' }))).status, 200);
    t.equal(await stateOf('old'), 'translated', `${status}`);
  }
});

t.test('llama.cpp is known by its header, and asked for chat completions', async (t) => {
  shiftClock(601_000);
  const asLlama = (status: number, body: object) => (answering: Loose) =>
    json(answering.response, status, body, { server: 'llama.cpp' });
  const own = { id: 'resp_1', object: 'response', status: 'completed', output: [] };
  const chat = { choices: [{ index: 0, message: { role: 'assistant', content: 'Hello.' }, finish_reason: 'length' }] };
  old.next(asLlama(200, own), asLlama(200, chat));
  const { body } = await post(path, ask({ model: 'old', store: true }));
  t.match(body, { status: 'incomplete', output: [{ content: [{ text: 'Hello.' }] }] });
  const paths = old.seen.slice(-2).map((one: Loose) => one.path);
  t.strictSame(paths, ['/v1/responses', '/v1/chat/completions']);
  old.next(asLlama(200, chat));
  const next = await post(path, ask({ model: 'old', previous_response_id: body.id }));
  t.equal(next.status, 200, next.text);
  t.match(old.seen.at(-1)?.body, { messages: [{}, { content: 'Hello.' }, {}] });
});

t.test('an answer of /v1/responses counts, although another call was answered 404 meanwhile', async (t) => {
  shiftClock(601_000);
  const [own] = script([[{ text: 'Own.' }]]);
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    old.next((answering) => {
      answer = () => void own?.(answering);
      resolve();
    });
  });
  const first = post(path, ask({ model: 'old' }));
  await asked;
  old.next(({ response }) => json(response, 404, { detail: 'Not Found' }), chats(hello));
  t.equal((await post(path, ask({ model: 'old' }))).status, 200);
  const before = old.seen.length;
  answer();
  t.match(await first, { status: 200, body: { output: [{ content: [{ text: 'Own.' }] }] } });
  t.equal(old.seen.length, before, 'it is not asked for again');
});

t.test('an upstream that is found out passes what it cannot translate to the next one', async (t) => {
  shiftClock(601_000);
  old.next(({ response }) => json(response, 404, { detail: 'Not Found' }));
  full.next(...script([[{ text: 'Searched.' }]]));
  const { body } = await post(path, ask({ model: 'both', tools: [{ type: 'web_search' }] }));
  t.match(body.output, [{ content: [{ text: 'Searched.' }] }]);
});

t.test('a model behind chat completions answers from files', async (t) => {
  const store = await storeWith(app, world.project.key, {
    'keys.md': 'The key to the engine room hangs behind the clock.',
  });
  const tools = [{ type: 'file_search', vector_store_ids: [store.id] }];
  const search = { call: 'file_search', arguments: '{"queries":["key"]}' };
  const answer = { parts: [{ text: 'Behind the clock [cite:1].' }] };
  chatOnly.next(chats({ parts: [search] }), chats(answer));
  const events = await streamed(t, { tools, instructions: 'Be brief.' });
  const [found, message] = events.at(-1).response.output;
  t.match(found, { type: 'file_search_call', status: 'completed', queries: ['key'] });
  t.match(message.content[0], {
    text: 'Behind the clock.',
    annotations: [{ type: 'file_citation', filename: 'keys.md' }],
  });
  t.match(events.at(-1).response.usage, { input_tokens: 20, output_tokens: 10 });
  const { messages } = (chatOnly.seen.at(-1) as Loose).body;
  t.strictSame(
    messages.map(({ role }: Loose) => role),
    ['system', 'user', 'assistant', 'tool'],
  );
  t.match(JSON.parse(messages[3].content).results, [{ marker: '[cite:1]', file: 'keys.md' }]);
  chatOnly.next(chats({ parts: [search] }), chats(answer));
  t.match((await post(path, ask({ tools }))).body.output, [{ type: 'file_search_call' }, { type: 'message' }]);
});

const compact = (more: Record<string, unknown> = {}) => post(`${path}/compact`, { model: 'chatter', ...more });
const dialogue = [
  { role: 'user', content: 'My name is Ada.' },
  { role: 'assistant', content: 'Hello Ada.' },
  { role: 'user', content: [{ type: 'input_text', text: 'I like tea.' }] },
];

t.test('a conversation is compacted, and continued without its messages', async (t) => {
  chatOnly.next(chats({ parts: [{ text: 'Ada likes tea.' }] }));
  const { status, body, text } = await compact({ input: dialogue, instructions: 'Be kind.' });
  t.equal(status, 200, text);
  t.match(body, {
    id: /^resp_/,
    object: 'response.compaction',
    output: [
      { id: /^msg_/, type: 'message', role: 'user', status: 'completed', content: [{ text: 'My name is Ada.' }] },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'I like tea.' }] },
      { id: /^cmp_/, type: 'compaction' },
    ],
    usage: { input_tokens: 10, output_tokens: 5, total_tokens: 15 },
  });
  t.notMatch(body.output.at(-1).encrypted_content, /Ada/);
  const asked = (chatOnly.seen.at(-1) as Loose).body.messages;
  t.match(asked.at(0), { role: 'system', content: 'Be kind.' });
  t.match(asked.at(-1), { role: 'user', content: /Summarize/ });

  for (const store of [true, false]) {
    chatOnly.next(chats(hello));
    t.equal((await post(path, ask({ store, input: [...body.output, ...dialogue.slice(2)] }))).status, 200);
    const { messages } = (chatOnly.seen.at(-1) as Loose).body;
    t.match(messages.map(({ content }: Loose) => content).join('\n'), /My name is Ada\.[\s\S]*\n\nAda likes tea\./);
  }
  const counted = await post(`${path}/input_tokens`, { model: 'chatter', input: body.output });
  t.equal(counted.status, 200, counted.text);
});

t.test('a response of this server is compacted with what it continues', async (t) => {
  chatOnly.next(chats(hello), chats({ parts: [{ text: 'Greetings.' }] }));
  const first = await post(path, ask({ store: true, input: 'Hello?' }));
  const { body, text } = await compact({ previous_response_id: first.body.id });
  t.match(body.output, [{ role: 'user', content: [{ text: 'Hello?' }] }, { type: 'compaction' }], text);
  t.match((chatOnly.seen.at(-1) as Loose).body.messages, [{ role: 'user' }, { content: 'Hello there' }, {}]);
  t.match(await compact({ previous_response_id: 'resp_01KF0G6RZ5V8T4N2K9C7M3B1XA' }), { status: 404 });
});

t.test('a compaction is refused at its item if it was changed, or is of another project or server', async (t) => {
  chatOnly.next(chats({ parts: [{ text: 'Ada likes tea.' }] }));
  const item = (await compact({ input: dialogue })).body.output.at(-1);
  const { encrypted_content: sealed } = item;
  const changed = { ...item, encrypted_content: `${sealed.slice(0, -6)}AAAAA=` };
  const before = chatOnly.seen.length;
  for (const body of [ask({ input: ['x', changed].slice(1) }), ask({ store: true, input: [changed] })])
    t.match(await post(path, body), {
      status: 422,
      body: { detail: [{ loc: ['body', 'input', '0', 'encrypted_content'] }] },
    });
  for (const at of [path, `${path}/compact`, `${path}/input_tokens`])
    t.match(await other.post(at, ask({ input: [item] })), { status: 422 }, at);
  const foreign = { type: 'compaction', encrypted_content: 'gAAAAABo' };
  t.match(await compact({ input: [foreign] }), {
    status: 422,
    body: { detail: [{ loc: ['body', 'input', '0', 'type'] }] },
  });
  t.equal(chatOnly.seen.length, before);
});

t.test('a summary without text is a failure of the upstream', async (t) => {
  chatOnly.next(chats({ parts: [{ text: ' ' }] }));
  t.match(await compact({ input: dialogue }), { status: 502, body: { error: { code: 'upstream_failed' } } });
});

t.test('an upstream that compacts gets the request; its answer passes, and its item goes back to it', async (t) => {
  const item = { id: 'cmp_1', type: 'compaction', encrypted_content: 'gAAAAABo' };
  const native = {
    id: 'resp_1',
    object: 'response.compaction',
    created_at: 1,
    output: [item],
    usage: { input_tokens: 3 },
  };
  full.next(({ response }) => json(response, 200, native));
  const { body } = await compact({ model: 'native', input: dialogue, prompt_cache_key: 'k' });
  t.strictSame(body, native);
  const seen = full.seen.at(-1);
  t.equal(seen?.path, '/v1/responses/compact');
  t.match(seen?.body, { model: 'native', prompt_cache_key: 'k', input: dialogue });
  await post(path, { model: 'native', input: [item] });
  t.strictSame((full.seen.at(-1) as Loose).body.input, [item]);
});

t.test('an upstream without the path is asked for a summary, and remembered', async (t) => {
  shiftClock(601_000);
  const summary = { output: [{ type: 'message', content: [{ type: 'output_text', text: 'Tea.' }] }] };
  const answer = { id: 'resp_2', object: 'response', status: 'completed', usage: { input_tokens: 4 }, ...summary };
  full.next(
    ({ response }) => json(response, 404, { detail: 'Not Found' }),
    ({ response }) => json(response, 200, answer),
    ({ response }) => json(response, 200, answer),
  );
  const before = full.seen.length;
  for (const _ of [1, 2]) {
    const { body, text } = await compact({ model: 'native', input: dialogue });
    t.match(body, { object: 'response.compaction', output: [{}, {}, { type: 'compaction' }] }, text);
  }
  t.strictSame(
    full.seen.slice(before).map((seen) => seen.path),
    ['/v1/responses/compact', '/v1/responses', '/v1/responses'],
  );
  t.match((full.seen.at(-1) as Loose).body, { store: false, stream: false });
  shiftClock(601_000);
  old.next(
    ({ response }) => json(response, 405, {}),
    ({ response }) => json(response, 404, {}),
    chats({ parts: [{ text: 'Tea.' }] }),
  );
  t.match(await compact({ model: 'old', input: dialogue }), { status: 200 });
  t.strictSame(
    old.seen.slice(-3).map((seen) => seen.path),
    ['/v1/responses/compact', '/v1/responses', '/v1/chat/completions'],
  );
});
