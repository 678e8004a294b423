// The one queue of the house: background work as rows in the database, so that it is added in the transaction that
// causes it, survives any process, and is shared by any number of servers.
//
// A job runs at least once. Its worker holds a lease and keeps extending it; a worker that dies lets it run out, and
// another takes over. What a job changes in the end it changes in one transaction with `finish`, which the lease guards:
// of two workers that believe they hold a job, one commits.

import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as turnEnds } from 'node:timers/promises';
import type { Transaction } from 'sequelize';
import { transaction } from '../../../models/connection.ts';
import { isDatabaseAway } from '../../../models/constraints.ts';
import { type ClaimedJob, type HeldJob, Job } from '../../../models/job.ts';
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
  /** Jobs of one lane that one server works on at a time, of this kind and all others together. */
  perLane?: number;
  /** Lanes take turns: one job of each, whichever has waited longest in it. Not with `perLane`. */
  lanesInTurn?: boolean;
  /** Does the work. What it throws is a failed try; a `Postpone` is none. */
  run(payload: Payload, context: JobContext): Promise<void>;
  /** Brings what the job was about into its last state, in the transaction that removes the job. */
  giveUp?(payload: Payload, reason: string, inside: Transaction): Promise<void>;
  /** A job that is never done: after each run it is due again this much later. */
  repeatMs?: number;
  /** Of one that repeats: whether a run would find something to do. Where not, the job stays due, and nothing is written. */
  hasWork?(): Promise<boolean>;
}

export interface JobContext {
  id: string;
  /** The job, with the proof that it is this worker's. */
  held: HeldJob;
  /** The job's, where it has one. */
  lane: string | null;
  /** 1 for the first try. */
  attempt: number;
  /** Aborted when the server stops or the lease is lost: the work's result will not count. */
  signal: AbortSignal;
  /** Removes the job in the transaction that writes its result. Throws a LeaseLostError where it is another's by now. */
  finish(inside: Transaction): Promise<void>;
  /** Tells that the job gets in nobody's way in its lane any more: what is left is to write down what came of it. */
  leaveLane(): void;
  /**
   * Gives the job back, to go on as another kind at once, with no try counted. Throws a LeaseLostError where it is another's
   * by now.
   */
  goOnAs(kind: string): Promise<void>;
  /** Tells that the work has removed the job, or given it back, by itself: with `held`, together with many others. */
  settled(): void;
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

/** What the queue tells of itself. */
export interface QueueMetrics {
  /** A job's worker died, or was too slow: another has taken it over. */
  leaseExpired(kind: string): void;
}

const pollMs = 1000;
/** For how long, where all that is due is of full lanes, nobody looks behind their crowds. */
const quietMs = 50;

export class Queue {
  readonly #log: Log;
  readonly #metrics: QueueMetrics | undefined;
  readonly #kinds = new Map<string, JobKind<unknown>>();
  readonly #running = new Map<string, Set<Promise<void>>>();
  readonly #lanes = new Map<string, number>();
  /** Kind → the lane whose turn was the last. */
  readonly #lastTurns = new Map<string, string | null>();
  readonly #stopping = new AbortController();
  /** A job is not the work of the call that happened to wake the queue: it must not be noted as that caller's. */
  readonly #onItsOwn = AsyncLocalStorage.snapshot();
  /** Of the jobs at work. */
  readonly #aborts = new Set<AbortController>();
  #timer: NodeJS.Timeout | undefined;
  #polling: Promise<void> | undefined;
  #again = false;
  /** Kind → until when all that is due is of full lanes, by the last look. */
  readonly #quietUntil = new Map<string, number>();
  /** Kind → until when it is not asked again whether it has work. */
  readonly #idleUntil = new Map<string, number>();
  #behind: NodeJS.Timeout | undefined;

  constructor(log: Log, metrics?: QueueMetrics) {
    this.#log = log;
    this.#metrics = metrics;
  }

  /** Makes a kind known, before `start`. */
  register<Payload>(kind: JobKind<Payload>): void {
    this.#kinds.set(kind.name, kind as JobKind<unknown>);
    this.#running.set(kind.name, new Set());
  }

