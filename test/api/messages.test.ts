// Tests Anthropic's Messages API on upstreams with chat completions. test/upstream/anthropic.test.ts tests the others.

import t, { type Test } from 'tap';
import { randomFrom } from '../../scripts/fixtures/scripted-model.ts';
import { eventsIn } from '../harness/event-grammar.ts';
import { startInference, tenantOf } from '../harness/inference.ts';
import { contentIn, messageFaults } from '../harness/message-grammar.ts';
import { until } from '../harness/process.ts';
import { chunksOf, completionOf } from '../harness/scripted-chat.ts';
import { type Answering, chunks, json, startUpstream, streamSlowly } from '../harness/upstream.ts';

type Parts = Parameters<typeof chunksOf>[0];

const upstream = await startUpstream(t, { models: ['chat-model', 'priced'] });
const world = await startInference(t, [
  upstream.settings({ prices: { 'chat-model': { input: 1000, output: 1000, cached_input: 100 } } }),
]);
const { app, admin, project, organizationKey } = world;
const path = '/v1/messages';
const random = randomFrom(7);
const hello = [{ role: 'user', content: 'Hello?' }];

function ask(more: object = {}, to = world, at = path) {
  return to.post(at, { model: 'chat-model', max_tokens: 100, messages: hello, ...more });
}

/** Answers with the parts, as a stream in pieces of random size if the request asks for one. */
function answers(parts: Parts['parts'], more: Partial<Parts> = {}, mixesCalls = false) {
  return ({ seen, response }: Answering): unknown => {
    const answer = { parts, ...more };
    if (seen.body.stream !== true) return json(response, 200, completionOf(answer));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const events = chunksOf(answer, random, mixesCalls).map((chunk) => `: note\ndata: ${JSON.stringify(chunk)}\n\n`);
    const bytes = Buffer.from(`${events.join('')}data: [DONE]\n\n`);
    for (let at = 0; at < bytes.length; ) {
      const end = at + 1 + Math.floor(random() * 300);
      response.write(bytes.subarray(at, end));
      at = end;
    }
    return response.end();
  };
}

/** Sends a streamed request, and returns the events. Their order is checked. */
async function streamed(t: Test, more: object = {}): Promise<Record<string, unknown>[]> {
  const { status, text } = await ask({ stream: true, ...more });
  t.equal(status, 200, text);
  const events = eventsIn(text);
  t.strictSame(messageFaults(events), [], 'the order of the events');
  return events;
}

const usage = {
  prompt_tokens: 100,
  completion_tokens: 7,
  total_tokens: 107,
  prompt_tokens_details: { cached_tokens: 40 },
};
const counted = { input_tokens: 60, output_tokens: 7, cache_read_input_tokens: 40, cache_creation_input_tokens: 0 };

