// Embedding models: what turns texts into vectors, whoever serves it.

import { ServiceError } from '../../platform/index.ts';
import type { Payer } from '../internal-calls.ts';
import { ModelProblem } from '../model-problem.ts';

export interface EmbedOptions {
  /** What an upstream counts is used by this project. */
  payer: Payer;
  /** Those of the vector store that asks; 0: it has none yet, and gets those of the model. */
  dimensions: number;
  signal?: AbortSignal | undefined;
}

/** One model. */
export interface Embedder {
  /** The model's id, as in GET /v1/models. */
  readonly model: string;
  /** The length of its vectors; undefined where it is known once there is one. */
  readonly dimensions: number | undefined;
  /**
   * A vector of length 1 for each text, in their order, all of the dimensions that are asked for. Throws a ModelProblem
   * where the model makes others and wherever else asking again does not help, `upstream_failed` or `upstream_timeout`
   * where it may, and what the project's limits refuse with.
   */
  embed(texts: string[], options: EmbedOptions): Promise<Float32Array[]>;
}

/** Where a reader process finds a model of this server. */
export type ReaderModel = 'built-in' | { folder: string /** What its table takes in memory. */; bytes: number };

/** A model that this server computes itself. */
export interface LocalModel extends Embedder {
  readonly dimensions: number;
  /** What it is, for those who choose a model. */
  readonly description: string;
  readonly reader: ReaderModel;
  /** The vectors as the model makes them, of any length. */
  answer(texts: string[], signal: AbortSignal | undefined): Promise<Float32Array[]>;
}

/** A place where embedding models come from: the server itself, or its upstreams. */
export interface EmbedderSource {
  /** Undefined for a model that it does not have. Throws `upstream_failed` where it cannot know. */
  find(model: string): Embedder | undefined | Promise<Embedder | undefined>;
}

/** The model of a vector store, as it is when the store is made. */
export type EmbeddingModel = Pick<Embedder, 'model' | 'dimensions'>;

/** Every embedding model that this server reaches. */
export class Embedders {
  /** Those that this server computes itself. They go before others of their name. */
  readonly local: readonly LocalModel[];
  readonly #sources: readonly EmbedderSource[];
  /** The model of new vector stores, by its id. */
  readonly standardModel: string;

  /** @param standard the model of new vector stores. */
  constructor(local: readonly LocalModel[], sources: readonly EmbedderSource[], standard: string) {
    this.local = local;
    this.#sources = sources;
    this.standardModel = standard;
  }

  /** Throws a ModelProblem for a model that nobody serves. */
  async find(model: string): Promise<Embedder> {
    const own = this.findLocal(model);
    if (own !== undefined) return own;
    for (const source of this.#sources) {
      const found = await source.find(model);
      if (found !== undefined) return found;
    }
    throw new ModelProblem(`No upstream of this server offers the embedding model '${model}'.`);
  }

  /** The model of this name that this server computes itself. */
  findLocal(model: string): LocalModel | undefined {
    return this.local.find((one) => one.model === model);
  }

  /** The model of new vector stores. An upstream that is away keeps nobody from making one. */
  async standard(): Promise<EmbeddingModel> {
    const model = this.standardModel;
    try {
      return await this.find(model);
    } catch (error) {
      if (error instanceof ServiceError) return { model, dimensions: undefined };
      if (!(error instanceof ModelProblem)) throw error;
      const message = `${error.message} Its operator can name another in SVC_EMBEDDING_MODEL.`;
      throw new ServiceError('unavailable', message, { cause: error, retryAfterSeconds: 60 });
    }
  }
}
