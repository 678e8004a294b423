// Makes a fault in a call: answers in place of the server, or breaks the connection of its answer.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestListener } from '../../http/app.ts';
import { drain, errorAnswer } from '../../http/replies/index.ts';
import { newRequestId } from '../../models/ids.ts';
import { ServiceError } from '../../services/platform/index.ts';
import type { Fault, FaultKind } from './faults.ts';

type Make = (
  value: number | undefined,
  request: IncomingMessage,
  response: ServerResponse,
  listener: RequestListener,
) => void;

const defaultDelayMs = 1000;

/** Lets the listener answer the call, with the fault. */
export function makeFault(
  { kind, value }: Fault,
  request: IncomingMessage,
  response: ServerResponse,
  listener: RequestListener,
): void {
  makers[kind](value, request, response, listener);
}

const makers: Record<FaultKind, Make> = {
  rate_limit(seconds = 1, request, response) {
    const rate = { limit: 1, resetSeconds: seconds };
    const error = new ServiceError('rate_limit_exceeded', faultMessage('A rate limit is reached'), {
      retryAfterSeconds: seconds,
      rate,
    });
    refuse(error, request, response);
  },
  server_error(_value, request, response) {
    refuse(new Error(faultMessage('The call failed')), request, response);
  },
  unavailable(seconds = 1, request, response) {
    const error = new ServiceError('unavailable', faultMessage('The server is unavailable'), {
      retryAfterSeconds: seconds,
    });
    refuse(error, request, response);
  },
  expired_key(_value, request, response) {
    refuse(new ServiceError('token_expired', faultMessage('The key has expired')), request, response);
  },
  slow(delayMs = defaultDelayMs, request, response, listener) {
    setTimeout(() => listener(request, response), delayMs);
  },
  cut_stream(count = 1, request, response, listener) {
    cutAfter(response, count);
    listener(request, response);
  },
  lost_connection(_value, request, response, listener) {
    loseAnswer(response);
    listener(request, response);
  },
};

function faultMessage(what: string): string {
  return `${what}: this is a fault that a test has set in the sandbox.`;
}

/** Sends the error in the server's own form. */
function refuse(error: Error, request: IncomingMessage, response: ServerResponse): void {
  const { status, body, headers } = errorAnswer(error);
  const text = JSON.stringify(body);
  drain(request);
  response.writeHead(status, {
    'x-request-id': newRequestId(),
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    ...headers,
  });
  response.end(text);
}

/** Breaks the connection after `count` pieces of a stream, or in the middle of a body that is sent at once. */
function cutAfter(response: ServerResponse, count: number): void {
  const { write, end } = response;
  let written = 0;
  response.write = ((...args: unknown[]) => {
    written += 1;
    if (written <= count) return Reflect.apply(write, response, args) as boolean;
    response.destroy();
    return false;
  }) as typeof write;
  response.end = ((chunk?: unknown, ...rest: unknown[]) => {
    // A short stream ends before its cut.
    if (chunk === undefined || typeof chunk === 'function') {
      if (written > 0) response.destroy();
      else Reflect.apply(end, response, [chunk, ...rest]);
      return response;
    }
    const bytes = Buffer.from(chunk as string | Uint8Array);
    // Waits until the half has left, because closing at once would drop it.
    Reflect.apply(write, response, [bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy()]);
    return response;
  }) as typeof end;
}

/** Drops the whole response, and breaks the connection when the server ends the response. */
function loseAnswer(response: ServerResponse): void {
  response.writeHead = (() => response) as typeof response.writeHead;
  response.flushHeaders = () => undefined;
  response.write = (() => true) as typeof response.write;
  response.end = (() => {
    response.destroy();
    return response;
  }) as typeof response.end;
}
