// Tests every quirk of servers with chat completions over every API, streamed and whole. A client of each API builds the
// same answer, whatever form the server gives it.

import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import t from 'tap';
import { eventsIn, grammarFaults } from '../harness/event-grammar.ts';
import { startInference } from '../harness/inference.ts';
import { messageFaults } from '../harness/message-grammar.ts';
import { startUpstream } from '../harness/upstream.ts';

// biome-ignore lint/suspicious/noExplicitAny: the tests verify the types by their values.
type Loose = any;

interface Call {
  name: string;
  arguments: object;
}

/** The answer that a client builds. */
interface Answer {
  text: string;
  reasoning: string;
  calls: readonly Call[];
  stop: 'stop' | 'calls' | 'length';
}

interface Quirk {
  what: string;
  /** The message of the whole completion. */
  message?: Loose;
  finish?: string | null;
  /** The body instead of a completion. */
  body?: Loose;
  /** The deltas of the chunks of a stream. Undefined: the stream has the message as its only delta. */
  deltas?: Loose[];
  /** The text of the stream instead of one made of the deltas. */
  stream?: string;
  /** The server answers JSON to each question. */
  neverStreams?: boolean;
  lineEnd?: string;
  pieces?: number;
  encoding?: 'gzip' | 'deflate' | 'raw deflate' | 'br';
  /** `cut`: an error only if streamed. */
  expect: Partial<Answer> | 'error' | 'cut';
  /** True: strict clients of chat completions read the answer too. */
  chat?: boolean;
}

const call = (name: string, args: unknown, more = {}) => ({
  type: 'function',
  function: { name, arguments: args },
  ...more,
});
const one: Call = { name: 'one', arguments: { stop: 'Old Pier' } };
const two: Call = { name: 'two', arguments: { seats: 4 } };
const json = ({ arguments: given }: Call): string => JSON.stringify(given);
const both = { text: '', calls: [one, two], stop: 'calls' } as const;
const whole = [call('one', json(one), { index: 0, id: 'a' }), call('two', json(two), { index: 1, id: 'b' })];
const says = { content: 'Fähre ⛴ fährt' };
const said = { text: 'Fähre ⛴ fährt' };
const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
const calls = (...given: Loose[]) => ({ content: null, tool_calls: given });
const part = (index: unknown, args: unknown, more = {}) => ({
  tool_calls: [{ ...(index === undefined ? {} : { index }), function: { arguments: args }, ...more }],
});
const data = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;
const chunkOf = (delta: unknown, finish: string | null = null): string =>
  data({ id: 'chatcmpl-7', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] });
const failed = { error: { message: 'The account has no credit left.', type: 'billing', code: 'no_credit' } };

