// An OpenAI-compatible upstream: real HTTP on loopback, with switches for the faults of real upstreams, and a record of
// all requests.

import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Test } from 'tap';
import { closeServer, listenOnLoopback } from './loopback.ts';

/** A request that reached the upstream. */
export interface Seen {
  method: string;
  /** The path with its query string. */
  path: string;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  /** The parsed JSON body. */
  body: Record<string, unknown>;
  /** Resolves with the time when the client disconnected before the end of the response. */
  aborted: Promise<number>;
}

export interface Answering {
  seen: Seen;
  request: IncomingMessage;
  response: ServerResponse;
}

export interface TestUpstream {
  /** The value for base_url, with its /v1. */
  url: string;
  origin: string;
  key: string;
  seen: Seen[];
  /** Returns the number of open connections. */
  connections(): number;
  /** Answers the next request instead of the default. Several answers are used in order. */
  next(...answers: ((answering: Answering) => unknown)[]): void;
  /** Answers every request from now on. Undefined: back to the default. */
  always(answer: ((answering: Answering) => unknown) | undefined): void;
  /** Returns the upstream's entry for SVC_UPSTREAMS. */
  settings(more?: Record<string, unknown>): Record<string, unknown>;
  stop(): Promise<void>;
}

/** The vector of every embedding. Its numbers are exact in 32 bits, but their decimal digits are not. */
export const vector = [0.1, -2.5, 3e-8, 1].map(Math.fround);

/** Starts an upstream, and stops it when the test ends. */
export async function startUpstream(
  t: Test,
  { models = ['chat-model', 'org/model:v1'] }: { models?: (string | { id: string; kind?: string })[] } = {},
): Promise<TestUpstream> {
  const seen: Seen[] = [];
  const queue: ((answering: Answering) => unknown)[] = [];
  let standing: ((answering: Answering) => unknown) | undefined;
  const key = 'sk-upstream-secret-0123456789';
  const server = createServer(async (request, response) => {
    const one = await receive(request, response).catch(() => undefined);
    if (one === undefined) return;
    seen.push(one);
    const answer =
      queue.shift() ??
      standing ??
      ((answering: Answering) =>
        usual(
          answering,
          models.map((model) => (typeof model === 'string' ? model : model.id)),
        ));
    await answer({ seen: one, request, response });
  });
  let open = 0;
  server.on('connection', (socket) => {
    open += 1;
    socket.once('close', () => {
      open -= 1;
    });
  });
  const origin = `http://127.0.0.1:${await listenOnLoopback(server)}`;
  const stop = (): Promise<void> => closeServer(server);
  t.teardown(stop);
  return {
    url: `${origin}/v1`,
    origin,
    key,
    seen,
    connections: () => open,
    next: (...answers) => queue.push(...answers),
    always(answer) {
      standing = answer;
    },
    settings: (more = {}) => ({ name: 'test', base_url: `${origin}/v1`, api_key: key, models, ...more }),
    stop,
  };
}

async function receive(request: IncomingMessage, response: ServerResponse): Promise<Seen> {
  const aborted = new Promise<number>((resolve) => {
    response.once('close', () => {
      if (!response.writableFinished) resolve(performance.now());
    });
  });
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  const isJson = request.headers['content-type']?.startsWith('application/json') && bytes.length > 0;
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    headers: request.headers,
    bytes,
    body: isJson ? jsonOf(bytes) : {},
    aborted,
  };
}

/**
 * Returns an empty object for invalid JSON, because a custom endpoint forwards any body. An error here would leave the
 * request without a response.
 */
function jsonOf(bytes: Buffer): Record<string, unknown> {
  try {
    return JSON.parse(bytes.toString()) as Record<string, unknown>;
  } catch {
    return {};
  }
}

async function usual({ seen, response }: Answering, models: string[]): Promise<void> {
  const [path] = seen.path.split('?');
  if (path === '/v1/models') return json(response, 200, { object: 'list', data: models.map((id) => ({ id })) });
  if (path === '/v1/ocr' || path === '/mcp') return json(response, 200, {});
  if (path?.startsWith('/v1/responses')) {
    const isStream = seen.body.stream === true || /[?&]stream=true\b/.test(seen.path);
    return isStream ? streamResponse(seen, path, response) : json(response, 200, modelResponse(seen, path));
  }
  if (path === '/v1/rerank') return json(response, 200, { results: [{ index: 0, relevance_score: 0.5 }] });
  if (path === '/v1/embeddings') return json(response, 200, embeddings(seen.body));
  if (path === '/v1/chat/completions' || path === '/v1/completions') {
    if (seen.body.stream === true) return streamChat(seen, response);
    return json(response, 200, path === '/v1/completions' ? completion(seen.body) : chat(seen.body));
  }
  json(response, 404, { error: { message: `No ${path}`, type: 'invalid_request_error', param: null, code: null } });
}

