// The embedding model of the test upstream. It knows a few topics, and can imitate the faults of real models.

import { type Answering, json } from './upstream.ts';

/** The topics of the model. A vector counts how often each topic occurs in a text. */
export const topics = ['lighthouse', 'pump', 'parcel', 'cat'];

/**
 * The model's behaviour. By default, it returns one vector per text, with the requested number of dimensions or else
 * one per topic.
 */
export interface Embedding {
  /** The number of dimensions, whatever the request says. */
  dimensions?: number;
  /** The model rejects requests with `dimensions`. */
  cannotShorten?: boolean;
  missing?: number;
  numbersOnly?: boolean;
  refusal?: string;
}

interface EmbeddingBody {
  input: string[];
  encoding_format: string;
  dimensions?: number;
}

/** The vectors are not normalized, and they are in reverse order with their index. */
export function embed({ seen, response }: Answering, how: Embedding): void {
  const { input, encoding_format: encoding, dimensions } = seen.body as unknown as EmbeddingBody;
  if (how.cannotShorten && dimensions !== undefined) {
    json(response, 400, { error: { message: 'This model does not support dimensions' } });
    return;
  }
  if (how.refusal !== undefined || (how.numbersOnly && encoding === 'base64')) {
    json(response, 400, { error: { message: how.refusal ?? 'encoding_format must be float' } });
    return;
  }
  const data = input.slice(how.missing ?? 0).map((text, index) => {
    const counts = topics.map((topic) => text.split(topic).length - 1 + 0.05);
    const vector = Array.from(
      { length: how.dimensions ?? dimensions ?? topics.length },
      (_, at) => (counts[at] ?? 0.05) * 7,
    );
    const floats = Buffer.from(Float32Array.from(vector).buffer);
    return { object: 'embedding', index, embedding: encoding === 'base64' ? floats.toString('base64') : vector };
  });
  json(response, 200, {
    object: 'list',
    data: data.reverse(),
    model: 'm',
    usage: { prompt_tokens: 5, total_tokens: 5 },
  });
}
