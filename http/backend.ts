// openapi-backend, and the only importer of it: it keeps the operations and their handlers, and compiles the validators.
// Three of its parts are replaced by faster ones with the same verdicts, which a differential test holds against them: the
// router (http/router.ts), the parsing around the validators, which reads a request four times over, and the dispatch,
// which waits for six promises on behalf of steps that nothing here takes.
//
// The order of checks, which decisions.md fixes, is that of its pipeline:
//   match (404, 405) → postRoutingHandler: credential (401), kind and role (403), body (413, 415), context (422, 403)
//   → validation (422) → handler.

import { parse as parseQuery } from 'node:querystring';
import type { ValidateFunction } from 'ajv';
import {
  type Context,
  type Document,
  OpenAPIBackend,
  OpenAPIRouter,
  OpenAPIValidator,
  type Operation,
  type ParsedRequest,
  type Request,
  type ValidationResult,
} from 'openapi-backend';
import { access } from '../generated/access.ts';
import type { Handlers, OperationId } from '../handlers/handler.ts';
import type { ReceivedFile } from '../services/files/received.ts';
import type { Services } from '../services/index.ts';
import { ServiceError, ValidationError } from '../services/platform/errors.ts';
import { createAjv } from './ajv.ts';
import { audited } from './audited.ts';
import type { Answer, ServerCall } from './call.ts';
import { MethodNotAllowedError } from './error-bodies.ts';
import { type FormSchema, formValues } from './form-values.ts';
import { type FormatRule, formatRules } from './formats.ts';
import { malformed } from './framing.ts';
import { idempotent } from './idempotent.ts';
import { limited } from './limited.ts';
import { type Coercions, coerce, takeList } from './query-values.ts';
import { MalformedPathError, type Match, Router } from './router.ts';
import { IssueWriter, type Parts } from './validation.ts';

export type BodyLimit = 'small' | 'usual' | 'inference';
type PassesOn = 'endpoint' | 'mcp server';

/** An operation of the document, with what the server needs to know of it at every request. */
export interface OperationRoute {
  operationId: OperationId;
  operation: Operation;
  access: {
    readonly callers: readonly string[];
    readonly context: string;
    /** Where the call itself names its organization. */
    readonly organization?: string;
    readonly origin?: string;
  };
  body: 'none' | 'json' | 'form' | 'bytes';
  bodyLimit: BodyLimit;
  /** Of a form: the name of its file, how large that may be where the spec says so, and its schema. */
  form: { file: string; maxFileBytes: number | undefined; schema: FormSchema } | undefined;
  /** Its query is an upstream's business. */
  passesOn: PassesOn | undefined;
  coercions: Coercions;
}

/** Lets a matched call go on, with its caller, organization, project and body; or throws. */
export type Admit = (call: ServerCall) => void | Promise<void>;

export interface Backend {
  /** Runs the request through to its handler. Throws what http/error-bodies.ts turns into an answer. */
  handle(call: ServerCall): Promise<Answer>;
  /** The operation of a method in lower case and a path. Throws `malformed_request` for a path that cannot be decoded. */
  operationAt(method: string, path: string): OperationRoute | undefined;
}

/** What answers a call that was authorized and validated. */
export type Handle = (call: ServerCall, services: Services) => Answer | Promise<Answer>;

/** What the document's template for custom endpoints begins with. */
const endpointsPath = '/v1/';

type RuntimeOperation = Operation & {
  'x-trailing-slash'?: boolean;
  'x-form'?: { file: string };
  'x-max-file-bytes'?: number;
  'x-body-limit'?: BodyLimit;
  'x-passes-on'?: PassesOn;
};

