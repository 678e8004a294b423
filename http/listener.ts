// Handles a request from the socket to the answer: what happens before and after the pipeline.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { newRequestId } from '../models/ids.ts';
import type { Services } from '../services/index.ts';
import { ByteStream, batchPerTick, ServiceError, ValidationError, withinTrace } from '../services/platform/index.ts';
import { type Cors, isStillAuthorized } from './access/index.ts';
import { type Answer, clientAddress, givenRequestId, headersOf, type Progress, ServerCall } from './calls/index.ts';
import type { Routes } from './dispatch/index.ts';
import type { Pipeline } from './pipeline.ts';
import { createRequestLog, endingSpans } from './records/index.ts';
import {
  drain,
  errorAnswer,
  errorPage,
  hasUnreadBody,
  messagesErrorAnswer,
  type OpenStreams,
  oauthErrorAnswer,
  rateHeaders,
  respond,
  type Sending,
  scimErrorAnswer,
  unlessModified,
} from './replies/index.ts';

/** The status in the log for a caller that disconnected before the answer. */
const callerLeft = 499;
const requestTimeout = 408;
const internalError = 500;

/** Returns the listener of the HTTP server. It never throws, and answers every request. */
export function createListener(
  pipeline: Pipeline,
  { cors, routes }: { cors: Cors; routes: Routes },
  services: Services,
  streams: OpenStreams,
): (request: IncomingMessage, response: ServerResponse) => void {
  const addressOf = clientAddress(services.config.server.trusted_proxies);
  const requestLog = endingSpans(createRequestLog(services));
  const sendingOf = (call: ServerCall, progress: Progress, close: boolean): Sending => ({
    head: call.request.method === 'HEAD',
    close,
    streams,
    mayGoOn: () => isStillAuthorized(call, progress, services),
    keepAlive: keepAliveOf(progress),
  });

  const refusalOf = (call: ServerCall, progress: Progress, error: unknown): Answer => {
    const form = routes.errorsOf(call, progress);
    if (form === 'anthropic') return messagesErrorAnswer(error, call.requestId);
    if (form === 'scim') return inScimForm(scimErrorAnswer(error));
    if (form === 'oauth') return oauthErrorAnswer(error);
    return form === 'page' ? errorPage(error, call.requestId) : errorAnswer(error, call);
  };

  const deliver = (call: ServerCall, progress: Progress, reply: Answer, error: unknown): void => {
    const { request, response } = call;
    // Closes the connection of a client whose body was too slow, instead of reading the rest.
    const isTooSlow = reply.status === requestTimeout;
    if (!isTooSlow && hasUnreadBody(request)) drain(request);
    // `leaving` is true from the notice of a stop on: clients then open their next connection to another server.
    const close = isTooSlow || services.lifecycle.leaving || services.lifecycle.replaced;
    if (response.destroyed) {
      if (reply.body instanceof ByteStream) reply.body.abort();
      requestLog(call, progress, callerLeft, undefined);
      return;
    }
    // The source of a stream may still hold the bytes.
    if (!(reply.body instanceof ByteStream)) call.releaseBody();
    const sent = unlessModified(reply, request);
    respond(
      response,
      cors.permit(call, progress, withOwnHeaders(sent, call, progress)),
      call.requestId,
      sendingOf(call, progress, close),
    );
    if (sent.body instanceof ByteStream) call.onClosed(() => requestLog(call, progress, sent.status, error));
    else requestLog(call, progress, sent.status, error);
  };

  const write = (call: ServerCall, progress: Progress, reply: Answer, error: unknown): void => {
    try {
      deliver(call, progress, reply, error);
    } catch (defect) {
      if (reply.body instanceof ByteStream) reply.body.abort();
      if (call.response.headersSent) call.response.destroy();
      else respond(call.response, refusalOf(call, progress, defect), call.requestId, sendingOf(call, progress, true));
      requestLog(call, progress, internalError, defect);
    }
  };

  /** Writes all answers of a turn of the event loop together: see services/platform/tick-batches.ts. */
  const writeTogether = batchPerTick((answered: Parameters<typeof write>): void =>
    withinTrace(answered[0].trace, () => write(...answered)),
  );
  const send = (...answered: Parameters<typeof write>): void => writeTogether(answered);

  const answer = async (call: ServerCall): Promise<void> => {
    let progress: Progress = {};
    try {
      const reply = await pipeline(call, (reached) => {
        progress = reached;
      });
      send(call, progress, reply, undefined);
    } catch (error) {
      // After any other failure a service may own the received file already. If not, the sweep removes the file, because
      // no row refers to it.
      if (error instanceof ServiceError || error instanceof ValidationError) await call.undo();
      send(call, progress, refusalOf(call, progress, error), error);
    }
  };

  return (request, response) => {
    const call = new ServerCall(request, response, {
      requestId: givenRequestId(request) ?? newRequestId(),
      clientAddress: addressOf(request),
      trace: services.tracing.ofRequest(headersOf(request)),
    });
    void withinTrace(call.trace, () => answer(call));
  };
}

/** Returns what keeps a silent stream of events alive. What custom endpoints and MCP servers send passes through as it is. */
function keepAliveOf({ route }: Progress): string | undefined {
  if (route?.passesOn !== undefined) return undefined;
  return route?.errors === 'anthropic' ? 'event: ping\ndata: {"type": "ping"}\n\n' : ': keep-alive\n\n';
}

/** Adds the headers that tell of the call: its rate limits, the ignored members of its body, and its id. */
function withOwnHeaders(
  answer: Answer,
  { requestId }: ServerCall,
  { route, rates = {}, ignoredFields = [] }: Progress,
): Answer {
  const headers: Record<string, string> = {};
  Object.assign(headers, rateHeaders(rates), answer.headers);
  // A handler names members that it knows but cannot follow.
  const ignored = [headers['svc-ignored-fields'] ?? [], ignoredFields].flat();
  if (ignored.length > 0 && answer.status < 300) headers['svc-ignored-fields'] = ignored.slice(0, 5).join(', ');
  // Anthropic's SDKs look for the id of a request in this header.
  if (route?.errors === 'anthropic') headers['request-id'] = requestId;
  return route?.errors === 'scim' ? inScimForm({ ...answer, headers }) : { ...answer, headers };
}

/** Names the media type of SCIM. */
function inScimForm(answer: Answer): Answer {
  if (answer.body === undefined) return answer;
  return { ...answer, headers: { ...answer.headers, 'content-type': 'application/scim+json' } };
}
