// Embedding models of upstreams, for vector stores. What comes back is checked before anything is stored or searched by
// it: a vector for each text, all of the dimensions that are expected, brought to length 1.
//
// Vectors are asked for as base64, which is a quarter of the digits and needs no reading; servers that know numbers only
// answer with them anyway, or refuse, and are then asked for numbers.

import type { InferenceServices } from '../inference.ts';
import { askModel, ModelProblem, type OwnQuestion } from '../own-calls.ts';
import { upstreamFailed } from '../upstream/faults.ts';
import type { Embedder, EmbedderSource, EmbedOptions } from './index.ts';

/** Texts that are sent at once: many servers take no more. */
const maxTexts = 32;
const maxUnits = 200_000;
const maxAnswerBytes = 32 << 20;
/** What both engines of collections take. */
const maxDimensions = 16_000;

export function upstreamSource(services: InferenceServices): EmbedderSource {
  const { catalogue } = services.upstreams;
  const numbersOnly = new Set<string>();
  return {
    async find(model) {
      const offering = catalogue.offering(model) ?? (await catalogue.seek(model));
      if (offering !== undefined) return new UpstreamEmbedder(model, services, numbersOnly);
      if (catalogue.isIncomplete) throw upstreamFailed('an upstream does not list its models');
      return undefined;
    },
  };
}

class UpstreamEmbedder implements Embedder {
  readonly model: string;
  readonly #services: InferenceServices;
  /** Models that refuse to write vectors as base64. */
  readonly #numbersOnly: Set<string>;

  constructor(model: string, services: InferenceServices, numbersOnly: Set<string>) {
    this.model = model;
    this.#services = services;
    this.#numbersOnly = numbersOnly;
  }

  get dimensions(): number | undefined {
    return this.#services.upstreams.catalogue.model(this.model)?.dimensions ?? undefined;
  }

  async embed(texts: string[], options: EmbedOptions): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (const some of batchesOf(texts)) {
      const expected = this.dimensions ?? vectors[0]?.length;
      vectors.push(...vectorsOf(await this.#ask(some, options), some.length, expected, this.model));
    }
    return vectors;
  }

  async #ask(texts: string[], options: EmbedOptions): Promise<unknown> {
    if (this.#numbersOnly.has(this.model)) return this.#askFor('float', texts, options);
    try {
      return await this.#askFor('base64', texts, options);
    } catch (error) {
      // It may be the encoding that it does not know; where it is not, it refuses again.
      if (!(error instanceof ModelProblem) || (error.status !== 400 && error.status !== 422)) throw error;
      const answer = await this.#askFor('float', texts, options);
      this.#numbersOnly.add(this.model);
      return answer;
    }
  }

  #askFor(encoding: 'float' | 'base64', input: string[], { payer, signal }: EmbedOptions): Promise<unknown> {
    const { upstreams, modelCalls } = this.#services;
    const question: OwnQuestion = {
      kind: 'embedding',
      path: '/embeddings',
      model: this.model,
      body: { input, encoding_format: encoding },
      maxAnswerBytes,
    };
    return askModel(upstreams.catalogue.offering(this.model) ?? [], question, payer, modelCalls, signal);
  }
}

/** The texts in their order, as many at a time as a server takes. */
function* batchesOf(texts: string[]): Generator<string[]> {
  let batch: string[] = [];
  let units = 0;
  for (const text of texts) {
    if (batch.length > 0 && (batch.length === maxTexts || units + text.length > maxUnits)) {
      yield batch;
      batch = [];
      units = 0;
    }
    batch.push(text);
    units += text.length;
  }
  if (batch.length > 0) yield batch;
}

/** The vectors of an answer, in the order of the texts. Throws a ModelProblem for an answer that is none. */
function vectorsOf(answer: unknown, texts: number, expected: number | undefined, model: string): Float32Array[] {
  const { data } = Object(answer) as { data?: unknown };
  if (!Array.isArray(data)) throw new ModelProblem(`The embedding model '${model}' answered without vectors.`);
  if (data.length !== texts)
    throw new ModelProblem(`The embedding model '${model}' answered ${data.length} vectors for ${texts} texts.`);
  const vectors = new Array<Float32Array | undefined>(texts).fill(undefined);
  for (const [place, item] of data.entries()) {
    const { index = place, embedding } = Object(item) as { index?: unknown; embedding?: unknown };
    const vector = unitOf(numbersOf(embedding));
    if (typeof index !== 'number' || !(index in vectors) || vectors[index] !== undefined || vector === undefined)
      throw new ModelProblem(`The embedding model '${model}' answered with something that is no vector.`);
    vectors[index] = vector;
  }
  const dimensions = expected ?? vectors[0]?.length ?? 0;
  const other = vectors.find((vector) => vector?.length !== dimensions);
  if (other !== undefined) throw otherDimensions(model, other.length, dimensions);
  if (dimensions > maxDimensions)
    throw new ModelProblem(
      `The embedding model '${model}' makes vectors of ${dimensions} dimensions; at most ${maxDimensions} are stored.`,
    );
  return vectors as Float32Array[];
}

/** The model's vectors are not what they are said to be, or what they were. */
export function otherDimensions(model: string, found: number, expected: number): ModelProblem {
  return new ModelProblem(
    `The embedding model '${model}' answered with vectors of ${found} dimensions, where ${expected} are expected: the model has changed since the vector store began with it, or its settings are wrong.`,
  );
}

/** From numbers, or from the base64 of 32-bit floats; undefined for anything else. */
function numbersOf(embedding: unknown): Float32Array | undefined {
  if (Array.isArray(embedding))
    return embedding.every((value) => typeof value === 'number') ? Float32Array.from(embedding) : undefined;
  if (typeof embedding !== 'string') return undefined;
  // Copied, so that the floats begin where a float may begin.
  const bytes = Uint8Array.from(Buffer.from(embedding, 'base64'));
  return bytes.length % 4 === 0 ? new Float32Array(bytes.buffer) : undefined;
}

/** The same at length 1; undefined for a vector that has no direction. */
function unitOf(vector: Float32Array | undefined): Float32Array | undefined {
  if (vector === undefined) return undefined;
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return length > 0 && Number.isFinite(length) ? vector.map((value) => value / length) : undefined;
}
