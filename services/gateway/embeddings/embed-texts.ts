// Shared by the embedding models that run in this process.

import { setImmediate as nextTick } from 'node:timers/promises';

/** Characters between two yields to the event loop: about 5 ms of work. */
const unitsPerTick = 100_000;

/** Returns the vectors of the texts. Long work yields to the event loop every `unitsPerTick` characters. */
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
    if (units < unitsPerTick) continue;
    units = 0;
    await nextTick();
    signal?.throwIfAborted();
  }
  return vectors;
}

/** Returns the vector scaled to length 1, or undefined if its length is zero or not finite. */
export function unitOf(vector: Float32Array): Float32Array | undefined {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return length > 0 && Number.isFinite(length) ? vector.map((value) => value / length) : undefined;
}
