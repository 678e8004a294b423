// The facts that the schema of a body has of each value, merged from the branches of its unions.

import type { OperationId } from '../../generated/operations.ts';
import type { Route } from '../calls/index.ts';
import { type Definition, inline } from '../dispatch/index.ts';

interface BodySchema {
  anyOf?: BodySchema[];
  type?: string | string[];
  properties?: Record<string, BodySchema>;
  required?: string[];
  items?: BodySchema;
  additionalProperties?: unknown;
  'x-ignored'?: boolean;
}

/** Derived once for an operation: reading the schemas at each call took 7 of the 54 µs of a call with 8 members. */
export interface Shape {
  /** Undefined for a value that is no object, and for a dictionary without known members. */
  readonly members: ReadonlyMap<string, Shape> | undefined;
  /** True if an unknown member is no mistake: its caller chooses the names. */
  readonly isDictionary: boolean;
  /** True if the schema itself refuses every unknown member. */
  readonly isClosed: boolean;
  /** The members that may be absent and for which null has no meaning of its own. */
  readonly unsetByNull: ReadonlySet<string>;
  readonly items: Shape | undefined;
}

/** The shape of all values without members and items. */
export const scalar: Shape = {
  members: undefined,
  isDictionary: false,
  isClosed: false,
  unsetByNull: new Set(),
  items: undefined,
};

/** The shape of a member that the operation accepts, and that changes nothing. */
export const ignored: Shape = { ...scalar };

export class BodyShapes {
  readonly #definition: Definition;
  readonly #shapes = new Map<OperationId, Shape>();

  constructor(definition: Definition) {
    this.#definition = definition;
  }

  /** Returns the shape of the operation's body of JSON, or else of parts. */
  of({ operationId, path, method }: Route): Shape {
    let shape = this.#shapes.get(operationId);
    if (shape === undefined) {
      const operation = this.#definition.paths[path]?.[method];
      const body = operation?.requestBody as { content: Record<string, { schema: BodySchema }> } | undefined;
      const content = body?.content['application/json'] ?? body?.content['multipart/form-data'];
      shape = shapeOf([inline(this.#definition, content?.schema ?? {}) as BodySchema]);
      this.#shapes.set(operationId, shape);
    }
    return shape;
  }
}

function shapeOf(schemas: BodySchema[]): Shape {
  const branches = schemas.flatMap(branchesOf);
  if (branches.some((branch) => branch['x-ignored'] === true)) return ignored;
  const items = branches.flatMap((branch) => branch.items ?? []);
  const models = branches.filter(({ properties }) => properties !== undefined);
  if (items.length === 0 && models.length === 0) return scalar;
  const schemasOf = membersOf(models);
  const required = new Set(models.flatMap((model) => model.required ?? []));
  const unset = [...schemasOf].filter(([name, known]) => !required.has(name) && !known.some(allowsNull));
  return {
    members: models.length === 0 ? undefined : new Map([...schemasOf].map(([name, known]) => [name, shapeOf(known)])),
    isDictionary: models.some(({ additionalProperties: more }) => more !== undefined && more !== false),
    isClosed: models.every(({ additionalProperties }) => additionalProperties === false),
    unsetByNull: new Set(unset.map(([name]) => name)),
    items: items.length === 0 ? undefined : shapeOf(items),
  };
}

function branchesOf(schema: BodySchema): BodySchema[] {
  return [schema, ...(schema.anyOf ?? []).flatMap(branchesOf)];
}

function membersOf(models: BodySchema[]): Map<string, BodySchema[]> {
  const schemas = new Map<string, BodySchema[]>();
  for (const { properties = {} } of models) {
    for (const [name, schema] of Object.entries(properties)) schemas.set(name, [...(schemas.get(name) ?? []), schema]);
  }
  return schemas;
}

function allowsNull({ type, anyOf }: BodySchema): boolean {
  if (anyOf !== undefined) return anyOf.some(allowsNull);
  return type === undefined || type === 'null' || (Array.isArray(type) && type.includes('null'));
}
