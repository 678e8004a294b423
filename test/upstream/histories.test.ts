// Tests that every history becomes messages that strict servers of chat completions take.

import t from 'tap';
import { asMessages, call, faultsOf, image, output, pixel, user } from '../harness/histories.ts';
import { startInference } from '../harness/inference.ts';
import { json, startUpstream, type TestUpstream } from '../harness/upstream.ts';

// biome-ignore lint/suspicious/noExplicitAny: the tests verify the types by their values.
type Loose = any;

const upstream = await startUpstream(t, { models: ['m'] });
const claude = await startUpstream(t, { models: ['a'] });
const { post } = await startInference(t, [
  upstream.settings({ responses: false }),
  claude.settings({ name: 'claude', api: 'anthropic', models: ['a'] }),
]);

/** Returns the last body that a server got. */
const sent = ({ seen }: TestUpstream): Loose => seen.at(-1)?.body;

const histories: Record<string, { input: Loose[]; has?: string[]; roles?: string[] }> = {
  'a call without a result': {
    input: [user('x'), call('a'), user('go on')],
    roles: ['user', 'assistant', 'tool', 'user'],
  },
  'a call at the end': { input: [user('x'), call('a')] },
  'a message between a call and its result': {
    input: [user('x'), call('a'), { role: 'assistant', content: 'A moment.' }, output('a')],
    has: ['A moment.', 'result of a'],
    roles: ['user', 'assistant', 'tool'],
  },
  'a user between a call and its result': {
    input: [user('x'), call('a'), user('well?'), output('a')],
    has: ['result of a', 'well?'],
    roles: ['user', 'assistant', 'tool', 'user'],
  },
  'results in another order': {
    input: [user('x'), call('a'), call('b'), output('b'), output('a')],
    has: ['result of a'],
  },
  'the same id in two turns': {
    input: [user('x'), call('a'), output('a', 'first'), call('a'), output('a', 'second')],
    roles: ['user', 'assistant', 'tool', 'assistant', 'tool'],
  },
  'a result without a call': { input: [user('x'), output('a')], has: ['result of a'], roles: ['user'] },
  'reasoning alone': {
    input: [user('x'), { type: 'reasoning', content: [{ type: 'reasoning_text', text: 'Hm.' }] }, user('y')],
    roles: ['user'],
  },
  'an empty turn': { input: [user('x'), { role: 'assistant', content: '' }, user('y')], roles: ['user'] },
  'instructions between the turns': {
    input: [
      { role: 'system', content: 'Be kind.' },
      user('x'),
      { role: 'system', content: 'Be quick.' },
      call('a'),
      output('a'),
      { role: 'system', content: 'Be done.' },
    ],
    has: ['Be kind.', 'Be quick.', 'Be done.'],
    roles: ['system', 'user', 'assistant', 'tool'],
  },
  'arguments that are no JSON': {
    input: [user('x'), call('a', { arguments: 'Old Pier' }), output('a')],
    has: ['Old Pier'],
  },
  'arguments that are no object': {
    input: [user('x'), call('a', { arguments: '["Old Pier"]' }), call('b', { arguments: 'null' })],
    has: ['Old Pier'],
  },
  'no arguments': { input: [user('x'), call('a', { arguments: '' }), output('a')] },
  'an image in a result': {
    input: [
      user('x'),
      call('a'),
      call('b'),
      output('a', [{ type: 'input_text', text: 'the sky' }, image]),
      output('b'),
    ],
    has: ['the sky', pixel],
    roles: ['user', 'assistant', 'tool', 'tool', 'user'],
  },
  'an image as a result, and a question': {
    input: [user('x'), call('a'), output('a', [image]), user('What is it?')],
    has: [pixel, 'What is it?'],
    roles: ['user', 'assistant', 'tool', 'user'],
  },
};

for (const [what, { input, has = [], roles }] of Object.entries(histories))
  t.test(what, async (t) => {
    const requests: [string, object][] = [
      ['/v1/responses', { model: 'm', store: false, input }],
      ['/v1/messages', { model: 'm', max_tokens: 100, messages: asMessages(input) }],
    ];
    for (const [path, body] of requests) {
      const { status, text } = await post(path, body, { 'anthropic-version': '2023-06-01' });
      t.equal(status, 200, text);
      const { messages } = sent(upstream);
      t.strictSame(faultsOf(messages), [], path);
      for (const one of has) t.match(JSON.stringify(messages), one, path);
      if (roles !== undefined)
        t.strictSame(
          messages.map(({ role }: Loose) => role),
          roles,
          path,
        );
    }
  });

