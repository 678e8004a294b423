// Errors in the form of Anthropic's API, for operations with `x-errors: anthropic`.

import { messagesErrorBody } from '../../services/apis/index.ts';
import type { Answer } from '../calls/index.ts';
import { errorAnswer } from './error-bodies.ts';

/** Returns the answer to anything that was thrown. A request that violates its schema gets 400, as in that API. */
export function messagesErrorAnswer(error: unknown, requestId: string): Answer {
  const { status: given, headers = {}, body } = errorAnswer(error, { path: '/v1/messages' });
  const { error: told, detail } = body as { error: Parameters<typeof messagesErrorBody>[0]; detail?: unknown };
  const status = given === 422 ? 400 : given;
  const inForm = messagesErrorBody(told, status, requestId);
  const named = { ...headers, 'request-id': requestId };
  return { status, headers: named, body: detail === undefined ? inForm : { ...inForm, detail } };
}
