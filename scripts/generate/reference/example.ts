// Examples for the reference: the spec's own examples, or else examples derived from the schema.

import { type Document, type Json, type MediaType, resolve, type Schema } from '../../document/index.ts';

type JsonObject = { [key: string]: Json };

/** Returns a value that the schema allows, or undefined if the schema is too general. */
export function exampleOf(document: Document, schema: Schema): Json | undefined {
  const resolved = resolve(document, schema);
  const { examples = [], enum: choices = [], type, anyOf } = resolved;
  if (examples[0] !== undefined) return examples[0];
  if (resolved.default !== undefined) return resolved.default;
  if (choices[0] !== undefined) return choices[0];
  if (anyOf?.[0] !== undefined) return exampleOf(document, anyOf[0]);
  if (type === 'object') return objectExample(document, resolved, schema.$ref ?? '');
  if (type === 'array') return listOf(resolved.items === undefined ? undefined : exampleOf(document, resolved.items));
  if (type === 'integer' || type === 'number') return resolved.minimum ?? 0;
  if (type === 'boolean') return false;
  if (type === 'null') return null;
  return type === 'string' ? 'text'.slice(0, resolved.maxLength) : undefined;
}

function objectExample(document: Document, schema: Schema, ref: string): Json | undefined {
  if (schema.properties === undefined) return undefined;
  const members = Object.entries(schema.properties).map(([name, property]): [string, Json] => {
    const example = exampleOf(document, property);
    return [name, example === undefined ? {} : example];
  });
  const object: JsonObject = Object.fromEntries(members);
  const [first] = Array.isArray(object.data) ? object.data : [];
  if ('first_id' in object && isObject(first)) Object.assign(object, { first_id: first.id, last_id: first.id });
  // A deletion response shows the id of the other examples of this type.
  const deleted = /\/Deleted(\w+)$/.exec(ref)?.[1];
  if (deleted !== undefined) object.id = idOf(document, deleted) ?? object.id ?? '';
  return object;
}

function listOf(item: Json | undefined): Json[] {
  return item === undefined ? [] : [item];
}

/** Returns the id in the example of a schema. */
function idOf(document: Document, name: string): Json | undefined {
  if (document.components.schemas[name] === undefined) return undefined;
  const example = exampleOf(document, { $ref: `#/components/schemas/${name}` });
  return isObject(example) ? example.id : undefined;
}

/** Returns the example body of a request or a response. */
export function bodyExample(document: Document, media: MediaType | undefined): Json | undefined {
  return media?.example ?? (media?.schema === undefined ? undefined : exampleOf(document, media.schema));
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
