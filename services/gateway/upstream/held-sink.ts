import type { ByteSink } from '../../platform/index.ts';

/** Passes everything on to another sink. What is written during `hold` waits until the promise is settled. */
export class HeldSink implements ByteSink {
  readonly #to: ByteSink;
  readonly #resume: () => void;
  #held: (() => boolean)[] | undefined;

  /** @param resume continues the stream after a hold. */
  constructor(to: ByteSink, resume: () => void) {
    this.#to = to;
    this.#resume = resume;
  }

  hold(until: Promise<unknown>): void {
    this.#held = [];
    const release = (): void => {
      const held = this.#held ?? [];
      this.#held = undefined;
      let takes = true;
      for (const step of held) takes = step();
      if (takes) this.#resume();
    };
    until.then(release, release);
  }

  /** Forgets what waits, because nobody reads it. */
  drop(): void {
    if (this.#held !== undefined) this.#held = [() => false];
  }

  write(chunk: Uint8Array): boolean {
    if (this.#held === undefined) return this.#to.write(chunk);
    this.#held.push(() => this.#to.write(chunk));
    return false;
  }

  end(): void {
    this.#last(() => this.#to.end());
  }

  fail(): void {
    this.#last(() => this.#to.fail());
  }

  /** The stream does not continue after this step. */
  #last(step: () => void): void {
    const last = (): false => {
      step();
      return false;
    };
    if (this.#held === undefined) last();
    else this.#held.push(last);
  }
}
