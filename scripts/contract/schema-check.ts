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
type Check = (value: Json, at: string) => SchemaError[];
type Compile = (schema: Schema) => Check;
type JsonObject = { [key: string]: Json };

/** A response with more items or undeclared members is wrong anyway. The limit bounds the number of violations. */
const mostChecked = 1000;
const none: SchemaError[] = [];

const annotations =
  /^(description|examples|example|default|format|title|deprecated|contentMediaType|contentEncoding|x-.+)$/;

/**
 * Builds the check of each keyword that constrains a value. Each check passes values of the types that it is not about.
 * `compile` returns the check of a schema inside, and may be called for itself again.
 */
const keywords: Record<string, (schema: Schema, compile: Compile, schemas: Schemas) => Check> = {
  $ref: ({ $ref = '' }, compile, schemas) => {
    const target = schemas[$ref.replace('#/components/schemas/', '')];
    if (target === undefined) throw new Error(`The reference ${$ref} has no target in the document`);
    return compile(target);
  },
  type: ({ type = [] }) => {
    const types = [type].flat();
    return (value, at) =>
      types.some((one) => isOfType(one, value)) ? none : [error(at, `must be ${types.join(',')}`, { type })];
  },
  const:
    ({ const: only }) =>
    (value, at) =>
      isDeepStrictEqual(value, only) ? none : [error(at, 'must be equal to constant', { allowedValue: only })],
  enum:
    ({ enum: allowed = [] }) =>
    (value, at) =>
      allowed.some((one) => one === value)
        ? none
        : [error(at, 'must be equal to one of the allowed values', { allowedValues: allowed })],
  anyOf: ({ anyOf = [] }, compile) => {
    const branches = anyOf.map(compile);
    return (value, at) => {
      const found: SchemaError[][] = [];
      for (const check of branches) {
        const errors = check(value, at);
        if (errors.length === 0) return none;
        found.push(errors);
      }
      // The branch with the deepest violation is the one that the value was meant for.
      const depth = (errors: SchemaError[]): number => Math.max(...errors.map((one) => one.at.length));
      const [nearest = []] = found.toSorted((a, b) => depth(b) - depth(a) || a.length - b.length);
      return [...nearest, error(at, 'must match a schema in anyOf', {})];
    };
  },
  oneOf: ({ oneOf = [] }, compile) => {
    const branches = oneOf.map(compile);
    return (value, at) => {
      const matching = branches.filter((check) => check(value, at).length === 0).length;
      return matching === 1 ? none : [error(at, 'must match exactly one schema in oneOf', { matching })];
    };
  },
  minimum: bound('number', 'minimum', (value, least) => (value as number) >= least, 'must be >='),
  maximum: bound('number', 'maximum', (value, most) => (value as number) <= most, 'must be <='),
  minLength: bound('string', 'minLength', (value, least) => !isShorter(value as string, least), 'is shorter than'),
  maxLength: bound('string', 'maxLength', (value, most) => isShorter(value as string, most + 1), 'is longer than'),
  minItems: bound('array', 'minItems', (value, least) => (value as Json[]).length >= least, 'has fewer items than'),
  maxItems: bound('array', 'maxItems', (value, most) => (value as Json[]).length <= most, 'has more items than'),
  maxProperties: bound(
    'object',
    'maxProperties',
    (value, most) => Object.keys(value as object).length <= most,
    'has more members than',
  ),
  pattern: ({ pattern = '' }) => {
    const expression = new RegExp(pattern, 'u');
    return (value, at) =>
      typeof value !== 'string' || expression.test(value)
        ? none
        : [error(at, `must match pattern "${pattern}"`, { pattern })];
  },
  items: ({ items = {} }, compile) => {
    const check = compile(items);
    return (value, at) =>
      Array.isArray(value)
        ? together(value.slice(0, mostChecked).map((item, index) => check(item, `${at}/${index}`)))
        : none;
  },
  required:
    ({ required = [] }) =>
    (value, at) =>
      isObject(value)
        ? required
            .filter((name) => !Object.hasOwn(value, name))
            .map((name) => error(at, `must have required property '${name}'`, { missingProperty: name }))
        : none,
  properties: ({ properties = {}, type, additionalProperties }, compile) => {
    const members = Object.entries(properties).map(([name, schema]) => ({
      name,
      part: pointerPart(name),
      check: compile(schema),
    }));
    // The document leaves objects open, so that clients accept new members. A server must not send undeclared ones.
    const isClosed = type === 'object' && additionalProperties === undefined;
    return (value, at) => {
      if (!isObject(value)) return none;
      const known = members.filter(({ name }) => Object.hasOwn(value, name));
      const found = known.map(({ name, part, check }) => check(value[name] as Json, `${at}/${part}`));
      return together(isClosed ? [...found, strangers(value, properties, at)] : found);
    };
  },
  additionalProperties: ({ properties = {}, additionalProperties }, compile) => {
    if (additionalProperties === true || additionalProperties === undefined) return () => none;
    if (additionalProperties === false)
      return (value, at) => (isObject(value) ? strangers(value, properties, at) : none);
    const check = compile(additionalProperties);
    return (value, at) => {
      if (!isObject(value)) return none;
      const others = Object.entries(value).filter(([name]) => !Object.hasOwn(properties, name));
      return together(others.map(([name, item]) => check(item, `${at}/${pointerPart(name)}`)));
    };
  },
  propertyNames: ({ propertyNames = {} }, compile) => {
    const check = compile(propertyNames);
    return (value, at) => (isObject(value) ? together(Object.keys(value).map((name) => check(name, at))) : none);
  },
};

