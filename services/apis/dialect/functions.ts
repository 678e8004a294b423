// The names and the parameters of functions in the form that servers of chat completions take.

import { createHash } from 'node:crypto';

type Json = Record<string, unknown>;

/** The longest name of a function that servers take. */
export const maxNameLength = 64;
const hashLength = 8;

/** Returns the name of the function for a tool of this name. */
export function functionName(name: string): string {
  return name.length <= maxNameLength ? name : hashedName(name, [name]);
}

/** Returns the name with a hash of `source` at its end, so that two tools never share it. */
export function hashedName(name: string, source: readonly unknown[]): string {
  const hash = createHash('sha256').update(JSON.stringify(source)).digest('hex').slice(0, hashLength);
  return `${name.slice(0, maxNameLength - hashLength - 1)}_${hash}`;
}

/** Returns the schema of parameters. OpenAI's API refuses one without `properties`, and others one with `$schema`. */
export function functionParameters(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  const { $schema: _dialect, ...schema } = given as Json;
  const isBare = schema.properties === undefined && (schema.type === 'object' || Object.keys(schema).length === 0);
  return isBare ? { ...schema, type: 'object', properties: {} } : schema;
}
