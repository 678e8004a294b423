// Embedding models of upstreams, for vector stores. The response is checked before its vectors are stored or searched
// with: one vector for each text, of the expected dimensions, scaled to length 1.
//
// Requests ask for base64, which is a quarter of the size and needs no number parsing. Servers that support only JSON
// numbers either return numbers anyway or reject the request, and are then asked for numbers. If the operator has
// configured a model's dimensions, requests contain them, because some models can shorten their vectors. Models that
// cannot shorten them reject the parameter, and are then asked without it. Servers also limit the number of texts in a
// request, or their tokens together, so the texts of a rejected request are sent again in halves.

import { nowSeconds } from '../../../models/clock.ts';
import type { InferenceServices } from '../inference.ts';
import { askModel, type InternalCall } from '../internal-calls.ts';
import { ModelProblem } from '../model-problem.ts';
import { upstreamFailed } from '../upstream/upstream-errors.ts';
import { unitOf } from './embed-texts.ts';
import type { Embedder, EmbedderSource, EmbedOptions } from './index.ts';

/** The number of texts in one request, if the settings name none. Many servers accept no more. */
const usualTexts = 32;
/** The time for which a model is not sent as many texts in one request as it has rejected. */
const fewerTextsSeconds = 600;
const maxUnits = 200_000;
const maxAnswerBytes = 32 << 20;
/** The maximum that both search engines support. */
const maxDimensions = 16_000;

/** A variant of the request. */
interface Form {
  encoding: 'base64' | 'float';
  namesDimensions: boolean;
}

/** The variants in the order in which they are tried. */
const forms: readonly Form[] = [
  { encoding: 'base64', namesDimensions: true },
  { encoding: 'float', namesDimensions: true },
  { encoding: 'base64', namesDimensions: false },
  { encoding: 'float', namesDimensions: false },
];

interface Known {
  /** For each model and number of dimensions: the variants that the model has not rejected. */
  forms: Map<string, readonly Form[]>;
  /**
   * For each model that has rejected more texts: the number of texts that it took in one request. Heeded until a time in
   * Unix seconds, because texts of another length, or a fault that has passed, may have been the reason.
   */
  texts: Map<string, { most: number; until: number }>;
}

export function upstreamSource(services: InferenceServices): EmbedderSource {
  const { catalogue } = services.upstreams;
  const known: Known = { forms: new Map(), texts: new Map() };
  return {
    contextLengthOf: (model) => catalogue.inputLimits(model).tokens,
    async find(model) {
      const offering = catalogue.offering(model) ?? (await catalogue.findOffering(model));
      if (offering !== undefined) return new UpstreamEmbedder(model, services, known);
      if (catalogue.isIncomplete) throw upstreamFailed('could not list the models of an upstream');
      return undefined;
    },
  };
}

class UpstreamEmbedder implements Embedder {
  readonly model: string;
  readonly #services: InferenceServices;
  readonly #known: Known;

  constructor(model: string, services: InferenceServices, known: Known) {
    this.model = model;
    this.#services = services;
    this.#known = known;
  }

  get dimensions(): number | undefined {
    return this.#services.upstreams.catalogue.model(this.model)?.dimensions ?? undefined;
  }

