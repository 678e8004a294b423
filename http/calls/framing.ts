// Refuses malformed requests (400, 431) before routing, whatever their path.

import type { IncomingMessage } from 'node:http';
import { ServiceError } from '../../services/platform/index.ts';

/**
 * Headers that may be sent only once: of two values, Node keeps the first or joins both, and a proxy may choose
 * otherwise.
 */
const singleNames = [
  'authorization',
  'x-api-key',
  'host',
  'content-length',
  'content-type',
  'compat-organization',
  'compat-project',
  'openai-organization',
  'openai-project',
  'idempotency-key',
];
/** A bit for each header, so that one number holds the headers seen. */
const single = new Map(singleNames.map((name, index) => [name, 1 << index]));
const singleLengths = new Set(singleNames.map(({ length }) => length));

const maxHeaders = 100;

const requestIdPattern = /^[A-Za-z0-9_.-]{1,128}$/;

/**
 * Throws `malformed_request` for a repeated header of the list above, a missing Host header, or a target that is no
 * path. Throws `headers_too_large` for too many headers.
 */
export function checkFraming(request: IncomingMessage): void {
  const { rawHeaders, url } = request;
  if (rawHeaders.length > 2 * maxHeaders) {
    throw new ServiceError('headers_too_large', `Send at most ${maxHeaders} headers.`);
  }
  let seen = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const raw = rawHeaders[index] as string;
    if (!singleLengths.has(raw.length)) continue;
    const name = raw.toLowerCase();
    const bit = single.get(name);
    if (bit === undefined) continue;
    if ((seen & bit) !== 0) throw malformed(`The header '${name}' was sent twice. Send it once.`);
    seen |= bit;
  }
  if (request.headers.host === undefined && request.httpVersion === '1.1') throw malformed('Send a Host header.');
  if (url === undefined || !url.startsWith('/'))
    throw malformed('The request target must be a path that begins with a slash.');
}

/** Returns the caller's own request id if it is safe to log. */
export function givenRequestId(request: IncomingMessage): string | undefined {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && requestIdPattern.test(given) ? given : undefined;
}

export function malformed(message: string, cause?: unknown): ServiceError {
  return new ServiceError('malformed_request', message, { cause });
}
