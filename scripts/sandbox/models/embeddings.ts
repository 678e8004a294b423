// Embeddings and reranking of the sandbox's models. An embedding is a text's words, hashed into the vector: texts with
// common words are near each other.

import { hash } from 'node:crypto';
import { type Answering, type Json, json, refuse } from './answering.ts';
import { embeddingModel } from './reply.ts';

export const dimensions = 64;

/** Answers with a vector for each text. */
export async function answerEmbeddings({ body, response }: Answering): Promise<void> {
  const inputs = inputsOf(body.input);
  const size = typeof body.dimensions === 'number' ? body.dimensions : dimensions;
  const data = inputs.map((text, index) => {
    const vector = vectorOf(text, size);
    const bytes = Buffer.from(Float32Array.from(vector).buffer);
    const embedding = body.encoding_format === 'base64' ? bytes.toString('base64') : vector;
    return { object: 'embedding', index, embedding };
  });
  const tokens = inputs.reduce((sum, text) => sum + wordsOf(text).length, 0);
  const usage = { prompt_tokens: tokens, total_tokens: tokens };
  await json(response, 200, { object: 'list', data, model: body.model ?? embeddingModel, usage } satisfies Json);
}

/** Answers with a score for each document: the share of the question's words that the document has. */
export async function answerRerank({ body, response }: Answering): Promise<void> {
  const { model, query, documents, top_n: most, return_documents: returns } = body;
  if (typeof query !== 'string' || !Array.isArray(documents))
    return refuse(response, 400, 'Give `query`, a text, and `documents`, a list of texts.', 'invalid_request');
  const asked = [...new Set(wordsOf(query))];
  const texts = documents.map((document) => String(Object(document).text ?? document));
  const results = texts.map((text, index) => {
    const words = new Set(wordsOf(text));
    const relevance_score = asked.filter((word) => words.has(word)).length / Math.max(asked.length, 1);
    return { index, relevance_score, ...(returns === true ? { document: { text } } : {}) };
  });
  results.sort((one, other) => other.relevance_score - one.relevance_score);
  const tokens = [query, ...texts].reduce((sum, text) => sum + wordsOf(text).length, 0);
  const usage = { prompt_tokens: tokens, total_tokens: tokens };
  await json(response, 200, { model, results: results.slice(0, typeof most === 'number' ? most : undefined), usage });
}

/** Returns the texts of a request. A list of token numbers is one text. */
function inputsOf(input: unknown): string[] {
  if (!Array.isArray(input)) return [String(input)];
  if (input.every((one) => typeof one === 'number')) return [input.join(' ')];
  return input.map((one) => (Array.isArray(one) ? one.join(' ') : String(one)));
}

function vectorOf(text: string, size: number): number[] {
  const vector = new Array<number>(size).fill(0);
  for (const word of wordsOf(text)) {
    const digest = hash('sha256', word, 'buffer');
    const at = digest.readUInt32LE(0) % size;
    vector[at] = (vector[at] as number) + ((digest[4] as number) % 2 === 0 ? 1 : -1);
  }
  const length = Math.hypot(...vector);
  // Without a word there is no direction, but a vector of length 0 cannot be compared.
  if (length === 0) return vector.map((_, index) => (index === 0 ? 1 : 0));
  return vector.map((value) => Math.fround(value / length));
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
