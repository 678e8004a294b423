// A proxy between the contract run and the server that lies as a mutant says.

import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { operationAt } from '../../scripts/contract/answers.ts';
import { closeServer, listenOnLoopback } from '../harness/loopback.ts';
import type { Delivery } from './front.ts';

// biome-ignore lint/suspicious/noExplicitAny: a body of the server or of the run; the mutants know what they change.
type Body = any;

/** A response on its way to the run. */
export interface Passing {
  status: number;
  headers: Headers;
  /** A Buffer if it is not JSON. */
  body: Body;
}

/** A request on its way to the server. A mutant may change its members before the server sees it. */
export interface Call {
  operationId: string;
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Record<string, string>;
  /** The parsed body; undefined if it is not JSON. */
  body: Body;
  /** The body as it was sent. The server gets it unless a mutant changes `body`. */
  bytes: Buffer;
  /** The values that a mutant keeps between calls. */
  memory: Map<string, Body>;
  /** Sends the request to the server, with the changes. */
  send(changes?: Partial<Pick<Call, 'method' | 'path' | 'query' | 'headers' | 'body'>>): Promise<Passing>;
}

/** A defect of the server, as data. */
export interface Mutant {
  name: string;
  /** The operations that have the defect, by id. The empty id is that of an unknown path or method. */
  on: string | RegExp;
  /** The status or the error code of the responses that `answer` changes. Absent: successes. `any`: all of them. */
  when?: number | string;
  /** Changes the request. A returned response is sent without asking the server. */
  request?: (call: Call) => undefined | Passing | Promise<Passing | undefined>;
  /** Changes the response. */
  answer?: (answer: Passing, call: Call) => unknown;
  /** Changes a delivery to the run's receiver. A returned answer is that of the receiver. */
  deliver?: (delivery: Delivery) => undefined | Awaitable<Reply | undefined>;
}

type Reply = Awaited<ReturnType<Delivery['send']>>;
type Awaitable<T> = T | Promise<T>;

export interface LyingProxy {
  url: string;
  close(): Promise<void>;
}

const hopByHop = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive']);

/** Answers a request instead of the server. Returns false for a request that goes on to the server. */
export type Takeover = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Starts a proxy to the server at `target`. Without a mutant it changes nothing. */
export async function startProxy(target: string, mutant?: Mutant, takeover?: Takeover): Promise<LyingProxy> {
  const memory = new Map<string, Body>();
  const server = createServer(async (request, response) => {
    if (takeover?.(request, response)) return;
    const bytes = await buffer(request).catch(() => undefined);
    // The run has aborted the request.
    if (bytes === undefined) return;
    const { pathname, search, searchParams } = new URL(request.url ?? '/', target);
    const call = callOf(target, memory, {
      method: request.method ?? 'GET',
      path: (request.url ?? '/').split('?')[0] ?? pathname,
      search,
      query: searchParams,
      headers: request.headers,
      bytes,
    });
    const answer = await answerOf(call, mutant).catch(() => undefined);
    if (answer === undefined) return void response.destroy();
    const isText = typeof answer.body === 'string' || Buffer.isBuffer(answer.body);
    const sent = isText ? answer.body : JSON.stringify(answer.body);
    const headers = Object.fromEntries([...answer.headers].filter(([name]) => !hopByHop.has(name)));
    const length = answer.headers.get('content-length');
    const isHead = call.method === 'HEAD' && length !== null;
    response.writeHead(answer.status, { ...headers, 'content-length': isHead ? length : Buffer.byteLength(sent) });
    response.end(sent);
  });
  const port = await listenOnLoopback(server);
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => closeServer(server),
  };
}

/** Returns true if the mutant changes the operation. */
export function concerns({ on }: Mutant, operationId: string): boolean {
  return typeof on === 'string' ? on === operationId : on.test(operationId);
}

async function answerOf(call: Call, mutant: Mutant | undefined): Promise<Passing> {
  if (mutant === undefined || !concerns(mutant, call.operationId)) return call.send();
  const early = await mutant.request?.(call);
  if (early !== undefined) return early;
  const answer = await call.send();
  if (applies(answer, mutant.when)) await changed(mutant, answer, call);
  return answer;
}

/** Lets the mutant change the response. A response without what the mutant changes, such as one to HEAD, stays as it is. */
async function changed(mutant: Mutant, answer: Passing, call: Call): Promise<void> {
  try {
    await mutant.answer?.(answer, call);
  } catch {}
}

function applies({ status, body }: Passing, when: Mutant['when']): boolean {
  if (when === undefined) return status < 300;
  return when === 'any' || when === status || when === body?.error?.code || when === body?.detail?.[0]?.type;
}

interface Incoming {
  method: string;
  path: string;
  search: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

function callOf(
  target: string,
  memory: Map<string, Body>,
  { method, path, search, query, headers, bytes }: Incoming,
): Call {
  const sentQuery = String(query);
  const sentBody = parsed(bytes.toString(), headers['content-type']);
  const asSent = JSON.stringify(sentBody);
  const call: Call = {
    operationId: operationAt(method, path)?.operationId ?? '',
    method,
    path,
    query,
    headers: Object.fromEntries(
      Object.entries(headers).flatMap(([name, value]) =>
        hopByHop.has(name) || value === undefined ? [] : [[name, String(value)]],
      ),
    ),
    body: sentBody,
    bytes,
    memory,
    async send(changes = {}) {
      const { method, path, query, headers, body } = { ...call, ...changes };
      // The query is sent as it came, because its encoding is a subject of the cases too.
      const text = String(query) === sentQuery ? search : `?${query}`;
      const payload = JSON.stringify(body) === asSent ? bytes : Buffer.from(JSON.stringify(body));
      const answer = await fetch(`${target}${path}${text}`, {
        method,
        headers,
        redirect: 'manual',
        ...(payload.length === 0 || method === 'GET' || method === 'HEAD' ? {} : { body: payload }),
      });
      const received = Buffer.from(await answer.arrayBuffer());
      const shown = new Headers(answer.headers);
      // fetch has decoded the body.
      shown.delete('content-encoding');
      const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true;
      const content = isJson && received.length > 0 ? JSON.parse(received.toString()) : received;
      return { status: answer.status, headers: shown, body: content };
    },
  };
  return call;
}

function parsed(text: string, contentType: string | undefined): Body {
  if (contentType?.toLowerCase().startsWith('application/json') !== true) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
