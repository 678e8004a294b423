// Sends requests to the server. A credential must not reach any other host: redirects are not followed, and plain HTTP
// to another machine needs --insecure.

import { issueSentence } from '../../services/platform/issue-sentences.ts';
import { serveCommand } from '../command/index.ts';
import { isLoopback } from '../contract/index.ts';
import type { Json } from '../document/index.ts';
import { plain } from '../text/index.ts';
import { Failure, missingContext, wrongUsage } from './failure.ts';
import { isOwnAnswer } from './foreign-answers.ts';
import { printNote } from './output.ts';
import { type UploadForm, uploadBody } from './upload-body.ts';

/** Query parameters. A parameter with several values is sent several times. */
export type Query = Record<string, string | string[]>;

export interface ApiRequest {
  method: string;
  path: string;
  query?: Query;
  headers?: Record<string, string>;
  body?: Json;
  /** A form with a file that is sent instead of a body. */
  form?: UploadForm;
  /** Ends the request. */
  signal?: AbortSignal;
  /** The media type of a streamed answer. */
  accepts?: string;
  /** True if the server copies a file before it answers. */
  copies?: boolean;
  /** Returns true for the body of a refusal that the command reads itself. */
  isAnswer?: (body: unknown) => boolean;
  /** Returns the sentence for an issue of which the command knows more than the server's words say. */
  explain?: (issue: Issue) => Promise<string | undefined>;
  /** Returns the flag or argument that sets a part of the request, such as `--name`: errors name it. */
  flagOf?: (location: string[]) => string | undefined;
}

/** An error response of the server. */
export class ApiError extends Failure {
  readonly status: number;
  readonly code: string | undefined;

  constructor(status: number, code: string | undefined, message: string, options: { exitCode?: 2 } = {}) {
    super(message, options);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
  }
}

const timeoutMs = 60_000;
/** The timeout of requests that transfer a file. */
const contentTimeoutMs = 3_600_000;

/**
 * Returns the normalized base URL of the server, for comparison and storage. Throws if the text is not a valid URL, or
 * if the connection would expose the credential.
 */
export function serverAddress(text: string, insecure: boolean): string {
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.search !== '' || url.hash !== '')
    throw wrongUsage("The server's address must have the form https://host[:port].");
  if (url.username !== '' || url.password !== '') throw wrongUsage("The server's address must not hold a password.");
  if (url.protocol === 'http:' && !isLoopback(url.hostname) && !insecure) {
    throw new Failure(
      `${url.host} would get the credential over plain HTTP, which anyone on the network can read. Use https://, or --insecure.`,
    );
  }
  return (url.origin + url.pathname).replace(/\/+$/, '');
}

/**
 * Sends the request and returns the response body. Throws an ApiError for an error response, and a Failure if no response
 * of svc comes.
 */
export async function send(address: string, request: ApiRequest, token: string | undefined): Promise<unknown> {
  const isTransfer = request.form !== undefined || request.copies === true;
  const response = await ask(address, request, token, isTransfer ? contentTimeoutMs : timeoutMs);
  return bodyOf(address, response, request);
}

/** Sends the request and returns the response body as a stream of bytes. Throws like `send`. */
export async function receive(
  address: string,
  request: ApiRequest,
  token: string | undefined,
): Promise<ReadableStream<Uint8Array>> {
  const response = await ask(address, request, token, contentTimeoutMs);
  if (!response.ok || response.body === null) await bodyOf(address, response, request);
  if (request.accepts !== undefined && !response.headers.get('content-type')?.startsWith(request.accepts))
    throw foreignAnswer(address, response.status);
  return response.body as ReadableStream<Uint8Array>;
}

async function ask(
  address: string,
  request: ApiRequest,
  token: string | undefined,
  withinMs: number,
): Promise<Response> {
  const query = new URLSearchParams(
    Object.entries(request.query ?? {}).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, one]),
    ),
  ).toString();
  const upload = request.form === undefined ? undefined : uploadBody(request.form);
  const response = await fetch(`${address}${request.path}${query === '' ? '' : `?${query}`}`, {
    method: request.method,
    redirect: 'manual',
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...upload?.headers,
      ...request.headers,
    },
    body: upload?.body ?? (request.body === undefined ? null : JSON.stringify(request.body)),
    ...(upload === undefined ? {} : { duplex: 'half' as const }),
    signal: AbortSignal.any([AbortSignal.timeout(withinMs), ...(request.signal ? [request.signal] : [])]),
  }).catch((error: unknown) => {
    throw unreachable(address, error);
  });
  if (response.status < 300 || response.status >= 400) return response;
  const target = plain(response.headers.get('location') ?? 'nowhere');
  throw new Failure(`${address} redirects to ${target}, which is not followed. Name the final address with --url.`);
}

async function bodyOf(address: string, response: Response, request: ApiRequest): Promise<unknown> {
  const text = await response.text().catch((error: unknown) => {
    throw unreachable(address, error);
  });
  const body = parse(text);
  const { ok, status } = response;
  if (request.isAnswer?.(body)) return body;
  const isOwn = !ok && looksLikeError(body) ? isError(body) : isOwnAnswer(request.method, request.path, status, body);
  if (!isOwn) throw foreignAnswer(address, status);
  const ignored = response.headers.get('svc-ignored-fields');
  if (ignored !== null) printNote(`The server has ignored: ${plain(ignored)}`);
  if (ok) return body;
  throw await apiErrorFrom(response, body as ErrorAnswer, request);
}

