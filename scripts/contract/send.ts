// Sends a request over HTTP exactly as given, and reads the whole response. Used by the tests and by the contract run.

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

const broken = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

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
  { signal, maxBytes = Number.POSITIVE_INFINITY }: Limits = {},
): Promise<Sent> {
  const target =
    query === undefined
      ? path
      : `${path}?${new URLSearchParams(Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]))}`;
  const text = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  // Sent as bytes, because fetch adds a Content-Type header to a text body.
  const payload = form ?? (typeof text === 'string' ? new TextEncoder().encode(text) : text);
  const address = new URL(url + target);
  const response = await fetch(address, {
    method,
    redirect: 'manual',
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(text === undefined || contentType === null ? {} : { 'content-type': contentType }),
      ...headers,
    },
    ...(payload === undefined ? {} : { body: payload as Uint8Array<ArrayBuffer> }),
    ...(signal === undefined ? {} : { signal }),
  });
  const bytes = await bytesOf(response, maxBytes);
  const sent = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  return {
    path: address.pathname + address.search,
    status: response.status,
    headers: response.headers,
    bytes,
    text: sent,
    body: parse(sent, response.headers),
  };
}

async function bytesOf(response: Response, maxBytes: number): Promise<Uint8Array> {
  if (maxBytes === Number.POSITIVE_INFINITY) return new Uint8Array(await response.arrayBuffer());
  const chunks: Uint8Array[] = [];
  let length = 0;
  // To leave the loop by a throw cancels the body, and with it the connection.
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > maxBytes) throw new AnswerTooLong(maxBytes);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
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
