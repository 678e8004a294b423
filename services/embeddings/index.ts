// Embedding models: what turns texts into vectors, whoever serves it.

import { notFound } from '../errors.ts';

/** One model. */
export interface Embedder {
  /** The model's id, as in GET /v1/models. */
  readonly model: string;
  /** The length of its vectors. */
  readonly dimensions: number;
  /** A vector of length 1 for each text, in their order. */
  embed(texts: string[], signal?: AbortSignal): Promise<Float32Array[]>;
}

/** A place where embedding models come from: the server itself, or its upstreams. */
export interface EmbedderSource {
  /** Undefined for a model that it does not have. */
  find(model: string): Embedder | undefined | Promise<Embedder | undefined>;
}

/** Every embedding model that this server reaches. */
export class Embedders {
  readonly #sources: readonly EmbedderSource[];
  readonly #standard: string;

  /** @param standard the model of new vector stores. */
  constructor(sources: readonly EmbedderSource[], standard: string) {
    this.#sources = sources;
    this.#standard = standard;
  }

  /** Throws `not_found` for a model that nobody serves. */
  async find(model: string): Promise<Embedder> {
    for (const source of this.#sources) {
      const found = await source.find(model);
      if (found !== undefined) return found;
    }
    throw notFound('embedding model', model);
  }

  /** The model of new vector stores. */
  standard(): Promise<Embedder> {
    return this.find(this.#standard);
  }
}
