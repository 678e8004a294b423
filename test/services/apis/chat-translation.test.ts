// Tests the translation of responses to chat completions and back, without a server.

import t from 'tap';
import { randomFrom } from '../../../scripts/fixtures/scripted-model.ts';
import {
  ChatToResponseEvents,
  chatCompletionToResponse,
  responsesRequestToChat,
} from '../../../services/apis/responses/chat-translation/index.ts';
import { eventsIn, grammarFaults } from '../../harness/event-grammar.ts';
import { type ChatAnswer, type ChatPart, chunksOf, completionOf } from '../../harness/scripted-chat.ts';

// biome-ignore lint/suspicious/noExplicitAny: the tests verify the types by their values.
type Loose = any;

const request = { model: 'chatter', input: 'Hello' };

/** Returns the translation of a request. */
function chatOf(more: Record<string, unknown>): Loose {
  const translated = responsesRequestToChat({ ...request, ...more });
  if ('untranslatable' in translated) throw translated.untranslatable;
  return translated.chat;
}

/** Returns the path of the member that has no translation. */
function refused(more: Record<string, unknown>): string | undefined {
  const translated = responsesRequestToChat({ ...request, ...more });
  return 'untranslatable' in translated ? translated.untranslatable.path.join('.') : undefined;
}

/** Returns the events of a stream of chunks, and checks their order. */
function translated(t: Loose, chunks: Loose[], isDone = true): Loose[] {
  const translator = new ChatToResponseEvents(request);
  const begun = [translator.begin(), ...chunks.map((chunk) => translator.next(chunk))];
  const text = [...begun, translator.end(isDone) ?? translator.fail('It broke off.')].join('');
  const events = eventsIn(text);
  t.strictSame(grammarFaults(events), []);
  return events;
}

t.test('a request with a text and instructions becomes messages', async (t) => {
  t.strictSame(chatOf({ instructions: 'Be brief.', store: true, metadata: { a: 'b' }, truncation: 'auto' }), {
    model: 'chatter',
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hello' },
    ],
  });
});

t.test('input items become messages, with calls in the message before them', async (t) => {
  const input = [
    { role: 'developer', content: 'Say please.' },
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Weather?' }] },
    { type: 'reasoning', id: 'rs_1', summary: [], content: [{ type: 'reasoning_text', text: 'Look.' }] },
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'A moment.', annotations: [] }] },
    { type: 'function_call', call_id: 'c1', name: 'weather', arguments: '{"city":"Oslo"}' },
    { type: 'function_call', call_id: 'c2', name: 'time', arguments: '{}' },
    { type: 'function_call_output', call_id: 'c1', output: 'rain' },
    { type: 'function_call_output', call_id: 'c2', output: [{ type: 'input_text', text: 'noon' }] },
  ];
  const call = (id: string, name: string, given: string) => ({
    id,
    type: 'function',
    function: { name, arguments: given },
  });
  const { messages } = chatOf({ instructions: 'Be brief.', input });
  t.strictSame(messages, [
    { role: 'system', content: 'Be brief.\n\nSay please.' },
    { role: 'user', content: 'Weather?' },
    {
      role: 'assistant',
      content: 'A moment.',
      reasoning_content: 'Look.',
      reasoning: 'Look.',
      tool_calls: [call('c1', 'weather', '{"city":"Oslo"}'), call('c2', 'time', '{}')],
    },
    { role: 'tool', tool_call_id: 'c1', content: 'rain' },
    { role: 'tool', tool_call_id: 'c2', content: 'noon' },
  ]);
  const two = [
    ...input.slice(0, 5),
    { type: 'reasoning', content: [{ type: 'reasoning_text', text: ' Go on.' }] },
    input[5],
  ];
  t.match(chatOf({ input: two }).messages[2], {
    reasoning_content: 'Look. Go on.',
    tool_calls: [{ id: 'c1' }, { id: 'c2' }],
  });
  const later = chatOf({ input: [...input, { role: 'user', content: 'And now?' }] }).messages;
  t.notOk(
    later.some((message: Loose) => 'reasoning_content' in message || 'reasoning' in message),
    'reasoning of earlier turns is left out',
  );
});

