// Cases of the query, the ids in the path, and the headers.

import {
  type CaseRequest,
  type ContractCase,
  isContextHeader,
  type Operation,
  type Parameter,
  parametersOf,
  refusal,
  repeated,
  resolve,
  type Schema,
  tooLong,
  tooShort,
  type Words,
} from '../../document/index.ts';
import { bodySchema } from './accepted.ts';
import { breaches } from './breaches.ts';
import { leastForm } from './forms.ts';
import { judge, judgeQuery, type Query } from './judge.ts';
import { type Builder, edges, least, ordinary } from './samples.ts';

const integerTexts = ['', ' ', 'text', '1e2', '0x10', '5.0', '1.5', '+5', '05', '5,6', 'null', '9223372036854775808'];
const booleanTexts = ['', ' ', '0', '1', 'yes', 'True', 'null', 'OFF', 'f', '2', ' true', 'truer', '1.0'];

/** Returns the status of a success. An operation that forwards to an upstream declares 2XX, because the upstream chooses it. */
export function successOf({ responses }: Operation): number {
  return Number(Object.keys(responses).find((code) => /^[23]\d\d$/.test(code)) ?? 200);
}

export function queryCases(builder: Builder, operation: Operation): ContractCase[] {
  const { document } = builder;
  const parameters = parametersOf(document, operation).filter((parameter) => parameter.in === 'query');
  const toCase = (pointer: string, name: string, rule: string, query: Query): ContractCase => {
    // Identity providers add parameters of their own to the address of a page.
    const isOpen = operation['x-errors'] === 'page';
    const issues = judgeQuery(document, parameters, query).filter(
      ({ type }) => !(isOpen && type === 'extra_forbidden'),
    );
    const family = issues.length === 0 ? 'accepted' : 'broken';
    const expect = issues.length === 0 ? { status: successOf(operation) } : refusal(issues);
    const id = `${operation.operationId}/${family}/query.${pointer}/${name}`;
    return { id, rule, request: { ...restOf(builder, operation), query: pairsOf(query) }, expect };
  };
  const broken = Object.fromEntries(parameters.map(({ name }) => [name, '\u0000']));
  return [
    ...parameters.flatMap((parameter) =>
      textsFor(builder, parameter).map(([name, rule, text]) =>
        toCase(parameter.name, name, rule, { [parameter.name]: text }),
      ),
    ),
    toCase('unknown', 'unknown', 'parameters', { unknown: '1' }),
    ...(parameters.length === 0
      ? []
      : [
          toCase(
            '-',
            'all',
            'parameters',
            Object.fromEntries(parameters.map((one) => [one.name, usual(builder, one)])),
          ),
          toCase('-', 'all-at-once', 'several', { ...broken, unknown: '1' }),
        ]),
  ];
}

/**
 * Returns the cases of the ids in an operation's path. `chosen`: the parameter that names a new item in a PUT, if there
 * is one.
 */
export function pathCases(builder: Builder, operation: Operation, chosen: string | undefined): ContractCase[] {
  const parameters = parametersOf(builder.document, operation).filter((parameter) => parameter.in === 'path');
  return parameters.flatMap(({ name, schema }): ContractCase[] => {
    const { maxLength } = resolve(builder.document, schema);
    if (maxLength === undefined)
      throw new Error(`${operation.operationId}: the path parameter ${name} has no maxLength`);
    const toCase = (label: string, rule: string, text: string, expect: ContractCase['expect']): ContractCase => ({
      id: `${operation.operationId}/path/${name}/${label}`,
      rule,
      request: { ...restOf(builder, operation), path: { [name]: text } },
      expect,
    });
    const long = repeated('a', maxLength + 1);
    const issue = { loc: ['path', name], ...tooLong(maxLength), input: long };
    const unknown =
      operation['x-access']?.organization === `path.${name}`
        ? { status: 403, code: 'mismatched_organization' }
        : { status: 404, code: name === 'model' ? 'model_not_found' : 'not_found' };
    /**
     * A text that breaks the schema expects a 422. Any other text names no resource, or names the new item of a PUT.
     */
    const strange = (label: string, text: string): ContractCase[] => {
      const issues = judge(builder.document, schema, text, ['path', name]);
      if (issues.length > 0) return [toCase(label, 'pattern', encodeURIComponent(text), refusal(issues))];
      return name === chosen ? [] : [toCase(label, 'existence', encodeURIComponent(text), unknown)];
    };
    return [
      toCase('above-max-length', 'maxLength', long, refusal([issue])),
      ...strange('max-length', repeated('a', maxLength)),
      ...strange('nul', '\u0000'),
      ...strange('encoded-slash', 'a/b'),
      ...strange('sql', "' OR '1'='1"),
      toCase('bad-percent-encoding', 'framing', '%zz', { status: 400, code: 'malformed_request' }),
      ...everythingBroken(builder, operation, name, issue),
    ];
  });
}

