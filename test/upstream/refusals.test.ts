// Tests that a translated request is sent again without what the upstream refuses, and later ones are so at once.

import t from 'tap';
import { shiftClock } from '../harness/clock.ts';
import { asMessages, call, faultsOf, image, output, shot, user } from '../harness/histories.ts';
import { startInference, tenantOf } from '../harness/inference.ts';
import { chunks, json, startUpstream, type TestUpstream } from '../harness/upstream.ts';

// biome-ignore lint/suspicious/noExplicitAny: the tests verify the types by their values.
type Loose = any;

/** Refusals of members that a server does not take: of Groq, Cerebras, Mistral, Gemini, Azure, OpenAI and Ollama. */
const refusals: [member: string, status: number, body: unknown][] = [
  [
    'prompt_cache_key',
    400,
    { error: { message: "property 'prompt_cache_key' is unsupported", type: 'invalid_request_error' } },
  ],
  [
    'prompt_cache_key',
    422,
    { message: "body.prompt_cache_key: property 'body.prompt_cache_key' is unsupported", code: 'wrong_api_format' },
  ],
  ['reasoning_effort', 400, { error: { message: '`reasoning_effort` is not supported with this model' } }],
  [
    'user',
    422,
    {
      object: 'error',
      message: { detail: [{ type: 'extra_forbidden', loc: ['body', 'user'], msg: 'Extra inputs are not permitted' }] },
    },
  ],
  ['user', 422, { object: 'error', message: '{"detail":[{"type":"extra_forbidden","loc":["body","user"]}]}' }],
  [
    'parallel_tool_calls',
    400,
    [
      {
        error: {
          code: 400,
          message: 'Invalid JSON payload received. Unknown name "parallel_tool_calls": Cannot find field.',
        },
      },
    ],
  ],
  [
    'reasoning_effort',
    400,
    { error: { message: 'Unrecognized request argument supplied: reasoning_effort', code: null } },
  ],
  [
    'max_tokens',
    400,
    {
      error: {
        message:
          "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        param: 'max_tokens',
        code: 'unsupported_parameter',
      },
    },
  ],
  [
    'temperature',
    400,
    {
      error: {
        message:
          "Unsupported value: 'temperature' does not support 0.2 with this model. Only the default (1) value is supported.",
        param: 'temperature',
        code: 'unsupported_value',
      },
    },
  ],
  ['reasoning_effort', 400, { error: { message: '"qwen2.5-coder" does not support thinking', param: null } }],
  ['reasoning_effort', 400, { error: { message: 'think value "high" is not supported for this model' } }],
  [
    'reasoning_effort',
    400,
    { error: { message: `invalid reasoning value: 'xhigh' (must be "high", "medium", "low", or "none")` } },
  ],
];

/** Refusals of reasoning in messages: of Groq (two models) and Mistral. */
const refusalsOfReasoning = [
  {
    names: ['reasoning_content'],
    status: 400,
    refusal: (name: string) => ({
      error: {
        message: `'messages.1' : for 'role:assistant' the following must be satisfied[('messages.1' : property '${name}' is unsupported, did you mean 'reasoning'?)]`,
        type: 'invalid_request_error',
      },
    }),
  },
  {
    names: ['reasoning_content', 'reasoning'],
    status: 400,
    refusal: (name: string) => ({
      error: {
        message:
          name === 'reasoning'
            ? 'messages[1].reasoning: reasoning is not supported with this model'
            : `'messages.1' : for 'role:assistant' the following must be satisfied[('messages.1' : property '${name}' is unsupported)]`,
      },
    }),
  },
  {
    names: ['reasoning_content', 'reasoning'],
    status: 422,
    refusal: (name: string) => ({
      detail: [{ type: 'extra_forbidden', loc: ['body', 'messages', 1, 'assistant', name], msg: 'Extra inputs' }],
    }),
  },
];

/** Refusals of a limit of the output above 8192: of OpenAI, Groq, DeepSeek and Alibaba. */
const tooMuch = [
  'max_tokens is too large: 32000. This model supports at most 8192 completion tokens, whereas you provided 32000.',
  '`max_tokens` must be less than or equal to `8192`, the maximum value for `max_tokens` is less than the `context_window` for this model',
  'Invalid max_tokens value, the valid range of max_tokens is [1, 8192]',
  '<400> InternalError.Algo.InvalidParameter: Range of max_tokens should be [1, 8192]',
];