t.test('a message is answered, with its usage', async (t) => {
  upstream.next(answers([{ text: 'Hello there' }], { usage }));
  const { status, body, headers } = await ask({ system: 'Be brief.' });
  t.equal(status, 200);
  t.match(body.id, /^msg_/);
  t.strictSame(body, {
    id: body.id,
    type: 'message',
    role: 'assistant',
    model: 'chat-model',
    content: [{ type: 'text', text: 'Hello there' }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: counted,
  });
  t.equal(headers.get('request-id'), headers.get('x-request-id'));
  const seen = upstream.seen.at(-1);
  t.equal(seen?.path, '/v1/chat/completions');
  t.strictSame(seen?.body, {
    model: 'chat-model',
    messages: [{ role: 'system', content: 'Be brief.' }, ...hello],
    max_tokens: 100,
  });
});

t.test('each part of a request is translated', async (t) => {
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } };
  const weather = { name: 'weather', description: 'Tells the weather', input_schema: { type: 'object' } };
  const { status, text } = await ask({
    system: [
      { type: 'text', text: 'x-anthropic-billing-header: cc_version=2.1.197.42d; cc_entrypoint=cli; cch=1a2b3;' },
      { type: 'text', text: 'One.', cache_control: { type: 'ephemeral' } },
      { type: 'text', text: 'Two.' },
    ],
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look' },
          image,
          { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } },
          { type: 'document', title: 'Rules', source: { type: 'text', media_type: 'text/plain', data: 'No running.' } },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Hm', signature: 's' },
          { type: 'text', text: 'I ask.' },
          { type: 'tool_use', id: 'toolu_1', name: 'weather', input: { city: 'Paris' } },
          { type: 'tool_use', id: 'toolu_2', name: 'weather', input: {} },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'toolu_1', content: [{ type: 'text', text: '20 °C' }, image] },
          { type: 'tool_result', tool_use_id: 'toolu_2', content: 'no such city', is_error: true },
          { type: 'text', text: 'Go on' },
        ],
      },
    ],
    tools: [weather, { type: 'custom', name: 'clock', input_schema: { type: 'object' }, strict: true }],
    tool_choice: { type: 'any', disable_parallel_tool_use: true },
    stop_sequences: ['END'],
    temperature: 0.5,
    top_p: 0.9,
    top_k: 40,
    metadata: { user_id: 'user-7' },
    thinking: { type: 'enabled', budget_tokens: 8000 },
    output_config: { format: { type: 'json_schema', schema: { type: 'object' } } },
    service_tier: 'auto',
    cache_control: { type: 'ephemeral' },
  });
  t.equal(status, 200, text);
  const pixel = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } };
  const calls = [
    { id: 'toolu_1', type: 'function', function: { name: 'weather', arguments: '{"city":"Paris"}' } },
    { id: 'toolu_2', type: 'function', function: { name: 'weather', arguments: '{}' } },
  ];
  t.strictSame(upstream.seen.at(-1)?.body, {
    messages: [
      { role: 'system', content: 'One.\n\nTwo.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look' },
          pixel,
          { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
          { type: 'text', text: 'Rules\n\nNo running.' },
        ],
      },
      { role: 'assistant', content: 'I ask.', tool_calls: calls },
      { role: 'tool', tool_call_id: 'toolu_1', content: '20 °C' },
      { role: 'tool', tool_call_id: 'toolu_2', content: 'Error: no such city' },
      { role: 'user', content: [pixel, { type: 'text', text: 'Go on' }] },
    ],
    max_tokens: 100,
    stop: ['END'],
    temperature: 0.5,
    top_p: 0.9,
    top_k: 40,
    user: 'user-7',
    tools: [
      {
        type: 'function',
        function: { name: 'weather', description: 'Tells the weather', parameters: { type: 'object', properties: {} } },
      },
      { type: 'function', function: { name: 'clock', parameters: { type: 'object', properties: {} }, strict: true } },
    ],
    tool_choice: 'required',
    parallel_tool_calls: false,
    response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: { type: 'object' }, strict: true } },
    reasoning_effort: 'medium',
    model: 'chat-model',
  });
});

t.test('a system message within the conversation, as Claude Code sends it, stays in its place, as text', async (t) => {
  const said = (...texts: string[]) => texts.map((text) => ({ type: 'text', text }));
  const messages = [
    { role: 'user', content: said('The files.', 'Hello?') },
    { role: 'system', content: said('The date is 1 May.') },
  ];
  const { status, text } = await ask({ system: 'Be brief.', messages });
  t.equal(status, 200, text);
  t.strictSame(upstream.seen.at(-1)?.body.messages, [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'The files.\n\nHello?\n\n<system-reminder>\nThe date is 1 May.\n</system-reminder>' },
  ]);
});

t.test('a system message changes the effort from the next question on, and one can end with its turn', async (t) => {
  const question = { role: 'user', content: 'Hello?' };
  const answer = { role: 'assistant', content: 'Yes.' };
  const result = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: '1' }] };
  const call = { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'weather', input: {} }] };
  const effort = (level: string) => ({ role: 'system', content: [], output_config: { effort: level } });
  const note = { role: 'system', content: 'It rains.', clear_at: 'next_user_message' };
  for (const [messages, level, roles] of [
    [[question, answer, effort('low'), question], 'low', ['user', 'assistant', 'user']],
    [[question, effort('low')], 'low', ['user']],
    [[question, call, effort('low'), result], 'high', ['user', 'assistant', 'tool']],
    [[question, effort('low'), call, result], 'low', ['user', 'assistant', 'tool']],
    [[question, effort('low'), answer, effort('medium'), question], 'medium', ['user', 'assistant', 'user']],
    [[question, note, answer, question], 'high', ['user', 'assistant', 'user']],
  ] as [object[], string, string[]][]) {
    const { status, text } = await ask({ messages, output_config: { effort: 'high' } });
    t.equal(status, 200, text);
    const sent = upstream.seen.at(-1)?.body ?? {};
    t.equal(sent.reasoning_effort, level, JSON.stringify(messages));
    const sentRoles = (sent.messages as { role: string }[]).map(({ role }) => role);
    t.strictSame(sentRoles, roles);
    t.notMatch(JSON.stringify(sent), 'system-reminder', 'neither an empty message nor one of an earlier turn');
  }
  t.equal((await ask({ messages: [question, note] })).status, 200);
  t.match(JSON.stringify(upstream.seen.at(-1)?.body), 'It rains.');
});

