/** Returns nDCG@10, 0 to 1: the discounted grades of the first ten documents, relative to the best possible ranking. */
export function ndcgAt10(ranking: string[], grades: ReadonlyMap<string, number>): number {
  const gain = (values: number[]): number =>
    values.slice(0, 10).reduce((sum, grade, place) => sum + grade / Math.log2(place + 2), 0);
  const best = gain([...grades.values()].sort((a, b) => b - a));
  return best === 0 ? 0 : gain(ranking.map((id) => grades.get(id) ?? 0)) / best;
}

export function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

const rounds = 10_000;

/**
 * The paired randomization test. Returns the probability of a difference of the means as large as this one if each
 * question's two values are swapped at random. The same values give the same result.
 */
export function pairedRandomization(a: number[], b: number[]): number {
  const differences = a.map((value, index) => value - (b[index] as number));
  const observed = Math.abs(differences.reduce((sum, value) => sum + value, 0));
  let state = 42;
  let asLarge = 0;
  for (let round = 0; round < rounds; round += 1) {
    let sum = 0;
    for (const difference of differences) {
      // xorshift32
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      sum += state < 0 ? -difference : difference;
    }
    if (Math.abs(sum) >= observed - 1e-12) asLarge += 1;
  }
  return asLarge / rounds;
}
