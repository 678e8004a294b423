// Changes of the published document for tools that read less of OpenAPI. Each function makes one change, and returns
// a new document.

/** A JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

type Node = { [key: string]: Json };

/** Rewrites the document in OpenAPI 3.0, which has no lists of types, no `const` and no webhooks. */
export function asOpenApi30(document: Node): Node {
  const { webhooks: _, jsonSchemaDialect: __, ...rest } = document;
  return { ...mapSchemas(rest, asSchema30), openapi: '3.0.3' };
}

function asSchema30(given: Node): Node {
  const { const: only, examples, propertyNames: _, contentMediaType: __, ...schema } = given;
  if (only !== undefined) Object.assign(schema, { type: 'string', enum: [only] });
  if (Array.isArray(examples) && examples[0] !== undefined) schema.example = examples[0];
  if (Array.isArray(schema.type)) {
    const [type] = schema.type.filter((name) => name !== 'null');
    Object.assign(schema, { type, nullable: true });
  }
  for (const name of ['anyOf', 'oneOf']) {
    const branches = schema[name];
    if (!Array.isArray(branches)) continue;
    const others = branches.filter((branch) => (branch as Node).type !== 'null');
    if (others.length < branches.length) schema.nullable = true;
    if (others.length > 1) schema[name] = others;
    else {
      delete schema[name];
      schema.allOf = others;
    }
  }
  // In 3.0 the members beside a reference have no effect.
  const { $ref, ...beside } = schema;
  if ($ref === undefined || Object.keys(beside).length === 0) return schema;
  return { allOf: [{ $ref }], ...beside };
}

/** Merges the branches of a union that have the same JSON type: a tool cannot tell them apart by the value. */
export function withMergedBranches(document: Node): Node {
  return mapSchemas(document, (schema) => {
    const branches = schema.anyOf;
    if (!Array.isArray(branches)) return schema;
    const { anyOf: _, ...beside } = schema;
    const byType = grouped(branches as Node[], (branch) => String(resolved(document, branch).type ?? 'any'));
    const merged = [...byType.values()].map((group) =>
      group.length === 1 ? (group[0] as Node) : mergedOf(group.map((branch) => resolved(document, branch))),
    );
    return merged.length === 1 ? { ...merged[0], ...beside } : { ...beside, anyOf: merged };
  });
}

/** Returns a schema that accepts what each branch accepts. */
function mergedOf(branches: Node[]): Node {
  const [first = {}] = branches;
  if (first.type !== 'object') return { type: first.type as Json };
  const required = branches.map((branch) => new Set((branch.required ?? []) as string[]));
  const always = [...(required[0] ?? [])].filter((name) => required.every((names) => names.has(name)));
  const properties = branches.flatMap((branch) => Object.entries((branch.properties ?? {}) as Node));
  const names = grouped(properties, ([name]) => name);
  const shared = [...names].map(([name, given]): [string, Json] => {
    const schemas = given.map(([, schema]) => schema as Node);
    const isSame = schemas.every((schema) => JSON.stringify(schema) === JSON.stringify(schemas[0]));
    return [name, isSame ? (schemas[0] as Node) : loosest(schemas)];
  });
  return {
    type: 'object',
    ...(always.length === 0 ? {} : { required: always }),
    properties: Object.fromEntries(shared),
    additionalProperties: true,
  };
}

/** Returns the type that different schemas of a member have in common, or a schema for any value. */
function loosest(schemas: Node[]): Node {
  const types = new Set(schemas.map(({ type, const: only }) => (only === undefined ? String(type) : 'string')));
  const [type] = types;
  return types.size === 1 && type !== 'undefined' ? { type: type as string } : {};
}

