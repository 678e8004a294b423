// Streams an answer of a model.

/** @import { Scope } from './types.ts' */

import { asReader } from './api.js';
import { ApiError, refusal } from './wire.js';

/**
 * An event of the Responses API, as far as the panel shows it.
 * @typedef {object} AnswerEvent
 * @property {string} type
 * @property {string} [delta]
 * @property {string} [message] of the type `error`
 * @property {{ message?: string } | null} [error] a failure of the model's server
 * @property {{ type: string, file_id: string, filename: string }} [annotation]
 * @property {{ type: string, queries?: string[], results?: FoundText[] | null }} [item]
 * @property {Answer} [response]
 */

/**
 * @typedef {object} FoundText
 * @property {string} file_id
 * @property {string} filename
 * @property {number} score
 * @property {Record<string, string | number | boolean> | null} [attributes]
 * @property {string} text
 */

/**
 * @typedef {object} Answer
 * @property {{ message: string } | null} error
 * @property {{ reason: string } | null} incomplete_details
 * @property {{ input_tokens: number, output_tokens: number } | null} [usage]
 */

const lastEvents = ['response.completed', 'response.incomplete'];

/**
 * Asks the model, and yields the events of its answer. Throws an ApiError, also if the answer fails or breaks off on the
 * way.
 * @param {Record<string, unknown>} body
 * @param {Scope} scope
 * @returns {AsyncGenerator<AnswerEvent>}
 */
export async function* answerStream(body, scope) {
  const response = await asReader((token) => open(token, { ...body, stream: true }, scope));
  const failed = (/** @type {string} */ message) => refusal(response, { error: { message } });
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
      /** @type {AnswerEvent} */
      const event = JSON.parse(data);
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
 * @param {AnswerEvent} event
 */
function problemOf({ type, message, error, response }) {
  const reason = error?.message ?? response?.error?.message;
  if (reason !== undefined) return reason;
  return type === 'error' || type === 'response.failed' ? (message ?? 'The model failed.') : undefined;
}

/**
 * @param {string} token
 * @param {Record<string, unknown>} body
 * @param {Scope} scope
 */
async function open(token, body, { organization = '', project = '', signal }) {
  const response = await fetch('/v1/responses', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'compat-organization': organization,
      'compat-project': project,
    },
    body: JSON.stringify(body),
    credentials: 'same-origin',
    cache: 'no-store',
    signal: signal ?? null,
  }).catch((error) => {
    if (signal?.aborted) throw error;
    throw new ApiError('The server cannot be reached.', { cause: error });
  });
  if (response.ok) return response;
  throw refusal(response, await response.json().catch(() => undefined));
}
