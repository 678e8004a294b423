// Conditional requests: an answer that the caller has cached is not sent again (RFC 9110, section 13.1.2).

import type { IncomingMessage } from 'node:http';
import { ByteStream } from '../../services/platform/index.ts';
import type { Answer } from '../calls/index.ts';

/** Returns the answer, or a 304 if the request's `if-none-match` has its entity tag. */
export function unlessModified(answer: Answer, request: IncomingMessage): Answer {
  const etag = answer.headers?.etag;
  const known = request.headers['if-none-match'];
  if (etag === undefined || known === undefined || answer.status !== 200) return answer;
  // Streams are never replaced by a 304: an entity tag may be the upstream's, and the stream has begun.
  if (answer.body instanceof ByteStream) return answer;
  const tags = known.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || known.trim() === '*' ? { ...answer, status: 304, body: undefined } : answer;
}