const quirks: Quirk[] = [
  {
    what: 'two calls with the same index',
    message: calls(...whole.map((each) => ({ ...each, index: 0 }))),
    deltas: [
      { tool_calls: [call('one', '{"stop":"Old', { index: 0, id: 'a' })] },
      part(0, ' Pier"}'),
      { tool_calls: [call('two', '{"seats":4}', { index: 0, id: 'b' })] },
    ],
    expect: both,
  },
  {
    what: 'two calls with the same index and no ids',
    message: calls(call('one', json(one), { index: 0 }), call('two', json(two), { index: 0 })),
    deltas: [
      { tool_calls: [call('one', json(one), { index: 0 })] },
      { tool_calls: [call('two', json(two), { index: 0 })] },
    ],
    expect: both,
  },
  {
    what: 'calls without an index',
    message: calls(...whole.map(({ index: _, ...each }: Loose) => each)),
    deltas: whole.map(({ index: _, ...each }: Loose) => ({ tool_calls: [each] })),
    expect: both,
  },
  {
    what: 'calls without an index, in pieces',
    message: calls(...whole),
    deltas: [
      { tool_calls: [call('one', '{"stop":', { id: 'a' })] },
      part(undefined, '"Old Pier"}'),
      { tool_calls: [call('two', '{"seats"', { id: 'b' })] },
      part(undefined, ':4}'),
    ],
    expect: both,
  },
  {
    what: 'neither index nor id',
    message: calls(call('one', json(one)), call('two', json(two))),
    deltas: [{ tool_calls: [call('one', json(one))] }, { tool_calls: [call('two', json(two))] }],
    expect: both,
  },
  {
    what: 'empty ids',
    message: calls(...whole.map((each) => ({ ...each, id: '' }))),
    expect: both,
  },
  {
    what: 'the same id for all calls',
    message: calls(...whole.map((each) => ({ ...each, id: 'call_0' }))),
    expect: both,
  },
  {
    what: 'id and name in each piece',
    message: calls(whole[0]),
    deltas: ['{"stop":', '"Old Pier"', '}'].map((piece) => ({
      tool_calls: [call('one', piece, { index: 0, id: 'a' })],
    })),
    expect: { text: '', calls: [one], stop: 'calls' },
  },
  {
    what: 'a new id in each piece',
    message: calls(whole[0]),
    deltas: ['{"stop":', '"Old Pier"', '}'].map((piece, at) => ({
      tool_calls: [call('one', piece, { index: 0, id: `a${at}` })],
    })),
    expect: { text: '', calls: [one], stop: 'calls' },
  },
  {
    what: 'all calls once more at the end',
    message: calls(...whole),
    deltas: [...whole.map((each) => ({ tool_calls: [each] })), calls(...whole)],
    expect: both,
  },
  {
    what: 'pieces of parallel calls in turn',
    message: calls(...whole),
    deltas: [
      { tool_calls: [call('one', '', { index: 0, id: 'a' }), call('two', '', { index: 1, id: 'b' })] },
      part(0, '{"stop":'),
      part(1, '{"seats":'),
      part(0, '"Old Pier"}'),
      part(1, '4}'),
    ],
    expect: both,
  },
  {
    what: 'arguments as an object',
    message: calls(
      call('one', one.arguments, { index: 0, id: 'a' }),
      call('two', two.arguments, { index: 1, id: 'b' }),
    ),
    expect: both,
  },
  {
    what: 'an empty object before the pieces of the arguments',
    message: calls(whole[0]),
    deltas: [{ tool_calls: [call('one', {}, { index: 0, id: 'a' })] }, part(0, json(one))],
    expect: { text: '', calls: [one], stop: 'calls' },
  },
  {
    what: 'no arguments at all',
    message: calls(call('one', '', { index: 0, id: 'a' }), {
      index: 1,
      id: 'b',
      type: 'function',
      function: { name: 'two' },
    }),
    expect: {
      text: '',
      calls: [
        { name: 'one', arguments: {} },
        { name: 'two', arguments: {} },
      ],
      stop: 'calls',
    },
  },
  {
    what: 'a legacy function call',
    message: { content: null, function_call: { name: 'one', arguments: json(one) } },
    deltas: [
      { function_call: { name: 'one', arguments: '{"stop":' } },
      { function_call: { arguments: '"Old Pier"}' } },
    ],
    finish: 'function_call',
    expect: { text: '', calls: [one], stop: 'calls' },
  },
  { what: 'calls that end with stop', message: calls(...whole), finish: 'stop', expect: both },
  { what: 'no reason of the end', message: calls(...whole), finish: null, expect: both },
  { what: 'tool_calls as the reason without calls', message: says, finish: 'tool_calls', expect: said },
  { what: 'another name of the usual end', message: says, finish: 'eos', expect: said },
  { what: 'an answer that is cut', message: says, finish: 'length', expect: { ...said, stop: 'length' } },
  {
    what: 'text between and after calls',
    message: { content: 'First.', tool_calls: whole },
    deltas: [{ content: 'Fi' }, { tool_calls: [whole[0]] }, { content: 'rst.' }, { tool_calls: [whole[1]] }],
    expect: { ...both, text: 'First.' },
  },
  {
    what: 'text inside of a call',
    message: { content: 'Hm.', tool_calls: [whole[0]] },
    deltas: [
      { tool_calls: [call('one', '{"stop":', { index: 0, id: 'a' })] },
      { content: 'Hm.' },
      part(0, '"Old Pier"}'),
    ],
    expect: { text: 'Hm.', calls: [one], stop: 'calls' },
  },
  {
    what: 'content as parts',
    message: {
      content: [
        { type: 'text', text: 'The ferry ' },
        { type: 'text', text: 'is late.' },
      ],
    },
    expect: { text: 'The ferry is late.' },
  },
  {
    what: 'reasoning as parts of the content',
    message: {
      content: [
        { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] },
        { type: 'text', text: 'Late.' },
      ],
    },
    expect: { text: 'Late.', reasoning: 'Hm.' },
  },
  { what: 'reasoning_content', message: { reasoning_content: 'Hm.', ...says }, expect: { ...said, reasoning: 'Hm.' } },
  { what: 'reasoning', message: { reasoning: 'Hm.', ...says }, expect: { ...said, reasoning: 'Hm.' } },
  { what: 'thinking', message: { thinking: 'Hm.', ...says }, expect: { ...said, reasoning: 'Hm.' } },
  {
    what: 'reasoning under two names',
    message: { reasoning: 'Hm.', reasoning_content: 'Hm.', ...says },
    expect: { ...said, reasoning: 'Hm.' },
  },
  {
    what: 'details of the reasoning',
    message: { reasoning_details: [{ type: 'reasoning.text', text: 'Hm.' }], ...says },
    expect: { ...said, reasoning: 'Hm.' },
  },
  {
    what: 'reasoning in tags',
    message: { content: '<think>\nHm < 3.</think>\n\nFähre ⛴ fährt' },
    deltas: ['<th', 'ink>\nHm <', ' 3.</thi', 'nk>\n', '\nFähre', ' ⛴ fährt'].map((content) => ({ content })),
    expect: { ...said, reasoning: 'Hm < 3.' },
  },
  { what: 'an angle bracket at the beginning', message: { content: '<thin> ice' }, expect: { text: '<thin> ice' } },
  {
    what: 'reasoning between calls',
    message: { reasoning_content: 'One. Two.', tool_calls: whole },
    deltas: [{ reasoning: 'One. ' }, { tool_calls: [whole[0]] }, { reasoning: 'Two.' }, { tool_calls: [whole[1]] }],
    expect: { ...both, reasoning: 'One. Two.' },
  },
  { what: 'a refusal', message: { content: null, refusal: 'No.' }, expect: { text: 'No.' } },
  {
    what: 'the role and nulls in each delta',
    message: says,
    deltas: ['Fähre ', '⛴ fährt'].map((content) => ({
      role: 'assistant',
      content,
      tool_calls: null,
      function_call: null,
      refusal: null,
      reasoning_content: null,
    })),
    expect: said,
    chat: true,
  },
  {
    what: 'no delta, and choices that are empty or null',
    message: says,
    stream: [
      data({ choices: [] }),
      data({ choices: null }),
      data({ choices: [{ index: 0, delta: null }] }),
      chunkOf(says),
      chunkOf({}, 'stop'),
      data({ choices: [], usage }),
      'data: [DONE]\n\n',
    ].join(''),
    expect: said,
  },
  {
    what: 'the whole message once more at the end',
    message: says,
    stream: `${chunkOf(says)}${data({ choices: [{ index: 0, message: says, finish_reason: 'stop' }] })}data: [DONE]\n\n`,
    expect: said,
  },
  {
    what: 'a stream of the whole completion',
    message: says,
    stream: `${data({ choices: [{ index: 0, message: says, finish_reason: 'stop' }] })}data: [DONE]\n\n`,
    expect: said,
  },
  {
    what: 'a second choice',
    body: {
      choices: [
        { index: 1, message: { content: 'No.' } },
        { index: 0, message: says, finish_reason: 'stop' },
      ],
    },
    stream: `${chunkOf(says)}${data({ choices: [{ index: 1, delta: { content: 'No.' } }] })}${chunkOf({}, 'stop')}`,
    expect: said,
  },
  { what: 'no [DONE]', message: says, stream: chunkOf(says) + chunkOf({}, 'stop'), expect: said, chat: true },
  {
    what: 'no blank line at the end',
    message: says,
    stream: (chunkOf(says) + chunkOf({}, 'stop')).trimEnd(),
    expect: said,
  },
  { what: 'a byte order mark', message: says, stream: `\ufeff${chunkOf(says)}${chunkOf({}, 'stop')}`, expect: said },
  {
    what: 'comments, names, ids and waits of events',
    message: says,
    stream: `: hello\n\nretry: 5\n\nevent: ping\n\nevent: message\nid: 1\n${chunkOf(says)}${chunkOf({}, 'stop')}data: [DONE]\n\n`,
    expect: said,
    chat: true,
  },
  { what: 'returns as line ends', message: says, lineEnd: '\r', pieces: 3, expect: said, chat: true },
  { what: 'returns and line feeds', message: says, lineEnd: '\r\n', pieces: 1, expect: said, chat: true },
  { what: 'bytes one by one', message: says, pieces: 1, expect: said, chat: true },
  { what: 'gzip', message: says, encoding: 'gzip', expect: said, chat: true },
  { what: 'gzip, byte by byte', message: says, encoding: 'gzip', pieces: 1, expect: said, chat: true },
  { what: 'deflate', message: says, encoding: 'deflate', expect: said, chat: true },
  { what: 'raw deflate', message: says, encoding: 'raw deflate', expect: said, chat: true },
  { what: 'brotli', message: says, encoding: 'br', expect: said, chat: true },
  { what: 'JSON for a stream', message: says, neverStreams: true, expect: said, chat: true },
  {
    what: 'JSON with calls for a stream',
    message: { content: [{ type: 'text', text: 'All aboard.' }], tool_calls: [call('one', one.arguments)] },
    neverStreams: true,
    expect: { text: 'All aboard.', calls: [one], stop: 'calls' },
  },
  { what: 'packed JSON for a stream', message: says, neverStreams: true, encoding: 'gzip', expect: said, chat: true },
  {
    what: 'an error with status 200',
    body: failed,
    stream: `${data(failed)}data: [DONE]\n\n`,
    expect: 'error',
    chat: true,
  },
  {
    what: 'an error as a string',
    body: { error: 'No credit.' },
    stream: data({ error: 'No credit.' }),
    expect: 'error',
    chat: true,
  },
  { what: 'an error for a stream', body: failed, neverStreams: true, expect: 'error', chat: true },
  {
    what: 'an error in the middle of a stream',
    message: says,
    stream: `${chunkOf(says)}${data(failed)}data: [DONE]\n\n`,
    expect: 'cut',
    chat: true,
  },
  { what: 'an error as the reason of the end', message: says, finish: 'error', expect: 'error' },
  { what: 'a stream that ends in the middle', message: says, stream: chunkOf(says), expect: 'cut', chat: true },
  {
    what: 'a stream that ends without its last event',
    message: says,
    stream: chunkOf(says) + chunkOf({}, 'stop') + chunkOf({}),
    expect: said,
    chat: true,
  },
  { what: 'a stream without an answer', message: says, stream: 'data: [DONE]\n\n', expect: 'cut' },
  { what: 'a stream without any event', message: says, stream: ': hello\n\n', expect: 'cut', chat: true },
  {
    what: 'an event that is no JSON',
    message: says,
    stream: `${chunkOf(says)}data: {"choices"\n\n`,
    expect: 'cut',
    chat: true,
  },
];

