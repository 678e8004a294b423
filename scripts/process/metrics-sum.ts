// The metrics of all processes of one server as one.

import type { Worker } from 'node:cluster';
import { type ProcessMetrics, sumOfMetrics } from '../../services/platform/index.ts';
import type { FromProcess, ToProcess } from './messages.ts';

/** A process that does not answer within this time is left out with its last known values. */
const patienceMs = 2000;

export class MetricsSum {
  /** The last known metrics of each running process, by its id. */
  readonly #last = new Map<number, ProcessMetrics>();
  /** The counts of processes that have ended. Without them a sum would fall, and a scraper would take that for a restart. */
  #ended: ProcessMetrics = [];
  readonly #waiting = new Map<number, () => void>();
  #asked = 0;

  /** Returns the sum as text. */
  async text(processes: readonly Worker[]): Promise<string> {
    await Promise.all(processes.map((one) => this.#ask(one)));
    return sumOfMetrics([...this.#last.values(), this.#ended]).metrics();
  }

  take({ id }: Worker, answer: Extract<FromProcess, { kind: 'own' }>): void {
    this.#last.set(id, answer.metrics);
    this.#waiting.get(answer.id)?.();
  }

  /** Keeps the counts of a process that has ended. */
  async leave({ id }: Worker): Promise<void> {
    const counts = this.#last.get(id)?.filter(({ type }) => isCount(String(type))) ?? [];
    this.#last.delete(id);
    this.#ended = await sumOfMetrics([this.#ended, counts]).getMetricsAsJSON();
  }

  #ask(one: Worker): Promise<void> {
    this.#asked += 1;
    const id = this.#asked;
    return new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, patienceMs);
      this.#waiting.set(id, () => {
        clearTimeout(timer);
        resolve();
      });
      one.send({ kind: 'own?', id } satisfies ToProcess, () => undefined);
    }).finally(() => this.#waiting.delete(id));
  }
}

function isCount(type: string): boolean {
  return type === 'counter' || type === 'histogram';
}
