// Tests the tools of coding agents, as they send them by default, on upstreams that have only chat completions: Codex on
// /v1/responses and Claude Code on /v1/messages.

import t from 'tap';
import { eventsIn, grammarFaults } from '../harness/event-grammar.ts';
import { startInference } from '../harness/inference.ts';
import { type ChatAnswer, chats } from '../harness/scripted-chat.ts';
import { startUpstream } from '../harness/upstream.ts';

// biome-ignore lint/suspicious/noExplicitAny: the tests verify the types by their values.
type Loose = any;

const upstream = await startUpstream(t, { models: ['m', 'both'] });
const full = await startUpstream(t, { models: ['both'] });
const claude = await startUpstream(t, { models: ['both-claude'] });
const { post, open, allow } = await startInference(t, [
  upstream.settings({ responses: false, models: ['m', 'both', 'both-claude'], prices: { m: { input: 1, output: 1 } } }),
  full.settings({ name: 'full', models: ['both'] }),
  claude.settings({ name: 'claude', api: 'anthropic', models: ['both-claude'] }),
]);

const weather = { type: 'function', name: 'weather', parameters: { type: 'object', properties: {} } };
const patch = {
  type: 'custom',
  name: 'apply_patch',
  description: 'Edits files.',
  format: { type: 'grammar', syntax: 'lark', definition: 'start: "*** Begin Patch"' },
};
const orders = {
  type: 'namespace',
  name: 'mcp__orders__',
  description: 'Orders.',
  tools: [
    { type: 'function', name: 'look_up', strict: false, parameters: { type: 'object', properties: {} } },
    { type: 'custom', name: 'note' },
  ],
};
const hosted = [
  { type: 'web_search', external_web_access: true },
  { type: 'image_generation', output_format: 'png' },
];
const search = {
  type: 'tool_search',
  execution: 'client',
  description: 'Finds tools.',
  parameters: { type: 'object' },
};
const codex = [weather, patch, { type: 'local_shell' }, orders, search, ...hosted];
const hello: ChatAnswer = { parts: [{ text: 'ok' }] };
const ask = (more: Record<string, unknown> = {}) => ({ model: 'm', input: 'x', store: false, tools: codex, ...more });
const sent = (): Loose => upstream.seen.at(-1)?.body;
const namesSent = (): string[] => (sent().tools ?? []).map((tool: Loose) => tool.function.name);

/** Answers with the calls, whole and streamed in small pieces, and returns the output items of both. */
async function called(t: Loose, calls: [name: string, args: string][], more = {}): Promise<Loose[]> {
  const parts = calls.map(([call, given]) => ({ call, arguments: given }));
  const outputs: Loose[] = [];
  for (const stream of [false, true]) {
    upstream.next(chats({ parts }));
    const response = await open('/v1/responses', ask({ ...more, stream }));
    const text = await response.text();
    const events = stream ? eventsIn(text) : [];
    if (stream) t.strictSame(grammarFaults(events), []);
    outputs.push((stream ? (events.at(-1) as Loose).response : JSON.parse(text)).output);
  }
  const [whole, streamed] = outputs.map((output) => output.map(({ id: _, ...item }: Loose) => item));
  t.strictSame(streamed, whole);
  return outputs[1];
}

t.test('the tools become functions, and a header names those that are left out', async (t) => {
  upstream.next(chats(hello));
  const { status, headers } = await post('/v1/responses', ask());
  t.equal(status, 200);
  t.equal(headers.get('svc-ignored-tools'), 'web_search, image_generation');
  t.strictSame(namesSent(), [
    'weather',
    'apply_patch',
    'local_shell',
    'mcp__orders__look_up',
    'mcp__orders__note',
    'tool_search',
  ]);
  const { parameters, description } = sent().tools[1].function;
  t.match(parameters, { type: 'object', required: ['input'], properties: { input: { type: 'string' } } });
  t.match(description, /^Edits files\.\n\n.*lark.*\nstart: /);
  upstream.next(chats(hello));
  t.equal((await post('/v1/responses', ask({ tools: [weather] }))).headers.get('svc-ignored-tools'), null);
});