const upstream = await startUpstream(t, { models: ['m'] });
const { open } = await startInference(t, [upstream.settings({ responses: false })]);
const tools = ['one', 'two', 'three'];
const parameters = { type: 'object', properties: {} };

function streamOf({ message, deltas = [message], finish = 'stop', stream, lineEnd = '\n' }: Quirk): string {
  const chunks = [...deltas.map((delta) => chunkOf(delta)), ...(finish === null ? [] : [chunkOf({}, finish)])];
  return (stream ?? `${chunks.join('')}${data({ choices: [], usage })}data: [DONE]\n\n`).replaceAll('\n', lineEnd);
}

function packed(bytes: Buffer, encoding: Quirk['encoding']): Buffer {
  if (encoding === 'gzip') return gzipSync(bytes);
  if (encoding === 'deflate') return deflateSync(bytes);
  if (encoding === 'raw deflate') return deflateRawSync(bytes);
  return encoding === 'br' ? brotliCompressSync(bytes) : bytes;
}

function serve(quirk: Quirk): void {
  const { message, finish = 'stop', neverStreams = false, encoding, pieces } = quirk;
  const {
    body = {
      id: 'chatcmpl-7',
      object: 'chat.completion',
      choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finish }],
      usage,
    },
  } = quirk;
  upstream.always(({ seen, response }) => {
    if (!seen.path.endsWith('/chat/completions')) return response.writeHead(404).end();
    const streams = seen.body.stream === true && !neverStreams;
    const bytes = packed(Buffer.from(streams ? streamOf(quirk) : JSON.stringify(body)), encoding);
    response.writeHead(200, {
      'content-type': streams ? 'text/event-stream' : 'application/json',
      ...(encoding === undefined ? {} : { 'content-encoding': encoding.replace('raw ', '') }),
    });
    for (let at = 0; at < bytes.length; at += pieces ?? bytes.length)
      response.write(bytes.subarray(at, at + (pieces ?? bytes.length)));
    response.end();
  });
}

