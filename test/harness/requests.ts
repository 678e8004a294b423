// Generates random requests: most are valid, many are almost valid. The same seed gives the same requests.

import fc, { type Arbitrary } from 'fast-check';
import { idPrefixes } from '../../models/ids.ts';
import type { OperationAt, Schema } from '../../scripts/document/document.ts';

export interface GeneratedRequest {
  method: string;
  /** Percent-encoded. */
  path: string;
  /** The query string without the question mark. */
  query: string;
  /** JSON text. */
  body: string | undefined;
}

const ids = Object.values(idPrefixes).map((prefix) => `${prefix}01ARZ3NDEKTSV4RRFFQ69G5FAV`);
const awkwardTexts = [
  '',
  ' ',
  '.',
  '..',
  'é',
  '漢字',
  '\u0000',
  '\u2028',
  '\ud800',
  'a/b',
  'a%b',
  'a+b c',
  'user@example.com',
  'https://example.com/hook',
  'http://127.0.0.1/',
  'constructor',
  'null',
  'true',
];
const texts = fc.oneof(fc.constantFrom(...ids), fc.constantFrom(...awkwardTexts), fc.string({ maxLength: 12 }));

/** Returns requests for the operations, and for paths and methods that do not exist. */
export function requests(operations: OperationAt[]): Arbitrary<GeneratedRequest> {
  return fc.constantFrom(...operations).chain((at) =>
    fc.record({
      method: mostly(
        fc.constant(at.method),
        fc.constantFrom('get', 'post', 'put', 'patch', 'delete', 'options', 'head'),
      ),
      path: paths(at.path, operations),
      query: queries(at),
      body: bodies(at),
    }),
  );
}

/** Returns seven of eight values from `usual`, the others from `seldom`. */
function mostly<T>(usual: Arbitrary<T>, seldom: Arbitrary<T>): Arbitrary<T> {
  return fc.oneof({ weight: 7, arbitrary: usual }, { weight: 1, arbitrary: seldom });
}

function paths(template: string, operations: OperationAt[]): Arbitrary<string> {
  const segments = operations.flatMap(({ path }) => path.split('/').filter((part) => !/^$|\{/.test(part)));
  const segment = fc.oneof(texts.map(encode), fc.constantFrom(...segments), fc.constantFrom('%', '%zz', '%e4', '%2F'));
  const filled = fc
    .array(segment, { minLength: 6, maxLength: 6 })
    .map((values) => template.replaceAll(/\{[^}]+\}/g, () => values.pop() as string));
  const change = fc.constantFrom<(path: string) => string>(
    (path) => `${path}/`,
    (path) => `/${path}`,
    (path) => path.replace(/\/[^/]*$/, ''),
    (path) => path.toUpperCase(),
    (path) => path.replace('/', '//'),
    (path) => `${path}/extra`,
  );
  return mostly(
    filled,
    fc.tuple(filled, change).map(([path, alter]) => alter(path) || '/'),
  );
}

function queries({ operation: { parameters = [] } }: OperationAt): Arbitrary<string> {
  const names = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  const value = fc.oneof(
    fc.constantFrom(
      '1',
      '20',
      '100',
      '101',
      '0',
      '-1',
      '+5',
      '5.0',
      '1e1',
      '0x10',
      '007',
      '99999999999999999999',
      ' 5',
    ),
    fc.constantFrom('true', 'false', 'TRUE', 'asc', 'desc', 'yes'),
    texts,
  );
  const name = mostly(
    fc.constantFrom(...names, ...(names.length === 0 ? ['limit'] : [])),
    fc.constantFrom('x', 'Limit', 'toString', '__proto__'),
  );
  const pair = fc.tuple(name, value).map(([key, text]) => `${key}=${encode(text)}`);
  const odd = fc.constantFrom('limit', 'limit=', 'limit[]=1', 'after[x]=1', 'order=%zz', '&&', 'limit=1&limit=2');
  return fc.array(mostly(pair, odd), { maxLength: names.length === 0 ? 1 : 3 }).map((pairs) => pairs.join('&'));
}

function bodies({ operation: { requestBody } }: OperationAt): Arbitrary<string | undefined> {
  const schema = requestBody?.content['application/json']?.schema;
  if (schema === undefined) return fc.constant(undefined);
  return mostly<string | undefined>(
    valuesOf(schema).map((value) => JSON.stringify(value)),
    fc.constantFrom(undefined, 'null', '[]', '1', '"text"', '{}'),
  );
}

/** Returns values of the schema, and some invalid values. */
function valuesOf(schema: Schema): Arbitrary<unknown> {
  const branches = schema.anyOf?.map(valuesOf) ?? [schema.type ?? 'object'].flat().map((type) => ofType(schema, type));
  return fc.oneof(
    { weight: 12, arbitrary: fc.oneof(...branches) },
    { weight: 1, arbitrary: fc.constantFrom<unknown>(null, true, 0, -1, 1.5, '', 'text', [], [1], {}, { x: 1 }) },
  );
}

function ofType(schema: Schema, type: string): Arbitrary<unknown> {
  switch (type) {
    case 'string':
      return stringsOf(schema);
    case 'integer':
    case 'number':
      return numbersOf(schema);
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.oneof(
        fc.array(valuesOf(schema.items ?? {}), { maxLength: 3 }),
        fc.constantFrom(schema.minItems ?? 0, schema.maxItems ?? 3).map((length) => Array(length + 1).fill('x')),
      );
    case 'null':
      return fc.constant(null);
    default:
      return objectsOf(schema);
  }
}

function stringsOf({ enum: allowed = [], minLength = 0, maxLength = 12 }: Schema): Arbitrary<unknown> {
  const lengths = [minLength - 1, minLength, maxLength, maxLength + 1].filter((length) => length >= 0 && length < 5000);
  return fc.oneof(
    texts,
    fc.tuple(fc.constantFrom(...lengths), fc.constantFrom('a', 'é', '😀')).map(([length, unit]) => unit.repeat(length)),
    ...(allowed.length === 0 ? [] : [fc.constantFrom<unknown>(...allowed)]),
  );
}

function numbersOf({ minimum = 0, maximum = 100 }: Schema): Arbitrary<number> {
  const edges = [minimum - 1, minimum, minimum + 0.5, maximum, maximum + 1];
  return fc.oneof(fc.constantFrom(...edges), fc.integer({ min: Math.ceil(minimum), max: Math.floor(maximum) }));
}

function objectsOf({
  properties = {},
  required = [],
  additionalProperties,
  maxProperties,
}: Schema): Arbitrary<unknown> {
  const known = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, valuesOf(schema)]));
  const withAll = fc.record(known);
  const withSome = fc.record(known, { requiredKeys: required.filter((name) => name in known) });
  const withFew = fc.record(known, { requiredKeys: [] });
  const others =
    typeof additionalProperties === 'object' ? valuesOf(additionalProperties) : fc.constantFrom<unknown>(1, 'x', null);
  const names = fc.oneof(texts, fc.constantFrom('a'.repeat(64), 'a'.repeat(65)));
  const extra = fc.dictionary(names, others, { maxKeys: (maxProperties ?? 2) + 1 });
  return mostly(
    fc.oneof(withSome, withSome, withAll, withFew),
    fc.tuple(withSome, extra).map(([object, more]) => ({ ...object, ...more })),
  );
}

function encode(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : '%ed%a0%80';
}