/** The backend over the runtime document: every validator is compiled before it returns. */
export async function createBackend(
  definition: Document,
  handlers: Handlers,
  services: Services,
  admit: Admit,
): Promise<Backend> {
  const api = new Dispatcher({ definition: inline(definition, definition) as Document, quick: true, strict: true });
  await api.init();
  const router = new FastRouter(api.definition, (path) => services.upstreams.isEndpoint(path));
  services.upstreams.reserve((path) => router.isOwnPath(path));
  api.router = router;
  api.validator = new FastValidator(api.definition, router, formatRules(services.webhookAddresses));
  api.validator.preCompileRequestValidators();
  api.register('postRoutingHandler', (_context: Context, call: ServerCall) => admit(call));
  api.register('validationFail', (context: Context, call: ServerCall) => {
    throw (context.validation as FastResult).refusal?.(call);
  });
  for (const route of router.routes) {
    const { operationId } = route;
    const handler = handlers[operationId] as unknown as Handle;
    const run = limited(route, idempotent(route, audited(route, handler)));
    const needsOrganization = ['organization', 'project'].includes(route.access.context);
    api.register(operationId, (_context: Context, call: ServerCall) => {
      // A handler starts every query from it: without one it would reach into every tenant.
      if (needsOrganization && call.organization === undefined) throw new Error('A call was authorized for nobody');
      return run(call, services);
    });
  }
  return {
    handle: (call) => api.handleRequest(call as unknown as Request, call),
    operationAt: (method, path) => router.operationAt(method, path),
  };
}

/** openapi-backend's dispatch, with the steps that are taken here and no others. */
export class Dispatcher extends OpenAPIBackend<Document> {
  override async handleRequest(request: Request, call: ServerCall): Promise<Answer> {
    const operation = this.router.matchOperation(request, true);
    const context = { api: this, request, operation } as unknown as Context;
    const admitted = this.#run('postRoutingHandler', context, call);
    if (admitted instanceof Promise) await admitted;
    context.validation = this.validator.validateRequest(request, operation);
    if (context.validation.errors) return this.#run('validationFail', context, call);
    return await this.#run(operation.operationId as string, context, call);
  }

  #run(name: string, context: Context, call: ServerCall): Answer | Promise<Answer> {
    const handler = this.handlers[name];
    if (handler === undefined) throw new Error(`Nothing is registered for ${name}`);
    return handler(context, call) as Answer | Promise<Answer>;
  }
}

/** openapi-backend's router, with its search replaced, and with requests that know how to be read. */
export class FastRouter extends OpenAPIRouter<Document> {
  readonly #router = new Router<OperationRoute>();
  readonly #operations: Operation[];
  readonly #isEndpoint: (path: string) => boolean;
  /** What custom endpoints are answered by, by method. */
  readonly #endpoints = new Map<string, OperationRoute>();
  readonly routes: OperationRoute[];

