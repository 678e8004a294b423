// Rules that hold for every response, whichever case has caused it. A watch sees all responses of a run.

import type { Operation, OperationCases, Schema } from '../../document/index.ts';
import { resolve } from '../../document/index.ts';
import { document, operationAt, violations } from '../answers.ts';
import type { Finding } from '../judge.ts';
import { ownText } from '../limits.ts';
import { asCurl, shorten } from '../requests.ts';
import type { CaseResult } from '../run-operation.ts';
import type { Answer, Ask, RequestOptions } from '../send.ts';
import { objectFindings } from './objects.ts';
import { Unchanging } from './unchanging.ts';

interface Call {
  method: string;
  path: string;
  options: RequestOptions;
  /** Undefined for a path or method that the document does not have. */
  operation: Operation | undefined;
  operationId: string;
}

interface Found {
  findings: Finding[];
  curl: string;
}

const name = 'every-answer';
const about =
  'Rules of every response: its headers, the codes and types of its errors, no secret twice, and members that never change.';
const mostFindings = 5;
const mostSecretsInAnswer = 100;
const longestRequestId = 200;
const pollHeader = 'openai-poll-after-ms';

/** The status of each error code that has one alone. */
const statuses: Record<string, number> = {
  missing_api_key: 401,
  invalid_api_key: 401,
  token_expired: 401,
  invalid_login: 401,
  insufficient_permissions: 403,
  mismatched_organization: 403,
  mismatched_project: 403,
  project_archived: 403,
  not_found: 404,
  unknown_path: 404,
  method_not_allowed: 405,
  name_already_exists: 409,
  idempotency_key_reused: 409,
  idempotency_key_in_use: 409,
  body_too_large: 413,
  unsupported_media_type: 415,
  rate_limit_exceeded: 429,
  internal_error: 500,
  unavailable: 503,
};

/** The types of errors in the form of Anthropic's API, by status. */
const anthropicTypes: Record<number, string[]> = {
  401: ['authentication_error'],
  403: ['permission_error'],
  404: ['not_found_error'],
  413: ['request_too_large'],
  429: ['rate_limit_error'],
  504: ['timeout_error'],
};

/** A credential, or a secret of a webhook, as the server makes them. */
const secretPattern =
  /\b(?:svc(?:userrefresh|user|org|proj|reset|invitation)_[A-Za-z0-9_-]{24,200}|whsec_[A-Za-z0-9+/]{40,200}={0,2})/g;

export class Watch {
  readonly #found = new Map<string, Found>();
  readonly #seen = new Set<string>();
  /** The secrets that a response has shown, with the request that it belonged to. */
  readonly #secrets = new Map<string, string>();
  readonly #requestIds = new Set<string>();
  readonly #unchanging = new Unchanging();

  /** Returns a function that sends requests, and watches their responses. */
  watching(ask: Ask): Ask {
    return async (method, path, options = {}) => {
      const answer = await ask(method, path, options);
      const operation = operationAt(method, path);
      const operationId = operation?.operationId ?? '';
      this.#seen.add(operationId);
      const call = { method, path, options, operation, operationId };
      for (const finding of this.#judge(call, answer)) this.#record(call, finding);
      return answer;
    };
  }

  /** Returns the result of the operation: failed if a response broke a rule. */
  resultOf(operation: OperationCases): CaseResult {
    const found = this.#found.get(operation.operationId);
    const id = `${operation.operationId}/rules/-/${name}`;
    const base = { operation, id, rule: about };
    if (!this.#seen.has(operation.operationId))
      return { ...base, outcome: 'skipped', findings: [], lack: 'the operation was not called' };
    if (found === undefined) return { ...base, outcome: 'passed', findings: [] };
    return { ...base, outcome: 'failed', ...found };
  }

  #record({ method, path, options, operationId }: Call, finding: Finding): void {
    const found = this.#found.get(operationId) ?? { findings: [], curl: asCurl({ method, path, options }) };
    const isKnown = found.findings.some(({ cause }) => cause === finding.cause);
    if (!isKnown && found.findings.length < mostFindings) found.findings.push(finding);
    this.#found.set(operationId, found);
  }

  #judge(call: Call, answer: Answer): Finding[] {
    const passesOn = call.operation?.['x-passes-on'] !== undefined;
    return [
      ...this.#requestId(answer),
      ...headerFindings(call, answer, passesOn),
      ...(passesOn ? [] : errorFindings(answer, call.operation?.['x-errors'])),
      ...(passesOn ? [] : ignoredFindings(call, answer)),
      ...pollFindings(call, answer),
      ...this.#secretFindings(call, answer),
      ...(passesOn ? [] : objectsIn(call, answer)),
      ...(passesOn ? [] : this.#changes(call, answer)),
      ...(answer.status < 300 ? violations({ ...call, ...answer, path: call.path.split('?')[0] ?? call.path }) : [])
        .filter((text) => text.includes('body/'))
        .map((text) => finding('a response breaks the document', 'the schema of the response', text)),
    ];
  }

  #requestId({ headers }: Answer): Finding[] {
    const id = headers.get('x-request-id')?.slice(0, longestRequestId) ?? null;
    if (id === null) return [finding('x-request-id is absent', 'x-request-id', 'none')];
    // Requests with an id of their own may repeat it.
    const isRepeated = id.startsWith('req_') && this.#requestIds.has(id);
    this.#requestIds.add(id);
    return isRepeated ? [finding('x-request-id is repeated', 'a new id for each request', id)] : [];
  }

