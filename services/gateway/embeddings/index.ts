// Embedding models: they turn texts into vectors. A model is computed by this server or by an upstream.

import { ServiceError } from '../../platform/index.ts';
import type { Payer } from '../internal-calls.ts';
import { ModelProblem } from '../model-problem.ts';

export interface EmbedOptions {
  /** The project that an upstream's usage is billed to. */
  payer: Payer;
  /** The dimensions of the vector store. 0 means that the store has no vectors yet and takes the model's dimensions. */
  dimensions: number;
  signal?: AbortSignal | undefined;
}

/** An embedding model. */
export interface Embedder {
  /** The model's id, as in GET /v1/models. */
  readonly model: string;
  /** The length of the model's vectors; undefined until the first vector is known. */
  readonly dimensions: number | undefined;
  /**
   * Returns a vector of length 1 for each text, in the same order, with the requested dimensions. Throws a ModelProblem
   * if a retry cannot help (for example, the model returns other dimensions), `upstream_failed` or `upstream_timeout`
   * if a retry may help, and the errors of the project's limits.
   */
  embed(texts: string[], options: EmbedOptions): Promise<Float32Array[]>;
}

/** Tells a reader process where to load a local model from. */
export type ReaderModel =
  | 'built-in'
  | { folder: string /** The memory that the model's table takes. */; bytes: number };

/** A model that this server computes itself. */
export interface LocalModel extends Embedder {
  readonly dimensions: number;
  /** A description for people who choose a model. */
  readonly description: string;
  readonly reader: ReaderModel;
  /** Returns the vectors for POST /v1/embeddings: as the model computes them, not scaled to length 1. */
  answer(texts: string[], signal: AbortSignal | undefined): Promise<Float32Array[]>;
}

/** A source of embedding models: this server or its upstreams. */
export interface EmbedderSource {
  /** Returns the number of tokens that an input of the model may have, if the settings say it. */
  contextLengthOf(model: string): number | undefined;

  /**
   * Returns the model, or undefined if the source does not have it. Throws `upstream_failed` if the source cannot tell.
   */
  find(model: string): Embedder | undefined | Promise<Embedder | undefined>;
}

/** The embedding model of a vector store, as it was when the store was created. */
export type EmbeddingModel = Pick<Embedder, 'model' | 'dimensions'>;

/** All embedding models that this server can use. */
export class Embedders {
  /** The models that this server computes itself. They take precedence over upstream models of the same name. */
  readonly local: readonly LocalModel[];
  readonly #sources: readonly EmbedderSource[];
  /** The id of the default model for new vector stores. */
  readonly standardModel: string;

  /** @param standard the id of the default model for new vector stores. */
  constructor(local: readonly LocalModel[], sources: readonly EmbedderSource[], standard: string) {
    this.local = local;
    this.#sources = sources;
    this.standardModel = standard;
  }

  /** Returns the embedder of a model. Throws a ModelProblem if no source has the model. */
  async find(model: string): Promise<Embedder> {
    const own = this.findLocal(model);
    if (own !== undefined) return own;
    for (const source of this.#sources) {
      const found = await source.find(model);
      if (found !== undefined) return found;
    }
    throw new ModelProblem(
      `No upstream of this server offers the embedding model '${model}'. GET /v1/models lists the names: those of Ollama end with a tag, such as ':latest'.`,
    );
  }

  /** Returns the number of tokens that an input of the model may have, if it is known. */
  contextLengthOf(model: string): number | undefined {
    if (this.findLocal(model) !== undefined) return undefined;
    return this.#sources.map((source) => source.contextLengthOf(model)).find((length) => length !== undefined);
  }

  findLocal(model: string): LocalModel | undefined {
    return this.local.find((one) => one.model === model);
  }

  /**
   * Returns the default model for new vector stores. If its upstream is unavailable, the dimensions are undefined, so
   * that stores can still be created.
   */
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