/** Refusals of images: of vLLM, Ollama, OpenRouter, LM Studio, SiliconFlow, DeepSeek, OpenAI, Groq and llama.cpp. */
const refusalsOfImages: [status: number, message: string][] = [
  [400, 'deepseek-v4-flash is not a multimodal model'],
  [400, 'this model does not support image input (ref: b1feda6a)'],
  [500, 'this model is missing data required for image input'],
  [404, 'No endpoints found that support image input'],
  [400, 'Model does not support images. Please use a model that does.'],
  [400, 'Multimodal data provided, but model does not support multimodal requests.'],
  [400, 'The model is not a VLM (Vision Language Model). Please use text-only prompts.'],
  [422, 'Failed to deserialize the JSON body: messages[2]: unknown variant `image_url`, expected `text` at line 1'],
  [400, 'Invalid content type. image_url is only supported by certain models.'],
  [
    400,
    "'messages.2' : for 'role:user' the following must be satisfied[('messages.2.content' : value must be a string)]",
  ],
  [500, 'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj'],
  [500, 'Failed to parse messages: Unsupported content part type: "image_url"; messages = []'],
];

const upstream = await startUpstream(t, { models: ['m'] });
const strict = await Promise.all(refusals.map((_one, at) => startUpstream(t, { models: [`strict-${at}`] })));
const small = await Promise.all(tooMuch.map((_one, at) => startUpstream(t, { models: [`small-${at}`] })));
const deaf = await Promise.all(refusalsOfReasoning.map((_one, at) => startUpstream(t, { models: [`deaf-${at}`] })));
const silent = await Promise.all(['m', 'c'].map((model) => startUpstream(t, { models: [`silent-${model}`] })));
const echoing = await startUpstream(t, { models: ['echo'] });
const blind = await Promise.all(refusalsOfImages.map((_one, at) => startUpstream(t, { models: [`blind-${at}`] })));
const google = await startUpstream(t, { models: ['google'] });
const { app, admin, open, post } = await startInference(t, [
  echoing.settings({ name: 'echo', responses: false }),
  google.settings({ name: 'google', responses: false }),
  ...silent.map((one, at) => one.settings({ name: `silent-${at}`, responses: false })),
  ...blind.map((one, at) => one.settings({ name: `blind-${at}`, responses: false })),
  ...deaf.map((one, at) => one.settings({ name: `deaf-${at}`, responses: false })),
  ...small.map((one, at) => one.settings({ name: `small-${at}`, responses: false })),
  ...strict.map((one, at) => one.settings({ name: `strict-${at}`, responses: false })),
  upstream.settings({ responses: false }),
]);

/** Returns the last body that a server got. */
const sent = ({ seen }: TestUpstream): Loose => seen.at(-1)?.body;

for (const [at, [member, status, refusal]] of refusals.entries())
  t.test(`a request is sent without ${member} to a server that refuses it: ${at}`, async (t) => {
    const server = strict[at] as TestUpstream;
    const model = `strict-${at}`;
    const sentWith = () => server.seen.filter((one) => one.method === 'POST').map(({ body }) => member in body);
    server.always(({ seen, response }) => {
      if (member in (seen.body ?? {})) json(response, status, refusal);
      else json(response, 200, { choices: [{ index: 0, message: { content: 'Yes.' }, finish_reason: 'stop' }] });
    });
    const response = await post('/v1/responses', {
      model,
      store: false,
      input: 'x',
      reasoning: { effort: 'high' },
      prompt_cache_key: 'session',
      user: 'u',
      tools: [{ type: 'function', name: 'look', parameters: { type: 'object' } }],
      parallel_tool_calls: false,
      max_output_tokens: 100,
      temperature: 0.2,
    });
    t.equal(response.status, 200, response.text);
    t.strictSame(sentWith(), [true, false]);
    const message = await post('/v1/messages', {
      model,
      max_tokens: 100,
      messages: [user('x')],
      metadata: { user_id: 'u' },
      output_config: { effort: 'high' },
      temperature: 0.2,
      tools: [{ name: 'look', input_schema: { type: 'object' } }],
      tool_choice: { type: 'auto', disable_parallel_tool_use: true },
    });
    t.equal(message.status, 200, message.text);
    t.strictSame(sentWith(), [true, false, false], 'the next request is sent without it at once');
  });

