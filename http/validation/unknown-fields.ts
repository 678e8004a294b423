// Finds members of a body that no schema knows. A misspelt optional member would change nothing, and nobody would
// notice: so one that is like a known, absent member is refused, and the header `svc-ignored-fields` names the others. It
// also names members with `x-ignored`.
// Calls of models are left out, because an upstream reads their bodies.

import { meantName } from '../../services/platform/index.ts';
import type { Route } from '../calls/index.ts';
import { type BodyShapes, ignored, type Shape, scalar } from './body-shape.ts';

const maxIgnoredNames = 5;
/** In characters, after percent-encoding. */
const maxNameLength = 100;
/** Each comparison takes up to 2 µs, so one body with 50,000 unknown members could block the event loop. */
const maxCompared = 1000;

export interface UnknownField {
  path: string[];
  value: unknown;
  /** The known and absent member that the name is like. */
  meant: string | undefined;
}

/**
 * Returns the members of a body, as it was sent, that the operation does not know or ignores. Members of objects that refuse
 * every unknown member are left out: their schema refuses them.
 */
export function unknownFields(route: Route, body: unknown, shapes: BodyShapes): UnknownField[] {
  if (route.callsModel || route.passesOn !== undefined) return [];
  const found: UnknownField[] = [];
  collect(shapes.of(route), body, [], found);
  return found;
}

/** Returns the paths of at most five fields, encoded for a header. */
export function ignoredNames(fields: UnknownField[]): string[] {
  return fields.slice(0, maxIgnoredNames).map(({ path }) => {
    const name = path.join('.').slice(0, maxNameLength).toWellFormed();
    return encodeURIComponent(name).slice(0, maxNameLength);
  });
}

function collect(
  { members, isDictionary, isClosed, items }: Shape,
  value: unknown,
  path: string[],
  found: UnknownField[],
): void {
  if (typeof value !== 'object' || value === null || found.length === maxCompared) return;
  if (Array.isArray(value)) {
    if (items === undefined) return;
    for (const [index, item] of value.entries()) collect(items, item, [...path, String(index)], found);
    return;
  }
  if (members === undefined) return;
  let absent: string[] | undefined;
  for (const [name, member] of Object.entries(value)) {
    const known = members.get(name);
    if (known === undefined) {
      if (isClosed || isDictionary || found.length === maxCompared) continue;
      absent ??= [...members.keys()].filter((other) => !Object.hasOwn(value, other));
      found.push({ path: [...path, name], value: member, meant: meantName(name, absent) });
    } else if (known === ignored) {
      found.push({ path: [...path, name], value: member, meant: undefined });
    } else if (known !== scalar) {
      collect(known, member, [...path, name], found);
    }
  }
}