type Built = Answer | 'error';
type Api = (streams: boolean) => Promise<Built>;

const parsed = (name: string, id: unknown, given: string) => ({ id, call: { name, arguments: JSON.parse(given) } });

/** Checks that each call has an id of its own. */
function callsOf(given: { id: unknown; call: Call }[]): Call[] {
  if (new Set(given.map(({ id }) => id)).size !== given.length || given.some(({ id }) => !id))
    throw new Error(`ids: ${given.map(({ id }) => id)}`);
  return given.map(({ call }) => call);
}

const chat: Api = async (streams) => {
  const question = { model: 'm', stream: streams, messages: [{ role: 'user', content: 'x' }] };
  const own = tools.map((name) => ({ type: 'function', function: { name, parameters } }));
  const response = await open('/v1/chat/completions', { ...question, tools: own });
  const text = await response.text();
  if (response.status >= 400) return JSON.parse(text).error.message ? 'error' : Promise.reject(new Error(text));
  const built: Loose = { content: '', reasoning: '', calls: [], stop: '' };
  const events = streams ? dataIn(text) : [JSON.parse(text)];
  if (events.some(({ error }) => error)) return text.includes('[DONE]') ? Promise.reject(new Error(text)) : 'error';
  for (const { choices } of events) {
    const { delta, message, finish_reason } = choices?.[0] ?? {};
    const { content, reasoning_content, tool_calls } = delta ?? message ?? {};
    if (content != null && typeof content !== 'string') throw new Error('content is no string');
    built.content += content ?? '';
    built.reasoning += reasoning_content ?? '';
    for (const [at, { index = streams ? undefined : at, id, function: own }] of (tool_calls ?? []).entries()) {
      built.calls[index] ??= { id, name: own.name, given: '' };
      built.calls[index].given += own.arguments;
    }
    built.stop = finish_reason ?? built.stop;
  }
  const given = built.calls.map(({ name, id, given }: Loose) => parsed(name, id, given));
  const stop = given.length > 0 ? 'calls' : built.stop;
  return { text: built.content, reasoning: built.reasoning, calls: callsOf(given), stop };
};

