// Time slices of ingestion: a long file yields its worker when files of other projects wait.

import { Job } from '../../models/job.ts';
import { ingestFile } from '../stores/index.ts';
import type { WorkClock } from './work-clock.ts';

/** Nearly every file is finished within this time of work. */
export const sliceMs = 1500;
const checkMs = 500;

/** The time slice of one file: over after `sliceMs` of work on the file, if another project's file waits. */
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

  /** Starts the slice, when a reader begins with the file: waiting for a reader does not count. */
  begin(clock: WorkClock): void {
    if (this.#lane !== null && this.#timer === undefined) this.#checkIn(sliceMs, this.#lane, clock);
  }

  get isOver(): boolean {
    return this.#over.signal.aborted;
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #checkIn(ms: number, lane: string, clock: WorkClock): void {
    this.#timer = setTimeout(() => void this.#check(lane, clock), ms);
  }

  async #check(lane: string, clock: WorkClock): Promise<void> {
    // A failed query counts as no; the next check asks again.
    const isOver =
      (await clock.workedMs()) >= sliceMs && (await Job.otherLanesAreDue(ingestFile.name, lane).catch(() => false));
    if (this.#timer === undefined) return;
    if (isOver) this.#over.abort();
    else this.#checkIn(checkMs, lane, clock);
  }
}
