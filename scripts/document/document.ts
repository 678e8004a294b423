// The parts of an OpenAPI 3.1 document that this project's generators read.

/** A JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A JSON Schema of the 2020-12 dialect, as far as the spec uses it. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: (string | number | boolean | null)[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
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
  /** The value names something that exists; `by` is what, and a value that names nothing is answered with `otherwise`. */
  'x-known'?: { by: string; otherwise: number };
  /** The value may be used once in this scope. */
  'x-unique'?: string;
  /** Neighbours with which every value that the schema allows is accepted. */
  'x-valid-with'?: { [key: string]: Json };
  /** Exactly one of these properties must be sent. */
  'x-one-of'?: string[];
  /** No item may be there twice. */
  'x-distinct'?: boolean;
  /** What a server with its default settings takes at most, and what more is answered with. */
  'x-at-most'?: { value: number; otherwise: number };
  /** What each value of `enum` means. */
  'x-enumDescriptions'?: Record<string, string>;
}

export interface Parameter {
  $ref?: string;
  name: string;
  in: 'query' | 'path' | 'header' | 'cookie';
  required?: boolean;
  description?: string;
  schema: Schema;
}

/** Whether it says what a call is for: the business of http/access/context.ts, which answers before validation does. */
export function isContextHeader(parameter: Parameter): boolean {
  return parameter.in === 'header' && parameter.name.startsWith('Compat-');
}

export interface MediaType {
  schema?: Schema;
  example?: Json;
}

export interface Header {
  $ref?: string;
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
  organization?: string;
  origin?: string;
  local?: string;
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
  /** Who writes its entries of the audit log; left out: it follows from the method. */
  'x-audit'?: 'none' | 'call' | 'service';
  /** The call counts against the project's requests per minute. */
  'x-rate-limit'?: 'project';
  /** Bytes of the file in a form, at most; left out, the server's setting. */
  'x-max-file-bytes'?: number;
  /** Its bodies may be as large as SVC_MAX_INFERENCE_BODY_BYTES; or no larger than the little that anybody may send. */
  'x-body-limit'?: 'inference' | 'small';
  /** Query and body go on to an upstream as they come; `endpoint`: so does the path, which is one of the configuration's. */
  'x-passes-on'?: 'endpoint' | 'mcp server';
}

export interface Document {
  openapi: string;
  info: { title: string; version: string; description?: string };
  tags?: { name: string; description?: string }[];
  paths: Record<string, Record<string, Operation>>;
  /** What the server sends to others, by the name of the event. */
  webhooks?: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    parameters?: Record<string, Parameter>;
    responses?: Record<string, ResponseObject>;
    headers?: Record<string, Header>;
    securitySchemes?: Record<string, unknown>;
  };
  security?: Record<string, string[]>[];
}

/** Reads generated/openapi.json. Responses stand where they are used, as in the document before scripts/generate/share.ts. */
export function readDocument(text: string): Document {
  const document = JSON.parse(text) as Document;
  for (const { responses } of [...operationsOf(document), ...webhooksOf(document)].map((at) => at.operation)) {
    for (const [status, { $ref }] of Object.entries(responses)) {
      if ($ref === undefined) continue;
      const shared = document.components.responses?.[$ref.replace('#/components/responses/', '')];
      if (shared === undefined) throw new Error(`${$ref} points nowhere`);
      responses[status] = shared;
    }
  }
  return document;
}

export interface OperationAt {
  path: string;
  method: string;
  operation: Operation;
}

/** Every operation of the document, in its order. */
export function operationsOf({ paths }: Document): OperationAt[] {
  return operationsIn(paths);
}

function webhooksOf({ webhooks = {} }: Document): OperationAt[] {
  return operationsIn(webhooks);
}

function operationsIn(paths: Document['paths']): OperationAt[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
}

/** The schema behind a chain of references, with what stands beside the references laid over it. */
export function resolve(document: Document, schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const { $ref, ...beside } = schema;
  const target = document.components.schemas[$ref.replace('#/components/schemas/', '')];
  if (target === undefined) throw new Error(`${$ref} points nowhere`);
  return { ...resolve(document, target), ...beside };
}

/** The branches of a union, references resolved, each with the bounds that stand beside the union; else the schema itself. */
export function branchesOf(document: Document, given: Schema): Schema[] {
  const schema = resolve(document, given);
  if (schema.anyOf === undefined) return [schema];
  const { anyOf, ...beside } = schema;
  const bounds = Object.entries(beside).filter(([name]) => /^(min|max|pattern$|format$|x-)/.test(name));
  return anyOf.map((branch) => ({ ...resolve(document, branch), ...Object.fromEntries(bounds) }));
}

/** A header of a response, references resolved. */
export function headerOf(document: Document, header: Header): Header {
  if (header.$ref === undefined) return header;
  const target = document.components.headers?.[header.$ref.replace('#/components/headers/', '')];
  if (target === undefined) throw new Error(`${header.$ref} points nowhere`);
  return target;
}

/** The parameters of an operation, references resolved. */
export function parametersOf(document: Document, operation: Operation): Parameter[] {
  return (operation.parameters ?? []).map((parameter) => {
    if (parameter.$ref === undefined) return parameter;
    const target = document.components.parameters?.[parameter.$ref.replace('#/components/parameters/', '')];
    if (target === undefined) throw new Error(`${parameter.$ref} points nowhere`);
    return target;
  });
}