function looksLikeError(body: unknown): boolean {
  return typeof body === 'object' && body !== null && ('error' in body || 'detail' in body);
}

/** Returns true for an error body of svc. */
function isError(body: unknown): boolean {
  const { error, detail } = (body ?? {}) as { error?: { message?: unknown } | null; detail?: unknown };
  return Array.isArray(detail) ? detail.every(isIssue) : typeof error?.message === 'string';
}

function isIssue(issue: unknown): boolean {
  return typeof issue === 'object' && issue !== null && 'loc' in issue && Array.isArray(issue.loc);
}

/** Returns the Failure for an answer that no svc server gives. With a 5xx status, a proxy before the server wrote it. */
function foreignAnswer(address: string, status: number): Failure {
  if (status < 500)
    return new Failure(`The server at ${address} is not an svc server. Name the svc server with --url or SVC_URL.`);
  return new Failure(
    `${address} answered with a page that is not from svc. A proxy probably cannot reach the server: check that it runs, and try again.`,
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A validation issue of the server. */
export interface Issue {
  loc?: unknown[];
  type?: unknown;
  msg?: unknown;
  input?: unknown;
  ctx?: Record<string, unknown>;
}

interface ErrorAnswer {
  error?: { message?: unknown; code?: unknown };
  detail?: Issue[];
}

async function apiErrorFrom(
  { status, headers }: Response,
  { error, detail }: ErrorAnswer,
  request: ApiRequest,
): Promise<ApiError> {
  if (detail !== undefined) {
    const context = detail.map(contextOf).find((name) => name !== undefined);
    if (context !== undefined) return new ApiError(status, undefined, missingContext(context).message, { exitCode: 2 });
    const texts = await Promise.all(detail.map((issue) => issueText(issue, request)));
    return new ApiError(status, undefined, texts.join(' '));
  }
  const code = typeof error?.code === 'string' ? error.code : undefined;
  const message = ownWords[code ?? ''] ?? String(error?.message ?? 'The server refused the request.');
  // The server logs the details of a 5xx error under this request id.
  const name = status >= 500 ? ` (request ${headers.get('x-request-id') ?? 'unnamed'})` : '';
  return new ApiError(status, code, message + name);
}

/** Messages in place of the server's, which names members of a request instead of commands and flags. */
const ownWords: Record<string, string> = {
  smtp_not_configured: 'The server sends no mail. Add --link to get a link, and pass the link on yourself.',
  webhook_not_configured:
    'The project has no webhook. Set one with "svc project update PROJECT_ID --webhook-url URL". "svc webhook test --local" creates an event for "svc webhook listen", which needs none.',
  webhook_disabled:
    'The webhook was disabled after five days without a success. Enable it with "svc project update PROJECT_ID --webhook-url URL".',
};

/** Returns the context header that an issue reports as missing. */
function contextOf({ loc = [], type }: Issue): 'organization' | 'project' | undefined {
  if (loc[0] !== 'header' || type !== 'missing') return undefined;
  return /^compat-(organization|project)$/.exec(String(loc[1]))?.[1] as 'organization' | 'project' | undefined;
}

/** Says what is wrong with the flag or argument that the issue is about. */
async function issueText(issue: Issue, { flagOf, explain }: ApiRequest): Promise<string> {
  const explained = await explain?.(issue);
  if (explained !== undefined) return explained;
  const { loc = [], type, msg, input, ctx } = issue;
  const location = loc.map(String);
  const flag = flagOf?.(location) ?? usualFlag(location);
  if (type === 'missing') return `Missing ${flag}.`;
  return issueSentence({ loc: location, type: String(type), msg: String(msg), input, ctx: ctx ?? {} }, flag);
}

/** Returns the flag or the argument that usually sets this part of a request. */
function usualFlag([place = '', ...path]: string[]): string {
  const name = path.findLast((part) => !/^\d+$/.test(part));
  if (name === undefined) return 'The request';
  return place === 'path' ? `<${name}>` : `--${name.replace(/^compat-/, '').replaceAll('_', '-')}`;
}

/** Codes of TLS for a certificate that no known authority signed. */
const untrusted = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** Returns a Failure that says why the server did not answer, and what to do. */
export function unreachable(address: string, error: unknown): Failure {
  const { name, cause } = error as { name?: string; cause?: { code?: string; message?: string } };
  if (name === 'TimeoutError')
    return new Failure(`${address} did not answer in time. Check that the server runs, and try again.`, {
      cause: error,
    });
  if (cause?.code === 'ECONNREFUSED') {
    const hint = isLoopback(new URL(address).hostname)
      ? `Start the server with "${serveCommand}", or name`
      : 'Start it, or name';
    return new Failure(`No server listens at ${address}. ${hint} another with --url.`, { cause: error });
  }
  if (cause?.code === 'ERR_SSL_WRONG_VERSION_NUMBER')
    return new Failure(
      `${address} does not use TLS. If it is an svc server, use an address that begins with http://.`,
      {
        cause: error,
      },
    );
  if (cause?.code === 'ENOTFOUND')
    return new Failure(`The host ${new URL(address).hostname} does not exist. Check the address in --url or SVC_URL.`, {
      cause: error,
    });
  if (untrusted.has(cause?.code ?? ''))
    return new Failure(
      `The certificate of ${address} is from an unknown authority. Set NODE_EXTRA_CA_CERTS to a PEM file with the certificate of the authority.`,
      { cause: error },
    );
  const reason = cause?.message ?? (error as Error).message;
  return new Failure(`${address} cannot be reached: ${reason}.`, { cause: error });
}
