// `svc-server/client`: calls of the API, typed by its OpenAPI document. It uses `fetch` and no package.
//
//   const svc = createClient({ url: 'http://127.0.0.1:8080', token: process.env.ORGANIZATION_KEY });
//   const project = await svc.post('/v1/organization/projects', { body: { name: 'Search' } });
//   for await (const { id, name } of svc.list('/v1/organization/projects')) console.log(id, name);
//
// For models, files and vector stores the official OpenAI SDK works too.

import { issueSentence } from '../../services/platform/issue-sentences.ts';
import type { Arguments, Call, CallSettings, ListPaths, RowOf, Schemas } from './types.ts';

export type { Schemas } from './types.ts';

export interface ClientSettings {
  /** The server's address, such as `http://127.0.0.1:8080`. */
  url: string;
  /** A user's access token, an organization key or a project key. Without one, only public operations work. */
  token?: string | undefined;
  /** The organization of all calls, for a user's token. */
  organization?: string | undefined;
  /** The project of all calls, for a user's token or an organization key. */
  project?: string | undefined;
  /** The timeout of a call in milliseconds, 60,000 by default. */
  timeoutMs?: number;
  fetch?: typeof fetch;
}

export interface Client {
  get: Call<'get'>;
  post: Call<'post'>;
  put: Call<'put'>;
  patch: Call<'patch'>;
  delete: Call<'delete'>;
  /** Iterates over all rows of a list. The client requests a page when the caller reads its first row. */
  list<P extends ListPaths>(path: P, ...args: Arguments<P, 'get'>): AsyncGenerator<RowOf<P>, void, undefined>;
}

/** A response with an error status. `code` is for programs; `issues` are the validation errors of a 422. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly issues: Schemas['ValidationIssue'][];
  /** The request's id in the server's log. */
  readonly requestId: string | undefined;

  constructor(response: Response, body: ErrorBody | undefined) {
    const issues = Array.isArray(body?.detail) ? body.detail : [];
    const faults = issues.map((issue) => issueSentence(issue)).join(' ');
    super(body?.error?.message ?? (faults || `The server answered with status ${response.status}.`));
    this.name = 'ApiError';
    this.status = response.status;
    this.code = body?.error?.code ?? undefined;
    this.issues = issues;
    this.requestId = response.headers.get('x-request-id') ?? undefined;
  }
}

interface ErrorBody {
  error?: { message?: string; code?: string | null };
  detail?: Schemas['ValidationIssue'][];
}

interface AnyOptions extends CallSettings {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}

interface Page {
  data: { id?: string }[];
  first_id?: string | null;
  last_id?: string | null;
  has_more: boolean;
  next_page?: string | null;
}

const defaultTimeoutMs = 60_000;

/** Creates a client. Its calls return the response body. They throw an ApiError, or the error of `fetch`. */
export function createClient(settings: ClientSettings): Client {
  const call =
    (method: string) =>
    (path: string, options: AnyOptions = {}) =>
      send(settings, method, path, options);
  return {
    get: call('GET'),
    post: call('POST'),
    put: call('PUT'),
    patch: call('PATCH'),
    delete: call('DELETE'),
    list: (path: string, options: AnyOptions = {}) => rows(settings, path, options),
  } as Client;
}

async function send(settings: ClientSettings, method: string, path: string, options: AnyOptions): Promise<unknown> {
  const isForm = options.body instanceof FormData;
  const text = options.body === undefined ? undefined : JSON.stringify(options.body);
  const timeout = AbortSignal.timeout(settings.timeoutMs ?? defaultTimeoutMs);
  const response = await (settings.fetch ?? fetch)(addressOf(settings.url, path, options), {
    method,
    headers: headersOf(settings, options, text !== undefined && !isForm),
    body: isForm ? (options.body as FormData) : (text ?? null),
    signal: options.signal === undefined ? timeout : AbortSignal.any([options.signal, timeout]),
  });
  const answer = await response.text();
  if (response.ok) return answer === '' ? undefined : JSON.parse(answer);
  throw new ApiError(response, errorBody(answer));
}

async function* rows(settings: ClientSettings, path: string, options: AnyOptions): AsyncGenerator<unknown> {
  let query = options.query ?? {};
  const backwards = query.before !== undefined && query.after === undefined;
  for (;;) {
    const page = (await send(settings, 'GET', path, { ...options, query })) as Page;
    // With `before`, the nearest page comes first, so its rows are returned in reverse order.
    yield* backwards ? page.data.toReversed() : page.data;
    const row = backwards ? page.data[0] : page.data.at(-1);
    // A page of a filtered list may be empty although more follow.
    const edge = (backwards ? page.first_id : page.last_id) ?? row?.id;
    if (!page.has_more || (edge === undefined && row === undefined)) return;
    query = { ...query, ...nextQuery(page, edge, backwards) };
  }
}

/** Returns the query for the next page. Reports continue with `next_page`, lists with the id of the last row. */
function nextQuery(page: Page, edge: string | undefined, backwards: boolean): Record<string, unknown> {
  if (typeof page.next_page === 'string') return { page: page.next_page };
  return { [backwards ? 'before' : 'after']: edge };
}

function addressOf(url: string, path: string, { params = {}, query = {} }: AnyOptions): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || value === '') throw new TypeError(`${path} needs params.${name}.`);
    return encodeURIComponent(value);
  });
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [value].flat().map((one): [string, string] => [name, String(one)]),
  );
  const search = new URLSearchParams(pairs).toString();
  return `${url.replace(/\/+$/, '')}${filled}${search === '' ? '' : `?${search}`}`;
}

function headersOf(settings: ClientSettings, options: AnyOptions, isJson: boolean): Record<string, string> {
  const organization = options.organization ?? settings.organization;
  const project = options.project ?? settings.project;
  return {
    ...(settings.token === undefined ? {} : { authorization: `Bearer ${settings.token}` }),
    ...(organization === undefined ? {} : { 'Compat-Organization': organization }),
    ...(project === undefined ? {} : { 'Compat-Project': project }),
    ...(isJson ? { 'content-type': 'application/json' } : {}),
    ...options.headers,
  };
}

function errorBody(text: string): ErrorBody | undefined {
  try {
    return JSON.parse(text) as ErrorBody;
  } catch {
    return undefined;
  }
}