/** Answers with JSON. */
export function json(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    server: 'upstream/1.0',
    'set-cookie': 'upstream=1',
    ...headers,
  });
  response.end(text);
}

const usage = { prompt_tokens: 9, completion_tokens: 3, total_tokens: 12 };

function chat({ model, tools }: Record<string, unknown>): unknown {
  const call = { id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{"city":"Paris"}' } };
  const message =
    tools === undefined
      ? { role: 'assistant', content: 'Hello there', refusal: null }
      : { role: 'assistant', content: null, refusal: null, tool_calls: [call] };
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_700_000_000,
    model,
    choices: [{ index: 0, message, logprobs: null, finish_reason: tools === undefined ? 'stop' : 'tool_calls' }],
    usage,
  };
}

function completion({ model }: Record<string, unknown>): unknown {
  const choices = [{ index: 0, text: ' there was', logprobs: null, finish_reason: 'stop' }];
  return { id: 'cmpl-1', object: 'text_completion', created: 1_700_000_000, model, choices, usage };
}

function embeddings({ model, input, encoding_format }: Record<string, unknown>): unknown {
  const count = Array.isArray(input) ? input.length : 1;
  const embedding =
    encoding_format === 'base64' ? Buffer.from(Float32Array.from(vector).buffer).toString('base64') : vector;
  const data = Array.from({ length: count }, (_, index) => ({ object: 'embedding', index, embedding }));
  return { object: 'list', data, model, usage: { prompt_tokens: 5, total_tokens: 5 } };
}

const responses = new Map<string, object>();

/** Returns a new or stored response, its input items, or its deletion. */
const compaction = {
  id: 'resp_0',
  object: 'response.compaction',
  created_at: 1_700_000_000,
  output: [{ id: 'cmp_0', type: 'compaction', encrypted_content: 'gAAAAABo' }],
  usage: { input_tokens: 9, output_tokens: 3, total_tokens: 12 },
};

function modelResponse({ method, body }: Seen, path: string): unknown {
  const [, , , id = `resp_${responses.size + 1}`, below] = path.split('/');
  if (below === 'input_items')
    return { object: 'list', data: [{ id: 'msg_1' }], first_id: 'msg_1', last_id: 'msg_1', has_more: false };
  if (id === 'compact') return compaction;
  if (method === 'DELETE') return { id, object: 'response.deleted', deleted: true };
  const { model } = body;
  const answer = { id, object: 'response', created_at: 1_700_000_000, status: 'completed', model, output: [] };
  const kept = responses.get(id) ?? answer;
  responses.set(id, kept);
  return kept;
}

function streamResponse(seen: Seen, path: string, response: ServerResponse): void {
  const whole = modelResponse(seen, path);
  const event = (type: string, number: number) =>
    `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: number, response: whole })}\n\n`;
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  response.end(event('response.created', 0) + event('response.completed', 1));
}

/** Returns the chunks of a streamed response, with one word each. */
export function chunks(words: string[], { model = 'chat-model', withUsage = false } = {}): string[] {
  const chunk = (choices: unknown[], more = {}): string =>
    `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_700_000_000, model, choices, ...more })}\n\n`;
  const delta = (content: unknown, finish_reason: string | null = null): unknown => ({
    index: 0,
    delta: content,
    logprobs: null,
    finish_reason,
  });
  return [
    chunk([delta({ role: 'assistant', content: '' })]),
    ...words.map((word) => chunk([delta({ content: word })])),
    chunk([delta({}, 'stop')]),
    ...(withUsage ? [chunk([], { usage })] : []),
    'data: [DONE]\n\n',
  ];
}

async function streamChat({ body }: Seen, response: ServerResponse): Promise<void> {
  const { include_usage: withUsage = false } = (body.stream_options ?? {}) as { include_usage?: boolean };
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  for (const text of chunks(['Hello', ' there'], { model: String(body.model), withUsage })) response.write(text);
  response.end();
}

/** Streams texts with a pause before each, until the client disconnects. */
export async function streamSlowly(response: ServerResponse, texts: Iterable<string>, pauseMs: number): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.flushHeaders();
  for (const text of texts) {
    if (pauseMs > 0) await wait(pauseMs);
    if (response.destroyed) return;
    response.write(text);
  }
  response.end();
}
