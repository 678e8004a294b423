// Ids of the account that all projects share at an upstream: of items, containers, files, prompts, connectors, hosted MCP
// servers. The upstream cannot tell projects apart, so it must not see such an id.

import t from 'tap';
import { refuseIdsInResponse } from '../../services/gateway/index.ts';
import { question, startInference } from '../harness/inference.ts';
import { json, startUpstream } from '../harness/upstream.ts';

const upstream = await startUpstream(t);
const claude = await startUpstream(t, { models: ['claude'] });
claude.always(({ response }) =>
  json(response, 200, {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    content: [],
    model: 'claude',
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  }),
);
const { post } = await startInference(t, [upstream.settings(), claude.settings({ name: 'claude', api: 'anthropic' })]);

type Case = readonly [more: Record<string, unknown>, where: string];

const tool = (more: Record<string, unknown>) => ({ tools: [{ type: 'function', name: 'f', parameters: {} }, more] });
const item = (more: Record<string, unknown>) => ({ input: [{ role: 'user', content: 'Hello?' }, more] });
const part = (more: Record<string, unknown>) =>
  item({ role: 'user', content: [{ type: 'input_text', text: 'x' }, more] });

const responseCases: Case[] = [
  [{ prompt: { id: 'pmpt_1', version: '2' } }, 'prompt'],
  [tool({ type: 'code_interpreter', container: 'cntr_1' }), 'tools.1.container'],
  [tool({ type: 'code_interpreter', container: { id: 'cntr_1' } }), 'tools.1.container'],
  [tool({ type: 'code_interpreter', container: { type: 'auto', file_ids: ['file-1'] } }), 'tools.1.container.file_ids'],
  [
    tool({ type: 'shell', environment: { type: 'container_reference', container_id: 'c' } }),
    'tools.1.environment.container_id',
  ],
  [
    tool({ type: 'shell', environment: { type: 'container_auto', skills: [{ skill_id: 's' }] } }),
    'tools.1.environment.skills.0.skill_id',
  ],
  [tool({ type: 'mcp', server_label: 'x', connector_id: 'connector_gmail' }), 'tools.1.type'],
  [tool({ type: 'mcp', server_label: 'x', server_url: 'https://mcp.example.com' }), 'tools.1.type'],
  [tool({ type: 'image_generation', input_image_mask: { file_id: 'file-1' } }), 'tools.1.input_image_mask.file_id'],
  [tool({ type: 'new_tool', deep: [{ file_id: 'file-1' }] }), 'tools.1.deep.0.file_id'],
  [part({ type: 'input_file', file_id: 'file-1' }), 'input.1.content.1.file_id'],
  [part({ type: 'input_image', file_id: 'file-1' }), 'input.1.content.1.file_id'],
  [
    item({ type: 'function_call_output', call_id: 'c', output: [{ type: 'input_file', file_id: 'file-1' }] }),
    'input.1.output.0.file_id',
  ],
  [
    item({ type: 'computer_call_output', call_id: 'c', output: { type: 'computer_screenshot', file_id: 'f' } }),
    'input.1.output.file_id',
  ],
  [
    item({ type: 'code_interpreter_call', id: 'ci_1', code: '', container_id: 'cntr_1', outputs: [] }),
    'input.1.container_id',
  ],
  ...['shell_call', 'shell_call_output'].map((type): Case => {
    const environment = { type: 'container_reference', container_id: 'cntr_1' };
    return [item({ type, call_id: 'c', environment }), 'input.1.environment.container_id'];
  }),
  ...['additional_tools', 'tool_search_output'].flatMap((type): Case[] => {
    const adds = (...tools: unknown[]) => item({ type, role: 'developer', call_id: 'c', tools });
    return [
      [adds({ type: 'code_interpreter', container: 'cntr_1' }), 'input.1.tools.0.container'],
      [adds({ type: 'mcp', server_label: 'x', connector_id: 'connector_gmail' }), 'input.1.tools.0.type'],
      [adds({ type: 'file_search', vector_store_ids: ['vs_1'] }), 'input.1.tools.0.vector_store_ids'],
    ];
  }),
  [
    tool({ type: 'namespace', name: 'n', tools: [{ type: 'code_interpreter', container: 'cntr_1' }] }),
    'tools.1.tools.0.container',
  ],
];

t.test('a response cannot name anything of the shared account', async (t) => {
  for (const background of [false, true]) {
    for (const [more, where] of responseCases) {
      const { status, body } = await post('/v1/responses', { model: 'chat-model', input: 'x', background, ...more });
      t.equal(status, 422, where);
      t.strictSame(body.detail[0].loc.join('.'), `body.${where}`);
    }
  }
  for (const given of [
    { type: 'item_reference', id: 'msg_1' },
    { id: 'msg_1' },
    { type: null, id: 'msg_1' },
    { type: 'image_generation_call', id: 'ig_1' },
  ]) {
    const { status, body } = await post('/v1/responses', { model: 'chat-model', ...item(given) });
    t.match([status, body.error], [404, { code: 'not_found', param: 'input' }], JSON.stringify(given));
  }
  t.equal(upstream.seen.length, 0);
});

