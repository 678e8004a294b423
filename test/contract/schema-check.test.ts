// Tests the schema check of the contract kit against ajv, with random values for every schema of the document.

import { Ajv2020 } from 'ajv/dist/2020.js';
import t from 'tap';
import { document } from '../../scripts/contract/answers.ts';
import { schemaErrors } from '../../scripts/contract/schema-check.ts';
import { type Json, resolve, type Schema } from '../../scripts/document/index.ts';

const { schemas } = document.components;
const ajv = new Ajv2020({ strict: false, validateFormats: false });
const valuesOfSchema = 60;
const maxDepth = 4;
const longest = 600;

/** Returns the schema as ajv needs it: with ids instead of pointers, and with closed objects. */
function sealed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(sealed);
  if (typeof node !== 'object' || node === null) return node;
  if ('$ref' in node && typeof node.$ref === 'string')
    return { ...node, $ref: node.$ref.replace('#/components/schemas/', 'svc:') };
  const inner = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, sealed(value)]));
  const isModel = inner.type === 'object' && typeof inner.properties === 'object';
  return isModel && inner.additionalProperties === undefined ? { ...inner, additionalProperties: false } : inner;
}

for (const [name, schema] of Object.entries(schemas)) ajv.addSchema(sealed(schema) as Schema, `svc:${name}`);

let seed = 7;

/** Returns a random number below the limit, the same in each run of the test. */
function random(limit: number): number {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
  return Math.floor((seed / 2 ** 32) * limit);
}

function oneOf<Item>(items: readonly Item[]): Item {
  return items[random(items.length)] as Item;
}

const strays: Json[] = [null, true, 0, -1, 1.5, 1e300, '', 'a', '👍'.repeat(3), [], [null], {}, { a: 1 }];

/** Returns a value that mostly fits the schema: at its bounds, one beyond them, or of another type. */
function valueFor(given: Schema, depth = 0): Json {
  if (random(40) === 0) return oneOf(strays);
  const schema = resolve(document, given);
  if (schema.anyOf !== undefined) return valueFor(oneOf(schema.anyOf), depth);
  if (schema.enum !== undefined && random(20) > 0) return oneOf(schema.enum) as Json;
  const type = Array.isArray(schema.type) ? oneOf(schema.type) : schema.type;
  switch (type) {
    case 'string': {
      if (schema.examples !== undefined && random(2) > 0) return oneOf(schema.examples);
      const { minLength = 0 } = schema;
      const maxLength = Math.min(schema.maxLength ?? longest, longest);
      return oneOf(['a', '👍']).repeat(Math.max(0, oneOf([minLength, maxLength, maxLength + 1, minLength - 1])));
    }
    case 'integer':
    case 'number': {
      const { minimum = 0, maximum = 9 } = schema;
      return oneOf([minimum, maximum, minimum - 1, maximum + 1, minimum + 0.5, minimum, maximum]);
    }
    case 'boolean':
      return random(2) === 0;
    case 'array': {
      const { minItems = 0, maxItems = 3, items = {} } = schema;
      const length = depth >= maxDepth ? minItems : Math.max(0, oneOf([minItems, Math.min(maxItems, 3), minItems - 1]));
      return Array.from({ length }, () => valueFor(items, depth + 1));
    }
    case 'object':
      return objectFor(schema, depth);
    default:
      return type === 'null' ? null : oneOf(strays);
  }
}

function objectFor({ properties = {}, required = [], additionalProperties }: Schema, depth: number): Json {
  const isChosen = (name: string): boolean => (required.includes(name) ? random(30) > 0 : depth < maxDepth);
  const known = Object.entries(properties)
    .filter(([name]) => isChosen(name))
    .map(([name, schema]): [string, Json] => [name, valueFor(schema, depth + 1)]);
  const others = typeof additionalProperties === 'object' ? additionalProperties : {};
  const unknown = random(12) === 0 ? [['unknown/~', valueFor(others, depth + 1)]] : [];
  return Object.fromEntries([...known, ...unknown]);
}

t.test('it accepts and refuses the same values as ajv', async (t) => {
  const seen = { accepted: 0, refused: 0 };
  for (const [name, schema] of Object.entries(schemas)) {
    const validate = ajv.getSchema(`svc:${name}`);
    const values = [...(schema.examples ?? []), ...Array.from({ length: valuesOfSchema }, () => valueFor(schema))];
    const different = values.filter((value) => {
      const isAccepted = schemaErrors(schema, value, '', schemas).length === 0;
      seen[isAccepted ? 'accepted' : 'refused'] += 1;
      return isAccepted !== (validate?.(value) === true);
    });
    t.strictSame(different.slice(0, 3), [], name);
  }
  t.ok(seen.accepted > 1000 && seen.refused > 1000, JSON.stringify(seen));
});

t.test('a violation has the place of the value, and the member that it is about', async (t) => {
  const schema: Schema = {
    type: 'object',
    properties: {
      'a/b': { type: 'array', items: { type: 'string', maxLength: 2 } },
      c: { $ref: '#/components/schemas/C' },
    },
    required: ['d'],
  };
  const found = schemaErrors(schema, { 'a/b': ['ok', '👍👍👍'], c: null, e: 1 }, '', { C: { type: 'integer' } });
  t.strictSame(found.map(({ at, message }) => [at, message]).sort(), [
    ['', 'must NOT have additional properties'],
    ['', "must have required property 'd'"],
    ['/a~1b/1', 'is longer than 2'],
    ['/c', 'must be integer'],
  ]);
  t.throws(() => schemaErrors({ not: {} } as Schema, 1, '', {}), /keyword not has no check/);
});