t.test('the calls come back in the form of their tools', async (t) => {
  const text = '*** Begin Patch\n"é" \\d 🌊\t';
  const output = await called(t, [
    ['apply_patch', JSON.stringify({ input: text })],
    ['local_shell', '{"command":["ls","-l"],"working_directory":"/tmp"}'],
    ['mcp__orders__look_up', '{"id":7}'],
    ['mcp__orders__note', '{"input":"late"}'],
    ['tool_search', '{"query":"ferries"}'],
    ['weather', '{}'],
  ]);
  t.match(output, [
    { type: 'custom_tool_call', name: 'apply_patch', input: text, status: 'completed', call_id: /./ },
    {
      type: 'local_shell_call',
      action: { type: 'exec', command: ['ls', '-l'], working_directory: '/tmp', env: {} },
      status: 'completed',
    },
    { type: 'function_call', namespace: 'mcp__orders__', name: 'look_up', arguments: '{"id":7}' },
    { type: 'custom_tool_call', namespace: 'mcp__orders__', name: 'note', input: 'late' },
    { type: 'tool_search_call', execution: 'client', arguments: { query: 'ferries' } },
    { type: 'function_call', name: 'weather', arguments: '{}' },
  ]);
  t.notOk('namespace' in output[5]);
});

t.test('the input of a custom tool is read from any arguments', async (t) => {
  for (const [given, input] of [
    ['{"input":"a\\u00e9\\ud83c\\udf0a\\n"}', 'aé🌊\n'],
    ['{ "input" : "a\\.b \\\\ \\/ \\"" , "more": 1}', 'a\\.b \\ / "'],
    ['{"patch":"first"}', 'first'],
    ['"text"', 'text'],
    ['*** Begin Patch', '*** Begin Patch'],
    ['{"input":{"a":1}}', '{"a":1}'],
    ['{}', ''],
    ['{"input":"cut \\u00', 'cut '],
  ] as const) {
    const [item] = await called(t, [['apply_patch', given]]);
    t.equal(item.input, input, given);
  }
  const [shell] = await called(t, [['local_shell', '{"command":"ls -l | wc"}']]);
  t.strictSame(shell.action.command, ['sh', '-c', 'ls -l | wc']);
});

t.test('the calls and their results go back', async (t) => {
  upstream.next(chats(hello));
  const input = [
    { type: 'additional_tools', role: 'developer', tools: [{ type: 'custom', name: 'exec' }, { type: 'shell' }] },
    { role: 'user', content: 'x' },
    { type: 'custom_tool_call', call_id: 'a', name: 'apply_patch', input: 'p' },
    { type: 'custom_tool_call_output', call_id: 'a', output: [{ type: 'input_text', text: 'done' }] },
    { type: 'function_call', call_id: 'b', namespace: 'mcp__orders__', name: 'look_up', arguments: '{}' },
    { type: 'function_call_output', call_id: 'b', output: 'none' },
    { type: 'function_call', call_id: 'c', namespace: 'gone', name: 'old', arguments: '{}' },
    { type: 'function_call_output', call_id: 'c', output: 'none' },
    { type: 'local_shell_call', call_id: 'd', action: { type: 'exec', command: ['ls'] } },
    { type: 'local_shell_call_output', id: 'd', output: '{"stdout":""}' },
    { type: 'tool_search_call', call_id: 'e', execution: 'client', arguments: { query: 'boats' } },
    {
      type: 'tool_search_output',
      call_id: 'e',
      tools: [
        { type: 'namespace', name: 'boats', tools: [{ type: 'function', name: 'rent' }] },
        { type: 'local_shell' },
      ],
    },
    { type: 'web_search_call', status: 'completed', action: { type: 'search', query: 'q' } },
  ];
  const { status, headers } = await post('/v1/responses', ask({ tools: [weather, orders], input }));
  t.equal(status, 200);
  t.equal(headers.get('svc-ignored-tools'), 'shell');
  const found = ['boats__rent', 'local_shell'];
  t.strictSame(namesSent(), ['weather', 'mcp__orders__look_up', 'mcp__orders__note', 'exec', ...found]);
  const { messages } = sent();
  const calls = messages.flatMap((message: Loose) => message.tool_calls ?? []);
  t.strictSame(
    calls.map((call: Loose) => [call.function.name, call.function.arguments]),
    [
      ['apply_patch', '{"input":"p"}'],
      ['mcp__orders__look_up', '{}'],
      ['gone__old', '{}'],
      ['local_shell', '{"type":"exec","command":["ls"]}'],
      ['tool_search', '{"query":"boats"}'],
    ],
  );
  t.strictSame(
    messages.filter(({ role }: Loose) => role === 'tool').map(({ content }: Loose) => content),
    ['done', 'none', 'none', '{"stdout":""}', 'These tools can be called now: boats, local_shell'],
  );
});