  /**
   * @param isEndpoint whether a path is a custom endpoint's: the document knows them as one template only. They are compared
   *   byte for byte, so that no other spelling of a path gets past a project's list.
   */
  constructor(definition: Document, isEndpoint: (path: string) => boolean = () => false) {
    super({ definition, ignoreTrailingSlashes: false });
    this.#isEndpoint = isEndpoint;
    const operations = super.getOperations() as Operation[];
    this.#operations = operations.map((operation) => ({ ...operation, security: [] }));
    this.routes = this.#operations.map((operation, index) =>
      toRoute(operation, isPublic(operations[index] as Operation)),
    );
    for (const route of this.routes) {
      const { method, path, 'x-trailing-slash': trailingSlash } = route.operation as RuntimeOperation;
      if (route.passesOn === 'endpoint') {
        this.#endpoints.set(method, route);
        continue;
      }
      this.#router.add(method, path, route);
      if (trailingSlash) this.#router.add(method, `${path}/`, route);
    }
  }

  override getOperations(): never[] {
    return this.#operations as never[];
  }

  override matchOperation(request: Request): never {
    const call = request as unknown as ServerCall;
    call.route = this.#match(call);
    return call.route.operation as never;
  }

  override parseRequest(request: Request): ParsedRequest {
    return request as unknown as ParsedRequest;
  }

  /** Whether the server itself answers the path: then no custom endpoint does. */
  isOwnPath(path: string): boolean {
    return this.#router.match('get', path).found !== 'nothing';
  }

  /** See Backend. */
  operationAt(method: string, path: string): OperationRoute | undefined {
    const match = this.#search(method, path);
    return match.found === 'route' ? match.target : undefined;
  }

  #match(call: ServerCall): OperationRoute {
    const match = this.#search(call.method, call.path);
    if (match.found === 'path')
      throw new MethodNotAllowedError(call.request.method ?? '', allowedMethods(match.methods));
    if (match.found === 'nothing')
      throw new ServiceError(
        'unknown_path',
        `There is no path ${call.path.slice(0, 200)}. GET /openapi.json lists them all.`,
      );
    call.params =
      match.target.passesOn === 'endpoint'
        ? { custom_endpoint: call.path.slice(endpointsPath.length) }
        : match.parameters;
    return match.target;
  }

  #search(method: string, path: string): Match<OperationRoute> {
    try {
      const match = this.#router.match(method, path);
      return match.found === 'nothing' && this.#isEndpoint(path) ? this.#endpointOf(method) : match;
    } catch (error) {
      if (error instanceof MalformedPathError) throw malformed('The path is not valid percent-encoding.', error);
      throw error;
    }
  }

  #endpointOf(method: string): Match<OperationRoute> {
    const target = this.#endpoints.get(method);
    return target === undefined
      ? { found: 'path', methods: [...this.#endpoints.keys()] }
      : { found: 'route', target, parameters: {} };
  }
}

function allowedMethods(methods: string[]): string[] {
  return [...methods, ...(methods.includes('get') ? ['head'] : [])].map((method) => method.toUpperCase()).sort();
}

/** The outcome of a validation; where it failed, what to throw is found out only when it is asked for. */
interface FastResult extends ValidationResult {
  refusal?: (call: ServerCall) => ValidationError;
}

const valid: FastResult = { valid: true, errors: null } as unknown as FastResult;

/** openapi-backend's validator, with the parsing around its compiled schemas replaced. */
export class FastValidator extends OpenAPIValidator<Document> {
  readonly #thorough: OpenAPIValidator<Document>;
  readonly #writer: IssueWriter;

  constructor(definition: Document, router: FastRouter, formats: Map<string, FormatRule>) {
    const ajv = createAjv(formats, false);
    super({ definition, router: router as never, lazyCompileValidators: true, customizeAjv: () => ajv });
    const thorough = createAjv(formats, true);
    this.#thorough = new OpenAPIValidator({
      definition,
      router: router as never,
      lazyCompileValidators: true,
      customizeAjv: () => thorough,
    });
    this.#writer = new IssueWriter(thorough, formats, secretNames(definition));
  }

  override validateRequest(request: Request): FastResult {
    const call = request as unknown as ServerCall;
    const route = call.route as OperationRoute;
    if (call.queryText !== undefined && route.passesOn === undefined) call.query = { ...parseQuery(call.queryText) };
    for (const [name, type] of route.coercions) if (type === 'array') takeList(call.query, name);
    const raw = route.coercions.length === 0 || call.queryText === undefined ? call.query : { ...call.query };
    coerce(call.query, route.coercions);
    const parts: Parts = { path: call.params, query: call.query, header: call.headers };
    if (call.body !== undefined) parts.requestBody = call.body;
    for (const validate of this.#validatorsOf(route, this)) {
      if (!validate(parts))
        return { ...valid, valid: false, errors: validate.errors ?? [], refusal: () => this.#refuse(call, route, raw) };
    }
    return valid;
  }

  #refuse(call: ServerCall, route: OperationRoute, query: Record<string, unknown>): ValidationError {
    const parts: Parts = { path: call.params, query, header: call.headers };
    // Validation may have filled defaults in: what is judged and shown is the body as it came.
    if (call.bodyText !== undefined) parts.requestBody = JSON.parse(call.bodyText);
    const coerced = { ...parts, query: { ...query } };
    coerce(coerced.query, route.coercions);
    if (route.form !== undefined) {
      parts.requestBody = shownForm(call.form, route.form.file);
      parts.isForm = true;
      coerced.requestBody = formValues(call.form, route.form.schema);
    }
    return new ValidationError(this.#writer.issues(this.#validatorsOf(route, this.#thorough), coerced, parts));
  }

  /** Parameters before the body, in the order in which their failures are listed. */
  #validatorsOf({ operationId }: OperationRoute, of: OpenAPIValidator<Document>): ValidateFunction[] {
    const validators =
      of.requestValidators[operationId] ?? [...(of.getRequestValidatorsForOperation(operationId) ?? [])].reverse();
    of.requestValidators[operationId] = validators;
    return validators;
  }
}

