// Validates requests against the published document: which rules a value breaks, where, and with which message. Uses
// neither Ajv nor the server's code, so that their mistakes show.
//
// Each failure is reported once. A value of a wrong type is not validated further. A broken bound or pattern takes
// precedence over the format. In a union, only the branches with the value's type are validated; without such a branch,
// all are.

import {
  aboveMaximum,
  belowMinimum,
  branchesOf,
  type Document,
  extraForbidden,
  formatOf,
  type Issue,
  type Json,
  missing,
  notOneOf,
  type Parameter,
  patternMismatch,
  resolve,
  type Schema,
  secretMask,
  tooFewItems,
  tooLong,
  tooManyItems,
  tooShort,
  type Words,
  wrongType,
} from '../../document/index.ts';

/** The query parameters: a text, or several if a name is repeated. */
export type Query = Record<string, string | string[]>;

/** Returns true for a fixture placeholder. A runner fills it, and it counts as valid. */
export function isFixture(value: Json): boolean {
  return isObject(value) && Object.keys(value).length === 1 && '$fixture' in value;
}

/** Returns the issues of a value at the location. */
export function judge(document: Document, given: Schema, value: Json, loc: string[]): Issue[] {
  const schema = resolve(document, given);
  if (isFixture(value)) return [];
  if (schema.anyOf !== undefined) return judgeUnion(document, branchesOf(document, schema), value, loc);
  const say = (words: Words): Issue => ({ loc, ...words, input: shown(document, schema, value) });
  if (schema.enum !== undefined) return schema.enum.includes(value as never) ? [] : [say(notOneOf(schema.enum))];
  if (schema.type !== undefined && !fits(schema, value))
    return [say(wrongType(String(schema.type), value, { isModel: schema.properties !== undefined }))];
  if (typeof value === 'string') return judgeText(schema, value).map(say);
  if (typeof value === 'number') return judgeNumber(schema, value).map(say);
  if (Array.isArray(value)) {
    const items = schema.items ?? {};
    return [
      ...judgeLength(schema, value).map(say),
      ...value.flatMap((item, index) => judge(document, items, item, [...loc, String(index)])),
    ];
  }
  return isObject(value) ? judgeObject(document, schema, value, loc) : [];
}

export function judgeQuery(document: Document, parameters: Parameter[], query: Query): Issue[] {
  return Object.entries(query).flatMap(([name, text]): Issue[] => {
    const loc = ['query', name];
    const parameter = parameters.find((candidate) => candidate.in === 'query' && candidate.name === name);
    if (parameter === undefined) return [{ loc, ...extraForbidden, input: text }];
    const schema = resolve(document, parameter.schema);
    // A list parameter that occurs once has one item. Each invalid item of a list is an issue.
    if (schema.type === 'array') return judge(document, schema, typeof text === 'string' ? [text] : text, loc);
    const value = typeof text === 'string' ? parsed(schema, text) : text;
    if (typeof value === 'string' && !fits(schema, value))
      return [{ loc, ...wrongType(String(schema.type), value, { fromText: true }), input: text }];
    return judge(document, schema, value, loc).map((issue) => ({ ...issue, input: text }));
  });
}

/**
 * Parses a query text. Numbers have the form of JSON integers and decimals: no `1e2`, `0x10`, ` 5` or `5.0`. Booleans
 * have several forms.
 */
function parsed({ type }: Schema, text: string): Json {
  // A list with one item.
  if (type === 'array') return [text];
  if (type === 'boolean' && /^(true|t|yes|y|on|1)$/i.test(text)) return true;
  if (type === 'boolean' && /^(false|f|no|n|off|0)$/i.test(text)) return false;
  if (type === 'integer' && /^-?[0-9]{1,19}$/.test(text) && !/^-?0[0-9]/.test(text)) return Number(text);
  return text;
}

function judgeUnion(document: Document, branches: Schema[], value: Json, loc: string[]): Issue[] {
  if (value === null && branches.some(({ type }) => type === 'null')) return [];
  const others = branches.filter(({ type }) => type !== 'null');
  const fitting = tagged(
    document,
    others.filter((branch) => isOfKind(branch, value)),
    value,
  );
  const verdicts = (fitting.length === 0 ? others : fitting).map((branch) => judge(document, branch, value, loc));
  return verdicts.some((issues) => issues.length === 0) ? [] : withoutRepeats(verdicts.flat());
}

/**
 * Returns the branches of a tagged union with the value's tag. Without a matching branch, returns those that allow any
 * other tag, or else a branch that reports all allowed tags, and nothing else.
 */
function tagged(document: Document, branches: Schema[], value: Json): Schema[] {
  const tag = tagOf(document, branches);
  if (tag === undefined || !isObject(value)) return branches;
  const choices = branches.map(({ properties }) => resolve(document, properties?.[tag] ?? {}).enum ?? []);
  const named = branches.filter((_, index) => choices[index]?.includes(value[tag] as never));
  if (named.length > 0) return named;
  const open = branches.filter((_, index) => choices[index]?.length === 0);
  if (open.length > 0) return open;
  return [{ type: 'object', properties: { [tag]: { type: 'string', enum: choices.flat() } }, required: [tag] }];
}

