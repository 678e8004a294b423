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
/** Every operation, with what matches its path. */
export const operations = operationsOf(document).map(({ path, method, operation }) => ({
  method,
  operation,
  pattern: patternOf(path),
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
  const found = operation === undefined ? strayViolations(answer) : operationViolations(answer, operation);
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

function patternOf(path: string): RegExp {
  const escaped = path.replace(/[.]/g, '\\.').replace(/\{[^}]+\}/g, '[^/]+');
  return new RegExp(`^${escaped.endsWith('/') ? `${escaped}?` : escaped}$`);
}

/** Outside of all operations there are errors only. */
function strayViolations({ status, body }: SeenAnswer): string[] {
  if (![400, 404, 405, 408, 431].includes(status)) return ['is outside of the document'];
  return schemaViolations({ $ref: '#/components/schemas/ErrorBody' }, body);
}

function operationViolations({ method, status, headers, body }: SeenAnswer, operation: Operation): string[] {
  const response = operation.responses[String(status)];
  if (response === undefined) return [`is a status that ${operation.operationId} does not declare`];
  const missing = requiredHeaders(response).filter((name) => !headers.has(name));
  const problems = missing.map((name) => `lacks the header ${name}`);
  if (method === 'HEAD') return problems;
  const [type = '', media] = Object.entries(response.content ?? {})[0] ?? [];
  const sent = headers.get('content-type') ?? '';
  if (!sent.replace('; charset=utf-8', '').startsWith(type.replace('; charset=utf-8', '')))
    problems.push(`is ${sent}, not ${type}`);
  return media?.schema === undefined ? problems : [...problems, ...schemaViolations(media.schema, body)];
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
