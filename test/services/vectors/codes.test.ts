// Compares the scan of quantized vectors with plain dot products.

import t from 'tap';
import { Blocks, blockBytes, scratch } from '../../../services/vectors/blocks.ts';
import { Codes, setQuery } from '../../../services/vectors/codes.ts';
import { cosineOf } from '../../../services/vectors/ranking.ts';

// Not a multiple of the number of vectors that the kernel reads at once.
const dimensions = 100;
const perFile = 10;
/** More than a collection's first blocks can hold, so that runs of blocks are needed too. */
const count = 20_000;
const limit = 64;

let state = 5;
function random(): number {
  state = (state * 48_271) % 2_147_483_647;
  return state / 2_147_483_647 - 0.5;
}

function unit(): Float32Array {
  const vector = Float32Array.from({ length: dimensions }, random);
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

const blocks = new Blocks(64 * 2 ** 20, () => false);
const codes = new Codes(blocks, dimensions);
const vectors = Array.from({ length: count }, unit);
for (const [slot, vector] of vectors.entries()) codes.append(vector, Math.floor(slot / perFile));
const queries = Array.from({ length: 5 }, unit);

function allow(file: (number: number) => boolean): void {
  blocks.bytes.fill(0, scratch.mask, scratch.mask + count / perFile);
  for (let number = 0; number < count / perFile; number += 1) {
    const at = scratch.mask + (number >> 3);
    if (file(number)) blocks.bytes[at] = (blocks.bytes[at] as number) | (1 << (number & 7));
  }
}

/** Returns the slots by exact similarity, the best first. */
function exact(query: Float32Array, file: (number: number) => boolean): number[] {
  const scores = vectors.map((vector) => cosineOf(vector, query));
  return [...vectors.keys()]
    .filter((slot) => file(Math.floor(slot / perFile)))
    .sort((a, b) => (scores[b] as number) - (scores[a] as number));
}

for (const [what, file] of [
  ['of all files', () => true],
  ['of every seventh file', (number: number) => number % 7 === 3],
] as const) {
  t.test(`a scan finds the best ${what}, wherever they are`, async (t) => {
    allow(file);
    for (const query of queries) {
      const question = setQuery(blocks, query);
      const found = codes.scan(question, limit);
      t.equal(found.length, limit);
      t.ok(found.every(({ slot }) => file(Math.floor(slot / perFile))));
      t.ok(found.every(({ score }, at) => at === 0 || score <= (found[at - 1]?.score ?? 0)));
      const slots = new Set(found.map(({ slot }) => slot));
      t.ok(
        exact(query, file)
          .slice(0, 20)
          .every((slot) => slots.has(slot)),
      );
      for (const { slot, score } of found) {
        const product = cosineOf(vectors[slot] as Float32Array, query);
        t.ok(Math.abs(score - product) < 0.01);
        t.ok(Math.abs(codes.score(question, slot) - product) < 0.0001);
      }
    }
  });
}

t.test('fewer files than requested results give fewer results, each once', async (t) => {
  allow((number) => number === 1999);
  const found = codes.scan(setQuery(blocks, queries[0] as Float32Array), limit);
  t.strictSame(
    found.map(({ slot }) => slot).sort((a, b) => a - b),
    Array.from({ length: perFile }, (_, index) => count - perFile + index),
  );
  allow(() => false);
  t.strictSame(codes.scan(setQuery(blocks, queries[0] as Float32Array), limit), []);
  t.strictSame(codes.scan(setQuery(blocks, new Float32Array(dimensions)), limit), []);
});

t.test('all memory is released', async (t) => {
  t.ok(blocks.usedBytes >= count * dimensions * 2);
  t.equal(blocks.usedBytes % blockBytes, 0);
  codes.release();
  t.equal(blocks.usedBytes, 0);
  t.equal(codes.count, 0);
});
