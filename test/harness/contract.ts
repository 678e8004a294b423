// Holds every answer that a test sees against the published document: a status that the operation does not declare, a
// body that breaks its schema or has a member that the schema does not know, a header that is missing.

import { readFileSync } from 'node:fs';
import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import {
  type Document,
  type Operation,
  operationsOf,
  type ResponseObject,
  type Schema,
} from '../../scripts/generate/document.ts';

const generated = new URL('../../generated/', import.meta.url);

/** The published document. */
export const document = JSON.parse(readFileSync(new URL('openapi.json', generated), 'utf8')) as Document;

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
const validators = new WeakMap<Schema, ValidateFunction>();
const operations = operationsOf(document).map(({ path, method, operation }) => ({
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

/** What is wrong with an answer; empty: nothing. */
export function violations(answer: SeenAnswer): string[] {
  const at = `${answer.method} ${answer.path} → ${answer.status}`;
  const general = answer.headers.has('x-request-id') ? [] : ['has no x-request-id'];
  const operation = operationAt(answer.method, answer.path);
  const isStray = operation === undefined || (operation['x-passes-on'] === 'endpoint' && isStrayError(answer));
  const found = isStray ? strayViolations(answer) : operationViolations(answer, operation);
  return [...general, ...found].map((text) => `${at} ${text}`);
}

/** The operation that a request reaches; undefined for a path or a method that the document does not know. */
export function operationAt(method: string, path: string): Operation | undefined {
  const sought = method === 'HEAD' ? 'get' : method.toLowerCase();
  const [pathname = ''] = path.split('?');
  const matches = operations.filter((candidate) => candidate.method === sought && candidate.pattern.test(pathname));
  return matches.sort(
    (a, b) => b.pattern.source.replaceAll('[^/]+', '').length - a.pattern.source.replaceAll('[^/]+', '').length,
  )[0]?.operation;
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

/** Outside of all operations there are errors only. */
function strayViolations({ status, body }: SeenAnswer): string[] {
  if (![400, 404, 405, 408, 431].includes(status)) return ['is outside of the document'];
  return schemaViolations({ $ref: '#/components/schemas/ErrorBody' }, body);
}

function operationViolations({ method, status, headers, body }: SeenAnswer, operation: Operation): string[] {
  const response = operation.responses[String(status)] ?? operation.responses[`${String(status)[0]}XX`];
  if (response === undefined) return [`is a status that ${operation.operationId} does not declare`];
  const missing = requiredHeaders(response).filter((name) => !headers.has(name));
  const problems = missing.map((name) => `lacks the header ${name}`);
  if (method === 'HEAD') return problems;
  const declared = Object.entries(response.content ?? {});
  if (declared.length === 0) return problems;
  const sent = headers.get('content-type') ?? 'nothing';
  const media = declared.find(([type]) => isOfType(sent, type));
  if (media === undefined) return [...problems, `is ${sent}, not ${declared.map(([type]) => type).join(' or ')}`];
  const [type, { schema }] = media;
  return schema === undefined || type === '*/*' ? problems : [...problems, ...schemaViolations(schema, body)];
}

/** JSON is UTF-8 whether it says so or not, and so are events; what is passed on may be anything. */
function isOfType(sent: string, declared: string): boolean {
  const bare = (type: string): string => type.replace(/;\s*charset=utf-8$/i, '');
  return declared === '*/*' || bare(sent).startsWith(bare(declared));
}

function requiredHeaders(response: ResponseObject): string[] {
  return Object.entries(response.headers ?? {})
    .filter(([, header]) => (header as { required?: boolean }).required === true)
    .map(([name]) => name);
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

/** The schema with every object closed: the document leaves them open for clients, a server must not use that. */
function seal(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(seal);
  if (typeof node !== 'object' || node === null) return node;
  const sealed = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, seal(value)]));
  if (sealed.type === 'object' && sealed.properties !== undefined && sealed.additionalProperties === undefined)
    sealed.additionalProperties = false;
  return sealed;
}

const sealedSchemas = seal(document.components.schemas);