/** Leaves out a header of a response that is another one under a second name. */
export function withoutTwinHeaders(document: Node): Node {
  const withoutTwins = (response: Node): Node => {
    const headers = Object.entries((response.headers ?? {}) as Node);
    const ends = headers.map(([name]) => name.toLowerCase());
    const kept = headers.filter(([name]) => !ends.includes(`x-${name.toLowerCase()}`));
    return response.headers === undefined ? response : { ...response, headers: Object.fromEntries(kept) };
  };
  const components = document.components as Node;
  const responses = mapValues((components.responses ?? {}) as Node, (response) => withoutTwins(response as Node));
  const changed = mapOperations(document, (operation) => ({
    ...operation,
    responses: mapValues(operation.responses as Node, (response) => withoutTwins(response as Node)),
  }));
  return { ...changed, components: { ...components, responses } };
}

/**
 * Gives streams of events and pages the type of a text. The tool would otherwise read a stream event by event, or refuse
 * it, and make a type of a page that refers to itself.
 */
export function withPlainTexts(document: Node): Node {
  const isText = (type: string): boolean => /^text\/(?:event-stream|html)\b/.test(type);
  return mapOperations(document, (operation) => ({
    ...operation,
    responses: mapValues(operation.responses as Node, (response) => {
      const { content, ...rest } = response as Node;
      if (typeof content !== 'object' || content === null) return response;
      const types = Object.entries(content as Node).map(([type, media]) => [
        type,
        isText(type) ? { schema: { type: 'string' } } : media,
      ]);
      return { ...rest, content: Object.fromEntries(types) as Node };
    }),
  }));
}

/** Gives unions of several types, and references to them, no type at all. */
export function withUntypedUnions(document: Node): Node {
  const { schemas = {} } = document.components as { schemas?: Node };
  const unions = new Set(
    Object.entries(schemas).flatMap(([name, schema]) =>
      isUnion(schema as Node) ? [`#/components/schemas/${name}`] : [],
    ),
  );
  return mapSchemas(document, (schema) => {
    const isUntyped = (branch: Node): boolean => unions.has(branch.$ref as string) || Object.keys(branch).length === 0;
    if (!isUnion(schema) && !isUntyped(schema) && !branchesOf(schema).some(isUntyped)) return schema;
    const { description } = schema;
    return description === undefined ? {} : { description };
  });
}

function isUnion(schema: Node): boolean {
  return branchesOf(schema).filter(({ type }) => type !== 'null').length > 1;
}

function branchesOf({ anyOf, oneOf }: Node): Node[] {
  return [anyOf, oneOf].flatMap((list) => (Array.isArray(list) ? (list as Node[]) : []));
}

/** Removes credentials in cookies, which only browsers use. */
export function withoutCookies(document: Node): Node {
  const components = document.components as Node;
  const schemes = Object.entries((components.securitySchemes ?? {}) as Node);
  const kept = schemes.filter(([, scheme]) => (scheme as Node).in !== 'cookie');
  const names = new Set(kept.map(([name]) => name));
  const changed = mapOperations(document, (operation) => {
    if (!Array.isArray(operation.security) || operation.security.length === 0) return operation;
    const choices = operation.security.filter((choice) => Object.keys(choice as Node).every((name) => names.has(name)));
    return choices.length === 0 ? undefined : { ...operation, security: choices };
  });
  return { ...changed, components: { ...components, securitySchemes: Object.fromEntries(kept) } };
}

/** Leaves out the operations that take a form with files. */
export function withoutForms(document: Node): Node {
  return mapOperations(document, (operation) => {
    const content = (operation.requestBody as Node | undefined)?.content as Node | undefined;
    return content !== undefined && 'multipart/form-data' in content ? undefined : operation;
  });
}

/** Leaves out the media types of a request body that have the schema of its JSON: a tool takes one, or writes wrong code. */
export function withOneJson(document: Node): Node {
  const schemaOf = (media: Json | undefined): string => JSON.stringify((media as Node | undefined)?.schema);
  return mapOperations(document, (operation) => {
    const { content, ...body } = (operation.requestBody ?? {}) as { content?: Node };
    if (content?.['application/json'] === undefined) return operation;
    const json = schemaOf(content['application/json']);
    const kept = Object.entries(content).filter(
      ([type, media]) => type === 'application/json' || schemaOf(media) !== json,
    );
    return { ...operation, requestBody: { ...body, content: Object.fromEntries(kept) } };
  });
}