t.test('a model of Mistral gets a turn between the results of tools and the user', async (t) => {
  const server = strict[0] as TestUpstream;
  const bodies = () => server.seen.filter(({ method }) => method === 'POST').map(({ body }) => body as Loose);
  const roles = () => bodies().map(({ messages }) => messages.map(({ role }: Loose) => role).join(' '));
  const [good, bad] = ['user assistant tool assistant user', 'user assistant tool user'];
  for (const message of [
    "Unexpected role 'user' after role 'tool'",
    'Jinja Exception: After the optional system message, conversation roles must alternate user and assistant roles',
  ]) {
    server.always(({ seen, response }) => {
      const isBad = (seen.body as Loose).messages.some(
        ({ role }: Loose, at: number, all: Loose) => role === 'user' && all[at - 1]?.role === 'tool',
      );
      if (isBad) json(response, 400, { object: 'error', message, type: 'invalid_request_message_order', code: '3230' });
      else json(response, 200, { choices: [{ index: 0, message: { content: 'Yes.' }, finish_reason: 'stop' }] });
    });
    const before = bodies().length;
    const input = [user('x'), call('a'), output('a'), user('Stop!')];
    t.match(await post('/v1/responses', { model: 'strict-0', store: false, input }), { status: 200 });
    const body = { model: 'strict-0', max_tokens: 100, messages: asMessages(input) };
    t.match(await post('/v1/messages', body), { status: 200 });
    t.strictSame(roles().slice(before), [bad, good, good]);
    shiftClock(601_000);
  }
});

for (const [at, [status, message]] of refusalsOfImages.entries())
  t.test(`a model that sees no images is told of those that its tools returned: ${message}`, async (t) => {
    const server = blind[at] as TestUpstream;
    const isShown = (body: unknown) => JSON.stringify(body).includes('"image_url"');
    server.always(({ seen, response }) => {
      if (isShown(seen.body)) json(response, status, { error: { message, type: 'e', param: null, code: null } });
      else json(response, 200, { choices: [{ index: 0, message: { content: 'Yes.' }, finish_reason: 'stop' }] });
    });
    const model = `blind-${at}`;
    const input = [user('x'), call('a'), output('a', [image])];
    t.equal((await post('/v1/responses', { model, store: false, input })).status, 200);
    t.equal(sent(server).messages.at(-1).content, '[An image was left out: this model cannot see images.]');
    const before = server.seen.length;
    const result = { type: 'tool_result', tool_use_id: 'a', content: [shot] };
    const messages = (content: unknown[]) => ({ model, max_tokens: 100, messages: [{ role: 'user', content }] });
    const asked = messages([result, { type: 'text', text: 'Go on.' }]);
    asked.messages.unshift({ role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'one', input: {} }] });
    t.equal((await post('/v1/messages', asked)).status, 200);
    t.equal(server.seen.length - before, 1, 'later requests are sent so at once');
    t.match(sent(server).messages.at(-1).content, /^\[An image was left out: .*\]\n\nGo on\.$/);
    t.strictSame(faultsOf(sent(server).messages), []);
    t.match(await post('/v1/messages', messages([shot])), {
      status: status === 422 ? 422 : 400,
      body: { error: { message: `Could not process image: ${message}` } },
    });
  });

t.test('a model that refuses one image, or to draw, is not taken for one that sees none', async (t) => {
  shiftClock(601_000);
  const server = blind[0] as TestUpstream;
  const input = [user('x'), call('a'), output('a', [image])];
  for (const message of [
    'Unsupported image type application/octet-stream, only support image/jpeg, image/png, image/gif, and image/webp',
    'The image format is not supported.',
    'This model does not support image generation.',
  ]) {
    server.always(({ response }) => json(response, 400, { error: { message } }));
    const before = server.seen.length;
    const refused = await post('/v1/responses', { model: 'blind-0', store: false, input });
    t.match(refused, { status: 400, body: { error: { message } } });
    t.equal(server.seen.length - before, 1, message);
  }
});

