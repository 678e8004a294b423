// Holds an answer against the published document: a status that the operation does not declare, a
// body that breaks its schema or has a member that the schema does not know, a media type of another kind, a header that
// is missing, breaks its schema, or is declared nowhere.

import { readFileSync } from 'node:fs';
import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import {
  headerOf,
  type Operation,
  operationsOf,
  type ResponseObject,
  readDocument,
  type Schema,
} from '../document/index.ts';

const generated = new URL('../../generated/', import.meta.url);

/** The published document. */
export const document = readDocument(readFileSync(new URL('openapi.json', generated), 'utf8'));

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
const validators = new WeakMap<Schema, ValidateFunction>();

/** Every operation, with what matches its path. */
export const operations = operationsOf(document).map(({ path, method, operation }) => ({
  path,
  method,
  operation,
  pattern: patternOf(path, operation),
}));

export interface SeenAnswer {
  method: string;
  path: string;
  status: number;
  headers: Headers;
  body: unknown;
}

/** Answers to what never became a request: no operation declares them. */
const transportStatuses = new Set([408, 431]);

/** What HTTP, browsers and proxies go by: no operation declares it, though some do. */
const genericHeader =
  /^(accept-ranges|access-control-.+|allow|cache-control|connection|content-.+|cross-origin-.+|date|keep-alive|last-modified|permissions-policy|referrer-policy|strict-transport-security|transfer-encoding|vary|x-accel-buffering|x-content-type-options|x-frame-options|x-request-id)$/;

/** What is wrong with an answer; empty: nothing. */
export function violations(answer: SeenAnswer): string[] {
  const at = `${answer.method} ${answer.path} → ${answer.status}`;
  const operation = transportStatuses.has(answer.status) ? undefined : operationAt(answer.method, answer.path);
  const isStray = operation === undefined || (operation['x-passes-on'] === 'endpoint' && isStrayError(answer));
  const found = isStray ? strayViolations(answer) : operationViolations(answer, operation);
  return found.map((text) => `${at} ${text}`);
}

/** The operation that a request reaches; undefined for a path or a method that the document does not know. */
export function operationAt(method: string, path: string): Operation | undefined {
  const sought = method === 'HEAD' ? 'get' : method.toLowerCase();
  const [pathname = ''] = path.split('?');
  const matches = operations.filter((candidate) => candidate.method === sought && candidate.pattern.test(pathname));
  // Of several templates the one with more literal text: `/a/b` before `/a/{name}`.
  const literals = ({ path: template }: { path: string }): number => template.replace(/\{[^}]+\}/g, '').length;
  return matches.sort((a, b) => literals(b) - literals(a))[0]?.operation;
}

function patternOf(path: string, operation: Operation): RegExp {
  // A custom endpoint's path may have any number of segments.
  const parameter = operation['x-passes-on'] === 'endpoint' ? '.+' : '[^/]+';
  const escaped = path.replace(/[.]/g, '\\.').replace(/\{[^}]+\}/g, parameter);
  return new RegExp(`^${escaped.endsWith('/') ? `${escaped}?` : escaped}$`);
}

/** No such path, or no such method: only the configuration says which custom endpoints there are. */
function isStrayError({ body }: SeenAnswer): boolean {
  const code = (body as { error?: { code?: unknown } } | null)?.error?.code;
  return code === 'unknown_path' || code === 'method_not_allowed';
}

/** Outside of all operations there are errors only, in the one form of errors. */
function strayViolations({ method, status, headers, body }: SeenAnswer): string[] {
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
    ...undeclaredHeaders([], headers),
  ];
  if (status === 405 && !headers.has('allow')) problems.push('lacks the header allow');
  if (method === 'HEAD') return problems;
  const wrong = schemaViolations({ $ref: '#/components/schemas/ErrorBody' }, body);
  if (wrong.length > 0) return [...problems, ...wrong];
  const { code } = (body as { error: { code: string } }).error;
  return code === codes[status] ? problems : [...problems, `has the code ${code}, not ${codes[status]}`];
}

/** The spec's conventions have it: no operation is an OPTIONS, and a page of an origin that may call is told so. */
function preflightViolations(headers: Headers): string[] {
  const needed = ['access-control-allow-origin', 'access-control-allow-methods', 'x-request-id'];
  return needed.filter((name) => !headers.has(name)).map((name) => `lacks the header ${name}`);
}

function operationViolations({ method, status, headers, body }: SeenAnswer, operation: Operation): string[] {
  const response = operation.responses[String(status)] ?? operation.responses[`${String(status)[0]}XX`];
  if (response === undefined) return [`is a status that ${operation.operationId} does not declare`];
  const problems = [
    ...allHeaderViolations(response, headers),
    ...undeclaredHeaders(namesOf(response, operation), headers),
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

/** A media type to compare by. JSON and events are UTF-8 whether they say so or not; text is not. */
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

/** The headers that an answer may bear. What is left of limits comes with every answer: the document says it of two. */
function namesOf(response: ResponseObject, { responses, 'x-access': access }: Operation): string[] {
  const rates = Object.keys(responses['429']?.headers ?? {}).filter((name) => name.startsWith('x-ratelimit-'));
  return [...Object.keys(response.headers ?? {}), ...(access?.context === 'project' ? rates : [])];
}

function undeclaredHeaders(declared: string[], headers: Headers): string[] {
  const known = new Set(declared.map((name) => name.toLowerCase()));
  return [...headers.keys()]
    .filter((name) => !known.has(name) && !genericHeader.test(name))
    .map((name) => `bears the header ${name}, which is not declared`);
}

function headerViolations(name: string, schema: Schema | undefined, headers: Headers): string[] {
  const text = headers.get(name);
  if (text === null) return [`lacks the header ${name}`];
  const value = schema?.type === 'integer' && /^-?[0-9]+$/.test(text) ? Number(text) : text;
  return schemaViolations(schema ?? {}, value).map((problem) => `header ${name}: ${problem}`);
}

function schemaViolations(schema: Schema, body: unknown): string[] {
  let validate = validators.get(schema);
  if (validate === undefined) {
    validate = ajv.compile({ ...(seal(schema) as Schema), components: { schemas: sealedSchemas } });
    validators.set(schema, validate);
  }
  validate(body);
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `body${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

/**
 * The schema with every object closed: the document leaves them open for clients, a server must not use that. A schema
 * that is put together by `allOf` cannot be closed part by part: none is, and one that comes fails here.
 */
function seal(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(seal);
  if (typeof node !== 'object' || node === null) return node;
  if ('allOf' in node && Array.isArray(node.allOf)) throw new Error('An allOf cannot be sealed: spread the models');
  const sealed = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, seal(value)]));
  const isModel = sealed.type === 'object' && typeof sealed.properties === 'object';
  return isModel && sealed.additionalProperties === undefined ? { ...sealed, additionalProperties: false } : sealed;
}

const sealedSchemas = seal(document.components.schemas);
