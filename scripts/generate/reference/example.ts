// Examples for the reference: the spec's own examples, or else examples derived from the schema.

import {
  type Document,
  type Json,
  type MediaType,
  type OperationAt,
  resolve,
  type Schema,
} from '../../document/index.ts';

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

/** Returns the id in a schema's example. */
function idOf(document: Document, name: string): Json | undefined {
  const [example] = document.components.schemas[name]?.examples ?? [];
  return isObject(example) ? example.id : undefined;
}

/** Returns the example body of a request or a response. */
export function bodyExample(document: Document, media: MediaType | undefined): Json | undefined {
  return media?.example ?? (media?.schema === undefined ? undefined : exampleOf(document, media.schema));
}

/** Returns a call of the operation with curl. */
export function curl(document: Document, at: OperationAt): string {
  const { path, method, operation } = at;
  const answer = bodyExample(document, operation.responses['200']?.content?.['application/json']);
  const filled = path.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const id = idOf(document, pascal(name.replace(/_id$/, ''))) ?? (isObject(answer) ? answer.id : undefined);
    return typeof id === 'string' ? encodeURIComponent(id) : `$${name.toUpperCase()}`;
  });
  const body = bodyExample(document, operation.requestBody?.content['application/json']);
  const verb = method === 'get' || (method === 'post' && body !== undefined) ? '' : `-X ${method.toUpperCase()} `;
  const [headers, whose] = credentialFor(operation['x-access']?.callers ?? []);
  const parts = [
    `curl ${verb}"$SVC_URL${filled}"`,
    ...headers.map((header) => `-H "${header}"`),
    body === undefined ? '' : `-H "Content-Type: application/json"`,
    body === undefined ? '' : `-d '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`,
  ];
  const call = parts.filter((part) => part !== '').join(' \\\n  ');
  return whose === '' ? call : `# with ${whose}\n${call}`;
}

/** Returns the headers with the most common credential of the allowed callers. */
function credentialFor(callers: string[]): [headers: string[], whose: string] {
  if (callers.includes('anyone')) return [[], ''];
  if (callers.includes('browser_session'))
    return [['Origin: $SVC_URL', 'Cookie: svc-session=$SVC_REFRESH_TOKEN'], "a browser's session"];
  if (callers.includes('refresh_token')) return [[bearer('REFRESH_TOKEN')], 'a refresh token'];
  if (callers.includes('project_key')) return [[bearer('TOKEN')], 'a project key'];
  if (callers.includes('organization_key')) return [[bearer('TOKEN')], 'an organization key'];
  return [[bearer('TOKEN')], callers.includes('owner') ? "a user's token" : "an admin's token"];
}

function bearer(variable: string): string {
  return `Authorization: Bearer $SVC_${variable}`;
}

function pascal(name: string): string {
  return name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