// Templates of Qwen, Llama, Gemma and Mistral refuse a system message that is not the first, and two users in a row.
// Codex and Claude Code send both.
t.test(
  'instructions within a conversation become a part of what is before them, and messages of the user in a row are one',
  async (t) => {
    const input = [
      { role: 'developer', content: 'Say please.' },
      { role: 'user', content: 'The files are these.' },
      { role: 'user', content: [{ type: 'input_text', text: 'Which is it?' }] },
      { role: 'developer', content: 'Be quick.' },
      { type: 'reasoning', id: 'rs_1', summary: [], content: [{ type: 'reasoning_text', text: 'Look.' }] },
      { type: 'function_call', call_id: 'c1', name: 'look', arguments: '{}' },
      {
        type: 'function_call_output',
        call_id: 'c1',
        output: [{ type: 'input_image', image_url: 'https://a.example/b' }],
      },
      { role: 'system', content: [{ type: 'input_text', text: 'Time is short.' }] },
    ];
    const { messages } = chatOf({ instructions: 'Be brief.', input });
    t.match(messages, [
      { role: 'system', content: 'Be brief.\n\nSay please.' },
      {
        role: 'user',
        content: 'The files are these.\n\nWhich is it?\n\n<system-reminder>\nBe quick.\n</system-reminder>',
      },
      { role: 'assistant', reasoning_content: 'Look.' },
      { role: 'tool', content: 'The result follows.' },
      {
        role: 'user',
        content: [
          { type: 'image_url', image_url: { url: 'https://a.example/b' } },
          { type: 'text', text: '<system-reminder>\nTime is short.\n</system-reminder>' },
        ],
      },
    ]);
    t.equal(messages.length, 5);
  },
);

t.test('images, files and audio keep their content', async (t) => {
  const content = [
    { type: 'input_text', text: 'What is it?' },
    { type: 'input_image', image_url: 'data:image/png;base64,AAAA', detail: 'low' },
    { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,AAAA' },
    { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } },
  ];
  t.strictSame(chatOf({ input: [{ role: 'user', content }] }).messages[0].content, [
    { type: 'text', text: 'What is it?' },
    { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA', detail: 'low' } },
    { type: 'file', file: { file_data: 'data:application/pdf;base64,AAAA', filename: 'a.pdf' } },
    { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } },
  ]);
});

t.test('functions, their choice and the settings have the names of chat', async (t) => {
  const tool = (name: string) => ({
    type: 'function',
    name,
    description: 'd',
    parameters: { type: 'object' },
    strict: null,
  });
  const own = (name: string) => ({
    type: 'function',
    function: { name, description: 'd', parameters: { type: 'object', properties: {} } },
  });
  const tools = [tool('a'), tool('b')];
  const both = chatOf({ tools, tool_choice: 'required', parallel_tool_calls: false });
  t.match(both, { tools: [own('a'), own('b')], tool_choice: 'required', parallel_tool_calls: false });
  t.match(chatOf({ tools, tool_choice: { type: 'function', name: 'b' } }).tool_choice, {
    type: 'function',
    function: { name: 'b' },
  });
  const choice = { type: 'allowed_tools', mode: 'required', tools: [{ type: 'function', name: 'b' }] };
  const allowed = chatOf({ tools, tool_choice: choice });
  t.strictSame([allowed.tools, allowed.tool_choice], [[own('b')], 'required']);
  t.notMatch(chatOf({ tools: [], tool_choice: 'auto', parallel_tool_calls: true }), { tool_choice: String });

  const schema = { name: 's', schema: { type: 'object' }, strict: true };
  t.strictSame(
    chatOf({
      text: { format: { type: 'json_schema', ...schema }, verbosity: 'low' },
      reasoning: { effort: 'high', summary: 'auto' },
      max_output_tokens: 50,
      temperature: 0.5,
      top_p: null,
      top_logprobs: 2,
      include: ['message.output_text.logprobs', 'reasoning.encrypted_content'],
      seed: 7,
      user: 'u',
      n: 3,
    }),
    {
      model: 'chatter',
      messages: [{ role: 'user', content: 'Hello' }],
      response_format: { type: 'json_schema', json_schema: schema },
      verbosity: 'low',
      reasoning_effort: 'high',
      max_tokens: 50,
      temperature: 0.5,
      logprobs: true,
      top_logprobs: 2,
      seed: 7,
      user: 'u',
    },
  );
  t.strictSame(chatOf({ text: { format: { type: 'json_object' } } }).response_format, { type: 'json_object' });
  const ofChat = { max_tokens: 5, reasoning_effort: 'low', verbosity: 'low' };
  t.match(chatOf(ofChat), ofChat, 'members of chat completions go on unchanged');
  t.match(chatOf({ ...ofChat, max_output_tokens: 9 }), { max_tokens: 9 });
});

