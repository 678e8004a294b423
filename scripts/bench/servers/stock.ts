// Unmodified openapi-backend on Node's http module, used as its manual describes: the straightforward way to serve the
// contract. It has the same schemas, headers and log line as the other servers.

import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Ajv, Options } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { type Context, type Document, OpenAPIBackend } from 'openapi-backend';
import { destination, pino, stdTimeFunctions } from 'pino';
import type { Answering, Answers, Caller, FindCaller } from './answering.ts';
import { formats, operations, runtimeDocument } from './contract.ts';

/** The state of a request, shared between the hooks. */
interface Exchange {
  caller: Caller | undefined;
  operationId: string;
}

const log = pino(
  { base: null, timestamp: stdTimeFunctions.isoTime, formatters: { level: (level) => ({ level }) } },
  destination({ fd: 1, minLength: 4096, periodicFlush: 100 }),
);

export async function stockServer(answers: Answers, findCaller: FindCaller): Promise<Server> {
  const api = new OpenAPIBackend<Document>({
    definition: runtimeDocument as unknown as Document,
    // Without `quick`, openapi-backend rejects OpenAPI 3.1 documents.
    quick: true,
    strict: true,
    coerceTypes: true,
    ajvOpts: { strict: false, useDefaults: true },
    customizeAjv: (_ajv, options) => createAjv(options),
    securityHandlers: { BearerAuth: (context: Context, exchange: Exchange) => bearer(context, exchange, findCaller) },
    handlers: {
      notFound: () => ({ status: 404, body: { error: { message: 'Not found' } } }),
      unauthorizedHandler: () => ({ status: 401, body: { error: { message: 'Who is this?' } } }),
      validationFail: ({ validation }: Context) => ({ status: 422, body: { detail: validation.errors } }),
      notImplemented: () => ({ status: 501, body: { error: { message: 'Not a part of the benchmark' } } }),
    },
  });
  await api.init();
  for (const { operation } of operations) {
    const answer = answers[operation.operationId];
    if (answer !== undefined)
      api.register(operation.operationId, (context, exchange) => run(context, exchange, answer));
  }
  return createServer((request, response) => void serve(api, request, response));
}

async function run(context: Context, exchange: Exchange, answer: Answers[string]): Promise<object> {
  const { params, query, requestBody } = context.request;
  exchange.operationId = context.operation?.operationId ?? 'none';
  const answering: Answering = { params, query, body: requestBody, caller: exchange.caller as Caller } as Answering;
  return { status: 200, body: await answer?.(answering) };
}

async function bearer({ request }: Context, exchange: Exchange, findCaller: FindCaller): Promise<boolean> {
  const credential = /^bearer +([\x21-\x7e]+) *$/i.exec(String(request.headers.authorization ?? ''))?.[1];
  exchange.caller = credential === undefined ? undefined : await findCaller(credential);
  const { 'compat-project': project } = request.headers;
  return exchange.caller !== undefined && (project === undefined || project === exchange.caller.projectId);
}

async function serve(api: OpenAPIBackend<Document>, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const startedAt = performance.now();
  const exchange: Exchange = { caller: undefined, operationId: 'none' };
  const { method = 'GET', url = '/', headers } = request;
  const [path = '/', query] = url.split('?');
  const text = await readBody(request);
  const { status, body } = (await api.handleRequest(
    {
      method,
      path,
      headers: headers as Record<string, string>,
      ...(query === undefined ? {} : { query }),
      ...(text === '' ? {} : { body: JSON.parse(text) }),
    },
    exchange,
  )) as { status: number; body: unknown };
  const requestId = headers['x-request-id'] ?? randomUUID();
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': requestId,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
  response.end(JSON.stringify(body));
  log.info(
    {
      requestId,
      method,
      path,
      operation: exchange.operationId,
      status,
      durationMs: Math.round((performance.now() - startedAt) * 100) / 100,
      caller: exchange.caller?.keyId,
      project: exchange.caller?.projectId,
      address: request.socket.remoteAddress,
    },
    'request',
  );
}

async function readBody(request: IncomingMessage): Promise<string> {
  if (request.method === 'GET') return '';
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function createAjv(options: Options | undefined): Ajv {
  const ajv = new Ajv2020({ ...options, meta: false, validateSchema: false });
  for (const [name, rule] of formats) ajv.addFormat(name, (text: string) => rule(text) === undefined);
  for (const name of ['int32', 'int64', 'float', 'double']) ajv.addFormat(name, true);
  return ajv as unknown as Ajv;
}
