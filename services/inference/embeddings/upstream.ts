// Embedding models of upstreams, for vector stores. What comes back is checked before anything is stored or searched by
// it: a vector for each text, all of the dimensions that are expected, brought to length 1.
//
// Vectors are asked for as base64, which is a quarter of the digits and needs no reading; servers that know numbers only
// answer with them anyway, or refuse, and are then asked for numbers. Models whose dimensions the operator has named are
// asked for so many, since there are models that can shorten their vectors; those that cannot refuse the very word, even
// for the dimensions that they have, and are then asked without it.

import type { InferenceServices } from '../inference.ts';
import { askModel, type InternalCall } from '../internal-calls.ts';
import { ModelProblem } from '../model-problem.ts';
import { upstreamFailed } from '../upstream/faults.ts';
import type { Embedder, EmbedderSource, EmbedOptions } from './index.ts';

/** Texts that are sent at once: many servers take no more. */
const maxTexts = 32;
const maxUnits = 200_000;
const maxAnswerBytes = 32 << 20;
/** What both engines of collections take. */
const maxDimensions = 16_000;

/** A way to ask for vectors. */
interface Form {
  encoding: 'base64' | 'float';
  namesDimensions: boolean;
}

/** In the order in which they are tried. */
const forms: readonly Form[] = [
  { encoding: 'base64', namesDimensions: true },
  { encoding: 'float', namesDimensions: true },
  { encoding: 'base64', namesDimensions: false },
  { encoding: 'float', namesDimensions: false },
];

/** For each model, and how many dimensions it is asked for: the forms that it has not been found to refuse. */
type KnownForms = Map<string, readonly Form[]>;

export function upstreamSource(services: InferenceServices): EmbedderSource {
  const { catalogue } = services.upstreams;
  const known: KnownForms = new Map();
  return {
    async find(model) {
      const offering = catalogue.offering(model) ?? (await catalogue.seek(model));
      if (offering !== undefined) return new UpstreamEmbedder(model, services, known);
      if (catalogue.isIncomplete) throw upstreamFailed('could not list the models of an upstream');
      return undefined;
    },
  };
}

class UpstreamEmbedder implements Embedder {
  readonly model: string;
  readonly #services: InferenceServices;
  readonly #known: KnownForms;

  constructor(model: string, services: InferenceServices, known: KnownForms) {
    this.model = model;
    this.#services = services;
    this.#known = known;
  }

  get dimensions(): number | undefined {
    return this.#services.upstreams.catalogue.model(this.model)?.dimensions ?? undefined;
  }

  async embed(texts: string[], options: EmbedOptions): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    // A store keeps the dimensions that it began with, whatever is said of the model by now.
    const wanted = options.dimensions === 0 ? this.dimensions : options.dimensions;
    for (const some of batchesOf(texts)) {
      vectors.push(...(await this.#ask(some, wanted ?? vectors[0]?.length, options)));
    }
    return vectors;
  }

  /** In the first of the forms that the model does not refuse. */
  async #ask(texts: string[], expected: number | undefined, options: EmbedOptions): Promise<Float32Array[]> {
    const named = this.dimensions === undefined ? undefined : expected;
    const key = `${named} ${this.model}`;
    const askIn = async ([form, ...others]: readonly Form[]): Promise<Float32Array[]> => {
      try {
        const answer = await this.#askIn(form as Form, named, texts, options);
        const vectors = vectorsOf(answer, texts.length, expected, this.model);
        this.#known.set(key, [form as Form, ...others]);
        return vectors;
      } catch (error) {
        // It may be the form that it does not know; where it is not, it refuses the others too.
        if (others.length === 0 || !mayBeForm(error)) throw error;
        return askIn(others);
      }
    };
    return askIn(
      this.#known.get(key) ?? forms.filter(({ namesDimensions }) => !namesDimensions || named !== undefined),
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

function mayBeForm(error: unknown): boolean {
  return error instanceof ModelProblem && (error.status === 400 || error.status === 422);
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

/** The model's vectors are not what they are said to be, or what they were. */
function otherDimensions(model: string, found: number, expected: number): ModelProblem {
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
