// The job queue. Jobs are rows in the database: they are added in the transaction that causes them, survive every
// process, and are shared by any number of servers.
//
// A job runs at least once. Its worker holds a lease and extends it. If the worker dies, the lease expires and another
// worker takes over. A job writes its result in one transaction with `finish`, which the lease guards: if two workers
// believe that they hold a job, only one commits.

import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as turnEnds } from 'node:timers/promises';
import type { Transaction } from 'sequelize';
import { transaction } from '../../../models/connection.ts';
import { isDatabaseAway } from '../../../models/constraints.ts';
import { type ClaimedJob, type HeldJob, Job } from '../../../models/job.ts';
import type { Log } from '../log.ts';
import { currentTrace, type Tracing, tracedJob } from '../tracing/index.ts';
import { countsOf, shareOf } from '../turns.ts';

/** A job kind: its limits and its handler. */
export interface JobKind<Payload> {
  name: string;
  /** The maximum number of concurrent jobs of the kind on one server. */
  concurrency: number;
  /** The lease duration: after this time without an extension another worker takes the job. */
  leaseMs: number;
  /** The maximum number of attempts before `giveUp`. */
  maxAttempts: number;
  /** The backoff after the nth failed attempt. */
  retryDelayMs(attempt: number): number;
  /** The maximum number of concurrent jobs of one lane on one server, over all kinds. */
  perLane?: number;
  /**
   * Round robin over lanes: one job of each lane, the oldest first. While another lane waits, a lane gets no place beyond
   * half of `concurrency`. Cannot be combined with `perLane`.
   */
  lanesInTurn?: boolean;
  /** Runs the job. An exception counts as a failed attempt, except `Postpone`. */
  run(payload: Payload, context: JobContext): Promise<void>;
  /** Sets the final state of the job's subject, in the transaction that removes the job. */
  giveUp?(payload: Payload, reason: string, tx: Transaction): Promise<void>;
  /** For periodic jobs: the interval between runs. */
  repeatMs?: number;
  /**
   * For periodic jobs: returns true if a run has something to do. Otherwise the job stays due and nothing is written.
   */
  hasWork?(): Promise<boolean>;
}

export interface JobContext {
  id: string;
  /** The job with the token of its lease. */
  held: HeldJob;
  /** The lane of the job, or null. */
  lane: string | null;
  /** The number of the attempt, starting at 1. */
  attempt: number;
  /** Aborted when the server stops or the lease is lost. The result of the job does not count then. */
  signal: AbortSignal;
  /**
   * Removes the job in the transaction that writes its result. Throws a LeaseLostError if another worker holds the job.
   */
  finish(tx: Transaction): Promise<void>;
  /** Frees the job's place in its lane before the job ends: only its result remains to be written. */
  leaveLane(): void;
  /**
   * Continues the job as another kind at once, without counting an attempt. Throws a LeaseLostError if another worker
   * holds the job.
   */
  goOnAs(kind: string): Promise<void>;
  /** Declares that the handler has removed or released the job itself, by `held`, in a batch with others. */
  settled(): void;
}

/** Another worker holds the job, so this worker must not commit. */
export class LeaseLostError extends Error {}

/** Reschedules the job without counting a failed attempt. */
export class Postpone extends Error {
  readonly delayMs: number;

  constructor(delayMs: number, reason: string) {
    super(reason);
    this.delayMs = delayMs;
  }
}

export interface QueueMetrics {
  /** Records that a lease expired and another worker took the job over. */
  leaseExpired(kind: string): void;
}

const pollMs = 1000;
/** If all due jobs are of full lanes, the queue does not look for jobs of other lanes for this long. */
const quietMs = 50;

