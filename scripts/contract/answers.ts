// Validates a response against the published document. Violations are an undeclared status, header or body member, a
// body or header that breaks its schema, a wrong media type, and a missing header.

import { readFileSync } from 'node:fs';
import { operationPath } from '../../services/openapi/index.ts';
import {
  headerOf,
  type Operation,
  type ResponseObject,
  readDocument,
  resolve,
  type Schema,
} from '../document/index.ts';
import { finderOf, routesOf } from './routes.ts';
import { type SchemaError, schemaErrors } from './schema-check.ts';

const generated = new URL('../../generated/', import.meta.url);

/** The published document. */
export const document = readDocument(readFileSync(new URL('openapi.json', generated), 'utf8'));

/** Every operation, with a pattern that matches its path. */
export const operations = routesOf(document);

/** Returns what the document says about the operation. */
export function documented(operationId: string | undefined): Operation | undefined {
  return operations.find(({ operation }) => operation.operationId === operationId)?.operation;
}

/** Returns the operation that handles a request, or undefined if the document has no such path or method. */
export const operationAt = finderOf(operations);

export interface SeenAnswer {
  method: string;
  path: string;
  status: number;
  headers: Headers;
  body: unknown;
}

/** Statuses of requests that could not be parsed or timed out. No operation declares them. */
const transportStatuses = new Set([408, 431]);

/** Headers of HTTP, browsers and proxies. Every response may have them, declared or not. */
const genericHeader =
  /^(accept-ranges|access-control-.+|allow|cache-control|connection|content-.+|cross-origin-.+|date|keep-alive|last-modified|permissions-policy|referrer-policy|strict-transport-security|transfer-encoding|vary|x-accel-buffering|x-content-type-options|x-frame-options|x-request-id)$/;

/** Returns the violations of a response; empty if it keeps the contract. */
export function violations(answer: SeenAnswer): string[] {
  const at = `${answer.method} ${answer.path} → ${answer.status}`;
  const path = operationPath(answer.path, {});
  const operation = transportStatuses.has(answer.status) ? undefined : operationAt(answer.method, path);
  const isStray = operation === undefined || (operation['x-passes-on'] === 'endpoint' && isStrayError(answer));
  const found = isStray ? strayViolations(answer) : operationViolations(answer, operation);
  return found.map((text) => `${at} ${text}`);
}

/**
 * Returns true for the errors of an unknown path or method. The document cannot tell which custom endpoints exist; only
 * the configuration does.
 */
function isStrayError({ body }: SeenAnswer): boolean {
  const code = (body as { error?: { code?: unknown } } | null)?.error?.code;
  return code === 'unknown_path' || code === 'method_not_allowed';
}

const scimType = 'application/scim+json';

/** Returns the violations of a response outside of all operations. Only errors in the standard formats are allowed. */
function strayViolations({ method, path, status, headers, body }: SeenAnswer): string[] {
  if (method === 'OPTIONS' && status === 204) return preflightViolations(headers);
  const codes: Record<number, string> = {
    400: 'malformed_request',
    404: 'unknown_path',
    405: 'method_not_allowed',
    408: 'request_timeout',
    431: 'headers_too_large',
  };
  if (codes[status] === undefined) return ['is outside of the document'];
  const problems = [
    ...headerViolations('x-request-id', document.components.headers?.RequestId?.schema, headers),
    ...undeclaredHeaders(strayHeaders(path), headers),
  ];
  if (status === 405 && !headers.has('allow')) problems.push('lacks the header allow');
  if (method === 'HEAD') return problems;
  if (headers.get('content-type') === scimType)
    return [...problems, ...schemaViolations({ $ref: '#/components/schemas/ScimErrorBody' }, body)];
  const form = isBelowMessages(path) ? 'MessagesErrorBody' : 'ErrorBody';
  const wrong = schemaViolations({ $ref: `#/components/schemas/${form}` }, body);
  if (wrong.length > 0) return [...problems, ...wrong];
  const { code } = (body as { error: { code: string } }).error;
  return code === codes[status] ? problems : [...problems, `has the code ${code}, not ${codes[status]}`];
}

/** Returns the headers of Anthropic's errors, if unknown paths below this one have them. HEAD shows them without a code. */
function strayHeaders(path: string): string[] {
  return isBelowMessages(path) ? ['request-id'] : [];
}

function isBelowMessages(path: string): boolean {
  return /^\/v1\/messages(?:[/?]|$)/.test(path);
}

/**
 * Returns the violations of a CORS preflight response. The spec's conventions define it, because no operation has the
 * method OPTIONS.
 */