t.test('a system message gives the model a tool, or takes one away, as addTools of the SDK does', async (t) => {
  const tool = (name: string, description: string) => ({ name, description, input_schema: { type: 'object' } });
  const adds = (added: object) => ({ type: 'tool_addition', tool: added });
  const removes = (name: string) => ({ type: 'tool_removal', tool: { type: 'tool_reference', name } });
  const defines = (definition: object) => adds({ type: 'tool_definition', definition });
  const refers = (name: string) => adds({ type: 'tool_reference', name });
  const long = 'x'.repeat(100);
  for (const [changes, names] of [
    [[[removes('first')]], ['second 1']],
    [
      [[removes('first')], [refers('first')]],
      ['second 1', 'first 1'],
    ],
    [[[refers('first')]], ['first 1', 'second 1']],
    [[[defines(tool('third', '1')), removes('second')]], ['first 1', 'third 1']],
    [[[defines(tool('first', '2'))]], ['second 1', 'first 2']],
    [
      [[defines(tool('first', '2')), removes('first')], [refers('first')]],
      ['second 1', 'first 2'],
    ],
    [[[removes('first'), removes('second')]], undefined],
    [[[refers('unknown'), removes('other'), { type: 'tool_addition' }]], ['first 1', 'second 1']],
  ] as [object[][], string[] | undefined][]) {
    const turns = changes.flatMap((content) => [
      { role: 'system', content },
      { role: 'user', content: 'Go on.' },
    ]);
    const messages = [{ role: 'user', content: 'Hello?' }, ...turns];
    const { status, text } = await ask({ messages, tools: [tool('first', '1'), tool('second', '1')] });
    t.equal(status, 200, text);
    const sent = upstream.seen.at(-1)?.body ?? {};
    const functions = sent.tools as { function: { name: string; description: string } }[] | undefined;
    t.strictSame(
      functions?.map(({ function: { name, description } }) => `${name} ${description}`),
      names,
      JSON.stringify(changes),
    );
    t.notMatch(JSON.stringify(sent.messages), 'tool_');
  }
  upstream.next((asked) => {
    const [{ function: called }] = asked.seen.body.tools as [{ function: { name: string } }];
    return answers([{ call: called.name, arguments: '{}' }])(asked);
  });
  const messages = [...hello, { role: 'system', content: [defines(tool(long, '1'))] }];
  t.equal((await ask({ messages })).body.content[0].name, long, 'the name of the caller');
});

t.test('the rest of an answer is translated: reasoning, tool calls, and why it ends', async (t) => {
  const parts = [{ reasoning: 'Hm' }, { text: 'I ask.' }, { call: 'weather', arguments: '{"city":"Paris"}' }];
  upstream.next(answers(parts), answers(parts), answers([{ text: 'x' }], { finish: 'length' }));
  const { body } = await ask({ thinking: { type: 'adaptive' } });
  const content = [
    { type: 'thinking', thinking: 'Hm', signature: '' },
    { type: 'text', text: 'I ask.' },
    { type: 'tool_use', id: 'call_0', name: 'weather', input: { city: 'Paris' } },
  ];
  t.strictSame(body.content, content);
  t.equal(body.stop_reason, 'tool_use');
  t.strictSame((await ask()).body.content, content.slice(1), 'reasoning is left out if it was not asked for');
  t.equal((await ask()).body.stop_reason, 'max_tokens');
  upstream.next(answers([{ text: 'x' }], { finish: 'content_filter' }), ({ response }) => {
    const choice = { index: 0, message: { content: 'x' }, finish_reason: 'stop', stop_reason: 'END' };
    json(response, 200, { choices: [choice] });
  });
  t.equal((await ask()).body.stop_reason, 'refusal');
  t.match((await ask({ stop_sequences: ['END'] })).body, { stop_reason: 'stop_sequence', stop_sequence: 'END' });
});