export class Queue {
  readonly #log: Log;
  readonly #metrics: QueueMetrics | undefined;
  readonly #tracing: Tracing | undefined;
  readonly #kinds = new Map<string, JobKind<unknown>>();
  /** Kind → the running jobs, each with its lane. */
  readonly #running = new Map<string, Map<Promise<void>, string | null>>();
  readonly #lanes = new Map<string, number>();
  /** Kind → the lane that was served last. */
  readonly #lastTurns = new Map<string, string | null>();
  readonly #stopping = new AbortController();
  /** Detaches jobs from the request that happened to wake the queue, so that they are not attributed to its caller. */
  readonly #onItsOwn = AsyncLocalStorage.snapshot();
  /** The abort controllers of the running jobs. */
  readonly #aborts = new Set<AbortController>();
  #timer: NodeJS.Timeout | undefined;
  #polling: Promise<void> | undefined;
  #again = false;
  /** Kind → the time until which all due jobs are assumed to be of full lanes. */
  readonly #quietUntil = new Map<string, number>();
  /** Kind → the time until which `hasWork` is not called again. */
  readonly #idleUntil = new Map<string, number>();
  #behind: NodeJS.Timeout | undefined;
  #nextBringForwardAt = 0;

  constructor(log: Log, metrics?: QueueMetrics, tracing?: Tracing) {
    this.#log = log;
    this.#metrics = metrics;
    this.#tracing = tracing;
  }

  /** Registers a job kind. Call it before `start`. */
  register<Payload>(kind: JobKind<Payload>): void {
    this.#kinds.set(kind.name, kind as JobKind<unknown>);
    this.#running.set(kind.name, new Map());
  }

