// The built-in embedding model: 384 dimensions, computed without downloads. It compares spelling, not meaning: texts
// are similar if they share words, word forms, pairs of adjacent words or parts of words. For meaning, configure an
// upstream's model.
//
// The method is feature hashing. Each feature of a text has its own direction: a few coordinates of ±1, chosen by the
// feature's hash. The vector of a text is the weighted sum of its features' directions. By the Johnson-Lindenstrauss
// lemma, the angles between such sums approximate the angles between the feature sets within about 1/√384. The code
// uses only additions, products and square roots, which IEEE 754 rounds in the same way everywhere. So the same text
// gives the same bits on every machine.

import { embedTexts } from './embed-texts.ts';
import type { LocalModel } from './index.ts';
import { type Analysis, analyze, finish, hasDigit, isCompound, isStopWord } from './words.ts';

export const builtInModel = 'svc-embedding-384';
export const dimensions = 384;

const weights = {
  word: 1,
  /** Words with digits, such as `ERR-4031`, version numbers and prices, are rare. */
  withDigit: 1.3,
  stopWord: 0.12,
  compound: 0.6,
  pair: 0.45,
  pieces: 0.55,
};

/**
 * The number of coordinates that a feature sets. A higher number makes chance similarity between features less likely,
 * and costs more time.
 */
const spread = { word: 8, pair: 4, piece: 2 };
const pieceUnits = 4;
const maxPieces = 24;

/**
 * The distinct features of a text with their hashes and counts. Uses open addressing. An entry is valid only if its
 * stamp is the current one, so clearing the table costs nothing.
 */
class FeatureTable {
  #mask = 4095;
  #keys = new Uint32Array(4096);
  #stamps = new Uint32Array(4096);
  #stamp = 0;
  #slots = new Uint32Array(4096);
  count = 0;
  hashes = new Uint32Array(2048);
  counts = new Uint32Array(2048);
  /** The index in the analysis at which the feature occurs first. */
  words = new Uint32Array(2048);

  clear(atMost: number): void {
    this.count = 0;
    this.#stamp += 1;
    if (atMost <= this.hashes.length) return;
    const size = 2 ** Math.ceil(Math.log2(atMost));
    this.#mask = 2 * size - 1;
    this.#keys = new Uint32Array(2 * size);
    this.#stamps = new Uint32Array(2 * size);
    this.#slots = new Uint32Array(2 * size);
    this.hashes = new Uint32Array(size);
    this.counts = new Uint32Array(size);
    this.words = new Uint32Array(size);
  }

  add(hash: number, word: number): void {
    let at = hash & this.#mask;
    while (this.#stamps[at] === this.#stamp) {
      if (this.#keys[at] === hash) {
        const slot = this.#slots[at] as number;
        this.counts[slot] = (this.counts[slot] as number) + 1;
        return;
      }
      at = (at + 1) & this.#mask;
    }
    this.#stamps[at] = this.#stamp;
    this.#keys[at] = hash;
    this.#slots[at] = this.count;
    this.hashes[this.count] = hash;
    this.counts[this.count] = 1;
    this.words[this.count] = word;
    this.count += 1;
  }
}

const words = new FeatureTable();
const pairs = new FeatureTable();
const sum = new Float64Array(dimensions);

/** Returns the vector of a text. A text without words gets a vector with one non-zero coordinate. */
export function embedText(text: string): Float32Array {
  const analysis = analyze(text, 'light');
  collect(analysis);
  sum.fill(0);
  for (let index = 0; index < words.count; index += 1) addWord(analysis, index);
  for (let index = 0; index < pairs.count; index += 1) {
    project(pairs.hashes[index] as number, weights.pair * damped(pairs.counts[index] as number), spread.pair);
  }
  return unit();
}

/** Counts the words, and the pairs of adjacent words that are not stop words. */
function collect({ count, hashes, flags }: Analysis): void {
  words.clear(count);
  pairs.clear(count);
  let previous = 0;
  for (let index = 0; index < count; index += 1) {
    const hash = hashes[index] as number;
    const flag = flags[index] as number;
    words.add(hash, index);
    if ((flag & (isStopWord | isCompound)) !== 0) continue;
    if (previous !== 0) pairs.add(finish(Math.imul(previous, 31) ^ hash), index);
    previous = hash;
  }
}

function addWord(analysis: Analysis, index: number): void {
  const word = words.words[index] as number;
  const flag = analysis.flags[word] as number;
  const often = damped(words.counts[index] as number);
  const base = (flag & hasDigit) !== 0 ? weights.withDigit : weights.word;
  const kind = (flag & isStopWord) !== 0 ? weights.stopWord : (flag & isCompound) !== 0 ? weights.compound : 1;
  project(words.hashes[index] as number, base * kind * often, spread.word);
  if ((flag & (isStopWord | isCompound)) === 0) addPieces(analysis, word, base * often);
}

/** Adds the character n-grams of a word, borders included. Related words and misspelt words share n-grams. */
function addPieces({ units, starts, ends }: Analysis, word: number, weight: number): void {
  const start = starts[word] as number;
  const end = ends[word] as number;
  const pieces = Math.min(end - start + 3 - pieceUnits, maxPieces);
  if (pieces < 2) return;
  const each = (weights.pieces * weight) / Math.sqrt(pieces);
  for (let piece = 0; piece < pieces; piece += 1) {
    let hash = 0x2545f491;
    for (let at = start + piece - 1; at < start + piece - 1 + pieceUnits; at += 1) {
      const unit = at < start || at >= end ? 1 : (units[at] as number);
      hash = Math.imul(hash ^ unit, 0x01000193);
    }
    project(finish(hash), each, spread.piece);
  }
}

/** Adds the feature's direction with the length `weight`. */
function project(feature: number, weight: number, coordinates: number): void {
  const step = weight / Math.sqrt(coordinates);
  let bits = feature;
  for (let done = 0; done < coordinates; done += 2) {
    bits = finish(bits + 0x9e3779b9);
    const first = ((bits & 0x7fff) * dimensions) >>> 15;
    sum[first] = (sum[first] as number) + ((bits & 0x8000) === 0 ? step : -step);
    const second = (((bits >>> 16) & 0x7fff) * dimensions) >>> 15;
    sum[second] = (sum[second] as number) + (bits < 0x8000_0000 ? step : -step);
  }
}

/** Dampens repetition: a word that occurs four times counts twice. */
function damped(count: number): number {
  return Math.sqrt(count);
}

function unit(): Float32Array {
  let squares = 0;
  for (const value of sum) squares += value * value;
  const vector = new Float32Array(dimensions);
  if (squares === 0) vector[0] = 1;
  else for (let index = 0; index < dimensions; index += 1) vector[index] = (sum[index] as number) / Math.sqrt(squares);
  return vector;
}

export const builtInEmbedder = {
  model: builtInModel,
  dimensions,
  description:
    'A hashing model without semantics: texts are near each other when they share words, forms of words or pieces of words. For meaning, name a model of an upstream in SVC_EMBEDDING_MODEL, or a Model2Vec folder in SVC_EMBEDDING_FILE.',
  reader: 'built-in',
  answer: (texts, signal) => embedTexts(texts, embedText, signal),
  embed: (texts, { signal }) => embedTexts(texts, embedText, signal),
} satisfies LocalModel;
