// Recognizes answers of other servers. Any server can answer 200 with JSON, and a command that reads such an answer would
// fail in the middle, or say that a list is empty. Only the members that tell servers apart are checked: a server of
// another version may lack some that this version knows.

import { operationsOf, type Schema } from '../document/index.ts';
import { answerOf, document, unfold } from './operations.ts';

/** The members that every version has, wherever the document requires them. */
const identifying = ['object', 'id', 'data'];

/**
 * Returns true if the body has the form of the operation's answer with the status. Of a successful answer without a form in
 * the document, every object is accepted.
 */
export function isOwnAnswer(method: string, path: string, status: number, body: unknown): boolean {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false;
  const { properties = {}, required = [] } = unfold(answerAt(method, path, status) ?? {}).schema;
  const members: Record<string, unknown> = { ...body };
  const here = required.filter((name) => name in members);
  if (required.length === 0) return status < 300;
  if (here.length === 0) return false;
  return (
    identifying.every((name) => !required.includes(name) || here.includes(name)) &&
    here.every((name) => fits(members[name], properties[name] ?? {}))
  );
}

function answerAt(method: string, path: string, status: number): Schema | undefined {
  const [route = ''] = path.split('?');
  const at = operationsOf(document).find(
    (one) => one.method.toUpperCase() === method && matches(one.path, route.split('/')),
  );
  return at === undefined ? undefined : answerOf(at.operation, status);
}

function matches(template: string, segments: string[]): boolean {
  const parts = template.split('/');
  return parts.length === segments.length && parts.every((part, at) => part.startsWith('{') || part === segments[at]);
}

/** Returns true if the value has the JSON type of the schema; a list also needs items of their type. */
function fits(value: unknown, of: Schema): boolean {
  const { schema, nullable } = unfold(of);
  if (value === null && nullable) return true;
  if (schema.enum?.length === 1) return value === schema.enum[0];
  switch (schema.type) {
    case 'array':
      return Array.isArray(value) && value.every((item) => fits(item, schema.items ?? {}));
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'string':
      return typeof value === 'string';
    default:
      return true;
  }
}