/** Returns the data of the events. */
function dataIn(text: string): Loose[] {
  const lines = text.split('\n').filter((line) => line.startsWith('data:') && !line.includes('[DONE]'));
  return lines.map((line) => JSON.parse(line.slice(5)));
}

const responses: Api = async (streams) => {
  const own = tools.map((name) => ({ type: 'function', name, parameters }));
  const response = await open('/v1/responses', { model: 'm', input: 'x', store: false, stream: streams, tools: own });
  const text = await response.text();
  if (response.status >= 400) return JSON.parse(text).error.message ? 'error' : Promise.reject(new Error(text));
  const events = streams ? eventsIn(text) : [];
  const faults = streams ? grammarFaults(events) : [];
  if (faults.length > 0) throw new Error(faults.join('; '));
  const whole: Loose = streams ? events.at(-1)?.response : JSON.parse(text);
  if (whole.status === 'failed') return whole.error.message ? 'error' : Promise.reject(new Error(text));
  const texts = (type: string) =>
    whole.output
      .filter((item: Loose) => item.type === type)
      .flatMap(({ content }: Loose) => content.map((one: Loose) => one.text ?? one.refusal))
      .join('');
  const given = whole.output
    .filter(({ type }: Loose) => type === 'function_call')
    .map(({ name, call_id, arguments: args }: Loose) => parsed(name, call_id, args));
  const stop = whole.status === 'incomplete' ? 'length' : given.length > 0 ? 'calls' : 'stop';
  return { text: texts('message'), reasoning: texts('reasoning'), calls: callsOf(given), stop };
};

