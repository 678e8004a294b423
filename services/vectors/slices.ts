// The turns of a search thread. Long searches and loads work in slices of a few milliseconds, and wait for a turn before
// each. Projects take turns, so that a project with many long searches delays the others by one slice only.

export class Slices {
  /** By project, in the order of their turns: the slices that wait. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #isScheduled = false;

  /** Waits for the project's next turn. At least one turn of the event loop comes before it. */
  next(project: string): Promise<void> {
    return new Promise((resolve) => {
      const slices = this.#waiting.get(project);
      if (slices === undefined) this.#waiting.set(project, [resolve]);
      else slices.push(resolve);
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#isScheduled || this.#waiting.size === 0) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      const [first] = this.#waiting;
      if (first === undefined) return;
      const [project, slices] = first;
      this.#waiting.delete(project);
      const begin = slices.shift();
      if (slices.length > 0) this.#waiting.set(project, slices);
      begin?.();
      this.#schedule();
    });
  }
}
