// The router and the validator of http/, compared with those of openapi-backend: thousands of generated requests, and for
// each the same operation, path parameters, verdict and values. Intended differences are listed below.

import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Ajv, Options } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { type Document, OpenAPIBackend, type Operation, type Request } from 'openapi-backend';
import t from 'tap';
import { operationTable } from '../../../generated/operations.ts';
import { ServerCall } from '../../../http/calls/call.ts';
import type { OperationNeeds, Route } from '../../../http/calls/route.ts';
import type { Content, Matched, Validated } from '../../../http/calls/stages.ts';
import { inline, readDefinition } from '../../../http/dispatch/definition.ts';
import { Routes } from '../../../http/dispatch/routes.ts';
import { formatRules } from '../../../http/validation/formats.ts';
import { RequestValidator } from '../../../http/validation/request-validator.ts';
import { operationsOf } from '../../../scripts/document/document.ts';
import { ServiceError, ValidationError } from '../../../services/platform/errors.ts';
import { addressPolicy } from '../../../services/webhooks/address.ts';
import { type GeneratedRequest, requests } from '../../harness/requests.ts';

const seed = Number(process.env.FC_SEED ?? Date.now() % 2 ** 31);
t.comment(`FC_SEED=${seed} repeats these requests`);

const runtime = readDefinition();
const needs: Record<string, OperationNeeds> = operationTable;
const definition = (): Document => judged(inline(runtime, runtime) as Document);
const formats = formatRules(addressPolicy([]));
const operations = operationsOf(definition() as never);
const ids = new Set(operations.map(({ operation }) => operation.operationId));
const routes = new Routes(runtime);
const validator = new RequestValidator(runtime, formats);
const stock = await stockBackend();
const generated = requests(operations);
const literal = new Set(operations.map(({ path }) => path).filter((path) => !path.includes('{')));
/** The paths that are published with a trailing slash. */
const slashed = new Set(
  Object.values(needs).flatMap(({ path, trailingSlash }) => (trailingSlash === true ? [`${path}/`] : [])),
);

t.test('a request is routed to the same operation and path parameters as in openapi-backend', async (t) => {
  const seen = new Map<string, number>();
  const check = (request: GeneratedRequest): void => {
    const here = match(callOf(request).call).outcome;
    seen.set(here.outcome, (seen.get(here.outcome) ?? 0) + 1);
    // Intended differences: a path without parameters answers for itself alone, and below /v1/responses, what has not
    // the form of an id is an unknown path.
    if (here.outcome === '405' && literal.has(request.path)) return;
    if (here.outcome === '404' && /^\/v1\/responses\/(?!resp_)[^/]+$/.test(request.path)) return;
    assert.deepEqual(here, stockMatch(request));
  };
  fc.assert(fc.property(generated, check), { seed, numRuns: 2000, includeErrorInReport: true });
  for (const outcome of ['400', '404', '405']) t.ok((seen.get(outcome) ?? 0) > 10, `some requests end as ${outcome}`);
  const reached = [...seen.keys()].filter((outcome) => ids.has(outcome));
  t.ok(reached.length > ids.size / 2, `${reached.length} of ${ids.size} operations are reached`);
});

