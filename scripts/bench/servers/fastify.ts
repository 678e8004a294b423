// The reference server: Fastify with the work that svc does for a request. It has all routes of the contract, validates
// requests with the same schemas, authenticates callers from memory, refuses a foreign context, sends the same headers
// and writes the same log line.
//
// In its favour, it has no metrics, no rate-limit headers, no check for repeated headers, and no redaction of secrets in the
// log.

import { randomUUID } from 'node:crypto';
import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { destination, pino, stdTimeFunctions } from 'pino';
import { operationTable } from '../../../generated/operations.ts';
import type { OperationAt, Parameter, Schema } from '../../document/document.ts';
import type { Answers, Caller, FindCaller } from './answering.ts';
import { answerSchemas, formats, operations } from './contract.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined;
  }
}

const knownFormats = Object.fromEntries(
  [...formats].map(([name, rule]) => [name, (text: string) => rule(text) === undefined]),
);
const bearer = /^bearer +([\x21-\x7e]+) *$/i;
const requestIdPattern = /^[A-Za-z0-9_.-]{1,128}$/;

export function fastifyServer(answers: Answers, findCaller: FindCaller): FastifyInstance {
  const app = fastify({
    loggerInstance: createLog(),
    // All requests share one logger, because a child logger for each request would cost more than its log line.
    childLoggerFactory: (logger) => logger,
    disableRequestLogging: true,
    genReqId({ headers }) {
      const given = headers['x-request-id'];
      return typeof given === 'string' && requestIdPattern.test(given) ? given : randomUUID();
    },
    ajv: { customOptions: { strict: false, removeAdditional: false, formats: knownFormats } },
    serializerOpts: { ajv: { strict: false, formats: knownFormats } },
  });
  app.decorateRequest('caller', undefined);
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers({
      'x-request-id': reply.request.id,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    done();
  });
  app.addHook('onResponse', logRequest);
  const schemas = answerSchemas();
  for (const at of operations) addRoute(app, at, answers[at.operation.operationId], schemas, findCaller);
  return app;
}

function createLog(): FastifyBaseLogger {
  return pino(
    { base: null, timestamp: stdTimeFunctions.isoTime, formatters: { level: (level) => ({ level }) } },
    destination({ fd: 1, minLength: 4096, periodicFlush: 100 }),
  );
}

function addRoute(
  app: FastifyInstance,
  { path, method, operation }: OperationAt,
  answer: Answers[string] | undefined,
  schemas: Map<string, unknown>,
  findCaller: FindCaller,
): void {
  const { operationId, parameters = [], requestBody, security } = operation;
  const body = requestBody?.content['application/json']?.schema;
  const schema = schemas.get(operationId);
  app.route({
    method: method.toUpperCase(),
    url: path.replaceAll(/\{([^}]+)\}/g, ':$1'),
    config: { operationId },
    schema: {
      params: parametersSchema(parameters, 'path'),
      querystring: parametersSchema(parameters, 'query'),
      ...(body === undefined ? {} : { body }),
      ...(schema === undefined ? {} : { response: { 200: schema } }),
    },
    ...(security === undefined ? { onRequest: authentication(operationId, findCaller) } : {}),
    handler(request, reply) {
      const body = answer?.({
        params: request.params as Record<string, string>,
        query: request.query as Record<string, unknown>,
        body: request.body,
        caller: request.caller as Caller,
      });
      if (body instanceof Promise) return body;
      if (body === undefined) reply.code(501).send({ error: { message: 'Not a part of the benchmark' } });
      else reply.send(body);
    },
  });
}

function parametersSchema(parameters: Parameter[], place: Parameter['in']): Schema {
  const here = parameters.filter((parameter) => parameter.in === place);
  return {
    type: 'object',
    properties: Object.fromEntries(here.map(({ name, schema }) => [name, schema])),
    required: here.filter(({ required }) => required === true).map(({ name }) => name),
    additionalProperties: false,
  };
}

type Hook = (request: FastifyRequest, reply: FastifyReply, done: () => void) => void;

function authentication(operationId: string, findCaller: FindCaller): Hook {
  const { callers, context } = operationTable[operationId as keyof typeof operationTable].access as {
    callers: readonly string[];
    context: string;
  };
  const admit = (request: FastifyRequest, reply: FastifyReply, caller: Caller | undefined, done: () => void): void => {
    if (caller === undefined) {
      reply.code(401).send({ error: { message: 'Who is this?' } });
    } else if (!callers.includes(caller.kind) || !isInContext(request, caller, context)) {
      reply.code(403).send({ error: { message: 'Not here' } });
    } else {
      request.caller = caller;
      done();
    }
  };
  return (request, reply, done) => {
    const credential = bearer.exec(request.headers.authorization ?? '')?.[1];
    const caller = credential === undefined ? undefined : findCaller(credential);
    if (caller instanceof Promise) void caller.then((found) => admit(request, reply, found, done));
    else admit(request, reply, caller, done);
  };
}

function isInContext({ headers }: FastifyRequest, caller: Caller, context: string): boolean {
  const organization = headers['compat-organization'] ?? headers['openai-organization'];
  const project = headers['compat-project'] ?? headers['openai-project'] ?? caller.projectId;
  if (organization !== undefined && organization !== caller.organizationId) return false;
  return context !== 'project' || (project !== undefined && project === caller.projectId);
}

function logRequest(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  const { url, method, id, caller } = request;
  const mark = url.indexOf('?');
  request.log.info(
    {
      requestId: id,
      method,
      path: mark === -1 ? url : url.slice(0, mark),
      operation: (request.routeOptions.config as { operationId?: string }).operationId,
      status: reply.statusCode,
      durationMs: Math.round(reply.elapsedTime * 100) / 100,
      caller: caller?.keyId,
      project: caller?.projectId,
      address: request.ip,
    },
    'request',
  );
  done();
}
