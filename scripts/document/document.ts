// The parts of an OpenAPI 3.1 document that this project's generators read.

/** A JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A JSON Schema of the 2020-12 dialect, as far as the spec uses it. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: (string | number | boolean | null)[];
  const?: Json;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  /** Which branch of `oneOf` a value is, in the published document. */
  discriminator?: { propertyName: string; mapping: Record<string, string> };
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  propertyNames?: Schema;
  items?: Schema;
  default?: Json;
  examples?: Json[];
  description?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  maxProperties?: number;
  pattern?: string;
  contentMediaType?: string;
  /** A format that only this project knows, in the published document. */
  'x-format'?: string;
  /** The values of a boolean or a number, in the published document. */
  'x-values'?: (string | number | boolean | null)[];
  /** The value must name an existing resource. `by` is the kind of the resource, `otherwise` the status if none exists. */
  'x-known'?: { by: string; otherwise: number };
  /** The value must be unique in this scope. */
  'x-unique'?: string;
  /** Values of sibling properties with which every value that the schema allows is accepted. */
  'x-valid-with'?: { [key: string]: Json };
  /** Exactly one of these properties must be present. */
  'x-one-of'?: string[];
  /** The server forwards the member without a check: the schema is for clients only. */
  'x-forwarded'?: boolean;
  /** The list must not contain duplicates. */
  'x-distinct'?: boolean;
  /** The value is accepted and changes nothing. */
  'x-ignored'?: boolean;
  /** The maximum with the server's default settings, and the status above it. */
  'x-at-most'?: { value: number; otherwise: number };
  /** TypeSpec writes the row of a path parameter beside its schema too. */
  'x-row'?: Row;
  /** The description of each value of `enum`. */
  'x-enumDescriptions'?: Record<string, string>;
}

/** The row that a path parameter names: see spec/common/access.tsp. */
export interface Row {
  kind: string;
  within: string;
  by?: string;
  called?: string;
}

export interface Parameter {
  $ref?: string;
  name: string;
  in: 'query' | 'path' | 'header' | 'cookie';
  required?: boolean;
  description?: string;
  schema: Schema;
  'x-row'?: Row;
}

/** Returns true for a context header. http/access/context.ts checks these before validation. */
export function isContextHeader(parameter: Parameter): boolean {
  return parameter.in === 'header' && parameter.name.startsWith('Compat-');
}

export interface MediaType {
  schema?: Schema;
  example?: Json;
  encoding?: Json;
  /** The body may be of any media type, in the published document. */
  'x-any-type'?: boolean;
}

export interface Header {
  $ref?: string;
  description?: string;
  required?: boolean;
  schema?: Schema;
}

export interface ResponseObject {
  $ref?: string;
  description: string;
  headers?: Record<string, Header>;
  content?: Record<string, MediaType>;
}

export interface Access {
  callers: string[];
  context: string;
  permission: string;
  organization?: string;
  origin?: string;
  local?: string;
}

/** The object of `x-cli`: the members of a noun that scripts/generate/commands.ts does not derive. */
export interface CommandNoun {
  noun?: string;
  group?: string;
  summary?: string;
  about?: string;
  rows?: string;
  first?: string;
  columns?: string[];
  flagNames?: Record<string, string>;
  [further: string]: unknown;
}

export interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, MediaType> };
  responses: Record<string, ResponseObject>;
  security?: Record<string, string[]>[];
  tags?: string[];
  'x-access'?: Access;
  /** Which code writes the audit log entries; by default, the method decides. */
  'x-audit'?: 'none' | 'call' | 'service';
  /** The types of the audit log entries; by default, one that is named like the operation. */
  'x-audit-events'?: string[];
  /** The call counts against the project's requests per minute. */
  'x-rate-limit'?: 'project';
  /** The maximum size in bytes of the file in a form; by default, the server's setting. */
  'x-max-file-bytes'?: number;
  /**
   * The limit of the body size: `inference` is SVC_MAX_INFERENCE_BODY_BYTES, `small` is the limit for unauthenticated
   * callers.
   */
  'x-body-limit'?: 'inference' | 'small';
  /** An upstream reads the body, so unknown members may have a meaning there. */
  'x-calls-model'?: true;
  /**
   * The noun of the command line that begins with this operation, the noun and verb of its command, or false if it has
   * none: see spec/common/access.tsp.
   */
  'x-cli'?: CommandNoun | string | false;
  /** The words after the verb in two examples of the command. */
  'x-cli-examples'?: string[];
  /** The operations with which a contract run creates and removes rows of the list: see spec/common/access.tsp. */
  'x-items'?: { create?: string; remove?: string; few?: boolean };
  /** Why a contract run cannot fill the list. The run says that it does not try the laws of paging there. */
  'x-unfilled'?: string;
  /**
   * Query and body are forwarded to an upstream unchanged; with `endpoint` the path too, which the configuration
   * defines.
   */
  'x-passes-on'?: 'endpoint' | 'mcp server';
  /** The greatest answer in bytes, and its reason, if the answer is neither a page nor small by its schema. */
  'x-answer-bytes'?: { most: number; why: string };
  /** The form of errors, if it is not that of the public API. */
  'x-errors'?: 'anthropic' | 'oauth' | 'page' | 'scim';
}

export interface Document {
  openapi: string;
  info: { title: string; version: string; description?: string };
  tags?: { name: string; description?: string }[];
  paths: Record<string, Record<string, Operation>>;
  /** The events that the server sends, by name. */
  webhooks?: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    parameters?: Record<string, Parameter>;
    responses?: Record<string, ResponseObject>;
    headers?: Record<string, Header>;
    securitySchemes?: Record<string, { type: string; in?: string; name?: string }>;
  };
  security?: Record<string, string[]>[];
}

export interface OperationAt {
  path: string;
  method: string;
  operation: Operation;
}

/** Returns all operations in document order. */
export function operationsOf({ paths }: Document): OperationAt[] {
  return operationsIn(paths);
}

/** Returns the operations of the events that the server sends. */
export function webhooksOf({ webhooks = {} }: Document): OperationAt[] {
  return operationsIn(webhooks);
}

function operationsIn(paths: Document['paths']): OperationAt[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
}

/** Follows references. The members beside a reference override those of its target. */
export function resolve(document: Document, schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const { $ref, ...beside } = schema;
  const target = document.components.schemas[$ref.replace('#/components/schemas/', '')];
  if (target === undefined) throw new Error(`The reference ${$ref} has no target in the document`);
  const resolved = resolve(document, target);
  // Most references stand alone. Copies of their targets would take a tenth of the time of `npm run generate`.
  return Object.keys(beside).length === 0 ? resolved : { ...resolved, ...beside };
}

/**
 * Returns the resolved branches of a union, each with the constraints beside the union. Without a union, returns the
 * resolved schema.
 */
export function branchesOf(document: Document, given: Schema): Schema[] {
  const schema = resolve(document, given);
  if (schema.anyOf === undefined) return [schema];
  const { anyOf, ...beside } = schema;
  const bounds = Object.entries(beside).filter(([name]) => /^(min|max|pattern$|format$|x-)/.test(name));
  // A branch may be a union itself.
  return anyOf.flatMap((branch) =>
    branchesOf(document, { ...resolve(document, branch), ...Object.fromEntries(bounds) }),
  );
}

/** Returns a response header with its reference resolved. */
export function headerOf(document: Document, header: Header): Header {
  if (header.$ref === undefined) return header;
  const target = document.components.headers?.[header.$ref.replace('#/components/headers/', '')];
  if (target === undefined) throw new Error(`The reference ${header.$ref} has no target in the document`);
  return target;
}

/** Returns the parameters of an operation with references resolved. */
export function parametersOf(document: Document, operation: Operation): Parameter[] {
  return (operation.parameters ?? []).map((parameter) => {
    if (parameter.$ref === undefined) return parameter;
    const target = document.components.parameters?.[parameter.$ref.replace('#/components/parameters/', '')];
    if (target === undefined) throw new Error(`The reference ${parameter.$ref} has no target in the document`);
    return target;
  });
}