t.test('a stream has the events of a message, in their order', async (t) => {
  upstream.next(answers([{ text: 'Hello there, you 😀' }], { usage }));
  const events = await streamed(t);
  t.strictSame(contentIn(events), [{ type: 'text', text: 'Hello there, you 😀' }]);
  t.strictSame(
    events.map(({ type }) => type).filter((type, index, all) => type !== all[index - 1]),
    [
      'message_start',
      'ping',
      'content_block_start',
      'content_block_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ],
  );
  t.match(events[0], { message: { role: 'assistant', model: 'chat-model', content: [], stop_reason: null } });
  t.strictSame(events.at(-2), {
    type: 'message_delta',
    delta: { stop_reason: 'end_turn', stop_sequence: null },
    usage: counted,
  });
  t.strictSame(upstream.seen.at(-1)?.body.stream_options, { include_usage: true });
});

t.test('tool calls are streamed, also if the upstream mixes their pieces', async (t) => {
  const parts = [
    { reasoning: 'Let me see.' },
    { text: 'I ask twice.' },
    { call: 'weather', arguments: '{"city":"Paris","days":[1,2,3]}' },
    { call: 'clock', arguments: '{"zone":"Europe/Paris"}' },
    { call: 'nothing', arguments: '' },
  ];
  for (let round = 0; round < 20; round += 1) {
    upstream.next(answers(parts, {}, round % 2 === 1));
    const events = await streamed(t, { thinking: { type: 'enabled', budget_tokens: 1024 } });
    t.strictSame(contentIn(events), [
      { type: 'thinking', thinking: 'Let me see.', signature: '' },
      { type: 'text', text: 'I ask twice.' },
      { type: 'tool_use', id: 'call_0', name: 'weather', input: '{"city":"Paris","days":[1,2,3]}' },
      { type: 'tool_use', id: 'call_1', name: 'clock', input: '{"zone":"Europe/Paris"}' },
      { type: 'tool_use', id: 'call_2', name: 'nothing', input: '{}' },
    ]);
    t.match(events.at(-2), { delta: { stop_reason: 'tool_use' } });
  }
});

t.test('a stream that breaks ends with an error event', async (t) => {
  for (const [how, break_] of Object.entries({
    'the connection closes': ({ response }: Answering) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(chunks(['a']).slice(0, 2).join(''), () => response.destroy());
    },
    'the connection ends': ({ response }: Answering) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(chunks(['a']).slice(0, 2).join(''));
    },
    'the upstream tells an error': ({ response }: Answering) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const error = 'data: {"error": {"message": "Out of memory", "type": "server_error"}}\n\n';
      response.end(chunks(['a']).slice(0, 2).join('') + error + chunks(['b']).join(''));
    },
  })) {
    upstream.next(break_);
    const events = await streamed(t);
    t.match(events.at(-1), { type: 'error', error: { type: 'api_error', code: 'upstream_failed' } }, how);
    t.strictSame(contentIn(events), [{ type: 'text', text: 'a' }]);
  }
});

