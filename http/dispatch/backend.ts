// The only file that imports openapi-backend. The library keeps the handlers by operation id, refuses to start with a
// handler that is not in the spec, dispatches calls, and builds the schemas for validation.
//
// Its router is replaced, because http/dispatch/routes.ts has found the operation already. The library's own router
// tries every path of the document at every request, which takes about 200 µs.

import type { Ajv, ValidateFunction } from 'ajv';
import {
  type Context,
  type Document,
  OpenAPIBackend,
  OpenAPIRouter,
  OpenAPIValidator,
  type Operation,
  type Request,
} from 'openapi-backend';
import type { OperationId } from '../../generated/operations.ts';
import type { Handlers } from '../../handlers/handler.ts';
import type { Services } from '../../services/index.ts';
import type { Answer, Loaded, Route, ServerCall } from '../calls/index.ts';
import { type Definition, inline } from './definition.ts';

/** Calls the handler of the call's operation. */
export type Dispatch = (call: ServerCall, stage: Loaded) => Promise<Answer>;

/** A request for the replaced router. */
interface RoutedRequest extends Request {
  operation: Operation<Document>;
}

/** An empty parsed request: handlers get the call, and nothing reads openapi-backend's own. */
const unread = { method: '', path: '', requestBody: undefined, params: {}, query: {}, headers: {}, cookies: {} };

const routed: Pick<OpenAPIRouter<Document>, 'matchOperation' | 'parseRequest'> = {
  matchOperation: (request: Request) => (request as RoutedRequest).operation,
  parseRequest: () => unread,
};

/** Registers the handlers. Throws for a handler whose id is no operation of the document. */
export async function createDispatch(
  definition: Definition,
  handlers: Handlers,
  services: Services,
): Promise<Dispatch> {
  const paths = Object.fromEntries(
    Object.entries(definition.paths).map(([path, methods]) => [path, withIdsOnly(methods)]),
  );
  // Validation has run before the dispatch, so that a 422 can list every failure.
  const api = new OpenAPIBackend({
    definition: { openapi: definition.openapi, info: definition.info, paths } as Document,
    quick: true,
    strict: true,
    validate: false,
  });
  await api.init();
  const operations = new Map(api.getOperations().map((operation) => [operation.operationId as OperationId, operation]));
  // Must be set before the handlers: registering a handler looks up its operation, and the library's own lookup is a
  // linear search.
  api.router = {
    ...routed,
    getOperation: (id: string) => operations.get(id as OperationId),
  } as OpenAPIRouter<Document>;
  const requests = new Map<OperationId, RoutedRequest>();
  for (const [id, operation] of operations) {
    api.registerHandler(id, (_context: Context, call) => handlers[id](call, services));
    requests.set(id, {
      method: operation.method,
      path: operation.path,
      headers: {},
      operation: { ...operation, security: [] },
    });
  }
  return async (call, stage) => {
    const request = requests.get(stage.route.operationId);
    if (request === undefined) throw new Error(`No handler for ${stage.route.operationId}`);
    const handed = handedCall(call, stage);
    const answer = await api.handleRequest(request, handed);
    // A stream lasts long, and what made it may still hold the call. So the body is dropped now.
    handed.bytes = undefined;
    handed.bodyText = undefined;
    handed.body = undefined;
    return answer;
  };
}

/** Returns the call as handlers get it: `Call` of handlers/handler.ts. Plain, so that a copy by `...` loses nothing. */
function handedCall(call: ServerCall, stage: Loaded) {
  const { params, query, caller, organization, project, content, rates, rows } = stage;
  const { address, requestId, verb, path, queryText, headers } = call;
  const { body, bytes, bodyText, reservation } = content;
  return {
    params,
    query,
    body,
    caller,
    organization,
    project,
    address,
    requestId,
    verb,
    path,
    queryText,
    headers,
    bytes,
    bodyText,
    rates,
    reservation,
    onGone: (listener: () => void): void => call.onGone(listener),
    ...rows,
  };
}

function withIdsOnly(methods: Definition['paths'][string]): Definition['paths'][string] {
  return Object.fromEntries(
    Object.entries(methods).map(([method, { operationId }]) => [method, { operationId, responses: {} }]),
  );
}

/** Makes openapi-backend accept every query parameter. */
const anyQuery = { name: '', in: 'query', schema: { additionalProperties: true } };

/** Returns the validators of an operation, parameters before the body. */
export type RequestValidators = (route: Route) => ValidateFunction[];

/** Compiles the validators of an operation at its first request. */
export function createRequestValidators(definition: Definition, ajv: Ajv): RequestValidators {
  const compiler = new OpenAPIValidator({
    definition: definition as Document,
    router: new OpenAPIRouter({ definition: definition as Document }),
    lazyCompileValidators: true,
    customizeAjv: () => ajv,
  });
  const compiled = new Map<OperationId, ValidateFunction[]>();
  return ({ operationId, method, path, errors }) => {
    let validators = compiled.get(operationId);
    if (validators === undefined) {
      const operation = inline(definition, {
        ...definition.paths[path]?.[method],
        method,
        path,
      }) as Operation<Document>;
      // Identity providers add parameters of their own, which RFC 6749, section 4.1.2, says to ignore.
      if (errors === 'page') operation.parameters = [...(operation.parameters ?? []), anyQuery];
      validators = (compiler.buildRequestValidatorsForOperation(operation) ?? []).reverse();
      compiled.set(operationId, validators);
    }
    return validators;
  };
}
