// An answer that the caller holds already is not sent again (RFC 9110, section 13.1.2).

import type { IncomingMessage } from 'node:http';
import { ByteStream } from '../../services/platform/index.ts';
import type { Answer } from '../calls/index.ts';

/** The answer; or a 304 where the request names its entity tag as one that the caller has. */
export function unlessKnown(answer: Answer, request: IncomingMessage): Answer {
  const etag = answer.headers?.etag;
  const known = request.headers['if-none-match'];
  if (etag === undefined || known === undefined || answer.status !== 200) return answer;
  // What an upstream has begun to say is passed on, whatever tags it bears.
  if (answer.body instanceof ByteStream) return answer;
  const tags = known.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || known.trim() === '*' ? { ...answer, status: 304, body: undefined } : answer;
}
