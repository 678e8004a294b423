// Two forms of the same schemas. Client generators read the published form: it has patterns in place of formats that only
// this project knows, a value that may be null is `type: [T, "null"]`, one value is a `const`, true or a number out of two
// is a plain type, and objects that a member tells apart are `oneOf` with a `discriminator`. The project's own readers use
// the form that the emitter writes; `readDocument` restores it.

import { type Document, type Json, resolve, type Schema } from './document.ts';
import { formatOf } from './formats.ts';

/** Formats of OpenAPI and JSON Schema. Others are members of a schema that generators ignore or misread. */
const knownFormats = new Set(['int32', 'int64', 'float', 'double', 'binary', 'byte', 'date-time', 'uri']);
/** Members that stay beside the branches of a union. */
const isNote = (name: string): boolean =>
  ['description', 'default', 'examples', 'deprecated'].includes(name) ||
  (name.startsWith('x-') && name !== 'x-format' && name !== 'x-values');

/** Returns the document in the form for client generators. */
export function toClientForm(document: Document): Document {
  const tagged = mapSchemas(document, (schema) => withDiscriminator(document, schema));
  return mapSchemas(tagged, (schema) => withoutOwnFormat(withoutBareValues(withNullType(schema))));
}

/** Returns the document in the project's own form. A document that is in it already stays as it is. */
export function fromClientForm(document: Document): Document {
  return mapSchemas(document, (schema) => withNullBranch(withValues(withOwnFormat(withoutDiscriminator(schema)))));
}

/** Without a discriminator, generators try one branch after the other, or refuse the union. */
function withDiscriminator(document: Document, schema: Schema): Schema {
  const { anyOf = [], ...beside } = schema;
  const branches = anyOf.map((branch) => ({ $ref: branch.$ref ?? '', target: resolve(document, branch) }));
  if (branches.length < 2 || branches.some(({ $ref }) => $ref === '')) return schema;
  for (const propertyName of branches[0]?.target.required ?? []) {
    const tags = branches.flatMap(({ $ref, target }) =>
      tagsOf(document, target, propertyName).map((tag): [string, string] => [tag, $ref]),
    );
    const mapping = Object.fromEntries(tags);
    const isTagged = branches.every(({ target }) => tagsOf(document, target, propertyName).length > 0);
    if (isTagged && Object.keys(mapping).length === tags.length)
      return { ...beside, oneOf: anyOf, discriminator: { propertyName, mapping } };
  }
  return schema;
}

/** Returns the values that a required member of an object may have, if they are a list. */
function tagsOf(document: Document, { properties = {}, required = [] }: Schema, name: string): string[] {
  const member = properties[name];
  if (member === undefined || !required.includes(name)) return [];
  const { enum: values = [] } = resolve(document, member);
  return values.filter((value) => typeof value === 'string');
}

function withoutDiscriminator({ discriminator, oneOf, ...rest }: Schema): Schema {
  if (discriminator === undefined) return oneOf === undefined ? rest : { ...rest, oneOf };
  return { ...rest, ...(oneOf === undefined ? {} : { anyOf: oneOf }) };
}

function withoutOwnFormat(schema: Schema): Schema {
  const { format, ...rest } = schema;
  if (format === undefined || knownFormats.has(format)) return schema;
  const { pattern } = formatOf(format);
  return { ...rest, ...(pattern === undefined ? {} : { pattern }), 'x-format': format };
}

function withOwnFormat(schema: Schema): Schema {
  const { 'x-format': format, pattern, ...rest } = schema;
  if (format === undefined) return schema;
  const isOwn = pattern !== undefined && pattern !== formatOf(format).pattern;
  return { ...rest, ...(isOwn ? { pattern } : {}), format };
}

/** Generators make a class of each list of values, one value included, and of numbers a list of names. */
function withoutBareValues(schema: Schema): Schema {
  const { enum: values, ...rest } = schema;
  if (values === undefined) return schema;
  if (values.some((value) => typeof value === 'boolean' || typeof value === 'number'))
    return { ...rest, 'x-values': values };
  const [only] = values;
  return values.length === 1 && typeof only === 'string' ? { ...rest, const: only } : schema;
}

function withValues(schema: Schema): Schema {
  const { const: only, 'x-values': values, ...rest } = schema;
  if (values !== undefined) return { ...rest, enum: values };
  return typeof only === 'string' ? { ...rest, enum: [only] } : schema;
}

/** A branch for null becomes one more type, if the other branch is of a plain type. */
function withNullType(schema: Schema): Schema {
  const { anyOf = [], ...beside } = schema;
  const others = anyOf.filter(({ type }) => type !== 'null');
  const [only] = others;
  if (others.length !== 1 || anyOf.length !== 2 || typeof only?.type !== 'string') return schema;
  const { const: value, enum: values = value === undefined ? undefined : [value as string], ...rest } = only;
  return {
    ...rest,
    ...beside,
    type: [only.type, 'null'],
    ...(values === undefined ? {} : { enum: [...values, null] }),
  };
}

function withNullBranch(schema: Schema): Schema {
  const { type, enum: values, ...rest } = schema;
  if (!Array.isArray(type)) return schema;
  const [only = '', none] = type;
  if (type.length !== 2 || none !== 'null') return schema;
  const entries = Object.entries(rest);
  const choices = values === undefined ? {} : { enum: values.filter((value) => value !== null) };
  return {
    ...Object.fromEntries(entries.filter(([name]) => isNote(name))),
    anyOf: [
      { type: only, ...choices, ...Object.fromEntries(entries.filter(([name]) => !isNote(name))) },
      { type: 'null' },
    ],
  };
}

/** Returns the document with each schema changed, inner ones first. */
function mapSchemas(document: Document, change: (schema: Schema) => Schema): Document {
  const mapped = (schema: Schema): Schema => change(mapParts(schema, mapped));
  const { schemas = {}, ...components } = document.components;
  return {
    ...(mapHolders({ ...document, components } as unknown as Json, mapped) as unknown as Document),
    components: {
      ...(mapHolders(components as unknown as Json, mapped) as unknown as Document['components']),
      schemas: mapValues(schemas, mapped),
    },
  };
}

/** Changes the schemas in a part of the document that is no schema itself: parameters, headers, bodies. */
function mapHolders(value: Json, mapped: (schema: Schema) => Schema): Json {
  if (Array.isArray(value)) return value.map((item) => mapHolders(item, mapped));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      name === 'schema'
        ? (mapped(part as Schema) as Json)
        : name.startsWith('example')
          ? part
          : mapHolders(part, mapped),
    ]),
  );
}

function mapParts(schema: Schema, mapped: (schema: Schema) => Schema): Schema {
  const changed = { ...schema };
  if (schema.properties !== undefined) changed.properties = mapValues(schema.properties, mapped);
  for (const name of ['items', 'propertyNames'] as const) {
    const part = schema[name];
    if (part !== undefined) changed[name] = mapped(part);
  }
  for (const name of ['anyOf', 'oneOf', 'allOf'] as const) {
    const parts = schema[name];
    if (parts !== undefined) changed[name] = parts.map(mapped);
  }
  if (typeof schema.additionalProperties === 'object')
    changed.additionalProperties = mapped(schema.additionalProperties);
  return changed;
}

function mapValues(schemas: Record<string, Schema>, mapped: (schema: Schema) => Schema): Record<string, Schema> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, mapped(schema)]));
}