t.test('names stay unique and valid', async (t) => {
  const long = 'n'.repeat(60);
  const tools = [
    { type: 'function', name: 'a__b' },
    { type: 'namespace', name: 'a', tools: [{ type: 'function', name: 'b' }] },
    {
      type: 'namespace',
      name: long,
      tools: [
        { type: 'function', name: 'one' },
        { type: 'function', name: 'two' },
      ],
    },
    { type: 'namespace', name: 'my server', tools: [{ type: 'function', name: 'x.y' }] },
  ];
  upstream.next(chats(hello));
  await post('/v1/responses', ask({ tools }));
  const names = namesSent();
  t.equal(new Set(names).size, 5);
  for (const name of names) t.match(name, /^[\w-]{1,64}$/);
  const output = await called(
    t,
    names.map((name) => [name, '{}']),
    { tools },
  );
  t.match(output, [
    { name: 'a__b' },
    { namespace: 'a', name: 'b' },
    { namespace: long, name: 'one' },
    { namespace: long, name: 'two' },
    { namespace: 'my server', name: 'x.y' },
  ]);
});

t.test('a choice that demands a tool that is left out is refused at that tool', async (t) => {
  const before = upstream.seen.length;
  const allowed = (mode: string, ...tools: object[]) => ({ type: 'allowed_tools', mode, tools });
  for (const [at, more] of [
    [5, { tool_choice: { type: 'web_search' } }],
    [6, { tool_choice: { type: 'image_generation' } }],
    [6, { tool_choice: allowed('required', hosted[1] as object) }],
    [0, { tool_choice: 'required', tools: hosted }],
    [0, { tool_choice: { type: 'web_search' }, tools: hosted, store: true }],
  ] as const) {
    const { status, body } = await post('/v1/responses', ask(more));
    t.equal(status, 422);
    t.match(body, { detail: [{ loc: ['body', 'tools', String(at), 'type'] }], error: { message: /tool_choice/ } });
  }
  t.equal(upstream.seen.length, before);
  for (const [choice, expected, names] of [
    [{ type: 'custom', name: 'apply_patch' }, 'apply_patch'],
    [{ type: 'function', name: 'look_up' }, 'mcp__orders__look_up'],
    [{ type: 'local_shell' }, 'local_shell'],
    ['required', 'required'],
    [allowed('auto', hosted[0] as object, { type: 'custom', name: 'apply_patch' }), 'auto', ['apply_patch']],
    [allowed('auto', hosted[0] as object), undefined, []],
  ] as [unknown, unknown, string[]?][]) {
    upstream.next(chats(hello));
    t.equal((await post('/v1/responses', ask({ tool_choice: choice }))).status, 200);
    const { tool_choice: given } = sent();
    t.equal(given?.function?.name ?? given, expected);
    if (names !== undefined) t.strictSame(namesSent(), names);
  }
});

