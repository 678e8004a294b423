// Errors in the form of OAuth (RFC 6749, section 5.2), for operations with `x-errors: oauth`.

import { issueSentence, ValidationError } from '../../services/platform/index.ts';
import type { Answer } from '../calls/index.ts';
import { errorAnswer } from './error-bodies.ts';

const longest = 4000;

/** Returns the answer to anything that was thrown. A request that violates its schema gets 400, as RFC 6749 says. */
export function oauthErrorAnswer(error: unknown): Answer {
  const { status: given, headers = {}, body } = errorAnswer(error);
  const status = given === 422 ? 400 : given;
  const description =
    error instanceof ValidationError
      ? error.issues.map((issue) => issueSentence(issue)).join(' ')
      : (body as { error: Error }).error.message;
  const word = isOfGrant(error) ? 'unsupported_grant_type' : wordOf(status);
  return { status, headers, body: { error: word, error_description: description.slice(0, longest) } };
}

/** Returns true if the request asks for a grant that the operation does not have. */
function isOfGrant(error: unknown): boolean {
  if (!(error instanceof ValidationError)) return false;
  return error.issues.some(({ loc, type }) => loc.join('.') === 'body.grant_type' && type === 'literal_error');
}

function wordOf(status: number): 'invalid_request' | 'server_error' | 'temporarily_unavailable' {
  if (status === 429 || status === 503) return 'temporarily_unavailable';
  return status >= 500 ? 'server_error' : 'invalid_request';
}
