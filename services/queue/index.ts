// The one queue of the house: background work as rows in the database, so that it is added in the transaction that
// causes it, survives any process, and is shared by any number of servers.
//
// A job runs at least once. Its worker holds a lease and keeps extending it; a worker that dies lets it run out, and
// another takes over. What a job changes in the end it changes in one transaction with `finish`, which the lease guards:
// of two workers that believe they hold a job, one commits.

import type { Transaction } from 'sequelize';
import { transaction } from '../../models/connection.ts';
import { isDatabaseAway } from '../../models/constraints.ts';
import { Job, type JobRow } from '../../models/job.ts';
import type { Log } from '../log.ts';

/** What a job kind is, and how its jobs are done. */
export interface JobKind<Payload> {
  name: string;
  /** Jobs of the kind that one server works on at a time. */
  concurrency: number;
  /** How long a worker may be silent before another takes its job. */
  leaseMs: number;
  /** Tries, before `giveUp`. */
  maxAttempts: number;
  /** How long to wait after the nth failed try. */
  retryDelayMs(attempt: number): number;
  /** Does the work. What it throws is a failed try; a `Postpone` is none. */
  run(payload: Payload, context: JobContext): Promise<void>;
  /** Brings what the job was about into its last state, in the transaction that removes the job. */
  giveUp?(payload: Payload, reason: string, inside: Transaction): Promise<void>;
  /** A job that is never done: after each run it is due again this much later. */
  repeatMs?: number;
}

export interface JobContext {
  id: string;
  /** 1 for the first try. */
  attempt: number;
  /** Aborted when the server stops or the lease is lost: the work's result will not count. */
  signal: AbortSignal;
  /** Removes the job in the transaction that writes its result. Throws a LeaseLostError where it is another's by now. */
  finish(inside: Transaction): Promise<void>;
}

/** Another worker has the job: what this one did must not be committed. */
export class LeaseLostError extends Error {}

/** Not now: due again later, and not counted as a failure. */
export class Postpone extends Error {
  readonly delayMs: number;

  constructor(delayMs: number, reason: string) {
    super(reason);
    this.delayMs = delayMs;
  }
}

const pollMs = 1000;

export class Queue {
  readonly #log: Log;
  readonly #kinds = new Map<string, JobKind<unknown>>();
  readonly #running = new Map<string, Set<Promise<void>>>();
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #polling: Promise<void> | undefined;
  #again = false;

  constructor(log: Log) {
    this.#log = log;
  }

  /** Makes a kind known, before `start`. */
  register<Payload>(kind: JobKind<Payload>): void {
    this.#kinds.set(kind.name, kind as JobKind<unknown>);
    this.#running.set(kind.name, new Set());
  }

  /**
   * Adds a job, in the transaction of what caused it where one is given. It starts at once after the commit.
   * With a unique key that another job has, adds nothing.
   */
  async add<Payload>(
    kind: Pick<JobKind<Payload>, 'name'>,
    payload: Payload,
    {
      inside,
      delayMs = 0,
      uniqueKey = null,
    }: { inside?: Transaction; delayMs?: number; uniqueKey?: string | null } = {},
  ): Promise<void> {
    await Job.add({ kind: kind.name, payload: JSON.stringify(payload), uniqueKey, delayMs }, inside ?? null);
    if (inside === undefined) this.kick();
    else inside.afterCommit(() => this.kick());
  }

  /** Adds jobs with unique keys that no job has, in the transaction of what caused them. */
  async addAll<Payload>(
    kind: Pick<JobKind<Payload>, 'name'>,
    jobs: { payload: Payload; uniqueKey: string }[],
    inside: Transaction,
  ): Promise<void> {
    const rows = jobs.map(({ payload, uniqueKey }) => ({ payload: JSON.stringify(payload), uniqueKey }));
    await Job.addAll(kind.name, rows, inside);
    inside.afterCommit(() => this.kick());
  }

  /** Takes jobs back by their unique keys. A worker that is at one of them is told, and cannot commit. */
  async removeAll(uniqueKeys: string[], inside: Transaction): Promise<void> {
    await Job.removeAll(uniqueKeys, inside);
  }

  /** Begins to work. Kinds that repeat get their one job, unless it is there. */
  async start(): Promise<void> {
    for (const { name, repeatMs } of this.#kinds.values()) {
      if (repeatMs !== undefined) await this.add({ name }, null, { uniqueKey: name });
    }
    this.#timer = setInterval(() => this.kick(), pollMs);
    this.kick();
  }