t.test('Claude Code knows by the words of a refusal that an image cannot be read, and leaves it out', async (t) => {
  const body = { model: 'blind-0', max_tokens: 100, messages: [{ role: 'user', content: [shot] }] };
  for (const [status, message] of [
    [400, 'Failed to load image: cannot identify image file <_io.BytesIO object at 0x7f01>'],
    [500, 'Failed to load image or audio file'],
    [400, 'invalid image input'],
    [500, 'failed to process inputs: image: unknown format'],
    [400, 'You uploaded an unsupported image. Please make sure your image is valid.'],
    [400, 'Invalid base64 image_url.'],
    [400, 'The image data you provided does not represent a valid image.'],
    [400, 'Unable to process input image. Please retry.'],
  ] as const) {
    (blind[0] as TestUpstream).always(({ response }) => json(response, status, { error: { message } }));
    const refused = await post('/v1/messages', body);
    t.match(refused, { status: 400, body: { error: { message: `Could not process image: ${message}` } } }, message);
  }
  const other = 'The tool draw_image has an invalid schema.';
  (blind[0] as TestUpstream).always(({ response }) => json(response, 400, { error: { message: other } }));
  t.match(await post('/v1/messages', body), { status: 400, body: { error: { message: other } } });
});

t.test('a model that refuses max_tokens gets the limit by its newer name', async (t) => {
  const at = refusals.findIndex(([member]) => member === 'max_tokens');
  const body = { model: `strict-${at}`, max_tokens: 100, messages: [user('x')] };
  t.equal((await post('/v1/messages', body)).status, 200);
  t.match(sent(strict[at] as TestUpstream), { max_completion_tokens: 100 });
});

for (const [at, message] of tooMuch.entries())
  t.test(`a limit of the output above that of the model becomes that of the model: ${at}`, async (t) => {
    const server = small[at] as TestUpstream;
    server.always(({ seen, response }) => {
      if (Number(seen.body?.max_tokens) > 8192) json(response, 400, { error: { message, code: null } });
      else json(response, 200, { choices: [{ index: 0, message: { content: 'Yes.' }, finish_reason: 'length' }] });
    });
    const limits = () => server.seen.flatMap(({ method, body }) => (method === 'POST' ? [body?.max_tokens] : []));
    const body = { model: `small-${at}`, max_tokens: 32_000, messages: [user('x')] };
    t.match(await post('/v1/messages', body), { status: 200, body: { stop_reason: 'max_tokens' } });
    t.strictSame(limits(), [32_000, 8192]);
    const next = { model: `small-${at}`, store: false, input: 'x', max_output_tokens: 32_000 };
    t.match(await post('/v1/responses', next), { status: 200, body: { status: 'incomplete' } });
    t.equal((await post('/v1/messages', { ...body, max_tokens: 50 })).status, 200);
    t.strictSame(limits(), [32_000, 8192, 8192, 50], 'later requests are sent with it at once');
  });

for (const [at, { names, status, refusal }] of refusalsOfReasoning.entries())
  t.test(`reasoning is sent by the name that the server takes: ${at}`, async (t) => {
    const server = deaf[at] as TestUpstream;
    server.always(({ seen, response }) => {
      const given = (seen.body as Loose)?.messages.find(({ role }: Loose) => role === 'assistant') ?? {};
      const refused = names.find((name) => name in given);
      if (refused !== undefined) json(response, status, refusal(refused));
      else json(response, 200, { choices: [{ index: 0, message: { content: 'Yes.' }, finish_reason: 'stop' }] });
    });
    const asked = {
      model: `deaf-${at}`,
      max_tokens: 100,
      messages: [
        user('Weather?'),
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'I must ask.', signature: 's' },
            { type: 'tool_use', id: 'c', name: 'look', input: {} },
          ],
        },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content: 'Sun.' }] },
      ],
    };
    const message = await post('/v1/messages', asked);
    t.equal(message.status, 200, message.text);
    const [, turn] = sent(server).messages;
    t.match(turn, { tool_calls: [{ id: 'c' }] });
    const left = ['reasoning_content', 'reasoning'].filter((name) => !names.includes(name));
    t.strictSame(
      Object.keys(turn).filter((name) => name.startsWith('reasoning')),
      left,
    );
    const before = server.seen.length;
    t.equal((await post('/v1/messages', asked)).status, 200);
    t.equal(server.seen.length - before, 1, 'the next request is sent so at once');
  });