/**
 * Returns the cases of the bounds of an operation's headers. Context headers have tests of their own (test/access), and
 * an upstream validates forwarded headers.
 */
export function headerCases(builder: Builder, operation: Operation): ContractCase[] {
  if (operation['x-passes-on'] !== undefined) return [];
  const parameters = parametersOf(builder.document, operation).filter(
    (parameter) => parameter.in === 'header' && !isContextHeader(parameter),
  );
  return parameters.flatMap(({ name: header, schema }): ContractCase[] => {
    const { minLength = 0, maxLength } = resolve(builder.document, schema);
    const name = header.toLowerCase();
    if (maxLength === undefined) throw new Error(`${operation.operationId}: the header ${name} has no maxLength`);
    const toCase = (label: string, rule: string, text: string, words: Words): ContractCase => ({
      id: `${operation.operationId}/header/${name}/${label}`,
      rule,
      request: { ...restOf(builder, operation), headers: { [name]: text } },
      expect: refusal([{ loc: ['header', name], ...words, input: text }]),
    });
    const short = 'a'.repeat(Math.max(minLength - 1, 0));
    return [
      toCase('above-max-length', 'maxLength', 'a'.repeat(maxLength + 1), tooLong(maxLength)),
      ...(minLength === 0 ? [] : [toCase('below-min-length', 'minLength', short, tooShort(minLength))]),
    ];
  });
}

/** Returns a case with invalid path, query and body at once. */
function everythingBroken(
  builder: Builder,
  operation: Operation,
  name: string,
  issue: Parameters<typeof refusal>[0][number],
): ContractCase[] {
  const schema = bodySchema(operation);
  const query: Query = { unknown: '1' };
  const issues = [issue, ...judgeQuery(builder.document, [], query)];
  const request: CaseRequest = {
    ...leastForm(builder, operation),
    path: { [name]: String(issue.input) },
    query: pairsOf(query),
  };
  if (schema !== undefined) {
    request.body = [];
    issues.push(...judge(builder.document, schema, [], ['body']));
  }
  const id = `${operation.operationId}/path/${name}/with-query-and-body`;
  return [{ id, rule: 'several', request, expect: refusal(issues) }];
}

/** Returns the other parts of a valid request. */
function restOf(builder: Builder, operation: Operation): CaseRequest {
  const schema = bodySchema(operation);
  return schema === undefined ? (leastForm(builder, operation) ?? {}) : { body: least(builder, schema) };
}

/** Returns texts for a parameter: at the bounds of its schema and beyond. */
export function textsFor(
  builder: Builder,
  { schema: given }: Pick<Parameter, 'schema'>,
): [name: string, rule: string, text: string | string[]][] {
  const schema = resolve(builder.document, given);
  // A list with one item is written as the item; a list with two items repeats the name.
  if (schema.type === 'array' && schema.items !== undefined) {
    const one = textsFor(builder, { schema: schema.items });
    return one.filter(([name]) => name !== 'repeated').concat([['repeated', 'type', listOf(builder, schema.items, 2)]]);
  }
  const samples = [...edges(builder, schema), ...breaches(builder, schema)];
  const texts = samples
    .filter(({ value }) => typeof value === 'string' || (schema.type !== 'string' && typeof value === typeOf(schema)))
    .map(({ name, rule, value }): [string, string, string] => [name, rule, String(value)]);
  const odd = (schema.type === 'integer' ? integerTexts : schema.type === 'boolean' ? booleanTexts : ['']).map(
    (text, index): [string, string, string] => [text === '' ? 'empty' : `text-${index}`, 'type', text],
  );
  const one = String(ordinary(builder, schema));
  const all = [...texts, ...odd];
  const distinct = all.filter(([, , text], index) => all.findIndex(([, , other]) => other === text) === index);
  // Omits texts that a query cannot contain: 1e308 is formatted with an exponent, which is invalid in a query; numbers
  // have at most 19 digits; a lone surrogate cannot be percent-encoded.
  const sendable = distinct.filter(([, , text]) => !text.includes('e+') && text.isWellFormed());
  return [...sendable, ['repeated', 'type', [one, one]]];
}

function typeOf({ type }: Schema): string {
  return type === 'integer' ? 'number' : String(type);
}

function listOf(builder: Builder, items: Schema, length: number): string[] {
  return Array.from({ length }, () => String(ordinary(builder, items)));
}

function usual(builder: Builder, { schema: given }: Parameter): string {
  const schema = resolve(builder.document, given);
  if (schema.type === 'array') return String(ordinary(builder, schema.items ?? {}));
  return String(ordinary(builder, schema));
}

function pairsOf(query: Query): [string, string][] {
  return Object.entries(query).flatMap(([name, text]): [string, string][] =>
    typeof text === 'string' ? [[name, text]] : text.map((one): [string, string] => [name, one]),
  );
}