  /** Looks for due jobs now. */
  kick(): void {
    if (this.#timer === undefined || this.#stopping.signal.aborted) return;
    if (this.#polling !== undefined) {
      this.#again = true;
      return;
    }
    this.#polling = this.#poll()
      .catch((error: unknown) => this.#complain(error, 'could not look for jobs'))
      .finally(() => {
        this.#polling = undefined;
        if (!this.#again) return;
        this.#again = false;
        this.kick();
      });
  }

  /** Takes no more jobs, tells the running ones to stop, and waits until they have. Their jobs are due again at once. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#stopping.abort();
    await this.#polling;
    await Promise.all([...this.#running.values()].flatMap((jobs) => [...jobs]));
  }

  async #poll(): Promise<void> {
    for (const name of await Job.dueKinds()) {
      const kind = this.#kinds.get(name);
      const running = this.#running.get(name);
      if (kind === undefined || running === undefined) continue;
      const free = kind.concurrency - running.size;
      if (free <= 0) continue;
      for (const job of await Job.claim(name, free, kind.leaseMs)) this.#begin(kind, job, running);
    }
  }

  #begin(kind: JobKind<unknown>, job: JobRow, running: Set<Promise<void>>): void {
    const work = this.#work(kind, job)
      .catch((error: unknown) => this.#complain(error, `job ${job.id} was left to its lease`))
      .finally(() => {
        running.delete(work);
        // A place is free: there may be more to do.
        this.kick();
      });
    running.add(work);
  }

  async #work(kind: JobKind<unknown>, job: JobRow): Promise<void> {
    // It took its workers with it as often as it may: it must not take this one too.
    if (kind.repeatMs === undefined && job.attempts > kind.maxAttempts) {
      return this.#giveUp(kind, job, job.lastError ?? 'its worker died');
    }
    const lost = new AbortController();
    const signal = AbortSignal.any([lost.signal, this.#stopping.signal]);
    const heartbeat = setInterval(() => void this.#extend(kind, job, lost), kind.leaseMs / 3);
    let finished = false;
    const context: JobContext = {
      id: job.id,
      attempt: job.attempts,
      signal,
      finish: async (inside) => {
        if (!(await Job.finish(job, inside))) throw new LeaseLostError(`Job ${job.id} is another worker's`);
        finished = true;
      },
    };
    try {
      await kind.run(JSON.parse(job.payload), context);
      if (finished) return;
      if (kind.repeatMs === undefined) await Job.finish(job);
      else await this.#postpone(job, kind.repeatMs, null);
    } catch (error) {
      await this.#failed(kind, job, error);
    } finally {
      clearInterval(heartbeat);
    }
  }

  async #failed(kind: JobKind<unknown>, job: JobRow, error: unknown): Promise<void> {
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof LeaseLostError) return;
    if (error instanceof Postpone || this.#stopping.signal.aborted) {
      return this.#postpone(job, error instanceof Postpone ? error.delayMs : 0, reason, { counted: false });
    }
    this.#log.warn({ job: job.id, kind: kind.name, attempt: job.attempts, err: error }, 'a job failed');
    if (kind.repeatMs !== undefined) {
      await this.#postpone(job, kind.repeatMs, reason);
    } else if (job.attempts < kind.maxAttempts || isDatabaseAway(error)) {
      await this.#postpone(job, kind.retryDelayMs(job.attempts), reason);
    } else {
      await this.#giveUp(kind, job, reason);
    }
  }

  async #postpone(job: JobRow, delayMs: number, reason: string | null, options?: { counted: boolean }): Promise<void> {
    await Job.postpone(job, delayMs, reason, options);
    // Sooner than the next look of the timer.
    if (delayMs < pollMs && !this.#stopping.signal.aborted) setTimeout(() => this.kick(), delayMs).unref();
  }

  async #giveUp(kind: JobKind<unknown>, job: JobRow, reason: string): Promise<void> {
    await transaction(async (inside) => {
      if (!(await Job.finish(job, inside))) return;
      await kind.giveUp?.(JSON.parse(job.payload), reason, inside);
    });
  }

  async #extend(kind: JobKind<unknown>, job: JobRow, lost: AbortController): Promise<void> {
    try {
      if (!(await Job.extend(job, kind.leaseMs))) lost.abort();
    } catch (error) {
      this.#complain(error, `could not extend the lease of job ${job.id}`);
    }
  }

  #complain(error: unknown, what: string): void {
    this.#log.warn({ err: error }, what);
  }
}
