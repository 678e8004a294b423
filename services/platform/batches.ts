// Many small pieces of work done as few large ones: what is asked for while a batch is under way becomes the next batch.
// So an idle server answers at once, and a busy one pays for one transaction where it would pay for a hundred. Only what
// waits behind a batch that is full, or held up, is begun beside it: two halves would cost more than the whole.

/** A batch that is under way for longer is held up: by a lock, or by a database that is slow. */
const patienceMs = 50;

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

export class Batches<Item, Result> {
  readonly #work: (items: Item[]) => Promise<Result[]>;
  readonly #max: number;
  readonly #lanes: number;
  #waiting: Waiting<Item, Result>[] = [];
  #underWay = 0;
  #scheduled = false;

  /**
   * @param work does a batch; its results are in the order of the items. It may be asked for the same item again, alone.
   * @param options.max items in a batch. @param options.lanes batches under way at a time.
   */
  constructor(work: (items: Item[]) => Promise<Result[]>, { max = 200, lanes = 2 } = {}) {
    this.#work = work;
    this.#max = max;
    this.#lanes = lanes;
  }

  /** Does the work for the item, together with others. */
  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (this.#underWay === 0 || this.#waiting.length >= this.#max) this.#schedule();
    });
  }

  /** Begins a batch when all that is asked for in this turn of the event loop is there. */
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
      // One that cannot be done must not take the others with it.
      else for (const one of batch) await this.#run([one]);
    }
  }
}
