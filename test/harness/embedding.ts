// An embedding model for the tests' upstream: one that knows a few topics, with switches for what real ones do.

import { type Answering, json } from './upstream.ts';

/** What the upstream's vectors tell of a text: how often each of these is in it. */
export const topics = ['lighthouse', 'pump', 'parcel', 'cat'];

/**
 * How the upstream embeds: as many dimensions as it is asked for, else as topics, and as many vectors as texts, unless a
 * test says otherwise.
 */
export interface Embedding {
  /** As many, whatever it is asked for. */
  dimensions?: number;
  /** It refuses to be asked for any. */
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

/** Not of length 1; and in the reverse order, each with its index. */
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
