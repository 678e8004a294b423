// Measures the work on a file. Readers have a low priority, so a busy machine lets them wait for a CPU. That time does
// not count: otherwise files would fail, or lose their turn, because the server is busy with other work.

import { readFile } from 'node:fs/promises';

const pageBytes = 4096;
/** The unit of CPU time in /proc: USER_HZ is 100 on every architecture of Linux that Node runs on. */
const tickMs = 10;

export interface Usage {
  cpuMs: number;
  residentBytes: number;
}

/**
 * Returns the CPU time of a process since its start, and its resident memory. Returns undefined if the process has
 * ended, and on systems without /proc.
 */
export async function usageOf(pid: number | undefined): Promise<Usage | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (stat === undefined) return undefined;
  // The name of the program, in parentheses, may have spaces. The fields after it are numbered as in proc(5), from 3.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const field = (number: number): number => Number(fields[number - 3]);
  return { cpuMs: (field(14) + field(15)) * tickMs, residentBytes: field(24) * pageBytes };
}

/** The clock of one file. It starts when a reader begins with the file. */
export class WorkClock {
  readonly #pid: number | undefined;
  readonly #cpuBeforeMs: number | undefined;
  readonly #startedAt = performance.now();
  #readerMs = 0;
  #askedAt: number | undefined;

  private constructor(pid: number | undefined, cpuBeforeMs: number | undefined) {
    this.#pid = pid;
    this.#cpuBeforeMs = cpuBeforeMs;
  }

  static async start(pid: number | undefined): Promise<WorkClock> {
    return new WorkClock(pid, (await usageOf(pid))?.cpuMs);
  }

  /** True while the server waits for the reader. */
  get isWaiting(): boolean {
    return this.#askedAt !== undefined;
  }

  /** Starts to count the time in which the server waits for the reader. */
  asked(): void {
    this.#askedAt = performance.now();
  }

  /** Stops counting the time in which the server waits for the reader. */
  answered(): void {
    this.#readerMs = this.#elapsedReaderMs();
    this.#askedAt = undefined;
  }

  /** Returns the reader's CPU time for the file. Without /proc, the time that the server has waited for the reader. */
  readMs(usage: Usage | undefined): number {
    if (usage === undefined || this.#cpuBeforeMs === undefined) return this.#elapsedReaderMs();
    return usage.cpuMs - this.#cpuBeforeMs;
  }

  /** Returns the time since the start, without the time that the reader has waited for a CPU. */
  async workedMs(): Promise<number> {
    const readMs = this.readMs(await usageOf(this.#pid));
    const readerMs = this.#elapsedReaderMs();
    return performance.now() - this.#startedAt - readerMs + Math.min(readMs, readerMs);
  }

  #elapsedReaderMs(): number {
    return this.#readerMs + (this.#askedAt === undefined ? 0 : performance.now() - this.#askedAt);
  }
}
