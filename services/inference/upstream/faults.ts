// What a caller is told when an upstream fails: that it did, and nothing of where it is, what it is called with, or what
// it said. The cause goes to the log.

import { type ErrorCode, ServiceError } from '../../platform/index.ts';
import { UpstreamFault } from './exchange.ts';

export function upstreamFailed(cause: unknown): ServiceError {
  return new ServiceError('upstream_failed', 'The server that runs this failed to answer. Try again.', { cause });
}

export function upstreamTimedOut(cause: unknown): ServiceError {
  return new ServiceError('upstream_timeout', 'The server that runs this took too long to answer.', { cause });
}

/** The refusal for an exchange with the upstream of the name that ended without an answer. */
export function refusalOf(fault: unknown, upstream: string): ServiceError {
  const cause = new Error(`The upstream '${upstream}' did not answer`, { cause: fault });
  return fault instanceof UpstreamFault && fault.kind === 'timeout' ? upstreamTimedOut(cause) : upstreamFailed(cause);
}

/** The event that ends a stream which cannot go on, in the form that the public API's clients raise as an error. */
export function errorEvent(code: ErrorCode, message: string): Buffer {
  const error = { message, type: 'server_error', param: null, code };
  return Buffer.from(`data: ${JSON.stringify({ error })}\n\n`);
}
