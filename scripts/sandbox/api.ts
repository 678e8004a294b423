// The calls under /sandbox. Routes and schemas of bodies come from generated/sandbox.json, so that every call is in the
// document.

import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { operations } from '../../generated/sandbox.ts';
import type { tenantOf } from './tenants.ts';

export type OperationId = keyof operations;
export type Tenant = ReturnType<typeof tenantOf>;

/** A call of the sandbox's own API. */
export interface ControlCall {
  /** The organization of the credential; undefined: the whole sandbox. */
  tenant: Tenant | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: checked against the schema of the operation.
  body: any;
  params: Record<string, string>;
  query: URLSearchParams;
}

export type Operations = Record<OperationId, (call: ControlCall) => unknown>;

interface Route {
  method: string;
  path: RegExp;
  id: OperationId;
  /** Compiles the schema of the body at its first use, since a start should be short. */
  validate: (() => ValidateFunction) | undefined;
}

interface Document {
  paths: Record<string, Record<string, { operationId: OperationId; requestBody?: unknown }>>;
  components: { schemas: Record<string, { unevaluatedProperties?: boolean }> };
}

const maxBodyBytes = 1024 * 1024;

/** The call is refused. The message is for the caller. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: 401 | 404 | 422, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export class ControlApi {
  readonly #routes: Route[];
  readonly #operations: Operations;
  readonly #tenantOf: (credential: string) => Promise<Tenant | 'admin' | undefined>;

  constructor(operations: Operations, tenantOf: (credential: string) => Promise<Tenant | 'admin' | undefined>) {
    this.#operations = operations;
    this.#tenantOf = tenantOf;
    this.#routes = readRoutes();
  }

  /** Answers a call. Never throws. */
  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      send(response, 200, await this.#run(request));
    } catch (error) {
      const { status, code } = error instanceof Refusal ? error : { status: 500, code: 'sandbox_defect' };
      sendFailure(response, status, code, (error as Error).message);
    }
  }

  async #run(request: IncomingMessage): Promise<unknown> {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://sandbox');
    const bytes = await bytesOf(request);
    const route = this.#routes.find(({ method, path }) => method === request.method && path.test(pathname));
    if (route === undefined)
      throw new Refusal(
        404,
        'not_found',
        `The sandbox has no ${request.method} ${pathname}. See GET /sandbox/openapi.json.`,
      );
    const tenant = await this.#tenant(request.headers.authorization);
    const body = bodyOf(bytes, route.validate?.());
    const params = { ...route.path.exec(pathname)?.groups };
    return this.#operations[route.id]({ tenant, body, params, query });
  }

  async #tenant(header: string | undefined): Promise<Tenant | undefined> {
    if (header === undefined) return undefined;
    const tenant = await this.#tenantOf(header.replace(/^bearer /i, ''));
    if (tenant === undefined)
      throw new Refusal(
        401,
        'unknown_credential',
        'The credential belongs to no prepared organization of the sandbox.',
      );
    return tenant === 'admin' ? undefined : tenant;
  }
}

/** Returns the document of these calls. */
export function controlDocument(): unknown {
  return readDocument();
}

function readDocument(): Document {
  return JSON.parse(readFileSync(new URL('../../generated/sandbox.json', import.meta.url), 'utf8')) as Document;
}

function readRoutes(): Route[] {
  const document = readDocument();
  const ajv = new Ajv2020({ strict: false, useDefaults: true, validateFormats: false });
  // A field with a typing error would otherwise have no effect.
  for (const schema of Object.values(document.components.schemas)) schema.unevaluatedProperties = false;
  ajv.addSchema(document, 'sandbox');
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, requestBody }]): Route => {
      const pointer = ['paths', path, method, 'requestBody', 'content', 'application/json', 'schema'];
      const ref = `sandbox#/${pointer.map((part) => encodeURIComponent(part.replaceAll('/', '~1'))).join('/')}`;
      return {
        method: method.toUpperCase(),
        path: new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}/?$`),
        id: operationId,
        validate: requestBody === undefined ? undefined : () => ajv.getSchema(ref) as ValidateFunction,
      };
    }),
  );
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > maxBodyBytes) throw new Refusal(422, 'body_too_large', 'The body may have at most 1 MiB.');
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

function bodyOf(bytes: Buffer, validate: ValidateFunction | undefined): unknown {
  if (validate === undefined) return undefined;
  let body: unknown;
  try {
    body = bytes.length === 0 ? {} : JSON.parse(bytes.toString());
  } catch (error) {
    throw new Refusal(422, 'invalid_json', `The body is not valid JSON: ${(error as Error).message}`);
  }
  if (validate(body)) return body;
  const [problem] = validate.errors ?? [];
  const where = problem?.instancePath ? problem.instancePath.slice(1).replaceAll('/', '.') : 'The body';
  const unknown = problem?.params.additionalProperty ?? problem?.params.unevaluatedProperty;
  throw new Refusal(422, 'invalid_body', `${where} ${problem?.message}${unknown === undefined ? '' : `: ${unknown}`}`);
}

/** Sends an error in the form of the document. */
export function sendFailure(response: ServerResponse, status: number, code: string, message: string): void {
  send(response, status, { error: { message, type: 'invalid_request_error', code, param: null } });
}

function send(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}
