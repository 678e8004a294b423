// Completes the output of TypeSpec's emitter. The published document is for client generators and contract tests. The
// runtime document is the same contract in the form that the router and the validator read fastest.

import {
  type Document,
  isContextHeader,
  type Json,
  type MediaType,
  type Operation,
  operationsOf,
  type Parameter,
  parametersOf,
  resolve,
  type Schema,
} from '../document/index.ts';
import { exampleOf } from './reference/example.ts';
import { fileOf } from './tables.ts';

const webhookPrefix = '/webhooks:/';
const readerNotes = new Set([
  'description',
  'examples',
  'x-at-most',
  'x-distinct',
  'x-enumDescriptions',
  'x-known',
  'x-one-of',
  'x-row',
  'x-unique',
  'x-valid-with',
]);

const requestIdHeader = {
  description: 'Names this request in the logs of the server.',
  required: true,
  schema: { type: 'string', minLength: 1, maxLength: 128, pattern: '^[A-Za-z0-9_.-]+$' },
};

const ignoredFieldsHeader = {
  description:
    'Members of the body that changed nothing, because this operation does not know or ignores them: at most five names, separated by commas, percent-encoded.',
  schema: { type: 'string', maxLength: 600 },
};

/**
 * The form in which client generators recognize binary data, even though an empty schema would suffice in OpenAPI 3.1.
 */
const bytes: Schema = { type: 'string', format: 'binary' };
const byteType = 'application/octet-stream';

const anyForm: MediaType = { schema: { type: 'object', additionalProperties: true } };

/** Returns the document without the keywords that tools do not support: see `publish`. */
export function withKnownKeywords(raw: Document): Document {
  return mapObjects(raw as unknown as Json, (node) => {
    if (isReferenceInAllOf(node))
      return { ...(node.allOf[0] as Schema as { [key: string]: Json }), ...without(node, 'allOf') };
    if (!('unevaluatedProperties' in node)) return node;
    const { unevaluatedProperties: extra, ...rest } = node;
    return { ...rest, additionalProperties: isNever(extra) ? false : isAnything(extra) ? true : (extra as Json) };
  }) as unknown as Document;
}

/**
 * Returns the document to publish.
 *
 * `unevaluatedProperties` becomes `additionalProperties`, which every tool supports; the meaning is the same, because
 * the spec spreads models and never extends them. In forms, members beside a reference replace an `allOf`. Every
 * response gets the request id header. Binary data is declared. A custom endpoint also accepts a form. Paths below
 * `/webhooks:` move to `webhooks`, because TypeSpec has no syntax for webhooks.
 */
export function publish(raw: Document): Document {
  refuseWithoutSummary(raw);
  const document = withKnownKeywords(raw);
  moveWebhooks(document);
  // The emitter lists tags in reverse order.
  document.tags?.reverse();
  document.components.headers = { ...document.components.headers, RequestId: requestIdHeader };
  for (const { operation } of operationsOf(document)) {
    if (operation['x-passes-on'] === 'endpoint' && operation.requestBody !== undefined) {
      const { 'application/json': json = {}, ...others } = operation.requestBody.content;
      operation.requestBody.content = { 'application/json': json, 'multipart/form-data': anyForm, ...others };
    }
    for (const response of Object.values(operation.responses)) {
      response.headers = { 'x-request-id': { $ref: '#/components/headers/RequestId' }, ...response.headers };
    }
    if (operation['x-errors'] === 'anthropic') {
      for (const response of Object.values(operation.responses))
        response.headers = { 'request-id': { $ref: '#/components/headers/RequestId' }, ...response.headers };
    }
    if (operation['x-access']?.context === 'project') addHeadersToSuccess(operation);
    if (ignoresFields(document, operation)) describeIgnoredFields(operation);
  }
  for (const { operation } of operationsOf(document)) {
    nameBytes(document, operation);
    addExample(document, operation);
  }
  return document;
}