for (const [at, path] of ['/v1/messages', '/v1/chat/completions'].entries())
  t.test(`streams of a server that refuses stream_options are not asked for their usage: ${path}`, async (t) => {
    const server = silent[at] as TestUpstream;
    const model = `silent-${at === 0 ? 'm' : 'c'}`;
    const message = {
      detail: [{ type: 'extra_forbidden', loc: ['body', 'stream_options', 'include_usage'], msg: 'Extra inputs' }],
    };
    server.always(({ seen, response }) => {
      if (seen.body?.stream_options !== undefined) return json(response, 422, { object: 'error', message });
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(chunks(['Yes.']).join(''));
    });
    const asked = { model, max_tokens: 100, stream: true, messages: [user('x')] };
    for (const tries of [2, 1]) {
      const before = server.seen.length;
      const stream = await open(path, asked);
      t.equal(stream.status, 200);
      t.match(await stream.text(), /Yes\./);
      t.equal(server.seen.length - before, tries);
    }
    if (path === '/v1/messages') return;
    const own = await post(path, { ...asked, stream_options: { include_usage: true } });
    t.equal(own.status, 422, 'a caller who asks for it gets the refusal');
    const other = { ...asked, model: 'm' };
    upstream.always(({ response }) =>
      json(response, 400, { error: { message: "Conversation roles must alternate, not 'reasoning_content'." } }),
    );
    const before = upstream.seen.length;
    t.equal((await open(path, other)).status, 400);
    t.equal(upstream.seen.length - before, 1, 'what the caller wrote is not sent again');
  });

t.test('what a refusal quotes of a request changes no requests of others, nor the usage', async (t) => {
  const bodies = () => echoing.seen.flatMap(({ method, body }) => (method === 'POST' ? [body as Loose] : []));
  const isRude = (body: Loose) => body.messages.some(({ role }: Loose) => /stream_options/.test(role));
  echoing.always(({ seen, response }) => {
    const { messages, user: given } = seen.body as Loose;
    const message = isRude(seen.body)
      ? `Invalid value: '${messages[0].role}'. Supported values are: 'system', 'user'.`
      : `Extra inputs are not permitted: 'user', input: ${JSON.stringify(given)}`;
    if (isRude(seen.body) || given !== undefined) return json(response, 400, { error: { message } });
    if (seen.body?.stream !== true)
      return json(response, 200, { choices: [{ index: 0, message: { content: 'Yes.' }, finish_reason: 'stop' }] });
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(chunks(['Yes.']).join(''));
  });
  const stream = { model: 'echo', stream: true, messages: [user('x')] };
  const rude = await post('/v1/chat/completions', { ...stream, messages: [{ role: 'stream_options', content: 'x' }] });
  t.equal(rude.status, 400);
  await (await open('/v1/chat/completions', stream)).text();
  t.match(bodies().at(-1), { stream_options: { include_usage: true } });
  const quoted = 'stream_options, max_tokens is too large: 9. This model supports at most 1 completion tokens';
  const asked = { model: 'echo', max_tokens: 100, temperature: 0.5, messages: [user('x')] };
  const odd = { ...asked, stream: true, metadata: { user_id: quoted } };
  await (await open('/v1/messages', odd)).text();
  t.match(bodies().at(-1), { stream_options: { include_usage: true }, user: undefined });
  const other = await tenantOf(app, admin);
  t.equal((await other.post('/v1/messages', asked)).status, 200);
  t.match(bodies().at(-1), { max_tokens: 100 }, 'another project keeps its limit');
});

t.test('a limit of another member is not that of the output', async (t) => {
  const message =
    "1 validation error: temperature: Input should be less than or equal to 1.5, input: {'max_tokens': 100}";
  echoing.always(({ seen, response }) => {
    if (seen.body?.top_p !== undefined) json(response, 400, { error: { message: `${message}, 'top_p': 1` } });
    else json(response, 200, { choices: [{ index: 0, message: { content: 'Yes.' }, finish_reason: 'stop' }] });
  });
  const { post: ask } = await tenantOf(app, admin);
  t.equal((await ask('/v1/messages', { model: 'echo', max_tokens: 100, top_p: 1, messages: [user('x')] })).status, 200);
  t.match(sent(echoing), { max_tokens: 100, top_p: undefined });
});