const messages: Api = async (streams) => {
  const own = tools.map((name) => ({ name, input_schema: parameters }));
  const thinking = { type: 'enabled', budget_tokens: 1024 };
  const question = { model: 'm', max_tokens: 4000, stream: streams, messages: [{ role: 'user', content: 'x' }] };
  const response = await open('/v1/messages', { ...question, thinking, tools: own });
  const text = await response.text();
  if (response.status >= 400) return JSON.parse(text).error.message ? 'error' : Promise.reject(new Error(text));
  const events = streams ? dataIn(text) : [];
  const faults = streams ? messageFaults(events) : [];
  if (events.at(-1)?.type === 'error') return 'error';
  if (faults.length > 0) throw new Error(faults.join('; '));
  const whole = streams ? messageOf(events) : JSON.parse(text);
  const texts = (type: string) =>
    whole.content.map((block: Loose) => (block.type === type ? block[type] : '')).join('');
  const uses = whole.content.filter(({ type }: Loose) => type === 'tool_use');
  const given = uses.map(({ name, id, input }: Loose) => parsed(name, id, JSON.stringify(input)));
  const stop = { end_turn: 'stop', tool_use: 'calls', max_tokens: 'length' }[String(whole.stop_reason)];
  return { text: texts('text'), reasoning: texts('thinking'), calls: callsOf(given), stop: stop as Answer['stop'] };
};

/** Builds the message as the official client does. */
function messageOf(events: Loose[]): Loose {
  const content: Loose[] = [];
  let end = {};
  for (const { type, index, content_block: block, delta } of events) {
    if (type === 'content_block_start') content[index] = { ...block, json: '' };
    if (type === 'message_delta') end = delta;
    if (type !== 'content_block_delta') continue;
    const open = content[index];
    if (delta.type === 'input_json_delta') open.json += delta.partial_json;
    else open[open.type] += delta[open.type];
  }
  for (const block of content) if (block.type === 'tool_use') block.input = JSON.parse(block.json || '{}');
  return { content, ...end };
}

const apis: Record<string, Api> = { responses, messages, chat };

for (const quirk of quirks)
  t.test(quirk.what, async (t) => {
    serve(quirk);
    for (const [name, ask] of Object.entries(apis)) {
      if (name === 'chat' && quirk.chat !== true) continue;
      for (const streams of [false, true]) {
        const { expect } = quirk;
        const wanted =
          expect === 'error' || (expect === 'cut' && streams)
            ? 'error'
            : { text: '', reasoning: '', calls: [], stop: 'stop', ...(expect === 'cut' ? said : expect) };
        const built = await ask(streams).catch((error: unknown) => String(error));
        t.strictSame(built, wanted, `${name}, ${streams ? 'streamed' : 'whole'}`);
      }
    }
  });
