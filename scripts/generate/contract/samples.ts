// Valid values: an ordinary one for any schema, and those at the bounds of the schema.

import {
  branchesOf,
  type Document,
  formatOf,
  type Json,
  repeated,
  resolve,
  type Schema,
} from '../../document/index.ts';
import { judge } from './judge.ts';

/** The data for building requests. */
export interface Builder {
  document: Document;
  /** The names of the runner's fixtures, which can fill an `x-known` field. */
  fixtures: ReadonlySet<string>;
}

export interface Sample {
  name: string;
  value: Json;
  /** The rule whose bound the value is at. */
  rule: string;
}

type JsonObject = { [key: string]: Json };

/** Returns an ordinary value: the default, the first enum value, a fixture, or else a short value. */
export function ordinary(builder: Builder, given: Schema): Json {
  const schema = resolve(builder.document, given);
  const known = schema['x-known']?.by;
  if (known !== undefined && builder.fixtures.has(known)) return { $fixture: known };
  if (schema.default !== undefined) return schema.default;
  // A schema that accepts everything may have an example that the server accepts too.
  const [example] = schema.examples ?? [];
  if (schema.type === undefined && schema.anyOf === undefined && example !== undefined) return example;
  const [choice] = schema.enum ?? [];
  if (choice !== undefined) return choice;
  if (schema.anyOf !== undefined) {
    const [branch = {}] = branchesOf(builder.document, schema).filter(({ type }) => type !== 'null');
    return ordinary(builder, branch);
  }
  switch (schema.type) {
    case 'string':
      return ordinaryText(builder, schema);
    case 'integer':
    case 'number':
      return Math.min(Math.max(1, schema.minimum ?? 1), schema.maximum ?? 1);
    case 'boolean':
      return false;
    case 'null':
      return null;
    case 'array':
      return listOf(builder, schema.items ?? {}, schema.minItems ?? 0);
    default:
      return least(builder, schema);
  }
}

/** Returns an object with the required properties only, plus those that `property` needs beside it. */
export function least(builder: Builder, given: Schema, property?: string): JsonObject {
  const { required = [], properties = {}, 'x-one-of': choices = [] } = resolve(builder.document, given);
  const [choice] = property !== undefined && choices.includes(property) ? [] : choices;
  const needed = choice === undefined ? required : [...required, choice];
  const entries = needed.map((name): [string, Json] => [name, ordinary(builder, properties[name] ?? {})]);
  const companions =
    property === undefined ? {} : resolve(builder.document, properties[property] ?? {})['x-valid-with'];
  return { ...Object.fromEntries(entries), ...companions };
}

/** Returns the example with all missing properties added, at every depth. */
export function complete(builder: Builder, given: Schema, example: Json): Json {
  const schema = resolve(builder.document, given);
  const known = schema['x-known']?.by;
  if (known !== undefined && builder.fixtures.has(known)) return { $fixture: known };
  if (schema.anyOf !== undefined) {
    const fitting = branchesOf(builder.document, schema).filter(
      (branch) => judge(builder.document, branch, example, []).length === 0,
    );
    return fitting[0] === undefined ? example : complete(builder, fitting[0], example);
  }
  if (Array.isArray(example)) return example.map((item) => complete(builder, schema.items ?? {}, item));
  if (!isObject(example) || schema.properties === undefined) return example;
  const choices = schema['x-one-of'] ?? [];
  const choice = choices.find((name) => Object.hasOwn(example, name)) ?? choices[0];
  const entries = Object.entries(schema.properties)
    .filter(([name]) => name === choice || !choices.includes(name))
    .map(([name, property]): [string, Json] => [
      name,
      complete(builder, property, example[name] === undefined ? ordinary(builder, property) : example[name]),
    ]);
  return Object.fromEntries(entries);
}

/** Returns the values at the bounds of the schema. Nested schemas are not considered. */
export function edges(builder: Builder, given: Schema): Sample[] {
  const schema = resolve(builder.document, given);
  if (schema.anyOf !== undefined) {
    return branchesOf(builder.document, schema).flatMap((branch) =>
      branch.type === 'null' ? [{ name: 'null', value: null, rule: 'nullable' }] : edges(builder, branch),
    );
  }
  if (schema.enum !== undefined)
    return schema.enum.map((value) => ({ name: `value-${String(value)}`, value, rule: 'enum' }));
  const found = edgesOfType(builder, schema);
  return found.filter(({ value }) => judge(builder.document, schema, value, []).length === 0);
}

