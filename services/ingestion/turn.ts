// How long a file may keep a place that others wait for.

import { Job } from '../../models/job.ts';
import { ingestFile } from '../stores/index.ts';

/** Nearly every file is through by then. */
const turnMs = 1500;
const lookMs = 500;

/** The turn of one file: from `begin` on, it is over when it has taken its time and another project's file waits. */
export class Turn {
  /** Aborted when the turn is over, or the work is to stop for another reason. */
  readonly signal: AbortSignal;
  readonly #over = new AbortController();
  readonly #lane: string | null;
  #timer: NodeJS.Timeout | undefined;

  /** @param lane whose file it is; null: it gives way to nobody. */
  constructor(lane: string | null, stopping: AbortSignal) {
    this.signal = AbortSignal.any([stopping, this.#over.signal]);
    this.#lane = lane;
  }

  /** The file is being read: what it has waited for until now is not its fault. */
  begin(): void {
    if (this.#lane !== null && this.#timer === undefined) this.#lookIn(turnMs, this.#lane);
  }

  get isOver(): boolean {
    return this.#over.signal.aborted;
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #lookIn(ms: number, lane: string): void {
    this.#timer = setTimeout(() => void this.#look(lane), ms);
  }

  async #look(lane: string): Promise<void> {
    // A database that does not answer is asked again.
    const othersWait = await Job.othersWait(ingestFile.name, lane).catch(() => false);
    if (this.#timer === undefined) return;
    if (othersWait) this.#over.abort();
    else this.#lookIn(lookMs, lane);
  }
}