t.test('what a chat completion cannot express is refused by its name, before the upstream is asked', async (t) => {
  const before = upstream.seen.length;
  const user = (block: object) => ({ messages: [{ role: 'user', content: [block] }] });
  const pdf = { type: 'document', source: { type: 'url', url: 'https://example.com/a.pdf' } };
  const thought = { role: 'assistant', content: [{ type: 'thinking', thinking: 'Hm', signature: 's' }] };
  for (const [param, more] of Object.entries({
    'tools.1.type': {
      tools: [{ name: 'a' }, { type: 'web_search_20250305', name: 'web_search' }],
      tool_choice: { type: 'tool', name: 'web_search' },
    },
    'tools.0.name': { tools: [{ type: 'custom' }] },
    'tool_choice.type': { tools: [{ name: 'a' }], tool_choice: { type: 'some' } },
    'tool_choice.name': { tools: [{ name: 'a' }], tool_choice: { type: 'tool' } },
    'messages.0.content.0.type': user(pdf),
    'messages.0.content.0.text': user({ type: 'text' }),
    'messages.0.content.0.source.file_id': user({ type: 'image', source: { type: 'file', file_id: 'file_1' } }),
    'messages.0.content.0.content.0.type': user({ type: 'tool_result', tool_use_id: 't', content: [pdf] }),
    'messages.0.content': { messages: [{ role: 'user', content: 7 }] },
    messages: { system: 'Be brief.', messages: [thought] },
    'system.0.type': { system: [{ type: 'image' }] },
    'output_config.format.type': { output_config: { format: { type: 'grammar' } } },
    container: { container: { skills: [] } },
    fallbacks: { fallbacks: [{ model: 'priced' }] },
  })) {
    const { status, body } = await ask(more);
    t.equal(status, 400, param);
    t.match(body, { type: 'error', error: { type: 'invalid_request_error', param, code: 'validation_error' } });
    const counting = await ask(more, world, `${path}/count_tokens`);
    t.equal(counting.status, 400, 'the tokens of such a message are not counted');
  }
  t.equal(upstream.seen.length, before);
});

t.test('every error has the form of that API', async (t) => {
  const cases: [status: number, type: string, send: () => ReturnType<typeof ask>][] = [
    [400, 'invalid_request_error', () => ask({ max_tokens: 0, messages: [] })],
    [400, 'invalid_request_error', () => app.request('POST', path, { token: project.key, raw: '{' })],
    [400, 'invalid_request_error', () => app.request('POST', path, { token: organizationKey, body: {} })],
    [401, 'authentication_error', () => app.request('POST', path, { body: {} })],
    [401, 'authentication_error', () => app.request('POST', path, { token: 'svcproj_nonsense', body: {} })],
    [404, 'not_found_error', () => ask({ model: 'none' })],
    [
      415,
      'invalid_request_error',
      () => app.request('POST', path, { token: project.key, raw: 'x', contentType: 'text/plain' }),
    ],
  ];
  for (const [status, type, send] of cases) {
    const { body, ...answer } = await send();
    t.equal(answer.status, status, type);
    t.match(body, { type: 'error', error: { type, message: /\w/ }, request_id: answer.headers.get('request-id') });
    t.equal(body.request_id, answer.headers.get('x-request-id'));
  }
  const { body } = await ask({ max_tokens: 0, messages: [] });
  t.strictSame(
    body.detail.map(({ loc }: { loc: string[] }) => loc.join('.')).sort(),
    ['body.max_tokens', 'body.messages'],
    'all failures are told',
  );
});

t.test('refusals and failures of the upstream have the form of that API', async (t) => {
  for (const [given, status, type] of [
    [400, 400, 'invalid_request_error'],
    [404, 404, 'not_found_error'],
    [429, 429, 'rate_limit_error'],
    [401, 502, 'api_error'],
  ] as const) {
    upstream.next(({ response }) => json(response, given, { error: { message: 'Too long', code: 'too_long' } }));
    const { body, ...answer } = await ask();
    t.equal(answer.status, status);
    t.match(body, { type: 'error', error: { type }, request_id: answer.headers.get('request-id') });
    if (status < 500) t.match(body.error, { message: 'Too long', code: 'too_long' });
  }
});

t.test('a credential is taken from x-api-key too, and two different ones are refused', async (t) => {
  const body = { model: 'chat-model', max_tokens: 5, messages: hello };
  const send = (headers: Record<string, string>, token?: string) => app.request('POST', path, { headers, token, body });
  t.equal((await send({ 'x-api-key': project.key })).status, 200);
  t.equal((await send({ 'x-api-key': project.key }, project.key)).status, 200);
  t.equal((await send({ 'x-api-key': '' }, project.key)).status, 200);
  t.match(await send({ 'x-api-key': 'svcproj_nonsense' }), {
    status: 401,
    body: { error: { code: 'invalid_api_key' } },
  });
  t.match(await send({ 'x-api-key': organizationKey }, project.key), {
    status: 400,
    body: { type: 'error', error: { message: /one credential/ } },
  });
  const elsewhere = await app.request('GET', '/v1/models', { headers: { 'x-api-key': project.key } });
  t.equal(elsewhere.status, 401, 'other operations do not take it');
  t.notMatch(JSON.stringify(upstream.seen.map(({ headers }) => headers)), new RegExp(project.key));
});