function preflightViolations(headers: Headers): string[] {
  const needed = ['access-control-allow-origin', 'access-control-allow-methods', 'x-request-id'];
  return needed.filter((name) => !headers.has(name)).map((name) => `lacks the header ${name}`);
}

function operationViolations({ method, path, status, headers, body }: SeenAnswer, operation: Operation): string[] {
  const response = operation.responses[String(status)] ?? otherResponse(operation, status);
  if (response === undefined) return [`is a status that ${operation.operationId} does not declare`];
  const problems = [
    ...allHeaderViolations(response, headers),
    ...undeclaredHeaders([...namesOf(response, operation), ...strayHeaders(path)], headers),
  ];
  const declared = Object.entries(response.content ?? {});
  if (declared.length === 0) return problems;
  const sent = headers.get('content-type') ?? 'nothing';
  const media = declared.find(([type]) => type === '*/*' || normalized(sent) === normalized(type));
  if (media === undefined) return [...problems, `is ${sent}, not ${declared.map(([type]) => type).join(' or ')}`];
  const [type, { schema }] = media;
  const isOpen = type === '*/*' || method === 'HEAD' || schema === undefined;
  return isOpen ? problems : [...problems, ...schemaViolations(schema, body)];
}

/**
 * The undocumented statuses that an upstream may return: errors, and any success if the operation forwards everything.
 */
function otherResponse({ responses, 'x-passes-on': passesOn }: Operation, status: number): ResponseObject | undefined {
  const family = passesOn === undefined ? /^4/ : /^[24]/;
  return family.test(String(status)) ? responses.default : undefined;
}

/** Returns a media type for comparison. JSON and events are UTF-8 with or without a charset parameter; text is not. */
function normalized(mediaType: string): string {
  const lower = mediaType.toLowerCase().replaceAll(/\s*;\s*/g, ';');
  return lower.replace(/^(application\/json|text\/event-stream);charset=utf-8$/, '$1');
}

function allHeaderViolations(response: ResponseObject, headers: Headers): string[] {
  return Object.entries(response.headers ?? {}).flatMap(([name, given]) => {
    const { required = false, schema } = headerOf(document, given);
    return required || headers.has(name) ? headerViolations(name, schema, headers) : [];
  });
}

/**
 * Returns the headers that a response may have. Every response to a project's call has the rate-limit headers, although
 * the document declares them for two statuses only.
 */
function namesOf(response: ResponseObject, { responses, 'x-access': access }: Operation): string[] {
  const rates = Object.keys(responses['429']?.headers ?? {}).filter((name) => name.startsWith('x-ratelimit-'));
  return [...Object.keys(response.headers ?? {}), ...(access?.context === 'project' ? rates : [])];
}

/** Returns the headers that the document does not declare for the response. */
export function strangeHeaders({ method, path, status, headers }: SeenAnswer): string[] {
  const operation = operationAt(method, path);
  const response = operation && (operation.responses[String(status)] ?? otherResponse(operation, status));
  return undeclared(response === undefined ? [] : namesOf(response, operation as Operation), headers);
}

function undeclaredHeaders(declared: string[], headers: Headers): string[] {
  return undeclared(declared, headers).map((name) => `bears the header ${name}, which is not declared`);
}

function undeclared(declared: string[], headers: Headers): string[] {
  const known = new Set(declared.map((name) => name.toLowerCase()));
  return [...headers.keys()].filter((name) => !known.has(name) && !genericHeader.test(name));
}

function headerViolations(name: string, schema: Schema | undefined, headers: Headers): string[] {
  const text = headers.get(name);
  if (text === null) return [`lacks the header ${name}`];
  const { type } = resolve(document, schema ?? {});
  const value = type === 'integer' && /^-?[0-9]+$/.test(text) ? Number(text) : text;
  return schemaViolations(schema ?? {}, value).map((problem) => `header ${name}: ${problem}`);
}

/** Returns the violations of an event that a webhook gets, or that a delivery shows. */
export function eventErrors(event: { [member: string]: unknown }): SchemaError[] {
  const operation = document.webhooks?.[String(event.type)]?.post;
  const schema = operation?.requestBody?.content['application/json']?.schema;
  if (schema === undefined) return [{ at: '/type', message: 'must be an event of the document', params: {} }];
  return schemaErrors(schema, event, '', document.components.schemas);
}

function schemaViolations(schema: Schema, body: unknown): string[] {
  return schemaErrors(schema, body, '', document.components.schemas).map(
    ({ at, message, params }) => `body${at} ${message} ${JSON.stringify(params)}`,
  );
}