t.test('items of a conversation cannot either', async (t) => {
  const { body: conversation } = await post('/v1/conversations', {});
  const items = responseCases.flatMap(([more]) => (Array.isArray(more.input) ? [more.input[1]] : []));
  for (const one of [...items, { type: 'item_reference', id: 'msg_1' }]) {
    for (const path of ['/v1/conversations', `/v1/conversations/${conversation.id}/items`]) {
      t.equal((await post(path, { items: [one] })).status, 422, JSON.stringify(one));
    }
  }
});

t.test('chat completions and messages cannot either', async (t) => {
  const before = [upstream.seen.length, claude.seen.length];
  const message = (content: unknown, more = {}) => ({ messages: [{ role: 'user', content, ...more }] });
  for (const [more, where] of [
    [message([{ type: 'file', file: { file_id: 'file-1' } }]), 'messages.0.content.0.file.file_id'],
    [message('x', { role: 'assistant', audio: { id: 'audio_1' } }), 'messages.0.audio'],
  ] as Case[]) {
    const { status, body } = await post('/v1/chat/completions', question(more));
    t.match([status, body.detail?.[0].loc.join('.')], [422, `body.${where}`]);
  }
  const document = (source: unknown) => [{ type: 'document', source }];
  for (const [more, where] of [
    [message(document({ type: 'file', file_id: 'file_1' })), 'messages.0.content.0.source.file_id'],
    [message([{ type: 'container_upload', file_id: 'file_1' }]), 'messages.0.content.0.file_id'],
    [
      message([{ type: 'tool_result', tool_use_id: 't', content: document({ type: 'file', file_id: 'f' }) }]),
      'messages.0.content.0.content.0.source.file_id',
    ],
    [{ container: 'container_1' }, 'container'],
    [{ container: { id: 'container_1' } }, 'container'],
    [{ container: { skills: [{ type: 'custom', skill_id: 's' }] } }, 'container.skills.0'],
    [{ thread: 't' }, 'thread'],
  ] as Case[]) {
    for (const path of ['/v1/messages', '/v1/messages/count_tokens']) {
      const { status, body } = await post(path, { model: 'claude', max_tokens: 5, ...message('x'), ...more });
      t.match([status, body.error?.param], [400, where]);
    }
  }
  t.strictSame([upstream.seen.length, claude.seen.length], before);
});

t.test('requests without such ids pass unchanged', async (t) => {
  const tools = [
    { type: 'function', name: 'f', parameters: { properties: { file_id: { type: 'string', default: 'x' } } } },
    { type: 'code_interpreter', container: { type: 'auto', file_ids: [] } },
    { type: 'web_search' },
  ];
  const annotations = [{ type: 'file_citation', file_id: 'file-1', index: 1, filename: 'a' }];
  const input = [
    { type: 'message', id: 'msg_1', role: 'assistant', content: [{ type: 'output_text', text: 'x', annotations }] },
    { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'x' },
    { type: 'function_call', id: 'fc_1', call_id: 'c', name: 'f', arguments: '{"file_id":"x"}' },
    { type: 'function_call_output', call_id: 'c', output: '{"file_id":"x"}' },
    { type: 'image_generation_call', id: 'ig_1', result: 'aGk=' },
    { role: 'user', content: [{ type: 'input_file', filename: 'a.txt', file_data: 'data:text/plain;base64,eA==' }] },
  ];
  const body = { model: 'chat-model', input, tools, prompt: null };
  t.equal((await post('/v1/responses', body)).status, 200);
  t.strictSame(upstream.seen.at(-1)?.body, { ...body, stream: false });
  const content = [{ type: 'tool_use', id: 't', name: 'f', input: { file_id: 'x', container_id: 'y' } }];
  const messages = [{ role: 'assistant', content }];
  const asked = {
    model: 'claude',
    max_tokens: 5,
    messages,
    container: { skills: [{ type: 'anthropic', skill_id: 'pdf' }] },
  };
  t.equal((await post('/v1/messages', asked)).status, 200);
  t.equal((await post('/v1/conversations', { items: [input[0], input[2], input[3]] })).status, 200);
});

t.test('each tool of a namespace is searched once, however deep it is', async (t) => {
  let searches = 0;
  const ownKeys = (): string[] => {
    searches += 1;
    return [];
  };
  const details = new Proxy({}, { ownKeys });
  let tools: unknown[] = [{ type: 'code_interpreter', details }];
  for (let levels = 10; levels > 0; levels -= 1) tools = [{ type: 'namespace', tools }];
  refuseIdsInResponse({ tools });
  t.equal(searches, 1);
});
