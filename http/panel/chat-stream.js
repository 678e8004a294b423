// Streams an answer of a chat model.

/** @import { Scope } from './types.ts' */

import { asReader } from './api.js';
import { ApiError, refusal } from './wire.js';

/**
 * @typedef {object} Chunk
 * @property {{ delta?: { content?: string | null } }[]} [choices]
 * @property {{ prompt_tokens: number, completion_tokens: number } | null} [usage]
 * @property {{ message?: string }} [error]
 */

/**
 * Calls the model, and yields the chunks of its answer. Throws an ApiError.
 * @param {Record<string, unknown>} body
 * @param {Scope} scope
 * @returns {AsyncGenerator<Chunk>}
 */
export async function* chatStream(body, scope) {
  const response = await asReader((token) => open(token, body, scope));
  let rest = '';
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let read = await reader?.read(); read !== undefined && !read.done; read = await reader?.read()) {
    const lines = (rest + read.value).split(/\r?\n/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const data = /^data: ?(.*)$/.exec(line)?.[1];
      if (data === undefined || data === '[DONE]') continue;
      /** @type {Chunk} */
      const chunk = JSON.parse(data);
      // An upstream that fails in the middle of the stream says so in a chunk.
      if (chunk.error !== undefined) throw new ApiError(chunk.error.message ?? 'The model failed.');
      yield chunk;
    }
  }
}

/**
 * @param {string} token
 * @param {Record<string, unknown>} body
 * @param {Scope} scope
 */
async function open(token, body, { organization = '', project = '', signal }) {
  const response = await fetch('/v1/chat/completions', {
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