t.test('a member that chat completions cannot express is named', async (t) => {
  const part = (one: object) => ({ input: [{ role: 'user', content: [one] }] });
  const tools = [{ type: 'function', name: 'a' }, { type: 'web_search' }];
  t.equal(refused({ tools, tool_choice: { type: 'web_search' } }), 'tools.1.type');
  t.equal(refused({ tools: [{ type: 'mcp', server_label: 'x' }], tool_choice: 'required' }), 'tools.0.type');
  t.equal(refused({ tools, tool_choice: 'required' }), undefined);
  t.equal(refused({ tool_choice: { type: 'web_search' } }), 'tool_choice.type');
  t.equal(refused({ background: true }), 'background');
  t.equal(refused({ previous_response_id: 'resp_1' }), 'previous_response_id');
  t.equal(refused({ prompt: { id: 'pmpt_1' } }), 'prompt');
  t.equal(refused({ text: { format: { type: 'grammar' } } }), 'text.format.type');
  t.equal(refused({ input: [{ type: 'item_reference', id: 'msg_1' }] }), 'input.0.type');
  t.equal(refused({ input: [{ type: 'computer_call_output' }] }), 'input.0.type');
  t.equal(refused({ input: [{ role: 'critic', content: 'x' }] }), 'input.0.role');
  t.equal(refused({ input: 7 }), 'input');
  t.equal(refused(part({ type: 'input_image', file_id: 'file-1' })), 'input.0.content.0');
  t.equal(refused(part({ type: 'input_file', file_url: 'https://example.com/a.pdf' })), 'input.0.content.0');
  t.equal(refused(part({ type: 'text', text: 'x' })), 'input.0.content.0.type');
  t.equal(refused({ background: false, previous_response_id: null, conversation: null }), undefined);
});

const answer: ChatAnswer = {
  parts: [
    { reasoning: 'The weather is needed.' },
    { text: 'A moment, “please” 🌦.' },
    { call: 'weather', arguments: '{"city":"Oslo","note":"}{"}' },
    { call: 'time' },
  ],
  usage: {
    prompt_tokens: 12,
    completion_tokens: 9,
    prompt_tokens_details: { cached_tokens: 4 },
    completion_tokens_details: { reasoning_tokens: 3 },
  },
};

t.test('an answer becomes a response with its items and its usage', async (t) => {
  const response = chatCompletionToResponse(completionOf(answer), request) as Loose;
  t.match(response, {
    object: 'response',
    status: 'completed',
    model: 'chatter',
    error: null,
    incomplete_details: null,
  });
  t.match(response.id, /^resp_/);
  t.match(response.output, [
    { type: 'reasoning', content: [{ type: 'reasoning_text', text: 'The weather is needed.' }], summary: [] },
    {
      type: 'message',
      role: 'assistant',
      status: 'completed',
      content: [{ text: 'A moment, “please” 🌦.', annotations: [] }],
    },
    { type: 'function_call', call_id: 'call_0', name: 'weather', arguments: '{"city":"Oslo","note":"}{"}' },
    { type: 'function_call', call_id: 'call_1', name: 'time', arguments: '{}' },
  ]);
  t.strictSame(response.usage, {
    input_tokens: 12,
    input_tokens_details: { cached_tokens: 4, cache_write_tokens: 0 },
    output_tokens: 9,
    output_tokens_details: { reasoning_tokens: 3 },
    total_tokens: 21,
  });
  t.equal(chatCompletionToResponse({ choices: [] }, request), undefined);
});

t.test('however an answer is cut into pieces, its events make the same response', async (t) => {
  const words = ['a', 'ö 🌦', '"}', '{"a":[1,"}"]}', '\n\n', 'data: x', '\\'];
  for (let seed = 1; seed <= 150; seed += 1) {
    const random = randomFrom(seed);
    const text = (): string => Array.from({ length: 1 + random() * 6 }, () => words[Math.floor(random() * 7)]).join('');
    const some: ChatPart[] = [
      { reasoning: text(), as: random() < 0.5 ? 'reasoning' : 'reasoning_content' } as const,
      { text: text() },
      { refusal: text() },
      ...Array.from({ length: random() * 4 }, () => ({ call: 'f', arguments: JSON.stringify({ a: text() }) })),
    ].filter((part) => 'call' in part || random() < 0.7);
    const given = { parts: some, finish: ['stop', 'length', 'content_filter'][Math.floor(random() * 3)] as string };
    const whole = chatCompletionToResponse(completionOf(given), request) as Loose;
    const events = translated(t, chunksOf(given, random, seed % 2 === 0));
    const { id, ...streamed } = events.at(-1).response;
    const plain = (items: Loose[]) => items.map(({ id: _, ...item }) => item);
    const seen = { ...streamed, output: plain(streamed.output), created_at: 0, completed_at: 0 };
    const { id: _, ...rest } = { ...whole, output: plain(whole.output), created_at: 0, completed_at: 0 };
    t.strictSame(seen, rest, `seed ${seed}`);
    t.match(id, /^resp_/);
  }
});

