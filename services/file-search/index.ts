// The tool `file_search` of POST /v1/responses: the model searches vector stores of the project, and answers from them
// with citations.

import type { components } from '../../generated/openapi.ts';
import { type ForwardedResponse, type Incoming, RoundRefused } from '../inference/index.ts';
import type { Log } from '../platform/index.ts';
import { EventBody } from './event-body.ts';
import { fileSearchRequest, type ResponseRequest } from './request.ts';
import type { ResponseEvent } from './response.ts';
import { type AnswerServices, Rounds } from './rounds.ts';
import { checkStores } from './search.ts';

export { hasFileSearch } from './request.ts';

type Reply = { status: 200; body: components['schemas']['ModelResponse'] } | ForwardedResponse;

/** Creates a response whose model can search files. Throws the errors that are known before the model answers. */
export async function answerFromFiles(
  call: Incoming,
  body: ResponseRequest,
  services: AnswerServices & { log: Log },
): Promise<Reply> {
  const request = fileSearchRequest(body);
  await checkStores(call.project, request);
  const rounds = new Rounds(call, request, services);
  await rounds.begin();
  return body.stream === true ? streamed(rounds, services.log) : await whole(rounds);
}

function streamed(rounds: Rounds, log: Log): ForwardedResponse {
  const headers = { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' };
  return { status: 200, headers, body: new EventBody(rounds, log) };
}

async function whole(rounds: Rounds): Promise<Reply> {
  let last: ResponseEvent | undefined;
  try {
    for await (const event of rounds.events()) last = event;
  } catch (error) {
    if (error instanceof RoundRefused) return error.answer;
    throw error;
  }
  return { status: 200, body: last?.response as components['schemas']['ModelResponse'] };
}
