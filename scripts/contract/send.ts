// Sends a request over HTTP, as it is told and no better, and reads the whole answer: for tests, and for the contract run.

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
  /** Sent as it is. */
  raw?: string | Uint8Array;
  /** Of the body, instead of JSON's; null: none is sent. */
  contentType?: string | null;
  /** Sent as multipart/form-data. */
  form?: FormData;
  query?: Record<string, string | number | boolean>;
}

/** Sends a request to the server that somebody has chosen. */
export type Ask = (method: string, path: string, options?: RequestOptions) => Promise<Answer>;

const broken = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/**
 * Asks again, once, where the connection broke before an answer came: a server may close one that was idle at the very
 * moment at which the next request goes out on it. One that dies of the request breaks the second connection too.
 */
export function askingAgain(ask: Ask): Ask {
  return (...request) =>
    ask(...request).catch((error: Error & { cause?: { code?: string } }) => {
      if (!broken.has(error.cause?.code ?? '')) throw error;
      return ask(...request);
    });
}

export interface Sent extends Answer {
  /** As it was sent: without `.` and `..`. */
  path: string;
}

/** Sends the request to the server at the address. Throws where no answer comes. */
export async function send(
  url: string,
  method: string,
  path: string,
  { token, headers, body, raw, form, contentType = 'application/json', query }: RequestOptions = {},
  signal?: AbortSignal,
): Promise<Sent> {
  const target =
    query === undefined
      ? path
      : `${path}?${new URLSearchParams(Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]))}`;
  const text = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  // As bytes: fetch gives a text a media type where none was named.
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
  const bytes = new Uint8Array(await response.arrayBuffer());
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

/** The body as JSON where it says that it is some; what is none stays a text, which no schema of a JSON answer takes. */
function parse(text: string, headers: Headers): unknown {
  if (!(headers.get('content-type') ?? '').startsWith('application/json') || text === '') return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
