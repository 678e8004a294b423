// The parts of schemas and operations that the search for breaking changes compares.

import type { Document, Operation, Parameter, Schema } from './document.ts';

/** Formats that accept what another one accepts. */
export const widerFormats: Record<string, string> = { int32: 'int64', float: 'double' };

/** Members of a schema that demand unique values. */
export const oneOfAKind: Record<string, string> = {
  uniqueItems: 'the items must differ now',
  'x-distinct': 'the items must differ now',
  'x-unique': 'the value must be unique now',
};

export function numberIn(schema: object, name: string, none: number): number {
  const value = (schema as Record<string, unknown>)[name];
  return typeof value === 'number' ? value : none;
}

export function valuesOf({ enum: values, const: only }: Schema): unknown[] | undefined {
  return only === undefined ? values : [only];
}

/** Returns true if unknown members have a schema. */
export function isChecked({ additionalProperties: others }: Schema): boolean {
  return typeof others === 'object' && Object.keys(others).length > 0;
}

/** Returns the sets of credentials, each of which is enough. The empty set: none is needed. */
export function credentialsOf({ security: usual = [] }: Document, { security = usual }: Operation): string[][] {
  return security.length === 0 ? [[]] : security.map((choice) => Object.keys(choice));
}

/** Returns the key of a parameter. The place of a path parameter in the path is its name for callers. */
export function keyOfParameter({ in: place, name }: Parameter, path: string): string {
  const places = [...path.matchAll(/\{([^}]+)\}/g)].map(([, one]) => one);
  return place === 'path' ? `path ${places.indexOf(name)}` : `${place} ${name.toLowerCase()}`;
}
