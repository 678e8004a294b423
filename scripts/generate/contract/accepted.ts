// The expected response to a valid body: the status, and the members of the body that the response repeats.

import {
  branchesOf,
  type CaseAnswer,
  type CaseRequest,
  type Json,
  type MediaType,
  type Operation,
  resolve,
  type Schema,
} from '../../document/index.ts';
import { isFixture, judge } from './judge.ts';
import type { Builder } from './samples.ts';

type JsonObject = { [key: string]: Json };

/** The error code for a value that does not name an existing resource, by status. */
const codesOfUnknown: Record<number, string> = {
  400: 'token_invalid',
  401: 'invalid_login',
  403: 'mismatched_organization',
  404: 'not_found',
  413: 'body_too_large',
};

/** Returns the schema of an operation's JSON body, or undefined if it has none. */
export function bodySchema({ requestBody }: Operation): Schema | undefined {
  return requestBody?.content['application/json']?.schema;
}

/** Returns the case of a request with a valid body. */
export function accepted(
  builder: Builder,
  operation: Operation,
  body: Json,
): { request: CaseRequest; expect: CaseAnswer } {
  const schema = bodySchema(operation) ?? {};
  const status = statusOf(builder, schema, body);
  const request = { body: markUnique(builder, schema, body) };
  const namesModel = status === 404 && isObject(body) && body.model !== undefined && !isFixture(body.model);
  const code = namesModel ? 'model_not_found' : codesOfUnknown[status];
  if (code !== undefined && hasWordOnly(builder, operation, status)) return { request, expect: { status } };
  if (code !== undefined) return { request, expect: { status, code } };
  if (status !== 200 || isStreamed(operation, body)) return { request, expect: { status } };
  return { request, expect: { status: successOf(operation), ...shownAgain(builder, operation, schema, body) } };
}

/** Returns true if `error` is a word in an answer with this status, as OAuth has it, and no object with a code. */
function hasWordOnly({ document }: Builder, { responses }: Operation, status: number): boolean {
  const schema = responses[status]?.content?.['application/json']?.schema ?? {};
  return branchesOf(document, schema).some(({ properties = {} }) => {
    return resolve(document, properties.error ?? {}).type === 'string';
  });
}

/** Returns the status of a success: SCIM has 201 and 204. */
function successOf({ responses }: Operation): number {
  return ['201', '204'].map(Number).find((status) => responses[status] !== undefined) ?? 200;
}

/** Returns values for the members of the response that the caller cannot set. */
export function readOnly(builder: Builder, operation: Operation, schema: Schema): JsonObject {
  const asked = resolve(builder.document, schema).properties ?? {};
  const { properties = {} } = resolve(builder.document, answerSchema(operation));
  const entries = Object.entries(properties).flatMap(([name, given]): [string, Json][] => {
    const { type } = resolve(builder.document, given);
    if (Object.hasOwn(asked, name)) return [];
    return type === 'string' ? [[name, 'not the caller’s']] : type === 'integer' ? [[name, 7]] : [];
  });
  return Object.fromEntries(entries);
}

/** Returns true if the response is an event stream, which does not repeat the body in one piece. */
function isStreamed({ responses }: Operation, body: Json): boolean {
  return isObject(body) && body.stream === true && responses['200']?.content?.['text/event-stream'] !== undefined;
}

/** Returns 200, or the status for a value that does not name an existing resource. */
function statusOf(builder: Builder, given: Schema, value: Json): number {
  const schema = resolve(builder.document, given);
  if (value === null || isFixture(value)) return 200;
  const known = knownOf(builder, schema);
  const isChoice = branchesOf(builder.document, schema).some(({ enum: all }) => all?.some((one) => one === value));
  if (known !== undefined && typeof value !== 'object') return isChoice ? 200 : known.otherwise;
  if (schema.anyOf !== undefined) {
    const fits = (branch: Schema): boolean => judge(builder.document, branch, value, []).length === 0;
    const fitting = branchesOf(builder.document, schema).find(fits);
    return fitting === undefined ? 200 : statusOf(builder, fitting, value);
  }
  const most = schema['x-at-most'];
  if (most !== undefined && typeof value === 'number' && value > most.value) return most.otherwise;
  const inside = Array.isArray(value)
    ? value.map((item) => statusOf(builder, schema.items ?? {}, item))
    : typeof value === 'object'
      ? Object.entries(schema.properties ?? {}).map(([name, property]) =>
          statusOf(builder, property, value[name] ?? null),
        )
      : [];
  return Math.max(200, ...inside);
}

/** Returns the `x-known` of the schema or of one of its branches. */
function knownOf(builder: Builder, schema: Schema): Schema['x-known'] {
  return branchesOf(builder.document, schema).find((branch) => branch['x-known'] !== undefined)?.['x-known'];
}

/** Returns the body with a marker on every text that must be unique. */
function markUnique(builder: Builder, given: Schema, value: Json): Json {
  const schema = resolve(builder.document, given);
  if (typeof value === 'string' && value !== '' && isUnique(builder, schema)) return { $unique: value };
  if (!isObject(value) || schema.properties === undefined) return value;
  const entries = Object.entries(value).map(([name, item]): [string, Json] => {
    const property = schema.properties?.[name];
    return [name, property === undefined ? item : markUnique(builder, property, item)];
  });
  return Object.fromEntries(entries);
}

function isUnique(builder: Builder, schema: Schema): boolean {
  return branchesOf(builder.document, schema).some((branch) => branch['x-unique'] !== undefined);
}

/** Returns the members that the response must repeat. This finds members that are accepted but not stored. */
function shownAgain(
  builder: Builder,
  operation: Operation,
  schema: Schema,
  body: Json,
): Pick<CaseAnswer, 'echo' | 'echoIn'> {
  const answer = resolve(builder.document, answerSchema(operation));
  const [[wrapper, wrapped] = []] =
    Object.entries(answer.properties ?? {}).length === 1 ? Object.entries(answer.properties ?? {}) : [];
  const inner = wrapped === undefined ? answer : resolve(builder.document, wrapped);
  if (!isObject(body)) return {};
  const asked = resolve(builder.document, schema).properties ?? {};
  const echo = Object.keys(body).filter((name) => {
    const property = resolve(builder.document, asked[name] ?? {});
    return (
      body[name] !== null &&
      property.format !== 'password' &&
      asked[name]?.['x-ignored'] !== true &&
      asked[name] !== undefined &&
      inner.properties?.[name] !== undefined &&
      // The response schema may not allow the sent value; the server then returns a derived value.
      judge(builder.document, inner.properties[name], body[name] ?? null, []).length === 0
    );
  });
  if (echo.length === 0) return {};
  return { echo, ...(inner === answer || wrapper === undefined ? {} : { echoIn: wrapper }) };
}

/** Returns the schema of an operation's successful JSON response. */
function answerSchema(operation: Operation): Schema {
  const content: Record<string, MediaType> = operation.responses[successOf(operation)]?.content ?? {};
  return (content['application/json'] ?? content['application/scim+json'])?.schema ?? {};
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
