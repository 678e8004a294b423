// Finds members of a JSON body that no schema knows, for the header `svc-ignored-fields`. Without it, nobody would
// notice a misspelt optional member. Model calls are left out, because an upstream reads their bodies.

import type { OperationId } from '../../generated/operations.ts';
import type { Route } from '../calls/index.ts';
import { type Definition, inline } from '../operations/index.ts';

const maxNames = 5;
/** In characters, after percent-encoding. */
const maxNameLength = 100;
/** The number of items of a list that are checked. All items have one schema, so the first ones represent the others. */
const maxItems = 100;

interface BodySchema {
  anyOf?: BodySchema[];
  properties?: Record<string, BodySchema>;
  items?: BodySchema;
  additionalProperties?: unknown;
}

export class IgnoredFields {
  readonly #definition: Definition;
  readonly #schemas = new Map<OperationId, BodySchema>();

  constructor(definition: Definition) {
    this.#definition = definition;
  }

  /** Returns the paths of at most five members that the operation does not know, encoded for a header. */
  in(route: Route, body: unknown): string[] {
    if (route.body !== 'json' || route.bodyLimit === 'inference' || route.passesOn !== undefined) return [];
    const found: string[] = [];
    collect(this.#schemaOf(route), body, '', found);
    return found.map((name) => encodeURIComponent(name.slice(0, maxNameLength).toWellFormed()).slice(0, maxNameLength));
  }

  #schemaOf({ operationId, path, method }: Route): BodySchema {
    let schema = this.#schemas.get(operationId);
    if (schema === undefined) {
      const operation = this.#definition.paths[path]?.[method];
      const body = operation?.requestBody as { content: Record<string, { schema: BodySchema }> } | undefined;
      schema = inline(this.#definition, body?.content['application/json']?.schema ?? {}) as BodySchema;
      this.#schemas.set(operationId, schema);
    }
    return schema;
  }
}

function collect(schema: BodySchema, value: unknown, path: string, found: string[]): void {
  if (typeof value !== 'object' || value === null || found.length === maxNames) return;
  const branches = [schema, ...(schema.anyOf ?? [])];
  if (Array.isArray(value)) {
    const items = { anyOf: branches.flatMap((branch) => branch.items ?? []) };
    for (const [index, item] of value.slice(0, maxItems).entries())
      collect(unwrap(items), item, `${path}${index}.`, found);
    return;
  }
  const models = branches.filter(({ properties }) => properties !== undefined);
  // A dictionary: the caller chooses its names.
  if (models.length === 0 || models.some(({ additionalProperties: more }) => more !== undefined && more !== false))
    return;
  for (const [name, member] of Object.entries(value)) {
    const known = models.flatMap(({ properties = {} }) =>
      Object.hasOwn(properties, name) ? [properties[name] ?? {}] : [],
    );
    if (known.length > 0) collect(unwrap({ anyOf: known }), member, `${path}${name}.`, found);
    else if (found.length < maxNames) found.push(path + name);
  }
}

/** Merges the schemas of several branches. A branch may be a union itself. */
function unwrap({ anyOf = [] }: BodySchema): BodySchema {
  return { anyOf: anyOf.flatMap((branch) => [branch, ...(branch.anyOf ?? [])]) };
}
