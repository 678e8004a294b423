// Embedding models: what turns texts into vectors, whoever serves it.

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
