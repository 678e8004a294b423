// Generates random requests: most are valid, many are almost valid. The same seed gives the same requests.

import fc, { type Arbitrary } from 'fast-check';
import { idPrefixes } from '../../models/ids.ts';
import { document, documented } from '../../scripts/contract/answers.ts';
import type { OperationAt } from '../../scripts/document/document.ts';
import { bodies } from '../contract/arbitraries.ts';

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
  const each = operations.map((at) =>
    fc.record({
      method: mostly(
        fc.constant(at.method),
        fc.constantFrom('get', 'post', 'put', 'patch', 'delete', 'options', 'head'),
      ),
      path: paths(at.path, operations),
      query: queries(at),
      body: bodiesOf(at),
    }),
  );
  return fc.oneof(...each);
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

function bodiesOf({ operation: { operationId } }: OperationAt): Arbitrary<string | undefined> {
  const schema = documented(operationId)?.requestBody?.content['application/json']?.schema;
  if (schema === undefined) return fc.constant(undefined);
  return mostly<string | undefined>(
    bodies({ document, fixtures: new Set() }, schema).map((value) => JSON.stringify(value)),
    fc.constantFrom(undefined, 'null', '[]', '1', '"text"', '{}'),
  );
}

function encode(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : '%ed%a0%80';
}