t.test('reasoning goes back with the calls of its turn, and not with those of earlier turns', async (t) => {
  const thought = { type: 'reasoning', content: [{ type: 'reasoning_text', text: 'I must ask.' }] };
  const input = [user('x'), thought, call('a'), output('a')];
  await post('/v1/responses', { model: 'm', store: false, input });
  t.match(sent(upstream).messages[1], {
    reasoning_content: 'I must ask.',
    reasoning: 'I must ask.',
    tool_calls: Array,
  });
  await post('/v1/responses', { model: 'm', store: false, input: [...input, user('y')] });
  t.notMatch(JSON.stringify(sent(upstream)), 'I must ask.');
  const thinking = { type: 'thinking', thinking: 'I must ask.', signature: '' };
  const [first, asked, answered] = asMessages([user('x'), call('a'), output('a')]);
  const turn = { ...asked, content: [thinking, ...asked.content] };
  await post('/v1/messages', { model: 'm', max_tokens: 100, messages: [first, turn, answered] });
  t.match(sent(upstream).messages[1], {
    reasoning_content: 'I must ask.',
    reasoning: 'I must ask.',
    tool_calls: Array,
  });
});

t.test('a reminder of a coding agent beside the results is no message of the user', async (t) => {
  const thinking = { type: 'thinking', thinking: 'I must ask.', signature: '' };
  const [first, asked, answered] = asMessages([user('x'), call('a'), output('a')]);
  const note = { type: 'text', text: '<system-reminder>\nBe quick.\n</system-reminder>\n' };
  const messages = (...more: object[]) => [
    first,
    { ...asked, content: [thinking, ...asked.content] },
    { ...answered, content: [...answered.content, note, ...more] },
  ];
  await post('/v1/messages', { model: 'm', max_tokens: 100, messages: messages() });
  const result = 'result of a\n\n<system-reminder>\nBe quick.\n</system-reminder>';
  const [, turn, tool, ...others] = sent(upstream).messages;
  t.match(turn, { reasoning_content: 'I must ask.' });
  t.equal(tool.content, result);
  t.strictSame(others, []);
  await post('/v1/messages', { model: 'm', max_tokens: 100, messages: messages({ type: 'text', text: 'Stop!' }) });
  t.strictSame(sent(upstream).messages.slice(2), [{ ...tool, content: result }, user('Stop!')]);
  const between = '<system-reminder>A</system-reminder> Stop! <system-reminder>B</system-reminder>';
  await post('/v1/messages', { model: 'm', max_tokens: 100, messages: messages({ type: 'text', text: between }) });
  t.strictSame(sent(upstream).messages.slice(3), [user(between)], "words between two reminders are the user's");
  const listed = { ...asked, content: [{ ...asked.content[0], input: ['Old Pier'] }] };
  await post('/v1/messages', { model: 'm', max_tokens: 100, messages: [first, listed, answered] });
  t.equal(sent(upstream).messages[1].tool_calls[0].function.arguments, '{"arguments":["Old Pier"]}');
});

