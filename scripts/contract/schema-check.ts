// Validates JSON against a schema of the document: the keywords that the spec uses, and no others. A library would be
// the only package that the contract kit needs. A test compares the results with those of ajv.

import { isDeepStrictEqual } from 'node:util';
import type { Json, Schema } from '../document/index.ts';

/** A violation. `params` has the members of ajv's errors. */
export interface SchemaError {
  /** The JSON pointer of the value. */
  at: string;
  message: string;
  params: Record<string, unknown>;
}

type Schemas = Readonly<Record<string, Schema>>;
type Check = (schema: Schema, value: Json, at: string, schemas: Schemas) => SchemaError[];
type JsonObject = { [key: string]: Json };

/** A response with more items or undeclared members is wrong anyway. The limit bounds the number of violations. */
const mostChecked = 1000;

const annotations =
  /^(description|examples|example|default|format|title|deprecated|contentMediaType|contentEncoding|x-.+)$/;

/** The check of each keyword that constrains a value. Each one passes values of the types that it is not about. */
const checks: Record<string, Check> = {
  $ref: ({ $ref = '' }, value, at, schemas) => {
    const target = schemas[$ref.replace('#/components/schemas/', '')];
    if (target === undefined) throw new Error(`The reference ${$ref} has no target in the document`);
    return schemaErrors(target, value, at, schemas);
  },
  type: ({ type = [] }, value, at) => {
    const types = [type].flat();
    return types.some((one) => isOfType(one, value)) ? [] : [error(at, `must be ${types.join(',')}`, { type })];
  },
  const: ({ const: only }, value, at) =>
    isDeepStrictEqual(value, only) ? [] : [error(at, 'must be equal to constant', { allowedValue: only })],
  enum: ({ enum: allowed = [] }, value, at) =>
    allowed.some((one) => one === value)
      ? []
      : [error(at, 'must be equal to one of the allowed values', { allowedValues: allowed })],
  anyOf: ({ anyOf = [] }, value, at, schemas) => {
    const found = anyOf.map((branch) => schemaErrors(branch, value, at, schemas));
    if (found.some((errors) => errors.length === 0)) return [];
    // The branch with the deepest violation is the one that the value was meant for.
    const depth = (errors: SchemaError[]): number => Math.max(...errors.map((one) => one.at.length));
    const [nearest = []] = found.toSorted((a, b) => depth(b) - depth(a) || a.length - b.length);
    return [...nearest, error(at, 'must match a schema in anyOf', {})];
  },
  oneOf: ({ oneOf = [] }, value, at, schemas) => {
    const matching = oneOf.filter((branch) => schemaErrors(branch, value, at, schemas).length === 0).length;
    return matching === 1 ? [] : [error(at, 'must match exactly one schema in oneOf', { matching })];
  },
  minimum: bound('number', 'minimum', (value, least) => (value as number) >= least, 'must be >='),
  maximum: bound('number', 'maximum', (value, most) => (value as number) <= most, 'must be <='),
  minLength: bound(
    'string',
    'minLength',
    (value, least) => Array.from(value as string).length >= least,
    'is shorter than',
  ),
  maxLength: bound(
    'string',
    'maxLength',
    (value, most) => Array.from(value as string).length <= most,
    'is longer than',
  ),
  minItems: bound('array', 'minItems', (value, least) => (value as Json[]).length >= least, 'has fewer items than'),
  maxItems: bound('array', 'maxItems', (value, most) => (value as Json[]).length <= most, 'has more items than'),
  maxProperties: bound(
    'object',
    'maxProperties',
    (value, most) => Object.keys(value as object).length <= most,
    'has more members than',
  ),
  pattern: ({ pattern = '' }, value, at) =>
    typeof value !== 'string' || new RegExp(pattern, 'u').test(value)
      ? []
      : [error(at, `must match pattern "${pattern}"`, { pattern })],
  items: ({ items = {} }, value, at, schemas) =>
    Array.isArray(value)
      ? value.slice(0, mostChecked).flatMap((item, index) => schemaErrors(items, item, `${at}/${index}`, schemas))
      : [],
  required: ({ required = [] }, value, at) =>
    isObject(value)
      ? required
          .filter((name) => !Object.hasOwn(value, name))
          .map((name) => error(at, `must have required property '${name}'`, { missingProperty: name }))
      : [],
  properties: ({ properties = {}, type, additionalProperties }, value, at, schemas) => {
    if (!isObject(value)) return [];
    const known = Object.entries(properties).filter(([name]) => Object.hasOwn(value, name));
    const errors = known.flatMap(([name, schema]) =>
      schemaErrors(schema, value[name] as Json, `${at}/${pointerPart(name)}`, schemas),
    );
    // The document leaves objects open, so that clients accept new members. A server must not send undeclared ones.
    const isClosed = type === 'object' && additionalProperties === undefined;
    return isClosed ? [...errors, ...strangers(value, properties, at)] : errors;
  },
  additionalProperties: ({ properties = {}, additionalProperties }, value, at, schemas) => {
    if (!isObject(value) || additionalProperties === true || additionalProperties === undefined) return [];
    if (additionalProperties === false) return strangers(value, properties, at);
    return Object.entries(value)
      .filter(([name]) => !Object.hasOwn(properties, name))
      .flatMap(([name, item]) => schemaErrors(additionalProperties, item, `${at}/${pointerPart(name)}`, schemas));
  },
  propertyNames: ({ propertyNames = {} }, value, at, schemas) =>
    isObject(value) ? Object.keys(value).flatMap((name) => schemaErrors(propertyNames, name, at, schemas)) : [],
};

/** Returns the violations of a value. Throws for a keyword without a check, because ignoring it would hide violations. */
export function schemaErrors(schema: Schema, value: unknown, at: string, schemas: Schemas): SchemaError[] {
  return Object.keys(schema).flatMap((keyword) => {
    const check = checks[keyword];
    if (check !== undefined) return check(schema, value as Json, at, schemas);
    if (annotations.test(keyword)) return [];
    throw new Error(`The keyword ${keyword} has no check in scripts/contract/schema-check.ts`);
  });
}

type Bound = 'minimum' | 'maximum' | 'minLength' | 'maxLength' | 'minItems' | 'maxItems' | 'maxProperties';

function bound(type: string, keyword: Bound, holds: (value: Json, limit: number) => boolean, words: string): Check {
  return (schema, value, at) => {
    const limit = schema[keyword];
    if (limit === undefined || !isOfType(type, value) || holds(value, limit)) return [];
    return [error(at, `${words} ${limit}`, { limit })];
  };
}

function strangers(value: JsonObject, properties: object, at: string): SchemaError[] {
  return Object.keys(value)
    .filter((name) => !Object.hasOwn(properties, name))
    .slice(0, mostChecked)
    .map((name) => error(at, 'must NOT have additional properties', { additionalProperty: name }));
}

function error(at: string, message: string, params: Record<string, unknown>): SchemaError {
  return { at, message, params };
}

function isOfType(type: string, value: unknown): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'number') return typeof value === 'number' && Number.isFinite(value);
  return typeof value === type;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function pointerPart(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