t.test('a stored response has the header too, and its calls can be answered', async (t) => {
  upstream.next(chats({ parts: [{ call: 'apply_patch', arguments: '{"input":"p"}' }] }), chats(hello), chats(hello));
  const first = await post('/v1/responses', ask({ store: true }));
  t.equal(first.headers.get('svc-ignored-tools'), 'web_search, image_generation');
  const [{ call_id }] = first.body.output;
  const input = [{ type: 'custom_tool_call_output', call_id, output: 'done' }];
  const response = await open('/v1/responses', ask({ input, stream: true, previous_response_id: first.body.id }));
  t.equal(response.headers.get('svc-ignored-tools'), 'web_search, image_generation');
  t.strictSame(grammarFaults(eventsIn(await response.text())), []);
  t.match(sent().messages, [
    { role: 'user' },
    { tool_calls: [{ id: call_id, function: { name: 'apply_patch', arguments: '{"input":"p"}' } }] },
    { role: 'tool', content: 'done' },
  ]);
});

t.test('an upstream that has the tools is asked first', async (t) => {
  const before = upstream.seen.length;
  const { status, headers } = await post('/v1/responses', ask({ model: 'both' }));
  t.equal(status, 200);
  t.equal(headers.get('svc-ignored-tools'), null);
  t.match(full.seen.at(-1)?.body, { tools: codex });
  const tools = [{ type: 'web_search_20250305', name: 'web_search' }];
  const question = { max_tokens: 9, messages: [{ role: 'user', content: 'x' }], tools };
  const claudeAnswer = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'both-claude',
    content: [{ type: 'text', text: 'ok' }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  };
  claude.next(({ response }) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(claudeAnswer));
  });
  const message = await post('/v1/messages', { ...question, model: 'both-claude' });
  t.equal(message.headers.get('svc-ignored-tools'), null);
  t.match(claude.seen.at(-1)?.body, { tools });
  t.equal(upstream.seen.length, before);
});

t.test('a tool that is left out needs no price', async (t) => {
  await allow({ spend_limit: { amount: 1000, interval: 'month' } });
  upstream.next(chats(hello));
  t.equal((await post('/v1/responses', ask())).status, 200);
  await allow({ spend_limit: null });
});

t.test('messages: tools of Anthropic are left out, and its blocks are read', async (t) => {
  const own = { name: 'read', input_schema: { type: 'object' } };
  const web = { type: 'web_search_20250305', name: 'web_search', max_uses: 8 };
  const question = (more: object) => ({
    model: 'm',
    max_tokens: 99,
    tools: [{ ...own, defer_loading: true }, web],
    messages: [{ role: 'user', content: 'x' }],
    ...more,
  });
  const result = (...content: object[]) => ({
    messages: [
      { role: 'user', content: 'x' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'search', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content }] },
    ],
  });
  const found = {
    type: 'search_result',
    source: 'https://x.test',
    title: 'Tides',
    content: [{ type: 'text', text: 'High at 6.' }],
  };
  for (const stream of [false, true]) {
    upstream.next(chats(hello));
    const response = await open(
      '/v1/messages',
      question({ stream, ...result(found, { type: 'tool_reference', tool_name: 'read' }) }),
    );
    t.equal(response.status, 200);
    t.equal(response.headers.get('svc-ignored-tools'), 'web_search_20250305');
    await response.text();
    t.strictSame(namesSent(), ['read']);
    t.strictSame(sent().messages.at(-1), {
      role: 'tool',
      tool_call_id: 'a',
      content: 'Tides\n\nhttps://x.test\n\nHigh at 6.\n\nTool: read',
    });
  }
  const before = upstream.seen.length;
  for (const more of [
    { tool_choice: { type: 'tool', name: 'web_search' } },
    { tool_choice: { type: 'any' }, tools: [own, web].slice(1) },
  ]) {
    const { status, body } = await post('/v1/messages', question(more));
    t.equal(status, 400);
    t.match(body.error, { type: 'invalid_request_error', param: 'tools' in more ? 'tools.0.type' : 'tools.1.type' });
  }
  t.equal(upstream.seen.length, before);
  upstream.next(chats(hello));
  t.equal((await post('/v1/messages', question({ tools: [web] }))).status, 200);
  t.notOk('tools' in sent());
});
