// The step that finds the operation of a request: 404 for an unknown path, 405 for a method that the path does not
// have.

import { type OperationId, operationTable } from '../../generated/operations.ts';
import { operationPath } from '../../services/openapi/index.ts';
import { ServiceError } from '../../services/platform/index.ts';
import {
  type Coercions,
  type FormSchema,
  type Matched,
  malformed,
  type OperationNeeds,
  type Progress,
  type Route,
  type ServerCall,
} from '../calls/index.ts';
import { MethodNotAllowedError } from '../replies/index.ts';
import { type Definition, inline } from './definition.ts';
import { MalformedPathError, type Match, Router } from './router.ts';
import { similarPath } from './similar-path.ts';

/** The prefix of all custom endpoints. */
const endpointsPath = '/v1/';
/** The public API has more operations below its responses (`/v1/responses/compact`), which are no ids of responses. */
const noResponse = /^\/v1\/responses\/(?!resp_)[^/]+$/;
/** Unknown paths below these have the form of errors that clients expect there. */
const formsBelow = [
  ['/scim/v2', 'scim'],
  ['/v1/messages', 'anthropic'],
] as const;

export class Routes {
  readonly all: Route[];
  readonly #router = new Router<Route>();
  readonly #isEndpoint: (path: string) => boolean;
  /** The operations of custom endpoints, by method. */
  readonly #endpoints = new Map<string, Route>();

  /**
   * @param isEndpoint returns true if the configuration has a custom endpoint with this path. The document has one
   * template for all of them. Paths are compared byte for byte, so that no other spelling gets past a project's allow
   * list.
   */
  constructor(definition: Definition, isEndpoint: (path: string) => boolean = () => false) {
    this.#isEndpoint = isEndpoint;
    this.all = (Object.keys(operationTable) as OperationId[]).map((id) => toRoute(id, definition));
    for (const route of this.all) {
      if (route.passesOn === 'endpoint') {
        this.#endpoints.set(route.method, route);
        continue;
      }
      this.#router.add(route.method, route.path, route);
      if (route.trailingSlash) this.#router.add(route.method, `${route.path}/`, route);
    }
  }

  /** Returns the route and the path parameters. Throws `unknown_path`, `method_not_allowed` or `malformed_request`. */
  match(call: ServerCall): Matched {
    const match = this.#search(call.method, operationPath(call.path, call.headers));
    if (match.found === 'path' && noResponse.test(call.path) && !this.all.some(({ path }) => path === call.path))
      throw this.#unknownPath(call.path);
    if (match.found === 'path')
      throw new MethodNotAllowedError(call.request.method ?? '', allowedMethods(match.methods));
    if (match.found === 'nothing') throw this.#unknownPath(call.path);
    const route = match.target;
    return {
      route,
      params:
        route.passesOn === 'endpoint' ? { custom_endpoint: call.path.slice(endpointsPath.length) } : match.parameters,
    };
  }

  #unknownPath(path: string): ServiceError {
    // The template of custom endpoints would match any path.
    const own = this.all.filter(({ passesOn }) => passesOn !== 'endpoint');
    const meant = similarPath(
      path,
      own.map((route) => route.path),
    );
    const hint =
      meant === undefined || meant === path ? 'GET /openapi.json lists all paths.' : `Did you mean ${meant}?`;
    return new ServiceError('unknown_path', `There is no path ${path.slice(0, 200)}. ${hint}`);
  }

  /**
   * Returns the form of errors for a call, also for one that was refused before it was routed. Undefined: that of the
   * public API.
   */
  errorsOf(call: ServerCall, { route }: Progress): Route['errors'] {
    if (route !== undefined) return route.errors;
    // Without percent signs, also a path that cannot be decoded has the operation that it was meant for.
    const form = this.operationAt(call.method, operationPath(call.path, call.headers).replaceAll('%', '_'))?.errors;
    return form ?? formsBelow.find(([path]) => `${call.path}/`.startsWith(`${path}/`))?.[1];
  }

  /** Returns true if the document has the path. A custom endpoint must not use such a path. */
  isOwnPath(path: string): boolean {
    return this.#router.match('get', path).found !== 'nothing';
  }

  /**
   * Returns the operation for a lower-case method and a path. Throws `malformed_request` if the path cannot be decoded.
   */
  operationAt(method: string, path: string): Route | undefined {
    const match = this.#search(method, path);
    return match.found === 'route' ? match.target : undefined;
  }

  #search(method: string, path: string): Match<Route> {
    try {
      const match = this.#router.match(method, path);
      return match.found === 'nothing' && this.#isEndpoint(path) ? this.#endpointOf(method) : match;
    } catch (error) {
      if (error instanceof MalformedPathError) throw malformed('The path is not valid percent-encoding.', error);
      throw error;
    }
  }

  #endpointOf(method: string): Match<Route> {
    const target = this.#endpoints.get(method);
    return target === undefined
      ? { found: 'path', methods: [...this.#endpoints.keys()] }
      : { found: 'route', target, parameters: {} };
  }
}

function allowedMethods(methods: string[]): string[] {
  return [...methods, ...(methods.includes('get') ? ['head'] : [])].map((method) => method.toUpperCase()).sort();
}

interface QueryParameter {
  in: string;
  name: string;
  schema?: { type?: unknown };
}

function toRoute(operationId: OperationId, definition: Definition): Route {
  const needs: OperationNeeds = operationTable[operationId];
  const operation = definition.paths[needs.path]?.[needs.method] ?? {};
  const coercions: Coercions = [];
  for (const { in: place, name, schema } of inline(definition, operation.parameters ?? []) as QueryParameter[]) {
    const type = schema?.type;
    if (place === 'query' && (type === 'integer' || type === 'number' || type === 'boolean' || type === 'array'))
      coercions.push([name, type]);
  }
  return {
    ...needs,
    operationId,
    coercions,
    formSchema: needs.form === undefined ? {} : formSchemaOf(definition, operation),
  };
}

function formSchemaOf(definition: Definition, { requestBody }: Record<string, unknown>): FormSchema {
  const { content } = requestBody as { content: Record<string, { schema: FormSchema }> };
  return inline(definition, content['application/json']?.schema ?? {}) as FormSchema;
}