/** Makes the members of forms, other than files, plain texts. */
export function withTextForms(document: Node): Node {
  const { schemas } = document.components as { schemas: Node };
  const forms = new Set(
    Object.values(document.paths as Node)
      .flatMap((methods) => Object.values(methods as Node))
      .map((operation) => formOf(operation as Node)?.$ref),
  );
  const changed = Object.entries(schemas).map(([name, schema]): [string, Json] =>
    forms.has(`#/components/schemas/${name}`) ? [name, withTexts(schema as Node)] : [name, schema],
  );
  return { ...document, components: { ...(document.components as Node), schemas: Object.fromEntries(changed) } };
}

function formOf(operation: Node): Node | undefined {
  const { content } = (operation.requestBody ?? {}) as { content?: Record<string, Node> };
  return content?.['multipart/form-data']?.schema as Node | undefined;
}

function withTexts(form: Node): Node {
  const asText = (member: Json): Json => {
    const { $ref, description } = member as Node;
    if ($ref === undefined) return member;
    return { type: 'string', ...(description === undefined ? {} : { description }) };
  };
  return { ...form, properties: mapValues(form.properties as Node, asText) };
}

/** Gives all error responses of an operation one schema, and all others one media type. */
export function withOneError(document: Node): Node {
  const error = {
    description: 'An error of this server or of an upstream.',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/CallErrorBody' } } },
  };
  return mapOperations(document, (operation) => {
    const successes = Object.entries(operation.responses as Node).filter(([status]) => /^[23]/.test(status));
    const [first] = successes;
    const { description = '', content } = (first?.[1] ?? {}) as { description?: string; content?: Node };
    const [media] = Object.entries(content ?? {});
    const success = media === undefined ? { description } : { description, content: Object.fromEntries([media]) };
    return { ...operation, responses: { [first?.[0] ?? '200']: success, '4XX': error, '5XX': error } };
  });
}

function resolved(document: Node, schema: Node): Node {
  if (typeof schema.$ref !== 'string') return schema;
  const { schemas } = document.components as { schemas: Record<string, Node> };
  return resolved(document, schemas[schema.$ref.replace('#/components/schemas/', '')] ?? {});
}

function mapOperations(document: Node, change: (operation: Node) => Node | undefined): Node {
  const paths = Object.entries(document.paths as Node).flatMap(([path, methods]): [string, Json][] => {
    const kept = Object.entries(methods as Node).flatMap(([method, operation]): [string, Json][] => {
      const changed = change(operation as Node);
      return changed === undefined ? [] : [[method, changed]];
    });
    return kept.length === 0 ? [] : [[path, Object.fromEntries(kept)]];
  });
  return { ...document, paths: Object.fromEntries(paths) };
}

/** Changes every schema of the document, inner ones first. */
function mapSchemas(document: Node, change: (schema: Node) => Node): Node {
  const inSchema = (schema: Json): Json => {
    if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return schema;
    const changed = Object.entries(schema).map(([name, part]): [string, Json] => {
      if (name === 'properties') return [name, mapValues(part as Node, inSchema)];
      if (['anyOf', 'oneOf', 'allOf'].includes(name)) return [name, (part as Json[]).map(inSchema)];
      return [name, name === 'items' || name === 'additionalProperties' ? inSchema(part) : part];
    });
    return change(Object.fromEntries(changed));
  };
  const inHolder = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(inHolder);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [
        name,
        name === 'schema' ? inSchema(part) : name.startsWith('example') ? part : inHolder(part),
      ]),
    );
  };
  const { schemas = {}, ...components } = document.components as Node;
  const { components: _, ...rest } = document;
  return {
    ...(inHolder(rest) as Node),
    components: { ...(inHolder(components) as Node), schemas: mapValues(schemas as Node, inSchema) },
  };
}

/** Returns the items by key. `Map.groupBy` needs Node 21, and the contract kit runs on Node 20. */
function grouped<Item>(items: Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

function mapValues(node: Node, change: (value: Json) => Json): Node {
  return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, change(value)]));
}