t.test('deltas pass on with the chunk that has them', async (t) => {
  const translator = new ChatToResponseEvents(request);
  translator.begin();
  const chunk = (delta: object) => ({ choices: [{ index: 0, delta }] });
  const [, , first] = eventsIn(translator.next(chunk({ content: 'He' })));
  t.match(first, { type: 'response.output_text.delta', delta: 'He', logprobs: [] });
  t.match(eventsIn(translator.next(chunk({ content: 'llo' }))), [{ delta: 'llo' }]);
  const called = chunk({ tool_calls: [{ index: 0, id: 'c', function: { name: 'f', arguments: '{"a"' } }] });
  t.match(eventsIn(translator.next(called)).at(-1), { type: 'response.function_call_arguments.delta', delta: '{"a"' });
});

t.test('the reason of the end becomes the status of the response and of its last item', async (t) => {
  const cut = (finish: string) => translated(t, chunksOf({ parts: [{ text: 'Hm' }], finish }, randomFrom(1))).at(-1);
  t.match(cut('length'), {
    type: 'response.incomplete',
    response: {
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
      output: [{ status: 'incomplete' }],
    },
  });
  t.match(cut('content_filter').response.incomplete_details, { reason: 'content_filter' });
  t.match(cut('stop'), { type: 'response.completed', response: { status: 'completed', completed_at: Number } });
  t.match(cut('eos'), { type: 'response.completed' });
  t.match(cut('error'), { type: 'response.failed', response: { error: { code: 'server_error', message: String } } });
});

t.test('a stream that ends in the middle is a failed response', async (t) => {
  const chunks = chunksOf({ parts: [{ text: 'Hello there' }] }, randomFrom(2)).slice(0, 3);
  const last = translated(t, chunks, false).at(-1);
  t.match(last, {
    type: 'response.failed',
    response: { status: 'failed', error: { code: 'server_error', message: /broke off/ } },
  });
  t.match(last.response.output, [{ type: 'message', status: 'incomplete' }]);
  t.match(
    translated(t, chunks, true).at(-1),
    { type: 'response.completed' },
    'unless the stream says that it is whole',
  );
});

t.test('servers that number all calls alike, or send whole ones, are understood', async (t) => {
  const call = (id: string, given: unknown, index?: number) => ({
    choices: [{ delta: { tool_calls: [{ index, id, function: { name: 'f', arguments: given } }] } }],
  });
  const end = { choices: [{ delta: {}, finish_reason: 'tool_calls' }] };
  const output = (chunks: object[]) => translated(t, [...chunks, end]).at(-1).response.output;
  const two = [
    { call_id: 'a', arguments: '{"x":1}' },
    { call_id: 'b', arguments: '{}' },
  ];
  t.match(output([call('a', '{"x":1}', 0), call('b', '{}', 0)]), two);
  t.match(output([call('a', { x: 1 }), call('b', '')]), two, 'objects, and no arguments at all');
  const nameless = { choices: [{ delta: { tool_calls: [{ index: 0, function: { name: 'f', arguments: '{}' } }] } }] };
  t.match(output([nameless]), [{ call_id: /^call_/ }]);
});

t.test('log probabilities, annotations and content in parts are kept', async (t) => {
  const logprob = { token: 'Hi', logprob: -0.1, bytes: [72, 105], top_logprobs: [] };
  const citation = { start_index: 0, end_index: 2, title: 'T', url: 'https://example.com' };
  const chunks = [
    { choices: [{ delta: { content: 'Hi' }, logprobs: { content: [logprob] } }] },
    { choices: [{ delta: { annotations: [{ type: 'url_citation', url_citation: citation }] } }] },
    { choices: [{ delta: { content: [{ type: 'text', text: ' you' }] }, finish_reason: 'stop' }] },
  ];
  const events = translated(t, chunks);
  t.match(events.find(({ type }) => type === 'response.output_text.delta').logprobs, [logprob]);
  const [part] = events.at(-1).response.output[0].content;
  t.match(part, { text: 'Hi you', logprobs: [logprob], annotations: [{ type: 'url_citation', ...citation }] });
  const thinking = { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] };
  const thought = translated(t, [{ choices: [{ delta: { content: [thinking] }, finish_reason: 'stop' }] }]);
  t.match(thought.at(-1).response.output, [{ type: 'reasoning', content: [{ text: 'Hm.' }] }]);
});
