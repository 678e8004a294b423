// Values that each break one rule of a schema. Nested schemas are not considered.

import { branchesOf, formatOf, type Json, repeated, resolve, type Schema } from '../../document/index.ts';
import { judge } from './judge.ts';
import { type Builder, listOf, ordinary, pairs, type Sample, textsOf } from './samples.ts';

/** One value of each JSON type, by case name. */
const valuesOfTypes: [name: string, value: Json][] = [
  ['null', null],
  ['boolean', true],
  ['integer', 5],
  ['fraction', 1.5],
  ['text', 'text'],
  ['numeric-text', '5'],
  ['list', []],
  ['object', {}],
];

/** Returns a value for each rule of the schema. Omits values that are valid in another branch of a union. */
export function breaches(builder: Builder, given: Schema): Sample[] {
  const schema = resolve(builder.document, given);
  const branches = branchesOf(builder.document, schema);
  const found = [
    ...valuesOfTypes.map(([name, value]) => ({ name: `type-${name}`, value, rule: 'type' })),
    ...branches.flatMap((branch) => breachesOfType(builder, branch)),
  ];
  const texts = found.map(({ value }) => JSON.stringify(value));
  return found.filter(
    ({ value }, index) =>
      texts.indexOf(texts[index] as string) === index && judge(builder.document, schema, value, []).length > 0,
  );
}

function breachesOfType(builder: Builder, schema: Schema): Sample[] {
  if (schema.enum !== undefined) return choiceBreaches(schema.enum);
  if (schema.type === 'string') return textBreaches(schema);
  if (schema.type === 'integer' || schema.type === 'number') return numberBreaches(schema);
  if (schema.type === 'array') return listBreaches(builder, schema);
  return schema.type === 'object' ? mapBreaches(builder, schema) : [];
}

function choiceBreaches(choices: readonly Json[]): Sample[] {
  const [choice = ''] = choices.filter((value) => typeof value === 'string');
  return [
    { name: 'other-case', value: choice.toUpperCase(), rule: 'enum' },
    { name: 'trailing-space', value: `${choice} `, rule: 'enum' },
    { name: 'empty', value: '', rule: 'enum' },
    { name: 'list-of-it', value: [choice], rule: 'enum' },
  ];
}

function textBreaches(schema: Schema): Sample[] {
  const { minLength = 0, maxLength, pattern, format } = schema;
  const longer = maxLength === undefined ? [] : textsOf(schema, maxLength + 1);
  const odd = pattern === undefined ? [] : ['é', 'a\nb', 'a b', 'a\u0000b', repeated('\t', Math.max(minLength, 1))];
  return [
    ...(minLength === 0 ? [] : [{ name: 'below-min-length', value: repeated('a', minLength - 1), rule: 'minLength' }]),
    ...longer.map((value, index) => ({
      name: index === 0 ? 'above-max-length' : 'above-max-length-astral',
      value,
      rule: 'maxLength',
    })),
    // No text of the format is that long, so any text is used: the server checks the length before the format.
    ...(longer.length > 0 || maxLength === undefined
      ? []
      : [{ name: 'above-max-length', value: repeated('a', maxLength + 1), rule: 'maxLength' }]),
    ...odd.map((value, index) => ({
      name: `pattern-${index + 1}`,
      value: padded(value, minLength),
      rule: 'pattern',
    })),
    ...Object.entries(format === undefined ? {} : formatOf(format).trials).map(([name, value]) => ({
      name: `format-${name}`,
      value,
      rule: 'format',
    })),
  ];
}

/** Pads the text to the minimum length, so that its length is valid. */
function padded(text: string, minLength: number): string {
  return text + repeated('a', Math.max(minLength - Array.from(text).length, 0));
}

function numberBreaches({ minimum, maximum }: Schema): Sample[] {
  return [
    ...(minimum === undefined ? [] : [{ name: 'below-minimum', value: minimum - 1, rule: 'minimum' }]),
    ...(maximum === undefined ? [] : [{ name: 'above-maximum', value: maximum + 1, rule: 'maximum' }]),
    ...(maximum === undefined ? [] : [{ name: 'far-above-maximum', value: 1e308, rule: 'maximum' }]),
  ];
}

function listBreaches(builder: Builder, { items = {}, minItems, maxItems }: Schema): Sample[] {
  const list = (length: number): Json[] => listOf(builder, items, length);
  return [
    ...(minItems === undefined || minItems === 0
      ? []
      : [{ name: 'below-min-items', value: list(minItems - 1), rule: 'minItems' }]),
    ...(maxItems === undefined ? [] : [{ name: 'above-max-items', value: list(maxItems + 1), rule: 'maxItems' }]),
  ];
}

function mapBreaches(
  builder: Builder,
  { additionalProperties: values, maxProperties, propertyNames }: Schema,
): Sample[] {
  if (typeof values !== 'object') return [];
  const value = ordinary(builder, values);
  const names = propertyNames === undefined ? [] : textBreaches({ ...propertyNames, type: 'string' });
  return [
    ...(maxProperties === undefined
      ? []
      : [{ name: 'too-many-pairs', value: pairs(maxProperties + 1, value), rule: 'maxProperties' }]),
    ...names.map((name) => ({ name: `key-${name.name}`, value: { [String(name.value)]: value }, rule: name.rule })),
  ];
}