function edgesOfType(builder: Builder, schema: Schema): Sample[] {
  if (schema.type === 'string') return textEdges(schema);
  if (schema.type === 'integer' || schema.type === 'number') return numberEdges(schema);
  if (schema.type === 'boolean') return [true, false].map((value) => ({ name: String(value), value, rule: 'type' }));
  if (schema.type === 'array') return listEdges(builder, schema);
  return schema.type === 'object' ? mapEdges(builder, schema) : [];
}

function textEdges(schema: Schema): Sample[] {
  const { minLength = 0, maxLength } = schema;
  const accepted = Object.entries(schema.format === undefined ? {} : formatOf(schema.format).trials);
  return [
    ...textsOf(schema, minLength).map((value) => lengthSample('min-length', value, 'minLength')),
    ...(maxLength === undefined ? [] : textsOf(schema, maxLength)).map((value) =>
      lengthSample('max-length', value, 'maxLength'),
    ),
    ...accepted.map(([name, value]) => ({ name: `accepted-${name}`, value, rule: 'format' })),
  ].filter(({ value }, index, all) => all.findIndex((other) => other.value === value) === index);
}

function lengthSample(name: string, value: string, rule: string): Sample {
  return { name: Array.from(value).length === value.length ? name : `${name}-astral`, value, rule };
}

function numberEdges({ type, minimum, maximum }: Schema): Sample[] {
  return [
    ...(minimum === undefined ? [] : [{ name: 'minimum', value: minimum, rule: 'minimum' }]),
    ...(maximum === undefined ? [] : [{ name: 'maximum', value: maximum, rule: 'maximum' }]),
    ...(type === 'number' ? [{ name: 'fraction', value: 1.5, rule: 'type' }] : []),
  ];
}

function listEdges(builder: Builder, { items = {}, minItems = 0, ...schema }: Schema): Sample[] {
  // There is only one ordinary item, so a longer list would contain duplicates.
  const maxItems = schema['x-distinct'] ? undefined : schema.maxItems;
  return [
    { name: 'min-items', value: listOf(builder, items, minItems), rule: 'minItems' },
    ...(maxItems === undefined
      ? []
      : [{ name: 'max-items', value: listOf(builder, items, maxItems), rule: 'maxItems' }]),
  ];
}

/**
 * Returns a list that repeats one ordinary value. The value is built only once, because a list may have 100,000 items.
 */
export function listOf(builder: Builder, items: Schema, length: number): Json[] {
  return length === 0 ? [] : new Array<Json>(length).fill(ordinary(builder, items));
}

function mapEdges(builder: Builder, schema: Schema): Sample[] {
  const { additionalProperties: values, maxProperties, propertyNames } = schema;
  if (typeof values !== 'object') return [];
  const value = ordinary(builder, values);
  const names = propertyNames === undefined ? [] : textEdges({ ...propertyNames, type: 'string' });
  return [
    { name: 'empty', value: {}, rule: 'type' },
    ...(maxProperties === undefined
      ? []
      : [{ name: 'max-pairs', value: pairs(maxProperties, value), rule: 'maxProperties' }]),
    ...names.map((name) => ({ name: `key-${name.name}`, value: { [String(name.value)]: value }, rule: name.rule })),
  ];
}

/** Returns a map with `count` pairs. */
export function pairs(count: number, value: Json): JsonObject {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index + 1}`, value]));
}

/**
 * Returns texts of this length, ASCII first, then with characters outside the basic multilingual plane. Empty if the
 * format has no text of this length.
 */
export function textsOf(schema: Schema, length: number): string[] {
  const texts =
    schema.format === undefined
      ? [repeated('a', length), `/${repeated('a', Math.max(length - 1, 0))}`, repeated('😀', length)]
      : formatOf(schema.format).samples(length);
  const matching = texts.filter((text) => schema.pattern === undefined || new RegExp(schema.pattern, 'u').test(text));
  const exact = matching.filter((text) => Array.from(text).length === length);
  const isAstral = (text: string): boolean => text.length !== length;
  return [...exact.filter((text) => !isAstral(text)).slice(0, 1), ...exact.filter(isAstral).slice(0, 1)];
}

function ordinaryText(builder: Builder, schema: Schema): string {
  for (const text of likelyTexts(schema)) if (judge(builder.document, schema, text, []).length === 0) return text;
  throw new Error(`No text is known that fits ${JSON.stringify(schema)}`);
}

/** Yields texts that may fit the schema. The longest ones come late, because a text may have millions of characters. */
function* likelyTexts(schema: Schema): Generator<string> {
  for (const length of [6, 14, 24, schema.minLength ?? 0, schema.maxLength ?? 0]) yield* textsOf(schema, length);
  if (schema.format !== undefined) yield* formatOf(schema.format).samples(14);
  for (const example of schema.examples ?? []) if (typeof example === 'string') yield example;
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