  /**
   * Adds a job, in the given transaction if there is one. The job starts right after the commit. Adds nothing and returns
   * false if another job has the unique key. Jobs of one lane share the limit of their kind.
   */
  async add<Payload>(
    kind: Pick<JobKind<Payload>, 'name'>,
    payload: Payload,
    options: { transaction?: Transaction; delayMs?: number; uniqueKey?: string | null; lane?: string | null } = {},
  ): Promise<boolean> {
    const { transaction: tx, delayMs = 0, uniqueKey = null, lane = null } = options;
    const row = { kind: kind.name, payload: JSON.stringify(payload), uniqueKey, lane, delayMs };
    const added = await Job.add({ ...row, traceparent: currentTrace()?.traceparent ?? null }, tx ?? null);
    if (tx === undefined) this.#kickIn(delayMs);
    else tx.afterCommit(() => this.#kickIn(delayMs));
    return added;
  }

  /** Adds jobs with unique keys. `isMissing`: leaves out those whose keys are taken. Returns how many were added. */
  async addAll<Payload>(
    { name }: Pick<JobKind<Payload>, 'name'>,
    jobs: { payload: Payload; uniqueKey: string; lane?: string }[],
    tx: Transaction,
    options: { delayMs?: number; isMissing?: boolean } = {},
  ): Promise<number> {
    const rows = jobs.map(({ payload, ...rest }) => ({ payload: JSON.stringify(payload), ...rest }));
    tx.afterCommit(() => this.#kickIn(options.delayMs ?? 0));
    return Job.addAll(name, rows, tx, { ...options, traceparent: currentTrace()?.traceparent });
  }

  /** Removes jobs by their unique keys. A worker that runs one of them is aborted and cannot commit. */
  async removeAll(uniqueKeys: string[], tx: Transaction): Promise<void> {
    await Job.removeAll(uniqueKeys, tx);
  }

  /** Starts the workers. Adds the job of each periodic kind if it is missing. */
  async start(): Promise<void> {
    for (const { name, repeatMs } of this.#kinds.values())
      if (repeatMs !== undefined) await this.add({ name }, null, { uniqueKey: name });
    this.#timer = setInterval(() => this.kick(), pollMs);
    this.kick();
  }

  /** Returns the age of the longest due job of each kind, in milliseconds; 0 if none is due or none has work. */
  async backlog(): Promise<Map<string, number>> {
    const kinds = [...this.#kinds.values()];
    const ages = await Job.backlog(kinds.map(({ name }) => name));
    // A job without work stays due, so that an idle server writes nothing.
    for (const { name, hasWork } of kinds)
      if (hasWork !== undefined && ages.get(name) !== 0 && !(await hasWork())) ages.set(name, 0);
    return ages;
  }

  /** Looks for due jobs now. */
  kick(): void {
    if (this.#timer === undefined || this.#stopping.signal.aborted) return;
    if (this.#polling !== undefined) {
      this.#again = true;
      return;
    }
    // Claims at the end of this turn of the event loop, because jobs that end together free their places together.
    this.#polling = this.#onItsOwn(() => turnEnds().then(() => this.#poll()))
      .catch((error: unknown) => this.#complain(error, 'could not look for jobs'))
      .finally(() => {
        this.#polling = undefined;
        if (!this.#again) return;
        this.#again = false;
        this.kick();
      });
  }

  /** Claims no more jobs, aborts the running ones and waits until they have stopped. They are due again at once. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    clearTimeout(this.#behind);
    this.#timer = undefined;
    this.#stopping.abort();
    for (const abort of this.#aborts) abort.abort();
    await this.#polling;
    await Promise.all([...this.#running.values()].flatMap((jobs) => [...jobs.keys()]));
  }

  async #poll(): Promise<void> {
    // This poll serves all requests so far.
    this.#again = false;
    if (this.#stopping.signal.aborted) return;
    const now = performance.now();
    if (now >= this.#nextBringForwardAt) {
      this.#nextBringForwardAt = now + 60_000;
      await Job.bringForward([...this.#kinds.values()]);
    }
    const free = [...this.#kinds.values()].filter(
      (kind) => this.#free(kind) > 0 && (this.#idleUntil.get(kind.name) ?? 0) <= now,
    );
    if (free.length === 0) return;
    for (const name of await Job.dueKinds(free.map(({ name }) => name))) await this.#claim(name);
  }

  async #claim(name: string): Promise<void> {
    const kind = this.#kinds.get(name);
    const running = this.#running.get(name);
    if (kind === undefined || running === undefined) return;
    if (kind.hasWork !== undefined && !(await kind.hasWork())) {
      this.#idleUntil.set(name, performance.now() + (kind.repeatMs ?? pollMs));
      return;
    }
    const free = this.#free(kind);
    if (kind.lanesInTurn === true) {
      const jobs = await Job.claimInTurn(name, free, kind.leaseMs, {
        last: this.#lastTurns.get(name),
        inUse: countsOf(running.values()),
        share: shareOf(kind.concurrency),
      });
      for (const job of jobs) {
        this.#lastTurns.set(name, job.lane);
        this.#begin(kind, job, running);
      }
      return;
    }
    const lanes = kind.perLane === undefined ? undefined : { limit: kind.perLane, inUse: this.#lanes };
    const { jobs, crowded } = await Job.claim(name, free, kind.leaseMs, lanes);
    for (const job of jobs) this.#begin(kind, job, running);
    if (jobs.length === 0) this.#quietUntil.set(name, performance.now() + quietMs);
    // One lane's jobs hid the others. The lane is full now, so the next claim skips it.
    if (jobs.length > 0 && crowded) this.#lookBehind(name);
  }

  /** Polls again, now or after the quiet time. */
  #lookBehind(name: string): void {
    const waitMs = (this.#quietUntil.get(name) ?? 0) - performance.now();
    if (waitMs <= 0) this.#again = true;
    else if (this.#behind === undefined) {
      this.#behind = setTimeout(() => {
        this.#behind = undefined;
        this.kick();
      }, waitMs).unref();
    }
  }

  #free({ name, concurrency }: JobKind<unknown>): number {
    return concurrency - (this.#running.get(name)?.size ?? 0);
  }

  #occupy(lane: string | null, places: 1 | -1): void {
    if (lane === null) return;
    const used = (this.#lanes.get(lane) ?? 0) + places;
    if (used === 0) this.#lanes.delete(lane);
    else this.#lanes.set(lane, used);
  }

  #begin(kind: JobKind<unknown>, job: ClaimedJob, running: Map<Promise<void>, string | null>): void {
    if (job.takenOver) this.#metrics?.leaseExpired(kind.name);
    this.#occupy(job.lane, 1);
    let inLane = true;
    const leaveLane = (): void => {
      if (inLane) this.#occupy(job.lane, -1);
      inLane = false;
    };
    const work = this.#work(kind, job, leaveLane)
      .catch((error: unknown) =>
        this.#complain(error, `job ${job.id} could not be released: another worker takes it when its lease expires`),
      )
      .finally(() => {
        running.delete(work);
        leaveLane();
        // A place is free, so poll for more jobs.
        this.kick();
      });
    running.set(work, job.lane);
  }

  async #work(kind: JobKind<unknown>, job: ClaimedJob, leaveLane: () => void): Promise<void> {
    // This job has killed its workers as often as allowed, and must not kill this one too.
    if (kind.repeatMs === undefined && job.attempts > kind.maxAttempts) {
      return this.#giveUp(kind, job, job.lastError ?? 'its worker died');
    }
    // AbortSignal.any with one signal for all jobs is too slow for thousands of jobs per second.
    const abort = new AbortController();
    this.#aborts.add(abort);
    if (this.#stopping.signal.aborted) abort.abort();
    const heartbeat = setInterval(() => void this.#extend(kind, job, abort), kind.leaseMs / 3);
    let finished = false;
    const context: JobContext = {
      id: job.id,
      held: job,
      lane: job.lane,
      attempt: job.attempts,
      signal: abort.signal,
      leaveLane,
      finish: async (tx) => {
        if (!(await Job.finish(job, tx))) throw new LeaseLostError(`Another worker holds the job ${job.id}`);
        finished = true;
      },
      goOnAs: async (other) => {
        await transaction(async (tx) => {
          if (!(await Job.lockHeld([job], tx)).has(job.id))
            throw new LeaseLostError(`Another worker holds the job ${job.id}`);
          await Job.moveMany([{ id: job.id, kind: other, delayMs: 0 }], tx);
        });
        finished = true;
      },
      settled: () => {
        finished = true;
      },
    };
    try {
      await tracedJob(this.#tracing, job, () => kind.run(JSON.parse(job.payload), context));
      if (finished) return;
      if (kind.repeatMs === undefined) await Job.finish(job);
      else await this.#postpone(job, kind.repeatMs, null);
    } catch (error) {
      await this.#failed(kind, job, error);
    } finally {
      clearInterval(heartbeat);
      this.#aborts.delete(abort);
    }
  }

  async #failed(kind: JobKind<unknown>, job: ClaimedJob, error: unknown): Promise<void> {
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

  async #postpone(
    job: ClaimedJob,
    delayMs: number,
    reason: string | null,
    options?: { counted: boolean },
  ): Promise<void> {
    await Job.postpone(job, delayMs, reason, options);
    this.#kickIn(delayMs);
  }

  /** Polls when a job becomes due, if that is before the next poll of the timer. */
  #kickIn(delayMs: number): void {
    if (delayMs === 0) this.kick();
    else if (delayMs < pollMs && !this.#stopping.signal.aborted) setTimeout(() => this.kick(), delayMs).unref();
  }

  async #giveUp(kind: JobKind<unknown>, job: ClaimedJob, reason: string): Promise<void> {
    await transaction(async (tx) => {
      if (!(await Job.finish(job, tx))) return;
      await kind.giveUp?.(JSON.parse(job.payload), reason, tx);
    });
  }

  async #extend(kind: JobKind<unknown>, job: ClaimedJob, abort: AbortController): Promise<void> {
    try {
      if (!(await Job.extend(job, kind.leaseMs))) abort.abort();
    } catch (error) {
      this.#complain(error, `could not extend the lease of job ${job.id}`);
    }
  }

  #complain(error: unknown, what: string): void {
    this.#log.warn({ err: error }, what);
  }
}
