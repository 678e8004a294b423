// Embedding models from a Model2Vec folder (https://github.com/MinishLab/model2vec): one vector for each token of a
// vocabulary. The vector of a text is the mean of its tokens' vectors.
//
// model.safetensors contains `embeddings` (a row for each token), optionally `weights` (the weight of each token) and
// optionally `mapping` (the row of each token). tokenizer.json defines the tokens, and config.json contains
// `normalize`. The library reads only the first 512 tokens of a text; this code reads all.

import { existsSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { ModelProblem } from '../../model-problem.ts';
import { embedTexts, unitOf } from '../embed-texts.ts';
import type { LocalModel } from '../index.ts';
import { readSafetensors, type Tensor } from './safetensors.ts';
import { createTokenizer, type TokenizerFile } from './tokenizer.ts';

/** A loaded model. */
export interface StaticModel {
  dimensions: number;
  /** The memory that the table takes. */
  bytes: number;
  /** Returns the vector of a text, with length 1 if config.json sets `normalize`. All zeros if no token is known. */
  vectorOf(text: string): Float32Array;
}

/** Reads the folder of a model. Throws an Error that names the file and says what is wrong with it. */
export function readStaticModel(folder: string): StaticModel {
  const tensors = reading(folder, 'model.safetensors', (path) => readSafetensors(readFileSync(path)));
  const tokenize = reading(folder, 'tokenizer.json', (path) =>
    createTokenizer(JSON.parse(readFileSync(path, 'utf8')) as TokenizerFile),
  );
  const { normalize } = reading(folder, 'config.json', (path): { normalize?: boolean } =>
    existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {},
  );
  const { embeddings, weights, mapping } = reading(folder, 'model.safetensors', () => tableOf(tensors));
  const [, dimensions] = embeddings.shape as [number, number];
  const meanOf = (tokens: number[]): Float32Array => {
    const sum = new Float64Array(dimensions);
    for (const token of tokens) {
      const row = mapping?.values[token] ?? token;
      const weight = weights?.values[token] ?? 1;
      for (let at = 0; at < dimensions; at += 1)
        sum[at] = (sum[at] as number) + weight * (embeddings.values[row * dimensions + at] ?? 0);
    }
    return Float32Array.from(sum, (value) => value / Math.max(tokens.length, 1));
  };
  return {
    dimensions,
    bytes: embeddings.values.byteLength,
    vectorOf(text) {
      const vector = meanOf(tokenize(text));
      return normalize === true ? (unitOf(vector) ?? vector) : vector;
    },
  };
}

/** Adds the file's path to the errors of `read`. */
function reading<Read>(folder: string, name: string, read: (path: string) => Read): Read {
  const path = join(folder, name);
  try {
    return read(path);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Error(code === 'ENOENT' ? `${path} does not exist` : `${path} ${message}`);
  }
}

function tableOf(
  tensors: Map<string, Tensor>,
): Record<'weights' | 'mapping', Tensor | undefined> & { embeddings: Tensor } {
  const embeddings = tensors.get('embeddings');
  if (embeddings?.shape.length !== 2 || embeddings.values.length === 0)
    throw new Error("has no tensor 'embeddings' with a row for each token");
  return { embeddings, weights: tensors.get('weights'), mapping: tensors.get('mapping') };
}

/**
 * Returns the vector scaled to length 1, as stores need it. A text without known tokens gets an arbitrary direction.
 */
export function storedVector(vector: Float32Array): Float32Array {
  const unit = unitOf(vector);
  if (unit !== undefined) return unit;
  const any = new Float32Array(vector.length);
  any[0] = 1;
  return any;
}

/** Returns the model of a folder, named after the folder. Throws an Error that says what is wrong with it. */
export function openModelFolder(folder: string): LocalModel {
  const { dimensions, bytes, vectorOf } = readStaticModel(folder);
  const model = basename(resolve(folder));
  return {
    model,
    dimensions,
    description: 'Static word vectors of a Model2Vec folder: the mean of the vectors of its tokens.',
    reader: { folder: resolve(folder), bytes },
    answer: (texts, signal) => embedTexts(texts, vectorOf, signal),
    async embed(texts, { dimensions: wanted, signal }) {
      if (wanted !== 0 && wanted !== dimensions)
        throw new ModelProblem(
          `The embedding model '${model}' makes vectors of ${dimensions} dimensions, where ${wanted} are expected: the folder in SVC_EMBEDDING_FILE has changed since the vector store began with it.`,
        );
      return (await embedTexts(texts, vectorOf, signal)).map(storedVector);
    },
  };
}