  #changes({ options }: Call, { status, body }: Answer): Finding[] {
    // Without a credential there are only the examples of the document and of the reference.
    if (status >= 300 || options.token === undefined) return [];
    return this.#unchanging.changesIn(body).map(([cause, before, now]) => finding(cause, before, now));
  }

  #secretFindings({ method, path, options, operationId }: Call, answer: Answer): Finding[] {
    // The document and the reference have examples of secrets.
    const isPublic = method === 'GET' && options.token === undefined;
    if (isPublic || !/json/.test(answer.headers.get('content-type') ?? '')) return [];
    const asked = `${method} ${path} ${options.headers?.['idempotency-key'] ?? ''}`;
    const findings: Finding[] = [];
    const shown = (answer.text.match(secretPattern) ?? []).slice(0, mostSecretsInAnswer).map(ownText);
    for (const secret of new Set(shown)) {
      if (options.token === secret)
        findings.push(finding("the response shows the caller's credential", 'no credential', answer.text));
      // The caller's own secret may be shown by the creation that it is sent with.
      if (operationId.startsWith('create') && JSON.stringify(options.body ?? null).includes(secret)) continue;
      const before = this.#secrets.get(secret);
      const isReplay = before === asked && options.headers?.['idempotency-key'] !== undefined;
      if (before !== undefined && !isReplay)
        findings.push(finding('a secret is shown again', `once, by ${before}`, `again, by ${operationId}`));
      this.#secrets.set(secret, before ?? asked);
    }
    return findings;
  }
}

function headerFindings({ operationId, options }: Call, answer: Answer, passesOn: boolean): Finding[] {
  const { status, headers } = answer;
  if (operationId === '' || passesOn) return [];
  const found: Finding[] = [];
  if (headers.get('x-content-type-options') !== 'nosniff')
    found.push(finding('x-content-type-options is not nosniff', 'nosniff', headers.get('x-content-type-options')));
  const isPrivate = options.token !== undefined && /^application\/json/.test(headers.get('content-type') ?? '');
  if (isPrivate && !/no-store/.test(headers.get('cache-control') ?? ''))
    found.push(finding('a private response may be stored', 'cache-control: no-store', headers.get('cache-control')));
  if (status === 401 && !/^Bearer\b/.test(headers.get('www-authenticate') ?? ''))
    found.push(finding('WWW-Authenticate is not Bearer', 'Bearer', headers.get('www-authenticate')));
  if (status === 429) {
    const after = Number(headers.get('retry-after') ?? (headers.get('x-should-retry') === 'false' ? '1' : '0'));
    if (!(after >= 1 && after <= 60))
      found.push(finding('Retry-After', '1 to 60 seconds, or x-should-retry: false', headers.get('retry-after')));
  }
  const limit = headers.get('x-ratelimit-limit-requests');
  const remaining = headers.get('x-ratelimit-remaining-requests');
  if (limit !== null && !(Number(remaining) < Number(limit)))
    found.push(finding('the remaining requests do not count this one', `less than ${limit}`, remaining));
  return found;
}

/** Expects the form of RFC 7644, section 3.12. */
function scimFindings({ status, headers, body }: Answer): Finding[] {
  if (status < 400) return [];
  const isKept = body?.status === String(status) && body.schemas?.length === 1 && body.detail?.trim() !== '';
  const type = headers.get('content-type');
  return isKept && type === 'application/scim+json' ? [] : [finding('the form of the error', 'that of SCIM', body)];
}