t.test('tokens are counted without the upstream', async (t) => {
  const before = upstream.seen.length;
  const text = 'the quick brown fox jumps over the lazy dog '.repeat(10);
  const count = async (more: object) => {
    const { status, body } = await ask({ max_tokens: undefined, ...more }, world, `${path}/count_tokens`);
    t.equal(status, 200);
    return body.input_tokens as number;
  };
  const short = await count({});
  const long = await count({ messages: [{ role: 'user', content: text }] });
  t.ok(short > 0 && short < 20, `${short} tokens`);
  t.ok(long > 85 && long < 120, `${long} tokens`);
  t.ok((await count({ system: text })) > long, 'the instructions count');
  t.equal(upstream.seen.length, before);
  t.equal((await world.post(`${path}/count_tokens?beta=true`, { model: 'chat-model', messages: hello })).status, 200);
});

t.test('usage and costs of a message are counted, and limits refuse before the upstream is asked', async (t) => {
  const tenant = { ...world, ...(await tenantOf(app, admin)) };
  upstream.next(answers([{ text: 'x' }], { usage }), answers([{ text: 'x' }], { usage }));
  t.equal((await ask({}, tenant)).status, 200);
  t.equal((await ask({ stream: true }, tenant)).status, 200);
  const read = async (what: string) => {
    const query = { start_time: Math.floor(Date.now() / 1000) - 86_400, bucket_width: '1d' };
    const { body } = await app.request('GET', `/v1/organization/${what}`, { token: tenant.organizationKey, query });
    return body.data.flatMap(({ results }: { results: Record<string, unknown>[] }) => results);
  };
  const [sum] = await until(async () => {
    const found = await read('usage/completions');
    return found[0]?.num_model_requests === 2 ? found : undefined;
  });
  t.match(sum, { input_tokens: 200, output_tokens: 14, input_cached_tokens: 80 });
  // 120 tokens of input and 14 of output at 0.1 cents each, 80 cached ones at a tenth of that.
  t.equal((await read('costs'))[0].amount.value, 0.142);
  await tenant.allow({ limits: { tokens_per_day: 200 } });
  const before = upstream.seen.length;
  await until(async () => ((await ask({}, tenant)).status === 429 ? true : undefined));
  const count = upstream.seen.length;
  const refused = await ask({}, tenant);
  t.match(refused, {
    status: 429,
    body: { type: 'error', error: { type: 'rate_limit_error', code: 'tokens_per_day' } },
  });
  t.equal(refused.headers.get('x-should-retry'), 'false');
  t.equal(upstream.seen.length, count);
  t.ok(count - before <= 2);
});

t.test('a project may call its models only, and another tenant is not charged', async (t) => {
  const tenant = { ...world, ...(await tenantOf(app, admin)) };
  await tenant.allow({ models: ['priced'] });
  await until(async () => ((await ask({}, tenant)).status === 403 ? true : undefined));
  const before = upstream.seen.length;
  for (const at of [path, `${path}/count_tokens`]) {
    const { status, body } = await ask({}, tenant, at);
    t.equal(status, 403);
    t.match(body, { type: 'error', error: { type: 'permission_error', code: 'model_not_found' } });
  }
  t.equal(upstream.seen.length, before);
  t.equal((await ask({ model: 'priced' }, tenant)).status, 200);
});

t.test('a caller that leaves a stream ends the call of the upstream', async (t) => {
  const leaving = new AbortController();
  const count = upstream.seen.length;
  upstream.next(({ response }) =>
    streamSlowly(
      response,
      Array.from({ length: 10_000 }, () => chunks(['x'])[1] as string),
      5,
    ),
  );
  const body = { model: 'chat-model', max_tokens: 5, messages: hello, stream: true };
  const response = await world.open(path, body, leaving.signal);
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  await reader.read();
  leaving.abort();
  await reader.read().catch(() => undefined);
  t.ok(await upstream.seen[count]?.aborted);
});
