// Tests that every answer has a bound in bytes: a list or a content without one takes as much memory as its callers have
// stored. A bound is the rule for pages (http/replies/page-limit.ts), the bounds of the schema, or `x-answer-bytes`. Answers
// that pass through as they arrive are not built in memory.

import { readFileSync } from 'node:fs';
import t from 'tap';
import {
  branchesOf,
  type Document,
  type Operation,
  operationsOf,
  parametersOf,
  resolve,
  type Schema,
} from '../../scripts/document/document.ts';
import { readDocument } from '../../scripts/document/read.ts';

const document = readDocument(readFileSync(new URL('../../generated/openapi.json', import.meta.url), 'utf8'));
const mostBytes = 8 * 1024 * 1024;
/** A character of a string takes up to 6 bytes in JSON, as `\u0000`. */
const bytesOfCharacter = 6;
const bytesOfNumber = 24;

/** Returns the most bytes that a value of the schema takes as JSON. */
function bytesOf(document: Document, given: Schema, above: readonly string[] = []): number {
  const name = given.$ref;
  if (name !== undefined && above.includes(name)) return Number.POSITIVE_INFINITY;
  const inside = name === undefined ? above : [...above, name];
  return Math.max(...branchesOf(document, given).map((branch) => bytesOfBranch(document, branch, inside)));
}

function bytesOfBranch(document: Document, schema: Schema, above: readonly string[]): number {
  if (schema.$ref !== undefined || schema.anyOf !== undefined) return bytesOf(document, schema, above);
  if (schema.const !== undefined) return sizeOf(schema.const);
  if (schema.enum !== undefined) return Math.max(...schema.enum.map(sizeOf));
  const types = [schema.type ?? 'any'].flat();
  return Math.max(...types.map((type) => bytesOfType(document, schema, type, above)));
}

function bytesOfType(document: Document, schema: Schema, type: string, above: readonly string[]): number {
  const of = (inner: Schema): number => bytesOf(document, inner, above);
  switch (type) {
    case 'null':
    case 'boolean':
    case 'integer':
    case 'number':
      return bytesOfNumber;
    case 'string':
      return (schema.maxLength ?? Number.POSITIVE_INFINITY) * bytesOfCharacter + 2;
    case 'array':
      return (schema.maxItems ?? Number.POSITIVE_INFINITY) * (of(schema.items ?? {}) + 1) + 2;
    case 'object': {
      const members = Object.entries(schema.properties ?? {}).map(([name, inner]) => sizeOf(name) + of(inner) + 2);
      return members.reduce((sum, bytes) => sum + bytes, 2) + bytesOfOthers(schema, of);
    }
    default:
      return Number.POSITIVE_INFINITY;
  }
}

/** Returns the bytes of the members that a schema does not name. */
function bytesOfOthers(schema: Schema, of: (inner: Schema) => number): number {
  const { additionalProperties: others, propertyNames, maxProperties } = schema;
  if (others === undefined || others === false) return 0;
  if (maxProperties === undefined) return Number.POSITIVE_INFINITY;
  const name = ((propertyNames as Schema | undefined)?.maxLength ?? Number.POSITIVE_INFINITY) * bytesOfCharacter;
  return maxProperties * (name + of(others === true ? {} : (others as Schema)) + 4);
}

function sizeOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** Returns true if the rule for pages cuts the answer: its caller can ask for the rest. */
function isPage(document: Document, operation: Operation, schema: Schema): boolean {
  const names = parametersOf(document, operation).map(({ name }) => name);
  const { has_more, data } = resolve(document, schema).properties ?? {};
  return has_more !== undefined && data !== undefined && (names.includes('limit') || names.includes('page'));
}

/** Returns true if the server sends the answer as it arrives or as it is read, and collects only a part of it. */
function passesThrough(operation: Operation, type: string, schema: Schema): boolean {
  const comesFromUpstream = operation['x-passes-on'] !== undefined || operation['x-calls-model'] === true;
  return comesFromUpstream || type === 'text/event-stream' || schema.format === 'binary';
}

/** Returns the answers of an operation that exceed a page and that no rule cuts, by what the schemas allow. */
function unbounded(document: Document, operation: Operation): string[] {
  return Object.entries(operation.responses).flatMap(([status, { content = {} }]) =>
    Object.entries(content).flatMap(([type, { schema = {} }]) => {
      if (!status.startsWith('2') || passesThrough(operation, type, schema)) return [];
      const isBounded = isPage(document, operation, schema) || bytesOf(document, schema) <= mostBytes;
      return isBounded ? [] : [`${operation.operationId}: ${status} ${type}`];
    }),
  );
}

t.test('every answer that this server builds has a bound in bytes', async (t) => {
  let counted = 0;
  for (const { operation } of operationsOf(document)) {
    const found = unbounded(document, operation);
    const bound = operation['x-answer-bytes'];
    if (bound === undefined) t.strictSame(found, [], `${operation.operationId} needs x-answer-bytes`);
    else {
      counted += 1;
      t.not(found.length, 0, `${operation.operationId} does not need x-answer-bytes`);
      t.ok(bound.most > 0 && bound.most <= 64 * 1024 * 1024, `${operation.operationId}: ${bound.most} bytes`);
      t.ok(bound.why.length >= 20, `${operation.operationId}: ${bound.why}`);
    }
  }
  t.ok(counted > 10);
});

t.test('a new list or content without a bound is found', async (t) => {
  const json = (schema: Schema) => ({ '200': { description: '', content: { 'application/json': { schema } } } });
  const word = { type: 'string', maxLength: 100 };
  const list = (items: Schema, maxItems?: number): Schema => ({
    type: 'object',
    properties: { has_more: { type: 'boolean' }, data: { type: 'array', items, ...(maxItems ? { maxItems } : {}) } },
  });
  const found = (schema: Schema, more: object = {}): number =>
    unbounded(document, { operationId: 'listNew', responses: json(schema), ...more } as Operation).length;
  t.equal(found(list(word)), 1, 'a list without maxItems');
  t.equal(found(list(word, 100_000)), 1, 'a list whose items are together too large');
  t.equal(found(list({ type: 'string' }, 10)), 1, 'items without maxLength');
  t.equal(found({ type: 'string' }), 1, 'a content');
  t.equal(found({ type: 'object', additionalProperties: true }), 1, 'an object of any members');
  t.equal(found(list(word, 100)), 0, 'a list that cannot exceed a page');
  const limit = [{ name: 'limit', in: 'query', schema: { type: 'integer' } }];
  t.equal(found(list(word), { parameters: limit }), 0, 'a list with pages');
});