/**
 * Returns the tag of a union: a property that every branch requires, with different values in each branch. A branch
 * without listed values takes all others.
 */
export function tagOf(document: Document, branches: Schema[]): string | undefined {
  if (branches.length < 2) return undefined;
  return branches[0]?.required?.find((name) => {
    if (!branches.every(({ required = [] }) => required.includes(name))) return false;
    const all = branches.flatMap(({ properties }) => resolve(document, properties?.[name] ?? {}).enum ?? []);
    return all.length > 0 && new Set(all).size === all.length;
  });
}

function judgeText(schema: Schema, text: string): Words[] {
  const length = Array.from(text).length;
  const words = [
    ...(schema.minLength !== undefined && length < schema.minLength ? [tooShort(schema.minLength)] : []),
    ...(schema.maxLength !== undefined && length > schema.maxLength ? [tooLong(schema.maxLength)] : []),
    ...(schema.pattern !== undefined && !new RegExp(schema.pattern, 'u').test(text)
      ? [patternMismatch(schema.pattern)]
      : []),
  ];
  const problem = words.length > 0 || schema.format === undefined ? undefined : formatOf(schema.format).problem(text);
  return problem === undefined ? words : [problem];
}

function judgeNumber({ minimum, maximum }: Schema, value: number): Words[] {
  if (minimum !== undefined && value < minimum) return [belowMinimum(minimum)];
  return maximum !== undefined && value > maximum ? [aboveMaximum(maximum)] : [];
}

function judgeLength({ minItems, maxItems }: Schema, { length }: Json[]): Words[] {
  if (minItems !== undefined && length < minItems) return [tooFewItems(minItems, length)];
  return maxItems !== undefined && length > maxItems ? [tooManyItems('List', maxItems, length)] : [];
}

function judgeObject(document: Document, schema: Schema, value: { [key: string]: Json }, loc: string[]): Issue[] {
  const { required = [], properties = {}, additionalProperties = true, propertyNames, maxProperties } = schema;
  const keys = Object.keys(value);
  const whole = (): Json => shown(document, schema, value);
  const absent = required.filter((name) => !Object.hasOwn(value, name));
  const tooMany = maxProperties !== undefined && keys.length > maxProperties;
  const inside = keys.flatMap((key): Issue[] => {
    const at = [...loc, key];
    const badName = propertyNames === undefined ? [] : judge(document, propertyNames, key, at);
    const item = value[key] as Json;
    if (Object.hasOwn(properties, key)) return [...badName, ...judge(document, properties[key] as Schema, item, at)];
    const meant = Object.keys(properties).find((name) => !Object.hasOwn(value, name) && isSwapped(name, key));
    if (meant !== undefined) return [{ loc: at, ...extraForbidden, ctx: { did_you_mean: meant }, input: item }];
    if (additionalProperties === true) return badName;
    if (additionalProperties === false) return [...badName, { loc: at, ...extraForbidden, input: item }];
    return [...badName, ...judge(document, additionalProperties, item, at)];
  });
  return [
    ...absent.map((name) => ({ loc: [...loc, name], ...missing, input: whole() })),
    ...(tooMany ? [{ loc, ...tooManyItems('Dictionary', maxProperties, keys.length), input: whole() }] : []),
    ...withoutRepeats(inside),
  ];
}

/** Returns true if two neighbouring letters are swapped: the only misspelling among the cases. */
function isSwapped(name: string, typed: string): boolean {
  if (name.length < 4 || name.length !== typed.length) return false;
  const different = [...name].flatMap((letter, index) => (letter === typed[index] ? [] : [index]));
  const [first = 0, second = 0, ...more] = different;
  return second === first + 1 && more.length === 0 && name[first] === typed[second] && name[second] === typed[first];
}

/** Returns the value as a response may show it, with secrets masked. */
function shown(document: Document, given: Schema, value: Json): Json {
  const schema = resolve(document, given);
  if (schema.format === 'password') return secretMask;
  if (Array.isArray(value)) return value.map((item) => shown(document, schema.items ?? {}, item));
  if (!isObject(value) || isFixture(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const property = schema.properties?.[key];
      return [key, property === undefined ? item : shown(document, property, item)];
    }),
  );
}

/** Returns true if the value has the schema's JSON type. */
function fits(schema: Schema, value: Json): boolean {
  return schema.type === 'integer' ? Number.isInteger(value) : isOfKind(schema, value);
}

/** Like `fits`, but accepts fractions as integers, because their issue is not the type but the fraction. */
function isOfKind({ type }: Schema, value: Json): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  if (type === 'null') return value === null;
  return typeof value === (type === 'integer' ? 'number' : type);
}

function isObject(value: Json): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function withoutRepeats(issues: Issue[]): Issue[] {
  const keyOf = ({ loc, type }: Issue): string => JSON.stringify([loc, type]);
  const keys = issues.map(keyOf);
  return issues.filter((issue, index) => keys.indexOf(keyOf(issue)) === index);
}
