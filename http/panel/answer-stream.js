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
 * @property {{ type: string, file_id: string, filename: string }} [annotation]
 * @property {{ type: string, results?: FoundText[] | null }} [item]
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

/**
 * Asks the model, and yields the events of its answer. Throws an ApiError, also if the model fails on the way.
 * @param {Record<string, unknown>} body
 * @param {Scope} scope
 * @returns {AsyncGenerator<AnswerEvent>}
 */
export async function* answerStream(body, scope) {
  const response = await asReader((token) => open(token, { ...body, stream: true }, scope));
  let rest = '';
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let read = await reader?.read(); read !== undefined && !read.done; read = await reader?.read()) {
    const lines = (rest + read.value).split(/\r?\n/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const data = /^data: ?(.*)$/.exec(line)?.[1];
      if (data === undefined || data === '[DONE]') continue;
      /** @type {AnswerEvent} */
      const event = JSON.parse(data);
      const problem = event.type === 'error' ? (event.message ?? 'The model failed.') : event.response?.error?.message;
      if (problem !== undefined) throw new ApiError(problem);
      yield event;
    }
  }
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
