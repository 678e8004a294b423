// Streams an answer of a model.

import { asReader, headersOf, reached, refusal, type Scope } from '../api/index.ts';

/** An event of the Responses API, as far as the panel shows it. */
export interface AnswerEvent {
  type: string;
  delta?: string;
  /** In events of the type `error`. */
  message?: string;
  /** A failure of the model's server */
  error?: { message?: string } | null;
  annotation?: { type: string; file_id: string; filename: string };
  item?: { type: string; queries?: string[]; results?: FoundText[] | null };
  response?: Answer;
}

export interface FoundText {
  file_id: string;
  filename: string;
  score: number;
  attributes?: Record<string, string | number | boolean> | null;
  text: string;
}

export interface Answer {
  error: { message: string } | null;
  incomplete_details: { reason: string } | null;
  usage?: { input_tokens: number; output_tokens: number } | null;
}

const lastEvents = ['response.completed', 'response.incomplete'];

/**
 * Asks the model, and yields the events of its answer. Throws an ApiError, also if the answer fails or breaks off on the
 * way.
 */
export async function* answerStream(body: Record<string, unknown>, scope: Scope): AsyncGenerator<AnswerEvent> {
  const response = await asReader((token) => open(token, { ...body, stream: true }, scope));
  const failed = (message: string) => refusal(response, { error: { message } });
  let rest = '';
  let isWhole = false;
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const next = () =>
    reader?.read().catch((error) => {
      if (scope.signal?.aborted) throw error;
      throw failed(brokeOff);
    });
  for (let read = await next(); read !== undefined && !read.done; read = await next()) {
    const lines = (rest + read.value).split(/\r?\n/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const data = /^data: ?(.*)$/.exec(line)?.[1];
      if (data === undefined || data === '[DONE]') continue;
      const event: AnswerEvent = JSON.parse(data);
      const problem = problemOf(event);
      if (problem !== undefined) throw failed(problem);
      isWhole ||= lastEvents.includes(event.type);
      yield event;
    }
  }
  if (!isWhole) throw failed(brokeOff);
}

const brokeOff = 'The answer broke off. Send the message again.';

/**
 * Returns why the answer failed, if the event reports it. An upstream that fails on the way sends an `error` without a
 * type.
 */
function problemOf({ type, message, error, response }: AnswerEvent) {
  const reason = error?.message ?? response?.error?.message;
  if (reason !== undefined) return reason;
  return type === 'error' || type === 'response.failed' ? (message ?? 'The model failed.') : undefined;
}

async function open(token: string, body: Record<string, unknown>, { organization, project, signal }: Scope) {
  const response = await reached('/v1/responses', signal, {
    method: 'POST',
    headers: { ...headersOf({ token, organization, project }), 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: signal ?? null,
  });
  if (response.ok) return response;
  throw refusal(response, await response.json().catch(() => undefined));
}
