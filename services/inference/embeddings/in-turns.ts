// What the models that this server computes itself have in common.

import { setImmediate as nextTurn } from 'node:timers/promises';

/** Texts of about this length are embedded before others get a turn: some 5 ms. */
const unitsPerTurn = 100_000;

/** The vectors of texts. Long work gives way to the event loop in between. */
export async function embedInTurns(
  texts: string[],
  vectorOf: (text: string) => Float32Array,
  signal: AbortSignal | undefined,
): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  let units = 0;
  for (const text of texts) {
    vectors.push(vectorOf(text));
    units += text.length;
    if (units < unitsPerTurn) continue;
    units = 0;
    await nextTurn();
    signal?.throwIfAborted();
  }
  return vectors;
}

/** The vector at length 1; undefined for a vector that has no direction. */
export function unitOf(vector: Float32Array): Float32Array | undefined {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return length > 0 && Number.isFinite(length) ? vector.map((value) => value / length) : undefined;
}