t.test('a request is valid if and only if openapi-backend accepts it, with the same values', async (t) => {
  const seen = { valid: 0, invalid: 0, stricter: 0 };
  const check = (request: GeneratedRequest): void => {
    const { call, content } = callOf(request);
    const { stage } = match(call);
    if (stage === undefined) return;
    // Intended difference: pages ignore unknown query parameters, as the answers of identity providers need.
    if (stage.route.errors === 'page') return;
    const { validated, issues } = verdictOn(call, stage, content);
    const valid = validated !== undefined;
    // The issues come from other validators than the refusal.
    if (!valid) assert.notEqual(issues.length, 0);
    if (isStricterHere(call, stage.route)) {
      seen.stricter += 1;
      assert.equal(valid, false);
      return;
    }
    // Intended difference: openapi-backend does not find a parameter with brackets in its name, such as
    // `effective_at[gt]`. Invalid UTF-8 stays undecoded here, while `querystring` inserts the replacement character.
    if (/%5B|\[/i.test(request.query) || !isDecodable(request.query)) return;
    // Intended difference: null means "not set" for optional members, and is dropped before validation.
    if (validated !== undefined && validated.content !== content) return;
    seen[valid ? 'valid' : 'invalid'] += 1;
    const there = stockVerdict({ ...request, query: inItsWords(request.query, stage.route) });
    assert.equal(valid, there.valid);
    if (!valid) return;
    assert.deepEqual({ ...validated.query }, there.query);
    // The body of an operation without a body is not read.
    if (stage.route.body === 'json') assert.deepEqual(content.body, there.body);
  };
  fc.assert(fc.property(generated, check), { seed, numRuns: 2000, includeErrorInReport: true });
  t.ok(
    seen.valid > 200 && seen.invalid > 200 && seen.stricter > 20,
    `all outcomes are frequent: ${JSON.stringify(seen)}`,
  );
});

/** Returns what validation returns for a valid call, or the issues of a refused one. */
function verdictOn(
  call: ServerCall,
  stage: Matched,
  content: Content,
): { validated: Pick<Validated, 'query' | 'content'> | undefined; issues: unknown[] } {
  try {
    return { validated: validator.validate(call, stage, content), issues: [] };
  } catch (error) {
    if (error instanceof ValidationError) return { validated: undefined, issues: error.issues };
    throw error;
  }
}

/** Removes the operations that forward to an upstream, because openapi-backend does not support them. */
function judged(document: Document): Document {
  const kept = Object.entries(document.paths ?? {}).filter(
    ([, methods]) =>
      !Object.values(methods ?? {}).some(
        (operation) => needs[(operation as Operation).operationId ?? '']?.passesOn !== undefined,
      ),
  );
  return { ...document, paths: Object.fromEntries(kept) } as Document;
}

interface Outcome {
  /** The operation id, or the status of the refusal. */
  outcome: string;
  parameters: Record<string, unknown> | undefined;
}

function match(call: ServerCall): { outcome: Outcome; stage?: Matched } {
  try {
    const stage = routes.match(call);
    return { outcome: { outcome: stage.route.operationId, parameters: { ...stage.params } }, stage };
  } catch (error) {
    const statuses: Record<string, string> = {
      unknown_path: '404',
      method_not_allowed: '405',
      malformed_request: '400',
    };
    if (!(error instanceof ServiceError) || statuses[error.code] === undefined) throw error;
    return { outcome: { outcome: statuses[error.code] as string, parameters: undefined } };
  }
}

function stockMatch(request: GeneratedRequest): Outcome {
  const asked = stockRequest(request);
  try {
    const operation = stock.router.matchOperation(asked, true) as Operation;
    const { params } = stock.router.parseRequest(asked, operation);
    return { outcome: operation.operationId as string, parameters: params as Record<string, unknown> };
  } catch (error) {
    // Intended difference: a path parameter that cannot be decoded is the caller's fault and not a failure of the
    // server.
    if (error instanceof URIError) return { outcome: '400', parameters: undefined };
    return { outcome: (error as Error).message.slice(0, 3), parameters: undefined };
  }
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns true for calls that only openapi-backend accepts. Intended differences. */
function isStricterHere(call: ServerCall, { coercions }: Route): boolean {
  const names = [...new URLSearchParams(call.queryText).keys()];
  // openapi-backend silently drops names of Object.prototype. Here they are unknown parameters.
  if (names.some((name) => name in Object.prototype)) return true;
  // openapi-backend accepts `1e1`, `0x10`, `007`, `+5`, `5.0` and ` 5` as integers. Here a number has only one form.
  return coercions.some(([name, type]) => {
    const value = new URLSearchParams(call.queryText).get(name);
    return type === 'integer' && value !== null && !/^-?(0|[1-9]\d*)$/.test(value);
  });
}

/**
 * Intended difference: openapi-backend only accepts `true` and `false`; here a boolean has more spellings. Returns the
 * query with these two spellings.
 */
function inItsWords(query: string, { coercions }: Route): string {
  const parameters = new URLSearchParams(query);
  const booleans = coercions.filter(([, type]) => type === 'boolean').map(([name]) => name);
  const spoken = booleans.filter((name) => parameters.getAll(name).length === 1);
  for (const name of spoken) {
    const word = parameters.get(name) ?? '';
    if (/^(true|t|yes|y|on|1)$/i.test(word)) parameters.set(name, 'true');
    if (/^(false|f|no|n|off|0)$/i.test(word)) parameters.set(name, 'false');
  }
  return spoken.length === 0 ? query : parameters.toString();
}

function stockVerdict(request: GeneratedRequest): { valid: boolean; query: unknown; body: unknown } {
  const asked = stockRequest(request);
  const operation = stock.router.matchOperation(asked, true) as never;
  const { errors, coerced } = stock.validator.validateRequest(asked, operation);
  return { valid: (errors ?? []).length === 0, query: coerced?.query, body: asked.body };
}

/** Returns the request in the form of openapi-backend, with objects parsed and other JSON values as text. */
function stockRequest({ method, path, query, body }: GeneratedRequest): Request {
  const value: unknown = body === undefined ? undefined : JSON.parse(body);
  return {
    // Intended difference: HEAD is answered like GET.
    method: method === 'head' ? 'get' : method,
    // Intended difference: a path that is published with a trailing slash answers with and without it.
    path: slashed.has(path) ? path.slice(0, -1) : path,
    query,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: typeof value === 'object' ? value : body,
  } as Request;
}

function callOf({ method, path, query, body }: GeneratedRequest): { call: ServerCall; content: Content } {
  const url = query === '' ? path : `${path}?${query}`;
  const headers = body === undefined ? {} : { 'content-type': 'application/json' };
  const message = { method: method.toUpperCase(), url, headers } as unknown as IncomingMessage;
  const arrival = { requestId: 'request-1', clientAddress: '127.0.0.1', trace: undefined };
  return {
    call: new ServerCall(message, {} as ServerResponse, arrival),
    content: {
      bytes: undefined,
      bodyText: body,
      body: body === undefined ? undefined : JSON.parse(body),
      form: undefined,
      reservation: undefined,
    },
  };
}

/** Returns an unmodified openapi-backend with a validator for OpenAPI 3.1. */
async function stockBackend(): Promise<OpenAPIBackend<Document>> {
  const backend = new OpenAPIBackend<Document>({
    // References are inlined, because openapi-backend drops members beside a reference, such as a default.
    definition: definition(),
    quick: true,
    strict: true,
    coerceTypes: true,
    ignoreTrailingSlashes: false,
    ajvOpts: { strict: false, useDefaults: true },
    customizeAjv: (_ajv: Ajv, options: Options | undefined) => {
      const ajv = new Ajv2020({ ...options, meta: false, validateSchema: false });
      for (const [name, rule] of formats) ajv.addFormat(name, (text: string) => rule(text) === undefined);
      for (const name of ['int32', 'int64', 'float', 'double']) ajv.addFormat(name, true);
      return ajv as unknown as Ajv;
    },
  });
  return backend.init();
}