/**
 * The checks of schemas that were used before, by the schemas that their references name. The schemas of a document do
 * not change. A run checks each of some 100,000 responses, and reading a schema takes as long as four checks.
 */
const compiled = new WeakMap<Schemas, WeakMap<Schema, Check>>();

/** Returns the violations of a value. Throws for a keyword without a check, because ignoring it would hide violations. */
export function schemaErrors(schema: Schema, value: unknown, at: string, schemas: Schemas): SchemaError[] {
  return checkOf(schema, schemas)(value as Json, at);
}

function checkOf(schema: Schema, schemas: Schemas): Check {
  const known = compiled.get(schemas) ?? new WeakMap<Schema, Check>();
  compiled.set(schemas, known);
  const found = known.get(schema);
  if (found !== undefined) return found;
  // A schema may refer to itself, so the schemas inside are compiled at their first value.
  const compile: Compile = (inner) => {
    let check: Check | undefined;
    return (value, at) => {
      check ??= checkOf(inner, schemas);
      return check(value, at);
    };
  };
  const checks = Object.keys(schema).flatMap((keyword): Check[] => {
    const build = keywords[keyword];
    if (build !== undefined) return [build(schema, compile, schemas)];
    if (annotations.test(keyword)) return [];
    throw new Error(`The keyword ${keyword} has no check in scripts/contract/schema-check.ts`);
  });
  const [only] = checks;
  const check: Check =
    only !== undefined && checks.length === 1 ? only : (value, at) => together(checks.map((one) => one(value, at)));
  known.set(schema, check);
  return check;
}

/** Returns all errors in one list. Most values have none. */
function together(found: SchemaError[][]): SchemaError[] {
  return found.every((errors) => errors.length === 0) ? none : found.flat();
}

type Bound = 'minimum' | 'maximum' | 'minLength' | 'maxLength' | 'minItems' | 'maxItems' | 'maxProperties';

function bound(
  type: string,
  keyword: Bound,
  holds: (value: Json, limit: number) => boolean,
  words: string,
): (schema: Schema) => Check {
  return ({ [keyword]: limit }) => {
    if (limit === undefined) return () => none;
    return (value, at) =>
      !isOfType(type, value) || holds(value, limit) ? none : [error(at, `${words} ${limit}`, { limit })];
  };
}

/** Returns true if the text has fewer characters (code points) than `count`. A character has one or two code units. */
function isShorter(text: string, count: number): boolean {
  if (text.length < count) return true;
  return text.length < 2 * count && Array.from(text).length < count;
}

function strangers(value: JsonObject, properties: object, at: string): SchemaError[] {
  const names = Object.keys(value);
  if (names.every((name) => Object.hasOwn(properties, name))) return none;
  return names
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