t.test("what a server must get back with a call, as Gemini's signature, comes back with it", async (t) => {
  const extra = { google: { thought_signature: 'c2ln/+==' } };
  const asked = { id: 'function-call-1', type: 'function', function: { name: 'look', arguments: '{"a":1}' } };
  const two = [
    { ...asked, extra_content: extra },
    { ...asked, id: 'function-call-2' },
  ];
  const tool = { name: 'look', input_schema: { type: 'object' } };
  const given = { type: 'function', name: 'look', parameters: { type: 'object' } };
  const answer = { choices: [{ index: 0, message: { content: null, tool_calls: two }, finish_reason: 'tool_calls' }] };
  upstream.next(({ response }) => json(response, 200, answer));
  const { body: first } = await post('/v1/responses', { model: 'm', store: false, input: 'x', tools: [given] });
  const outputs = first.output.map((call: Loose) => output(call.call_id));
  await post('/v1/responses', { model: 'm', store: false, input: [user('x'), ...first.output, ...outputs] });
  const wanted = [
    { role: 'assistant', tool_calls: two },
    { role: 'tool', tool_call_id: 'function-call-1' },
    { role: 'tool', tool_call_id: 'function-call-2' },
  ];
  t.match(sent(upstream).messages.slice(1), wanted);
  const asking = { model: 'm', max_tokens: 100, messages: [user('x')] };
  upstream.next(({ response }) => json(response, 200, answer));
  const { body: message } = await post('/v1/messages', { ...asking, tools: [tool] });
  for (const { id } of message.content) t.match(id, /^[\w-]+$/);
  const results = message.content.map(({ id }: Loose) => ({ type: 'tool_result', tool_use_id: id, content: 'done' }));
  await post('/v1/messages', {
    ...asking,
    messages: [user('x'), { role: 'assistant', content: message.content }, { role: 'user', content: results }],
  });
  t.match(sent(upstream).messages.slice(1), wanted);
});

t.test('thinking without a signature is not sent to a server of Messages', async (t) => {
  const block = (signature?: string) => ({
    type: 'thinking',
    thinking: 'hm',
    ...(signature === undefined ? {} : { signature }),
  });
  const messages = [
    user('x'),
    { role: 'assistant', content: [block(''), block(), block('signed'), { type: 'text', text: 'yes' }] },
    user('y'),
    { role: 'assistant', content: [block('')] },
    user('z'),
  ];
  await post('/v1/messages', { model: 'a', max_tokens: 100, messages });
  t.strictSame(sent(claude).messages, [
    user('x'),
    { role: 'assistant', content: [block('signed'), { type: 'text', text: 'yes' }] },
    user('y'),
    user('z'),
  ]);
});

t.test('members that ask for nothing are dropped', async (t) => {
  const nothing = { mcp_servers: [], speed: 'standard', container: null, betas: [], context_management: {} };
  const body = { model: 'm', max_tokens: 100, messages: [user('x')] };
  t.equal((await post('/v1/messages', { ...body, ...nothing })).status, 200);
  t.strictSame(Object.keys(sent(upstream)).sort(), ['max_tokens', 'messages', 'model']);
  t.equal(
    (await post('/v1/messages', { ...body, mcp_servers: [{ type: 'url', url: 'https://x.example' }] })).status,
    400,
  );
});

t.test('a function has properties, and a name of at most 64 characters', async (t) => {
  const name = `mcp__plugin_${'long_'.repeat(12)}name`;
  const bare = { type: 'object', properties: {} };
  let called = '';
  upstream.always(({ seen, response }) => {
    called = (seen.body as Loose).tools[0].function.name;
    const call = { id: 'c', type: 'function', function: { name: called, arguments: '{}' } };
    json(response, 200, { choices: [{ index: 0, message: { tool_calls: [call] }, finish_reason: 'tool_calls' }] });
  });
  const asked = {
    model: 'm',
    max_tokens: 100,
    messages: [
      user('x'),
      { role: 'assistant', content: [{ type: 'tool_use', id: 'b', name, input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'b', content: 'Sun.' }] },
    ],
    tools: [
      { name, input_schema: { type: 'object' } },
      { name: 'other', input_schema: {} },
    ],
    tool_choice: { type: 'tool', name },
  };
  const message = await post('/v1/messages', asked);
  t.match(message.body, { content: [{ type: 'tool_use', name }] }, 'the caller sees its own name');
  t.match(called, /^mcp__plugin_\w{52}$/);
  t.match(sent(upstream), {
    messages: [{}, { tool_calls: [{ function: { name: called } }] }, {}],
    tools: [{ function: { name: called, parameters: bare } }, { function: { name: 'other', parameters: bare } }],
    tool_choice: { function: { name: called } },
  });
  const tools = [
    { type: 'function', name, parameters: { type: 'object' } },
    { type: 'function', name: 'other', parameters: {} },
  ];
  const response = await post('/v1/responses', { model: 'm', store: false, input: 'x', tools });
  t.match(response.body, { output: [{ type: 'function_call', name }] });
  t.match(sent(upstream).tools, [{ function: { name: called, parameters: bare } }, { function: { parameters: bare } }]);
});
