// Errors for failing upstreams. They reveal neither the upstream's address nor its credential nor its response. The
// cause goes to the log.

import { type ErrorCode, ServiceError } from '../../platform/index.ts';
import { UpstreamFault } from './exchange.ts';

export function upstreamFailed(cause: unknown): ServiceError {
  return new ServiceError('upstream_failed', 'The upstream server failed to answer. Try again.', { cause });
}

export function upstreamOverloaded(upstream: string): ServiceError {
  const cause = new Error(`The upstream '${upstream}' is overloaded`);
  return new ServiceError('unavailable', 'The upstream server is overloaded. Try again.', { cause });
}

function upstreamTimedOut(cause: unknown): ServiceError {
  return new ServiceError('upstream_timeout', 'The upstream server took too long to answer. Try again.', { cause });
}

/** Returns the error for an exchange that ended without a response. */
export function upstreamError(fault: unknown, upstream: string): ServiceError {
  const cause = new Error(`The upstream '${upstream}' did not answer`, { cause: fault });
  return fault instanceof UpstreamFault && fault.kind === 'timeout' ? upstreamTimedOut(cause) : upstreamFailed(cause);
}

/** Returns the final event of a failed stream, in the form that clients of the public API raise as an error. */
export function errorEvent(code: ErrorCode, message: string): Buffer {
  const error = { message, type: 'server_error', param: null, code };
  return Buffer.from(`data: ${JSON.stringify({ error })}\n\n`);
}
