// Shared by the embedding models that run in this process.

import { nextSlice } from '../../platform/slices.ts';

/** Characters of a slice: about 5 ms of work. */
const unitsPerSlice = 100_000;

/** Returns the vectors of the texts. Long work waits for a slice every `unitsPerSlice` characters. */
export async function embedTexts(
  texts: string[],
  vectorOf: (text: string) => Float32Array,
  signal: AbortSignal | undefined,
): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  let units = 0;
  for (const text of texts) {
    vectors.push(vectorOf(text));
    units += text.length;
    if (units < unitsPerSlice) continue;
    units = 0;
    await nextSlice();
    signal?.throwIfAborted();
  }
  return vectors;
}

/** Returns the vector scaled to length 1, or undefined if its length is zero or not finite. */
export function unitOf(vector: Float32Array): Float32Array | undefined {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return length > 0 && Number.isFinite(length) ? vector.map((value) => value / length) : undefined;
}