  async embed(texts: string[], options: EmbedOptions): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    // A store keeps its first dimensions, even if the model's configuration has changed.
    const wanted = options.dimensions === 0 ? this.dimensions : options.dimensions;
    const { inputs = usualTexts } = this.#services.upstreams.catalogue.inputLimits(this.model);
    const most = Math.min(inputs, this.#mostTexts());
    for (const some of batchesOf(texts, most)) {
      vectors.push(...(await this.#askInHalves(some, wanted ?? vectors[0]?.length, options)));
    }
    return vectors;
  }

  /** Sends the texts, in halves if the model rejects them together. */
  async #askInHalves(texts: string[], expected: number | undefined, options: EmbedOptions): Promise<Float32Array[]> {
    try {
      return await this.#ask(texts, expected, options);
    } catch (error) {
      if (texts.length === 1 || !(error instanceof ModelProblem && sizeStatuses.has(error.status))) throw error;
      const half = Math.ceil(texts.length / 2);
      const first = await this.#askInHalves(texts.slice(0, half), expected, options);
      const second = await this.#askInHalves(texts.slice(half), expected ?? first[0]?.length, options);
      const most = Math.min(half, this.#mostTexts());
      this.#known.texts.set(this.model, { most, until: nowSeconds() + fewerTextsSeconds });
      return [...first, ...second];
    }
  }

  #mostTexts(): number {
    const { most, until } = this.#known.texts.get(this.model) ?? { most: 0, until: 0 };
    return nowSeconds() < until ? most : Number.POSITIVE_INFINITY;
  }

  /** Sends the texts in the first variant that the model does not reject. */
  async #ask(texts: string[], expected: number | undefined, options: EmbedOptions): Promise<Float32Array[]> {
    const named = this.dimensions === undefined ? undefined : expected;
    const key = `${named} ${this.model}`;
    const askIn = async ([form, ...others]: readonly Form[]): Promise<Float32Array[]> => {
      try {
        const answer = await this.#askIn(form as Form, named, texts, options);
        const vectors = vectorsOf(answer, texts.length, expected, this.model);
        this.#known.forms.set(key, [form as Form, ...others]);
        return vectors;
      } catch (error) {
        // The rejection may be about the variant. If it is not, the model rejects the other variants too.
        if (others.length === 0 || !mayBeForm(error)) throw error;
        return askIn(others);
      }
    };
    return askIn(
      this.#known.forms.get(key) ?? forms.filter(({ namesDimensions }) => !namesDimensions || named !== undefined),
    );
  }

  #askIn(
    { encoding, namesDimensions }: Form,
    dimensions: number | undefined,
    input: string[],
    { payer, signal }: EmbedOptions,
  ): Promise<unknown> {
    const { upstreams, modelCalls } = this.#services;
    const question: InternalCall = {
      kind: 'embedding',
      path: '/embeddings',
      model: this.model,
      body: { input, encoding_format: encoding, ...(namesDimensions ? { dimensions } : {}) },
      maxAnswerBytes,
    };
    return askModel(upstreams.catalogue.offering(this.model) ?? [], question, payer, modelCalls, signal);
  }
}

/** The statuses of a rejection that may be about the number of the texts, or their length together. */
const sizeStatuses: ReadonlySet<unknown> = new Set([400, 413, 422]);

function mayBeForm(error: unknown): boolean {
  return error instanceof ModelProblem && (error.status === 400 || error.status === 422);
}

/** Splits the texts into batches within the limits of one request. */
function* batchesOf(texts: string[], maxTexts: number): Generator<string[]> {
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

/** Returns the vectors of a response in the order of the texts. Throws a ModelProblem if the response is invalid. */
function vectorsOf(answer: unknown, texts: number, expected: number | undefined, model: string): Float32Array[] {
  const { data } = Object(answer) as { data?: unknown };
  if (!Array.isArray(data)) throw new ModelProblem(`The embedding model '${model}' answered without vectors.`);
  if (data.length !== texts)
    throw new ModelProblem(`The embedding model '${model}' answered ${data.length} vectors for ${texts} texts.`);
  const vectors = new Array<Float32Array | undefined>(texts).fill(undefined);
  for (const [place, item] of data.entries()) {
    const { index = place, embedding } = Object(item) as { index?: unknown; embedding?: unknown };
    const numbers = numbersOf(embedding);
    const vector = numbers && unitOf(numbers);
    if (typeof index !== 'number' || !(index in vectors) || vectors[index] !== undefined || vector === undefined)
      throw new ModelProblem(`The embedding model '${model}' answered with an invalid vector.`);
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

/** The model returned vectors of other dimensions than configured or than before. */
function otherDimensions(model: string, found: number, expected: number): ModelProblem {
  return new ModelProblem(
    `The embedding model '${model}' answered with vectors of ${found} dimensions, where ${expected} are expected: the model has changed since the vector store began with it, or its settings are wrong.`,
  );
}

/** Reads numbers, or base64 of 32-bit floats. Returns undefined for anything else. */
function numbersOf(embedding: unknown): Float32Array | undefined {
  if (Array.isArray(embedding))
    return embedding.every((value) => typeof value === 'number') ? Float32Array.from(embedding) : undefined;
  if (typeof embedding !== 'string') return undefined;
  // Copies the bytes, because a Float32Array needs an aligned offset.
  const bytes = Uint8Array.from(Buffer.from(embedding, 'base64'));
  return bytes.length % 4 === 0 ? new Float32Array(bytes.buffer) : undefined;
}