/** The form as an answer may show it: of its file, the name. */
function shownForm(form: Record<string, unknown> | undefined, name: string): unknown {
  const file = form?.[name];
  return typeof file === 'object' ? { ...form, [name]: (file as ReceivedFile).filename } : form;
}

function toRoute(operation: Operation, isPublic: boolean): OperationRoute {
  const operationId = operation.operationId as OperationId;
  if (isPublic !== (access[operationId].callers[0] === 'anyone'))
    throw new Error(`The spec says of ${operationId} both that anyone may call it and that only some may`);
  const coercions: Coercions = [];
  for (const parameter of (operation.parameters ?? []) as { in: string; name: string; schema?: { type?: unknown } }[]) {
    const type = parameter.schema?.type;
    if (parameter.in === 'query' && (type === 'integer' || type === 'number' || type === 'boolean' || type === 'array'))
      coercions.push([parameter.name, type]);
  }
  return {
    operationId,
    operation,
    access: access[operationId],
    body: bodyOf(operation),
    bodyLimit: (operation as RuntimeOperation)['x-body-limit'] ?? 'usual',
    form: formOf(operation),
    passesOn: (operation as RuntimeOperation)['x-passes-on'],
    coercions,
  };
}

function bodyOf({ requestBody, ...operation }: RuntimeOperation): OperationRoute['body'] {
  if (requestBody === undefined) return 'none';
  if (operation['x-form'] !== undefined) return 'form';
  const { content } = requestBody as { content: Record<string, unknown> };
  return 'application/json' in content ? 'json' : 'bytes';
}

function formOf(operation: RuntimeOperation): OperationRoute['form'] {
  const form = operation['x-form'];
  if (form === undefined) return undefined;
  const { content } = operation.requestBody as { content: Record<string, { schema: FormSchema }> };
  return {
    file: form.file,
    maxFileBytes: operation['x-max-file-bytes'],
    schema: content['application/json']?.schema ?? {},
  };
}

/** Whether one of the alternatives asks for nothing. */
function isPublic({ security = [] }: Operation): boolean {
  return security.some((requirement) => Object.keys(requirement).length === 0);
}

type Node = Record<string, unknown>;

/** The document with every reference replaced by a copy of what it names. */
export function inline(document: unknown, node: unknown): unknown {
  if (Array.isArray(node)) return node.map((item) => inline(document, item));
  if (typeof node !== 'object' || node === null) return node;
  const { $ref, ...rest } = node as Node;
  const beside = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, inline(document, value)]));
  if (typeof $ref !== 'string') return $ref === undefined ? beside : { $ref: inline(document, $ref), ...beside };
  const target = $ref
    .slice(2)
    .split('/')
    .reduce<unknown>((value, key) => (value as Node)[key], document);
  return { ...(inline(document, target) as Node), ...beside };
}

/** The names of all properties that hold secrets: those of the format `password`. */
function secretNames(node: unknown, names = new Set<string>()): Set<string> {
  if (typeof node !== 'object' || node === null) return names;
  const { properties } = node as { properties?: Record<string, { format?: string }> };
  for (const [name, schema] of Object.entries(properties ?? {})) {
    if (schema?.format === 'password') names.add(name);
  }
  for (const value of Object.values(node)) secretNames(value, names);
  return names;
}