/** Expects the form of RFC 6749, section 5.2. */
function oauthFindings({ status, body }: Answer): Finding[] {
  if (status < 400) return [];
  const isKept = /^[a-z_]+$/.test(String(body?.error)) && String(body?.error_description ?? '').trim() !== '';
  return isKept ? [] : [finding('the form of the error', 'that of OAuth', body)];
}

function errorFindings(answer: Answer, form: Operation['x-errors']): Finding[] {
  if (form === 'scim') return scimFindings(answer);
  if (form === 'oauth') return oauthFindings(answer);
  const { status, headers, body } = answer;
  const isInOtherForm = form !== undefined;
  const error = body?.error;
  if (status < 400 || status === 422 || typeof error !== 'object' || error === null) return [];
  const found: Finding[] = [];
  const { code, type, param, message } = error;
  const wanted = statuses[code];
  if (wanted !== undefined && wanted !== status)
    found.push(finding('the status does not belong to the error code', `${wanted} ${code}`, status));
  const types = isInOtherForm
    ? (anthropicTypes[status] ?? ['invalid_request_error', 'api_error'])
    : status >= 500
      ? ['server_error']
      : code === 'rate_limit_exceeded'
        ? ['requests', 'tokens']
        : status === 429
          ? ['insufficient_quota', 'requests', 'tokens']
          : ['invalid_request_error'];
  if (!types.includes(type)) found.push(finding('the type of the error', types.join(' or '), type));
  if (typeof message !== 'string' || message.trim() === '')
    found.push(finding('the error has no message', 'a message', message));
  if (status === 409 && code !== 'idempotency_key_in_use' && headers.get('x-should-retry') !== 'false')
    found.push(finding('x-should-retry of a conflict', 'false', headers.get('x-should-retry')));
  if (code === 'name_already_exists' && !['name', 'role_name'].includes(param))
    found.push(finding('the error names no parameter', 'name', param));
  return found;
}

/** Compares the members of the shown resources with each other. */
function objectsIn({ operationId, path, options }: Call, { status, body }: Answer): Finding[] {
  // Without a credential there are only the examples of the document and of the reference.
  if (status >= 300 || operationId === '' || options.token === undefined) return [];
  const query = new URLSearchParams(path.split('?')[1] ?? '');
  for (const [name, value] of Object.entries(options.query ?? {})) query.set(name, String(value));
  return objectFindings(body, query, operationId.startsWith('create')).map(([cause, , wanted, got]) =>
    finding(cause, wanted, got),
  );
}

/** Expects an interval for the next poll exactly while the shown resource is in progress. */
function pollFindings({ operation }: Call, { status, headers, body }: Answer): Finding[] {
  const declared = operation?.responses[String(status)]?.headers?.[pollHeader];
  const shown = headers.get(pollHeader);
  if (declared === undefined || typeof body?.status !== 'string') return [];
  const isOpen = body.status === 'in_progress';
  if (isOpen === (shown !== null)) return [];
  return [finding(pollHeader, isOpen ? 'milliseconds' : `none for the status ${body.status}`, shown)];
}

/** Compares svc-ignored-fields with the members at the top of the body that the document does not have. */
function ignoredFindings({ operation, options }: Call, { status, headers }: Answer): Finding[] {
  const { body } = options;
  if (status >= 300 || typeof body !== 'object' || body === null || Array.isArray(body)) return [];
  const schema = operation?.requestBody?.content['application/json']?.schema;
  if (schema === undefined || operation?.['x-calls-model']) return [];
  const known = membersOf(schema);
  if (known === undefined) return [];
  const unknown = Object.keys(body).filter((member) => !known.has(member));
  const named = (headers.get('svc-ignored-fields') ?? '').split(',').map((text) => text.trim());
  const missing = unknown.filter((member) => !named.includes(member));
  if (missing.length === 0 || named.length >= 5) return [];
  return [finding('svc-ignored-fields', missing.join(', '), headers.get('svc-ignored-fields'))];
}

function membersOf(schema: Schema): Set<string> | undefined {
  const { properties, anyOf, oneOf, additionalProperties } = resolve(document, schema);
  if (anyOf !== undefined || oneOf !== undefined || properties === undefined) return undefined;
  return typeof additionalProperties === 'object' ? undefined : new Set(Object.keys(properties));
}

function finding(cause: string, expected: unknown, got: unknown): Finding {
  return { cause, expected: shorten(expected), got: shorten(got ?? 'none') };
}
