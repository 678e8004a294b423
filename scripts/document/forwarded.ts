// Members that the spec declares with `x-forwarded` for clients only: the server forwards their values without a check.

import type { Document, Schema } from './document.ts';

/**
 * Returns the document as the server checks it: without the forwarded members, as their objects are open. A member that
 * must be sent, or that has an example of its own, stays with an open schema.
 */
export function withoutForwarded(document: Document): Document {
  return withMembers(document, (name, member, required) =>
    required.includes(name) || member.examples !== undefined ? opened(member) : undefined,
  );
}

/** Returns the document in which each forwarded member may have any value. */
export function withOpenForwarded(document: Document): Document {
  return withMembers(document, (_name, member) => opened(member));
}

/** Replaces the forwarded members of all named schemas, and leaves out those for which `change` returns undefined. */
function withMembers(
  document: Document,
  change: (name: string, member: Schema, required: readonly string[]) => Schema | undefined,
): Document {
  const changed = (schema: Schema): Schema => {
    const { properties, required = [] } = schema;
    if (properties === undefined) return schema;
    const members = Object.entries(properties).flatMap(([name, member]): [string, Schema][] => {
      const kept = member['x-forwarded'] === true ? change(name, member, required) : member;
      return kept === undefined ? [] : [[name, kept]];
    });
    return { ...schema, properties: Object.fromEntries(members) };
  };
  const { components } = document;
  const schemas = Object.entries(components.schemas).map(([name, schema]) => [name, changed(schema)]);
  return { ...document, components: { ...components, schemas: Object.fromEntries(schemas) } };
}

function opened({ description, examples }: Schema): Schema {
  return {
    ...(description === undefined ? {} : { description }),
    ...(examples === undefined ? {} : { examples }),
  };
}
