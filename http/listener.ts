// Handles a request from the socket to the answer: what happens before and after the pipeline.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { newRequestId } from '../models/ids.ts';
import type { Services } from '../services/index.ts';
import { ByteStream, ServiceError, ValidationError, withinTrace } from '../services/platform/index.ts';
import { type Cors, isStillAuthorized } from './access/index.ts';
import { type Answer, clientAddress, givenRequestId, ServerCall, throttleAddress } from './calls/index.ts';
import type { Routes } from './operations/index.ts';
import type { Pipeline } from './pipeline.ts';
import { createRequestLog, endingSpans } from './records/index.ts';
import {
  drain,
  errorAnswer,
  hasUnreadBody,
  messagesErrorAnswer,
  type OpenStreams,
  rateHeaders,
  respond,
  type Sending,
  unlessModified,
} from './responses/index.ts';

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
  const sendingOf = (call: ServerCall, close: boolean): Sending => ({
    head: call.request.method === 'HEAD',
    close,
    streams,
    mayGoOn: () => isStillAuthorized(call, services),
  });

  const refusalOf = (call: ServerCall, error: unknown): Answer =>
    routes.errorsOf(call) === 'anthropic'
      ? messagesErrorAnswer(error, call.requestId)
      : errorAnswer(error, call.headers);

  const deliver = (call: ServerCall, reply: Answer, error: unknown): void => {
    const { request, response } = call;
    // Closes the connection of a client whose body was too slow, instead of reading the rest.
    const isTooSlow = reply.status === requestTimeout;
    if (!isTooSlow && hasUnreadBody(request)) drain(request);
    // `leaving` is true from the notice of a stop on: clients then open their next connection to another server.
    const close = isTooSlow || services.lifecycle.leaving;
    if (response.destroyed) {
      if (reply.body instanceof ByteStream) reply.body.abort();
      requestLog(call, callerLeft, undefined);
      return;
    }
    // A stream may take minutes, so its request body is dropped now.
    call.forgetBody({ isHeld: reply.body instanceof ByteStream });
    const sent = unlessModified(reply, request);
    respond(
      response,
      cors.permit(call, withRequestId(withIgnoredFields(withRates(sent, call), call), call)),
      call.requestId,
      sendingOf(call, close),
    );
    if (sent.body instanceof ByteStream) call.onClosed(() => requestLog(call, sent.status, error));
    else requestLog(call, sent.status, error);
  };

  const send = (call: ServerCall, reply: Answer, error: unknown): void => {
    try {
      deliver(call, reply, error);
    } catch (defect) {
      if (reply.body instanceof ByteStream) reply.body.abort();
      if (call.response.headersSent) call.response.destroy();
      else respond(call.response, refusalOf(call, defect), call.requestId, sendingOf(call, true));
      requestLog(call, internalError, defect);
    }
  };

  const answer = async (call: ServerCall): Promise<void> => {
    try {
      call.address = throttleAddress(addressOf(call.request));
      send(call, await pipeline(call), undefined);
    } catch (error) {
      // After any other failure a service may own the file already. If not, the sweep removes the file, because no row
      // refers to it.
      const isRefused = error instanceof ServiceError || error instanceof ValidationError;
      if (isRefused) {
        await services.files.discard(call.received);
        await call.reservation?.release().catch(() => undefined);
      }
      send(call, refusalOf(call, error), error);
    }
  };

  return (request, response) => {
    const call = new ServerCall(request, response, givenRequestId(request) ?? newRequestId());
    call.trace = services.tracing.ofRequest(call.headers);
    void withinTrace(call.trace, () => answer(call));
  };
}

/** Adds `svc-ignored-fields` to the answer of a call that succeeded. */
function withIgnoredFields(answer: Answer, { ignoredFields }: ServerCall): Answer {
  if (ignoredFields.length === 0 || answer.status >= 300) return answer;
  return { ...answer, headers: { 'svc-ignored-fields': ignoredFields.join(', '), ...answer.headers } };
}

/** Adds the header in which Anthropic's SDKs look for the id of a request. */
function withRequestId(answer: Answer, { route, requestId }: ServerCall): Answer {
  return route?.errors === 'anthropic'
    ? { ...answer, headers: { ...answer.headers, 'request-id': requestId } }
    : answer;
}

/** Adds the rate limit headers of the call to the answer. */
function withRates(answer: Answer, { rates }: ServerCall): Answer {
  if (rates.requests === undefined && rates.tokens === undefined) return answer;
  return { ...answer, headers: { ...rateHeaders(rates), ...answer.headers } };
}
