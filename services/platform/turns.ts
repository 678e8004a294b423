// Fair turns at a limited number of places. Lanes, such as projects, take turns. A lane may use all places while no
// other lane waits. While another lane waits, a lane gets no place beyond half of them. A place in use is never taken away.

/** Returns the number of places that one lane may have while another lane waits. */
export function shareOf(places: number): number {
  return Math.max(1, Math.floor(places / 2));
}

/** Returns how often each lane occurs. */
export function countsOf(lanes: Iterable<string | null>): Map<string | null, number> {
  const counts = new Map<string | null, number>();
  for (const lane of lanes) counts.set(lane, (counts.get(lane) ?? 0) + 1);
  return counts;
}

export class Turns {
  readonly #places: number;
  /** Lane → the works that wait, in order. The lanes are in the order of their turns. */
  readonly #waiting = new Map<string, Set<() => void>>();
  /** Lane → its places in use. */
  readonly #inUse = new Map<string, number>();
  #used = 0;

  constructor(places: number) {
    this.#places = places;
  }

  get waiting(): number {
    return [...this.#waiting.values()].reduce((sum, works) => sum + works.size, 0);
  }

  /**
   * Calls `begin` when the lane has a place: now, or later. Returns a function that frees the place, or ends the wait
   * for it. It may be called more than once.
   */
  take(lane: string, begin: () => void): () => void {
    if (this.#used < this.#places) {
      this.#occupy(lane, 1);
      begin();
      return this.#freeing(lane);
    }
    let free = (): void => {
      const works = this.#waiting.get(lane);
      works?.delete(work);
      if (works?.size === 0) this.#waiting.delete(lane);
    };
    const work = (): void => {
      free = this.#freeing(lane);
      begin();
    };
    const works = this.#waiting.get(lane);
    if (works === undefined) this.#waiting.set(lane, new Set([work]));
    else works.add(work);
    return () => free();
  }

  /** Does the work when the lane has a place. */
  async run<T>(lane: string, work: () => Promise<T>): Promise<T> {
    const turn = Promise.withResolvers<void>();
    const free = this.take(lane, turn.resolve);
    try {
      await turn.promise;
      return await work();
    } finally {
      free();
    }
  }

  #freeing(lane: string): () => void {
    let isFree = false;
    return () => {
      if (isFree) return;
      isFree = true;
      this.#occupy(lane, -1);
      this.#next();
    };
  }

  #next(): void {
    const lane = this.#nextLane();
    if (lane === undefined) return;
    const works = this.#waiting.get(lane) ?? new Set();
    const work = works.values().next().value;
    if (work !== undefined) works.delete(work);
    // The lane's next turn comes after those of all other lanes.
    this.#waiting.delete(lane);
    if (works.size > 0) this.#waiting.set(lane, works);
    this.#occupy(lane, 1);
    work?.();
  }

  /** Returns the first waiting lane with less than its share, or else the first waiting lane. */
  #nextLane(): string | undefined {
    const share = shareOf(this.#places);
    let first: string | undefined;
    for (const lane of this.#waiting.keys()) {
      if ((this.#inUse.get(lane) ?? 0) < share) return lane;
      first ??= lane;
    }
    return first;
  }

  #occupy(lane: string, places: 1 | -1): void {
    this.#used += places;
    const used = (this.#inUse.get(lane) ?? 0) + places;
    if (used === 0) this.#inUse.delete(lane);
    else this.#inUse.set(lane, used);
  }
}
