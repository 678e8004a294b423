// Converts an error to the `error` of a failed response, in the public API's format.

import { type ErrorCode, issueSentence, ServiceError, ValidationError } from '../../platform/index.ts';
import { RoundRefused } from './model-round.ts';

export interface ResponseFailure {
  code: 'server_error' | 'rate_limit_exceeded' | 'invalid_prompt';
  message: string;
}

const limits: ReadonlySet<ErrorCode> = new Set([
  'rate_limit_exceeded',
  'tokens_per_day',
  'tokens_per_month',
  'project_spend_limit_exceeded',
  'monthly_spend',
]);

/** Returns the failure for an error. The failure of an unknown error reveals no internals. */
export function failureOf(error: unknown): ResponseFailure {
  if (error instanceof RoundRefused) {
    const { status, body } = error.answer;
    return {
      code: status === 429 ? 'rate_limit_exceeded' : 'invalid_prompt',
      message: messageIn(body) ?? error.message,
    };
  }
  if (error instanceof ValidationError)
    return {
      code: 'invalid_prompt',
      message: error.issues
        .slice(0, 1)
        .map((issue) => issueSentence(issue))
        .join(''),
    };
  if (!(error instanceof ServiceError)) return { code: 'server_error', message: 'The response failed. Try again.' };
  return { code: limits.has(error.code) ? 'rate_limit_exceeded' : 'server_error', message: error.message };
}

/** Returns the message of a refusal, which is this server's own error body. */
function messageIn(body: unknown): string | undefined {
  if (!(body instanceof Uint8Array)) return undefined;
  const { error } = JSON.parse(Buffer.from(body).toString()) as { error?: { message?: string } };
  return error?.message;
}