t.test('calls that are refused at the same time are all sent again', async (t) => {
  shiftClock(601_000);
  const waiting: (() => void)[] = [];
  echoing.always(({ seen, response }) => {
    if (seen.body?.user === undefined)
      return json(response, 200, { choices: [{ index: 0, message: { content: 'Yes.' }, finish_reason: 'stop' }] });
    waiting.push(() => json(response, 400, { error: { message: "Unsupported parameter: 'user'" } }));
    if (waiting.length === 2) for (const answer of waiting) answer();
  });
  const { post: ask } = await tenantOf(app, admin);
  const asked = { model: 'echo', max_tokens: 100, metadata: { user_id: 'u' }, messages: [user('x')] };
  const answers = await Promise.all([ask('/v1/messages', asked), ask('/v1/messages', asked)]);
  t.strictSame(
    answers.map(({ status }) => status),
    [200, 200],
  );
});

t.test('functions are sent without keywords of their schemas that the server refuses', async (t) => {
  const refused = ['exclusiveMinimum', 'propertyNames'];
  google.always(({ seen, response }) => {
    const schema = (seen.body as Loose)?.tools?.[0].function.parameters.properties.given;
    const unknown = refused.filter((keyword) => keyword in schema);
    const at = "at 'tools[0].function_declarations[0].parameters.properties[0].value': Cannot find field.";
    const lines = unknown.map((keyword) => `Invalid JSON payload received. Unknown name "${keyword}" ${at}`);
    if (lines.length > 0) json(response, 400, [{ error: { code: 400, message: lines.join('\n') } }]);
    else json(response, 200, { choices: [{ index: 0, message: { content: 'Yes.' }, finish_reason: 'stop' }] });
  });
  const given = { type: 'object', propertyNames: { pattern: 'x' }, exclusiveMinimum: 0, default: { propertyNames: 1 } };
  const schema = { type: 'object', properties: { given, propertyNames: { type: 'string' } }, required: ['given'] };
  const answer = await post('/v1/messages', {
    model: 'google',
    max_tokens: 100,
    messages: [user('x')],
    tools: [{ name: 'look', input_schema: { $schema: 'https://json-schema.org/draft/2020-12/schema', ...schema } }],
  });
  t.equal(answer.status, 200, answer.text);
  const { propertyNames: _names, exclusiveMinimum: _least, ...left } = given;
  const properties = { given: left, propertyNames: { type: 'string' } };
  t.strictSame(sent(google).tools[0].function.parameters, { ...schema, properties });
  const tools = [{ type: 'function', name: 'look', parameters: schema }];
  const before = google.seen.length;
  t.equal((await post('/v1/responses', { model: 'google', store: false, input: 'x', tools })).status, 200);
  t.equal(google.seen.length - before, 1, 'the next request is sent so at once');
});

t.test('an answer whose limit was used up before its first word is empty, and no error', async (t) => {
  const message =
    'Could not finish the message because max_tokens or model output limit was reached. Please try again with higher max_tokens.';
  upstream.always(({ response }) =>
    json(response, 400, { error: { message, type: 'invalid_request_error', param: null, code: null } }),
  );
  const asked = { model: 'm', max_tokens: 1, messages: [user('Hi')] };
  t.match(await post('/v1/messages', asked), {
    status: 200,
    body: { type: 'message', content: [], stop_reason: 'max_tokens' },
  });
  const stream = await open('/v1/messages', { ...asked, stream: true });
  t.equal(stream.headers.get('content-type'), 'text/event-stream; charset=utf-8');
  t.match(await stream.text(), /message_start[\s\S]*"stop_reason":"max_tokens"[\s\S]*message_stop/);
  t.match(await post('/v1/responses', { model: 'm', store: false, input: 'Hi', max_output_tokens: 16 }), {
    status: 200,
    body: { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } },
  });
  const { status } = await post('/v1/chat/completions', { ...asked, max_completion_tokens: 1 });
  t.equal(status, 400, 'a caller of the same API gets the refusal');
});

t.test('a refusal that names no such member is answered', async (t) => {
  upstream.next(({ response }) => json(response, 400, { error: { message: 'The user message is too rude.' } }));
  const before = upstream.seen.length;
  const body = { model: 'm', store: false, input: 'x', user: 'u' };
  t.match(await post('/v1/responses', body), { status: 400, body: { error: { message: /too rude/ } } });
  t.equal(upstream.seen.length - before, 1);
});
