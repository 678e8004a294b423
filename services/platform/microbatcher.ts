// Micro-batching: items that arrive while a batch runs form the next batch. An idle server answers at once, and a busy
// one pays for one transaction instead of a hundred. A second batch starts beside a running one only if that one is
// full or stalled: two half batches cost more than one.

/** A batch that runs longer counts as stalled, by a lock or by a slow database. */
const patienceMs = 50;

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

export class Microbatcher<Item, Result> {
  readonly #work: (items: Item[]) => Promise<Result[]>;
  readonly #max: number;
  readonly #lanes: number;
  #waiting: Waiting<Item, Result>[] = [];
  #underWay = 0;
  #scheduled = false;

  /**
   * @param work processes a batch and returns the results in the order of the items. It may be called again for a
   * single item.
   * @param options.max the maximum number of items in a batch. @param options.lanes the maximum number of concurrent
   * batches.
   */
  constructor(work: (items: Item[]) => Promise<Result[]>, { max = 200, lanes = 2 } = {}) {
    this.#work = work;
    this.#max = max;
    this.#lanes = lanes;
  }

  /** Processes the item in a batch with others, and resolves to its result. */
  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (this.#underWay === 0 || this.#waiting.length >= this.#max) this.#schedule();
    });
  }

  /** Starts a batch at the end of this turn of the event loop, so that all items of the turn are in it. */
  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#next();
    });
  }

  #next(): void {
    if (this.#underWay >= this.#lanes || this.#waiting.length === 0) return;
    const batch = this.#waiting.splice(0, this.#max);
    this.#underWay += 1;
    const heldUp = setInterval(() => this.#next(), patienceMs);
    void this.#run(batch).finally(() => {
      clearInterval(heldUp);
      this.#underWay -= 1;
      this.#next();
    });
  }

  async #run(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#work(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      const [only] = batch;
      if (batch.length === 1) only?.reject(error);
      // A failing item must not fail the others.
      else for (const one of batch) await this.#run([one]);
    }
  }
}
