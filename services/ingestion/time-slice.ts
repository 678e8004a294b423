// Time slices of ingestion: a long file yields its worker when files of other projects wait.

import { Job } from '../../models/job.ts';
import { ingestFile } from '../stores/index.ts';

/** Nearly every file is finished within this time. */
const sliceMs = 1500;
const checkMs = 500;

/** The time slice of one file: over when `sliceMs` have passed since `begin` and another project's file waits. */
export class TimeSlice {
  /** Aborted when the slice is over or the worker stops. */
  readonly signal: AbortSignal;
  readonly #over = new AbortController();
  readonly #lane: string | null;
  #timer: NodeJS.Timeout | undefined;

  /** @param lane the file's project; null: the file yields to nobody. */
  constructor(lane: string | null, stopping: AbortSignal) {
    this.signal = AbortSignal.any([stopping, this.#over.signal]);
    this.#lane = lane;
  }

  /** Starts the clock, when a reader begins with the file: waiting for a reader does not count. */
  begin(): void {
    if (this.#lane !== null && this.#timer === undefined) this.#checkIn(sliceMs, this.#lane);
  }

  get isOver(): boolean {
    return this.#over.signal.aborted;
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #checkIn(ms: number, lane: string): void {
    this.#timer = setTimeout(() => void this.#check(lane), ms);
  }

  async #check(lane: string): Promise<void> {
    // A failed query counts as no; the next check asks again.
    const othersAreWaiting = await Job.othersAreWaiting(ingestFile.name, lane).catch(() => false);
    if (this.#timer === undefined) return;
    if (othersAreWaiting) this.#over.abort();
    else this.#checkIn(checkMs, lane);
  }
}