/** Examples for forwarded bodies, which have no schema to derive an example from. */
const passedOnExamples: Record<NonNullable<Operation['x-passes-on']>, Json> = {
  'mcp server': { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  endpoint: { model: 'ocr-large', document: { type: 'document_url', document_url: 'https://example.com/invoice.pdf' } },
};

/** Adds an example of the request body if the schema has none. */
function addExample(document: Document, { requestBody, 'x-passes-on': passesOn }: Operation): void {
  for (const [type, media] of Object.entries(requestBody?.content ?? {})) {
    if (media.schema === undefined || resolve(document, media.schema).examples !== undefined) continue;
    if (type === 'multipart/form-data') media.example = formExample(document, media.schema);
    else if (type === 'application/json' && passesOn !== undefined) media.example = passedOnExamples[passesOn];
  }
}

function formExample(document: Document, form: Schema): Json {
  const { properties = {} } = resolve(document, form);
  const parts = Object.entries(properties).map(([name, part]): [string, Json] => [
    name,
    part.format === 'binary' ? 'The bytes of the file' : (exampleOf(document, part) ?? ''),
  ]);
  return parts.length === 0 ? { file: 'The bytes of the file' } : Object.fromEntries(parts);
}

const summaryLength = 60;

/** Throws an error that names the operations whose summary is missing or too long for a list. */
function refuseWithoutSummary(document: Document): void {
  const lacking = operationsOf(document)
    .filter(({ operation: { summary = '' } }) => summary === '' || summary.length > summaryLength)
    .map(({ operation }) => operation.operationId);
  if (lacking.length === 0) return;
  throw new Error(
    `No summary, or one of more than ${summaryLength} characters: ${lacking.join(', ')}. ` +
      'Write @summary("…") above the @operationId in spec/.',
  );
}

/** Declares binary data in forms and whole bodies, which TypeSpec emits as a schema without a type. */
function nameBytes({ components }: Document, { requestBody, responses }: Operation): void {
  const { $ref = '' } = requestBody?.content['multipart/form-data']?.schema ?? {};
  const { properties = {} } = components.schemas[$ref.replace('#/components/schemas/', '')] ?? {};
  for (const [name, part] of Object.entries(properties)) {
    if (!isBytes(part)) continue;
    const { contentMediaType: _, ...rest } = part;
    properties[name] = { ...rest, ...bytes };
  }
  for (const content of [requestBody?.content, ...Object.values(responses).map((response) => response.content)]) {
    const whole = content?.[byteType];
    if (whole !== undefined && isBytes(whole.schema ?? {})) whole.schema = { ...bytes };
  }
}

function isBytes(schema: Schema): boolean {
  return Object.keys(schema).every((key) => key === 'description' || key === 'contentMediaType');
}

/** Returns the document with binary data as an open schema, so that a program may use any type for it. */
export function withOpenBytes(published: Document): Document {
  return mapObjects(published as unknown as Json, (node) => {
    if (node.type !== 'string' || node.format !== 'binary') return node;
    return without(without(node, 'type'), 'format');
  }) as unknown as Document;
}

/** Declares rate-limit and upstream-time headers on successful responses too, and not only on errors. */
function addHeadersToSuccess({ responses }: Operation): void {
  const declared = Object.values(responses)
    .flatMap(({ headers = {} }) => Object.entries(headers))
    .filter(([name]) => name.startsWith('x-ratelimit-') || name === 'openai-processing-ms');
  for (const [status, response] of Object.entries(responses)) {
    if (status.startsWith('2')) response.headers = { ...response.headers, ...Object.fromEntries(declared) };
  }
}

/** Returns true if the body may have members that the operation ignores and does not forward to an upstream. */
function ignoresFields(document: Document, { requestBody, 'x-calls-model': callsModel }: Operation): boolean {
  const { 'application/json': json, 'multipart/form-data': parts } = requestBody?.content ?? {};
  const schema = (json ?? parts)?.schema;
  if (schema === undefined || callsModel !== undefined) return false;
  const { additionalProperties, properties = {} } = resolve(document, schema);
  return additionalProperties === undefined || Object.values(properties).some((member) => member['x-ignored'] === true);
}

function describeIgnoredFields({ responses }: Operation): void {
  for (const [status, response] of Object.entries(responses)) {
    if (status.startsWith('2')) response.headers = { ...response.headers, 'svc-ignored-fields': ignoredFieldsHeader };
  }
}

/** Returns the document with an open schema for bodies that this server does not validate. */
export function withOpenBodies(published: Document): Document {
  const document = structuredClone(published);
  for (const { operation } of operationsOf(document)) {
    const { requestBody, 'x-passes-on': passesOn } = operation;
    if (passesOn !== undefined && requestBody !== undefined) requestBody.content = { '*/*': { schema: {} } };
  }
  return document;
}

/**
 * Returns the document that the server loads: without trailing slashes in paths, and with only what routing and
 * validation read. A nullable schema becomes `type: [x, "null"]`, because a validator would report three errors for
 * `anyOf` instead of one.
 */
export function runtime(published: Document): Document {
  const paths: Document['paths'] = {};
  for (const { path, method, operation } of operationsOf(withOpenBodies(published))) {
    const { operationId, requestBody, security } = operation;
    const bare = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
    paths[bare] ??= {};
    const parameters = parametersOf(published, operation).filter(
      (parameter) => !isContextHeader(parameter) && !isPassedOn(parameter, operation),
    );
    const kept: Partial<Operation> = { operationId, parameters, responses: {} };
    // The service reads a URL-encoded form from its bytes.
    const types = Object.keys(requestBody?.content ?? {});
    const isText = types.length === 1 && types[0] === 'application/x-www-form-urlencoded';
    if (requestBody !== undefined && !isText) kept.requestBody = requestBody;
    const form = requestBody?.content['multipart/form-data']?.schema;
    if (form !== undefined) kept.requestBody = formBody(published, form, operationId);
    if (security !== undefined) kept.security = security;
    paths[bare][method] = kept as Operation;
  }
  const document = {
    openapi: published.openapi,
    info: published.info,
    paths,
    components: { schemas: published.components.schemas, securitySchemes: published.components.securitySchemes ?? {} },
    security: published.security ?? [],
  };
  const slim = mapObjects(document as unknown as Json, withoutNotes) as unknown as Document;
  return mapObjects(slim as unknown as Json, (node) => collapseNullable(slim, node)) as unknown as Document;
}

/**
 * Returns the JSON schema of a form. http/bodies/multipart.ts converts a form to an object, with texts by name. The
 * file becomes an object that only the server can create.
 */
function formBody(document: Document, form: Schema, operationId: string): NonNullable<Operation['requestBody']> {
  const schema = resolve(document, form);
  const file = fileOf(document, operationId, form);
  const properties = { ...schema.properties, [file]: { type: 'object', 'x-file': true } as Schema };
  return { required: true, content: { 'application/json': { schema: { ...schema, properties } } } };
}

/** Returns the document as handlers see it: parameters with a default are always present. */
export function served(published: Document): Document {
  const document = structuredClone(published);
  for (const { operation } of operationsOf(document)) {
    for (const parameter of operation.parameters ?? []) {
      if (parameter.schema?.default !== undefined) parameter.required = true;
    }
  }
  return document;
}

function moveWebhooks(document: Document): void {
  const moved = Object.keys(document.paths).filter((path) => path.startsWith(webhookPrefix));
  for (const path of moved) {
    const methods = document.paths[path] as Document['paths'][string];
    delete document.paths[path];
    document.webhooks = { ...document.webhooks, [path.slice(webhookPrefix.length)]: methods };
  }
}

/** Returns true if the header is forwarded to an upstream, which validates it. */
function isPassedOn(parameter: Parameter, operation: Operation): boolean {
  return parameter.in === 'header' && operation['x-passes-on'] !== undefined;
}

function collapseNullable(document: Document, node: { [key: string]: Json }): { [key: string]: Json } {
  const branches = node.anyOf as Schema[] | undefined;
  if (!Array.isArray(branches)) return node;
  const types = branches.map((branch) => resolve(document, branch));
  if (!types.some(({ type }) => type === 'null')) return node;
  const rest = types.filter(({ type }) => type !== 'null');
  const [only] = rest;
  if (rest.length !== 1 || only === undefined || typeof only.type !== 'string') return node;
  const { anyOf: _, ...beside } = node;
  const merged: Schema = { ...only, ...(beside as Schema), type: [only.type, 'null'] };
  delete merged.description;
  if (only.enum !== undefined) merged.enum = [...only.enum, null];
  return merged as unknown as { [key: string]: Json };
}

function isReferenceInAllOf(node: { [key: string]: Json }): node is { [key: string]: Json; allOf: [Json] } {
  return Array.isArray(node.allOf) && node.allOf.length === 1;
}

function without(node: { [key: string]: Json }, name: string): { [key: string]: Json } {
  return Object.fromEntries(Object.entries(node).filter(([key]) => key !== name));
}

function isNever(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'not' in value && Object.keys(value).length === 1;
}

function isAnything(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/**
 * Returns the node without members that only readers of the document need. A property named "description" has a schema
 * as its value and stays.
 */
function withoutNotes(node: { [key: string]: Json }): { [key: string]: Json } {
  const isNote = (key: string, value: Json): boolean =>
    key.startsWith('x-')
      ? readerNotes.has(key)
      : readerNotes.has(key) && (typeof value !== 'object' || Array.isArray(value));
  return Object.fromEntries(Object.entries(node).filter(([key, value]) => !isNote(key, value)));
}

function mapObjects(value: Json, change: (node: { [key: string]: Json }) => { [key: string]: Json }): Json {
  if (Array.isArray(value)) return value.map((item) => mapObjects(item, change));
  if (typeof value !== 'object' || value === null) return value;
  const changed = change(value);
  return Object.fromEntries(Object.entries(changed).map(([key, item]) => [key, mapObjects(item, change)]));
}
