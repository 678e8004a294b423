// Null means "not set" for the optional members of the Project API's bodies: Python's clients send None for what their
// caller left out. It is dropped before validation, so that a handler and an upstream see an absent member.
// Values of dictionaries (metadata, attributes) stay, and so does null where the schema gives it a meaning.

import type { Content, Route } from '../calls/index.ts';
import type { BodyShapes, Shape } from './body-shape.ts';

/** Returns the content without members that are null and may be absent. */
export function withoutUnset(content: Content, route: Route, shapes: BodyShapes): Content {
  const { body, bodyText } = content;
  const isProjectApi = route.access.context === 'project' && route.passesOn === undefined;
  if (!isProjectApi || route.body !== 'json' || bodyText === undefined || !bodyText.includes('null')) return content;
  const kept = dropped(shapes.of(route), body);
  if (kept === body) return content;
  const text = JSON.stringify(kept);
  return { ...content, body: kept, bodyText: text, bytes: Buffer.from(text) };
}

/** Returns the value itself if nothing is to be dropped. */
function dropped({ members, unsetByNull, items }: Shape, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    if (items === undefined) return value;
    const kept = value.map((item) => dropped(items, item));
    return kept.some((item, index) => item !== value[index]) ? kept : value;
  }
  if (members === undefined) return value;
  let isChanged = false;
  const kept: [string, unknown][] = [];
  for (const [name, member] of Object.entries(value)) {
    if (member === null && unsetByNull.has(name)) {
      isChanged = true;
      continue;
    }
    const shape = members.get(name);
    const inner = shape === undefined ? member : dropped(shape, member);
    if (inner !== member) isChanged = true;
    kept.push([name, inner]);
  }
  return isChanged ? Object.fromEntries(kept) : value;
}
