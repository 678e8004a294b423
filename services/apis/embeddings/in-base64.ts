// Embeddings in base64 from upstreams that answer with numbers whatever was asked: the clients of the public API ask for
// base64 by default, and read the numbers of such an answer as bytes.

import type { components } from '../../../generated/openapi.ts';
import type { Translation } from '../../gateway/index.ts';

type EmbeddingRequest = components['schemas']['EmbeddingRequest'];

/** Returns the translation of the answer of an upstream; undefined if the caller wants numbers, which every one sends. */
export function inBase64(body: EmbeddingRequest): Translation | undefined {
  if (body.encoding_format !== 'base64') return undefined;
  return {
    path: '/embeddings',
    body,
    answer: ({ data, ...rest }) => (Array.isArray(data) ? { ...rest, data: data.map(encoded) } : undefined),
    stream() {
      throw new Error('Embeddings are not streamed');
    },
  };
}

/** Returns the item with its numbers as the base64 of little-endian 32-bit floats. */
function encoded(item: { embedding?: unknown } | null): unknown {
  const numbers = item?.embedding;
  if (!Array.isArray(numbers) || !numbers.every((value) => typeof value === 'number')) return item;
  const bytes = Buffer.alloc(numbers.length * 4);
  for (const [at, value] of numbers.entries()) bytes.writeFloatLE(value, at * 4);
  return { ...item, embedding: bytes.toString('base64') };
}
