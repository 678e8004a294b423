// Says in the published document that null means "not set" in requests of the Project API: clients of other languages
// send null for what their caller left out. http/validation/unset-members.ts drops these members before validation, so
// the server and its types know the narrow schemas only.

import { type Document, operationsOf, resolve, type Schema } from '../document/index.ts';

/** Returns the document with null as one more value of each optional member of a request of the Project API. */
export function withNullableRequests(published: Document): Document {
  const document = structuredClone(published);
  const seen = new Set<Schema>();
  for (const { path, operation } of operationsOf(document)) {
    if (operation['x-access']?.context !== 'project' || path.startsWith('/v1/organization')) continue;
    const { content = {} } = operation.requestBody ?? {};
    // Texts of forms cannot be null.
    if (content['application/json']?.schema !== undefined) widen(document, content['application/json'].schema, seen);
  }
  return document;
}

/** @param required members that other branches of a union require: their value tells which branch is meant. */
function widen(document: Document, given: Schema, seen: Set<Schema>, required: string[] = []): void {
  const schema = resolve(document, given);
  if (seen.has(schema)) return;
  seen.add(schema);
  const { items, anyOf = [], oneOf = [] } = schema;
  const branches = [...anyOf, ...oneOf];
  const ofBranches = branches.flatMap((branch) => resolve(document, branch).required ?? []);
  for (const branch of branches) widen(document, branch, seen, [...required, ...ofBranches]);
  if (items !== undefined) widen(document, items, seen);
  const { properties = {} } = schema;
  for (const [name, property] of Object.entries(properties)) {
    widen(document, property, seen);
    if (![...required, ...(schema.required ?? [])].includes(name)) properties[name] = nullable(document, property);
  }
}

/** Returns the schema with null as one more value. A schema without a type allows it already. */
function nullable(document: Document, schema: Schema): Schema {
  if (isNullable(document, schema)) return schema;
  if (schema.anyOf !== undefined) return { ...schema, anyOf: [...schema.anyOf, { type: 'null' }] };
  const isNote = (name: string): boolean => ['description', 'default'].includes(name) || name.startsWith('x-');
  const entries = Object.entries(schema);
  const only = Object.fromEntries(entries.filter(([name]) => !isNote(name)));
  // A union of a reference has no words of its own.
  const { description } = resolve(document, schema);
  const notes = Object.fromEntries(entries.filter(([name]) => isNote(name)));
  return { ...(description === undefined ? {} : { description }), ...notes, anyOf: [only, { type: 'null' }] };
}

function isNullable(document: Document, schema: Schema): boolean {
  const { type, anyOf, oneOf } = resolve(document, schema);
  if (type === undefined && anyOf === undefined && oneOf === undefined) return true;
  if (type === 'null' || (Array.isArray(type) && type.includes('null'))) return true;
  return [...(anyOf ?? []), ...(oneOf ?? [])].some((branch) => isNullable(document, branch));
}