  /**
   * Adds a job, in the transaction of what caused it where one is given. It starts at once after the commit.
   * With a unique key that another job has, adds nothing. Jobs of one lane share the limit of their kind.
   */
  async add<Payload>(
    kind: Pick<JobKind<Payload>, 'name'>,
    payload: Payload,
    {
      inside,
      delayMs = 0,
      uniqueKey = null,
      lane = null,
    }: { inside?: Transaction; delayMs?: number; uniqueKey?: string | null; lane?: string | null } = {},
  ): Promise<void> {
    await Job.add({ kind: kind.name, payload: JSON.stringify(payload), uniqueKey, lane, delayMs }, inside ?? null);
    if (inside === undefined) this.#kickIn(delayMs);
    else inside.afterCommit(() => this.#kickIn(delayMs));
  }

  /** Adds jobs with unique keys that no job has, in the transaction of what caused them. */
  async addAll<Payload>(
    kind: Pick<JobKind<Payload>, 'name'>,
    jobs: { payload: Payload; uniqueKey: string; lane?: string }[],
    inside: Transaction,
  ): Promise<void> {
    const rows = jobs.map(({ payload, ...rest }) => ({ payload: JSON.stringify(payload), ...rest }));
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
    // What ends together makes places together: so the claim comes after this turn of the event loop.
    this.#polling = this.#onItsOwn(() => turnEnds().then(() => this.#poll()))
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
    clearTimeout(this.#behind);
    this.#timer = undefined;
    this.#stopping.abort();
    for (const abort of this.#aborts) abort.abort();
    await this.#polling;
    await Promise.all([...this.#running.values()].flatMap((jobs) => [...jobs]));
  }

  async #poll(): Promise<void> {
    // All that has asked for it by now is served by this one.
    this.#again = false;
    if (this.#stopping.signal.aborted) return;
    const now = performance.now();
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
      const jobs = await Job.claimInTurn(name, free, kind.leaseMs, this.#lastTurns.get(name));
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
    // What kept others out was one lane's crowd: now that the lane is full, the others come to light.
    if (jobs.length > 0 && crowded) this.#lookBehind(name);
  }

  /** Looks again, now or after the quiet. */
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

  #begin(kind: JobKind<unknown>, job: ClaimedJob, running: Set<Promise<void>>): void {
    if (job.takenOver) this.#metrics?.leaseExpired(kind.name);
    this.#occupy(job.lane, 1);
    let inLane = true;
    const leaveLane = (): void => {
      if (inLane) this.#occupy(job.lane, -1);
      inLane = false;
    };
    const work = this.#work(kind, job, leaveLane)
      .catch((error: unknown) => this.#complain(error, `job ${job.id} was left to its lease`))
      .finally(() => {
        running.delete(work);
        leaveLane();
        // A place is free: there may be more to do.
        this.kick();
      });
    running.add(work);
  }

  async #work(kind: JobKind<unknown>, job: ClaimedJob, leaveLane: () => void): Promise<void> {
    // It took its workers with it as often as it may: it must not take this one too.
    if (kind.repeatMs === undefined && job.attempts > kind.maxAttempts) {
      return this.#giveUp(kind, job, job.lastError ?? 'its worker died');
    }
    // Not AbortSignal.any with one for all: that is dear, for each of thousands of jobs in a second.
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
      finish: async (inside) => {
        if (!(await Job.finish(job, inside))) throw new LeaseLostError(`Job ${job.id} is another worker's`);
        finished = true;
      },
      goOnAs: async (other) => {
        await transaction(async (inside) => {
          if (!(await Job.lockHeld([job], inside)).has(job.id))
            throw new LeaseLostError(`Job ${job.id} is another worker's`);
          await Job.moveMany([{ id: job.id, kind: other, delayMs: 0 }], inside);
        });
        finished = true;
      },
      settled: () => {
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

  /** Looks for a job when it is due, where that is sooner than the next look of the timer. */
  #kickIn(delayMs: number): void {
    if (delayMs === 0) this.kick();
    else if (delayMs < pollMs && !this.#stopping.signal.aborted) setTimeout(() => this.kick(), delayMs).unref();
  }

  async #giveUp(kind: JobKind<unknown>, job: ClaimedJob, reason: string): Promise<void> {
    await transaction(async (inside) => {
      if (!(await Job.finish(job, inside))) return;
      await kind.giveUp?.(JSON.parse(job.payload), reason, inside);
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
