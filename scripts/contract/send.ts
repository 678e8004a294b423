// Sends a request over HTTP exactly as given, and reads the whole response. Used by the tests and by the contract run.
// Node's own client costs a third of the CPU time of `fetch`, and a run of the tests sends more than 100,000 requests.

import { type IncomingMessage, request as requestByHttp } from 'node:http';
import { request as requestByHttps } from 'node:https';

// biome-ignore lint/suspicious/noExplicitAny: a body off the wire; `violations` holds it against its schema.
export interface Answer<Body = any> {
  status: number;
  headers: Headers;
  body: Body;
  text: string;
  bytes: Uint8Array;
}

export interface RequestOptions {
  token?: string | undefined;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent unchanged. */
  raw?: string | Uint8Array;
  /** The media type of the body; JSON by default. Null: no Content-Type header. */
  contentType?: string | null;
  /** Sent as multipart/form-data. */
  form?: FormData;
  query?: Record<string, string | number | boolean>;
}

/** Sends a request to a server that the function knows. */
export type Ask = (method: string, path: string, options?: RequestOptions) => Promise<Answer>;

const broken = new Set(['ECONNRESET', 'EPIPE']);

/**
 * Returns a function that repeats a request once if the connection breaks before a response. A server may close an idle
 * connection at the moment when the next request is sent on it. If the request itself makes the server break the
 * connection, the second attempt fails too.
 */
export function withRetry(ask: Ask): Ask {
  return (...request) =>
    ask(...request).catch((error: Error & { cause?: { code?: string } }) => {
      if (!broken.has(error.cause?.code ?? '')) throw error;
      return ask(...request);
    });
}

/** The limits of a response. By default there are none. */
export interface Limits {
  signal?: AbortSignal;
  maxBytes?: number;
}

/** The deepest nesting of a JSON body that is parsed. The functions that read a body are recursive. */
const deepestJson = 100;

/** The response is longer than its limit. */
class AnswerTooLong extends Error {
  constructor(maxBytes: number) {
    super(`the response has more than ${maxBytes} bytes`);
    this.name = 'AnswerTooLong';
  }
}

export interface Sent extends Answer {
  /** The path as it was sent: the URL parser has resolved `.` and `..`. */
  path: string;
}

/** Sends the request to the server at the base URL. Throws if no response comes, or if it exceeds the limits. */
export async function send(
  url: string,
  method: string,
  path: string,
  { token, headers, body, raw, form, contentType = 'application/json', query }: RequestOptions = {},
  limits: Limits = {},
): Promise<Sent> {
  const target =
    query === undefined
      ? path
      : `${path}?${new URLSearchParams(Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]))}`;
  const text = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  // A response is the simplest encoder of a form.
  const encoded = form === undefined ? undefined : new Response(form);
  const payload = encoded === undefined ? text : await encoded.bytes();
  const type = encoded?.headers.get('content-type') ?? contentType;
  const address = new URL(url + target);
  const sent = await exchange(
    address,
    {
      method,
      headers: {
        accept: '*/*',
        'user-agent': 'node',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(payload === undefined ? {} : { 'content-length': String(Buffer.byteLength(payload)) }),
        ...(payload === undefined || type === null ? {} : { 'content-type': type }),
        ...headers,
      },
      payload,
    },
    limits,
  );
  const shown = utf8.decode(sent.bytes);
  return { path: address.pathname + address.search, ...sent, text: shown, body: parse(shown, sent.headers) };
}

interface Outgoing {
  method: string;
  headers: Record<string, string>;
  payload: string | Uint8Array | undefined;
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** Follows no redirection, and asks for no compression. */
function exchange(
  address: URL,
  { method, headers, payload }: Outgoing,
  { signal, maxBytes = Number.POSITIVE_INFINITY }: Limits,
): Promise<Pick<Answer, 'status' | 'headers' | 'bytes'>> {
  const request = address.protocol === 'https:' ? requestByHttps : requestByHttp;
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void => {
      if (signal?.aborted) reject(signal.reason as Error);
      else reject(error instanceof AnswerTooLong ? error : new TypeError('fetch failed', { cause: error }));
    };
    const outgoing = request(address, { method, headers, ...(signal === undefined ? {} : { signal }) }, (response) => {
      const chunks: Buffer[] = [];
      let length = 0;
      response.on('data', (chunk: Buffer) => {
        length += chunk.length;
        if (length > maxBytes) response.destroy(new AnswerTooLong(maxBytes));
        else chunks.push(chunk);
      });
      response.on('error', fail);
      response.once('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: headersOf(response),
          bytes: new Uint8Array(Buffer.concat(chunks)),
        }),
      );
    });
    outgoing.on('error', fail);
    // A text of megabytes is copied instead of encoded if it has only ASCII characters, and so as many bytes.
    if (typeof payload === 'string' && Buffer.byteLength(payload) === payload.length) outgoing.end(payload, 'latin1');
    else outgoing.end(payload);
  });
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2)
    headers.append(rawHeaders[index] as string, rawHeaders[index + 1] as string);
  return headers;
}

/**
 * Parses a body with a JSON media type. Invalid and very deep JSON stays text, which no schema of a JSON response
 * accepts.
 */
function parse(text: string, headers: Headers): unknown {
  if (!/^application\/(?:scim\+)?json/.test(headers.get('content-type') ?? '') || text === '') return text;
  try {
    const value: unknown = JSON.parse(text);
    return isDeeper(value, deepestJson) ? text : value;
  } catch {
    return text;
  }
}

function isDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((inner) => isDeeper(inner, depth - 1));
}
