// The job queue. A job is due at a time of the database's clock. A claim moves the due time to the end of a lease, so
// one index finds new jobs, jobs that wait for a retry, and jobs of a dead worker. The worker proves its lease with a
// token. The lease is lost when another worker claims the job.

import { QueryTypes, type Transaction } from 'sequelize';
import { database, select, sqlForUpdate, sqlNowMs, sqlSkipLocked, transaction } from './connection.ts';
import { createdAt, newId } from './ids.ts';
import { chooseInTurn, claimed, type FoundJob, type LaneTurns } from './job-turns.ts';
import { changeIn, rowsIn, sqlList } from './statements.ts';
import { integer, nullable, primaryKey, type RowOf, table, text } from './table.ts';

const rowsPerStatement = 500;
/** The number of due jobs that a claim with lanes reads, in addition to twice the free room of the lanes in use. */
const minLook = 64;

export type JobRow = RowOf<Job>;

/** A job that a worker has leased, with the token of the lease. */
export type HeldJob = Pick<JobRow, 'id' | 'lease'>;

export interface ClaimedJob extends FoundJob {
  /** True if another worker had leased the job and let the lease expire. */
  takenOver: boolean;
}

/** The number of jobs of each lane that this worker holds. It may hold `limit` jobs of each lane. */
export interface Lanes {
  limit: number;
  inUse: ReadonlyMap<string, number>;
}

/** The result of a claim. */
export interface Claim {
  jobs: ClaimedJob[];
  /** True if full lanes used up most of the jobs that the claim read. Jobs of other lanes may be due behind those. */
  crowded: boolean;
}

/** The next step of a job: the new kind and the delay. */
export interface Move {
  id: string;
  kind: string;
  delayMs: number;
}

interface AddOptions {
  traceparent?: string | null | undefined;
  delayMs?: number;
  /** Leaves out jobs whose unique keys are taken. */
  isMissing?: boolean;
}

/** A background job. */
export class Job extends table('jobs', {
  id: primaryKey(text()),
  kind: text(),
  /** JSON text. */
  payload: text(),
  /** Unique: a second job with the same key is not added. */
  uniqueKey: nullable(text()),
  /** The concurrency group of the job. A worker limits how many jobs of one lane it holds. */
  lane: nullable(text()),
  dueAt: integer(),
  lease: nullable(text()),
  attempts: integer(),
  lastError: nullable(text()),
  createdAt: integer(),
  /** The W3C trace context of the work that added the job. */
  traceparent: nullable(text()),
}) {
  /** Adds a job that is due in `delayMs`. Returns false and adds nothing if the unique key is taken. */
  static async add(
    fields: {
      kind: string;
      payload: string;
      uniqueKey: string | null;
      delayMs: number;
      lane?: string | null;
      traceparent?: string | null;
    },
    tx: Transaction | null,
  ): Promise<boolean> {
    const id = newId('job');
    const { kind, payload, uniqueKey, delayMs, lane = null, traceparent = null } = fields;
    // IGNORE only for jobs with a unique key, because it also hides other errors.
    const insert = uniqueKey === null ? 'INSERT' : insertMissing();
    const [, added] = await database().sequelize.query(
      `${insert} INTO jobs (id, kind, payload, unique_key, lane, due_at, lease, attempts, last_error, created_at, traceparent) ` +
        `VALUES ($id, $kind, $payload, $uniqueKey, $lane, ${sqlNowMs()} + $delayMs, NULL, 0, NULL, $createdAt, $traceparent)`,
      {
        bind: { id, kind, payload, uniqueKey, lane, delayMs, createdAt: createdAt(id), traceparent },
        type: QueryTypes.INSERT,
        transaction: tx,
      },
    );
    return added > 0;
  }

  /** Adds jobs that have unique keys, 500 with each statement. Returns how many were added. */
  static async addAll(
    kind: string,
    jobs: { payload: string; uniqueKey: string; lane?: string | null }[],
    tx: Transaction | null,
    { traceparent = null, delayMs = 0, isMissing = false }: AddOptions = {},
  ): Promise<number> {
    let added = 0;
    const insert = isMissing ? insertMissing() : 'INSERT';
    for (let from = 0; from < jobs.length; from += rowsPerStatement) {
      const rows = jobs.slice(from, from + rowsPerStatement).map(({ payload, uniqueKey, lane = null }) => {
        const id = newId('job');
        return [id, kind, payload, uniqueKey, lane, delayMs, createdAt(id), traceparent];
      });
      const values = rows.map(() => `(?, ?, ?, ?, ?, ${sqlNowMs()} + ?, NULL, 0, NULL, ?, ?)`).join(', ');
      const [, count] = await database().sequelize.query(
        `${insert} INTO jobs (id, kind, payload, unique_key, lane, due_at, lease, attempts, last_error, created_at, traceparent) VALUES ${values}`,
        { replacements: rows.flat(), type: QueryTypes.INSERT, transaction: tx },
      );
      added += count;
    }
    return added;
  }

  /** Removes the jobs with these unique keys. Workers that run some of these jobs lose their leases. */
  static async removeAll(uniqueKeys: string[], tx: Transaction): Promise<void> {
    for (let from = 0; from < uniqueKeys.length; from += rowsPerStatement) {
      const some = uniqueKeys.slice(from, from + rowsPerStatement);
      await Job.destroy({ where: { uniqueKey: some }, transaction: tx });
    }
  }

  static async dueKinds(kinds: string[]): Promise<string[]> {
    // One index lookup for each kind. A DISTINCT would read every waiting job.
    const looks = kinds.map(
      () =>
        `SELECT ? AS kind FROM (SELECT 1 AS one) AS one WHERE EXISTS (SELECT 1 FROM jobs WHERE kind = ? AND due_at <= ${sqlNowMs()})`,
    );
    const rows = await select<{ kind: string }>(
      looks.join(' UNION ALL '),
      kinds.flatMap((kind) => [kind, kind]),
    );
    return rows.map(({ kind }) => kind);
  }

  /**
   * Leases up to `limit` due jobs of the kind, the longest due first. Each lease counts as an attempt. With `lanes`,
   * takes only as many jobs of a lane as the lane has room for. Jobs of other lanes may then remain to be claimed.
   */
  static async claim(kind: string, limit: number, leaseMs: number, lanes?: Lanes): Promise<Claim> {
    const lease = newId('lease');
    const look = lanes === undefined ? limit : Math.min(limit * 2, minLook + 2 * freeSlots(lanes));
    const full = lanes === undefined ? [] : fullLanes(lanes);
    return transaction(async (tx) => {
      const found = await rowsIn<FoundJob>(
        tx,
        `SELECT ${claimed} FROM jobs WHERE kind = ? AND due_at <= ${sqlNowMs()}` +
          `${full.length === 0 ? '' : ` AND (lane IS NULL OR lane NOT IN ${sqlList()})`}` +
          // The order of the index. Any other order would sort and lock all due jobs to return a few.
          ` ORDER BY due_at, lane LIMIT ${Math.trunc(look)}${sqlSkipLocked()}`,
        full.length === 0 ? [kind] : [kind, full],
      );
      const chosen = (lanes === undefined ? found : withinLanes(found, lanes)).slice(0, limit);
      const crowded = found.length === look && chosen.length < limit;
      return { jobs: await take(chosen, lease, leaseMs, tx), crowded };
    });
  }

  /**
   * Leases up to `limit` due jobs of the kind, round-robin over the lanes, the longest due job of a lane first. Each
   * lease counts as an attempt. Lanes that have their share get what the others leave.
   */
  static async claimInTurn(kind: string, limit: number, leaseMs: number, turns: LaneTurns): Promise<ClaimedJob[]> {
    const lease = newId('lease');
    return transaction(async (tx) => {
      const chosen = await chooseInTurn(kind, limit, turns, tx);
      return take(chosen, lease, leaseMs, tx);
    });
  }

  /** Returns whether a job of the kind is due in another lane. */
  static async otherLanesAreDue(kind: string, lane: string): Promise<boolean> {
    // Two index lookups. A single `<>` would read every job of the lane itself.
    const looks = ['<', '>'].map(
      (side) =>
        `SELECT 1 AS one FROM (SELECT 1 AS only) AS only WHERE EXISTS (SELECT 1 FROM jobs WHERE kind = ? AND lane ${side} ? AND due_at <= ${sqlNowMs()})`,
    );
    return (await select(looks.join(' UNION ALL '), [kind, lane, kind, lane])).length > 0;
  }

  /** Extends the lease to `leaseMs` from now. Returns false if the lease was lost. */
  static extend(job: HeldJob, leaseMs: number): Promise<boolean> {
    return changeLeased(job, `due_at = ${sqlNowMs()} + $delayMs`, { delayMs: leaseMs });
  }

  /**
   * Releases the job, to be due in `delayMs`. With `counted: false` the attempt does not count. Returns false and
   * changes nothing if the lease was lost.
   */
  static postpone(job: HeldJob, delayMs: number, lastError: string | null, { counted = true } = {}): Promise<boolean> {
    const assignments = `lease = NULL, last_error = $lastError, attempts = attempts - $uncount, due_at = ${sqlNowMs()} + $delayMs`;
    return changeLeased(job, assignments, { delayMs, lastError, uncount: counted ? 0 : 1 });
  }

  /** Removes a job that is done or given up. Returns false and changes nothing if the lease was lost. */
  static async finish({ id, lease }: HeldJob, tx: Transaction | null = null): Promise<boolean> {
    if (tx === null) return (await Job.destroy({ where: { id, lease } })) === 1;
    return (await changeIn(tx, 'DELETE FROM jobs WHERE id = ? AND lease = ?', [id, lease])) === 1;
  }

  /** Returns the ids of the jobs whose lease is valid, and locks their rows until the transaction ends. */
  static async lockHeld(jobs: HeldJob[], tx: Transaction): Promise<Set<string>> {
    const sql = `SELECT id, lease FROM jobs WHERE id IN ${sqlList()}${sqlForUpdate()}`;
    const rows = await rowsIn<HeldJob>(tx, sql, [jobs.map(({ id }) => id)]);
    const leases = new Map(rows.map(({ id, lease }) => [id, lease]));
    return new Set(jobs.filter(({ id, lease }) => leases.get(id) === lease).map(({ id }) => id));
  }

  /** Removes jobs whose leases `lockHeld` has confirmed. */
  static async finishMany(ids: string[], tx: Transaction): Promise<void> {
    if (ids.length > 0) await changeIn(tx, `DELETE FROM jobs WHERE id IN ${sqlList()}`, [ids]);
  }

  /**
   * Releases jobs whose leases `lockHeld` has confirmed. Each gets its new kind and delay, and its attempts start again
   * at 0.
   */
  static async moveMany(moves: Move[], tx: Transaction): Promise<void> {
    if (moves.length === 0) return;
    const cases = moves.map(() => 'WHEN ? THEN ?').join(' ');
    await changeIn(
      tx,
      `UPDATE jobs SET lease = NULL, attempts = 0, kind = CASE id ${cases} END,` +
        ` due_at = ${sqlNowMs()} + CASE id ${cases} END WHERE id IN ${sqlList()}`,
      [
        ...moves.flatMap(({ id, kind }) => [id, kind]),
        ...moves.flatMap(({ id, delayMs }) => [id, Math.round(delayMs)]),
        moves.map(({ id }) => id),
      ],
    );
  }

  /**
   * Changes the kind of waiting jobs from `from` to `to` and makes them due `earlyMs` earlier, but not before now.
   * Leased jobs and jobs of other kinds stay unchanged.
   */
  static async wake(keys: string[], from: string, to: string, earlyMs: number): Promise<void> {
    await database().sequelize.query(
      `UPDATE jobs SET kind = :to, due_at = CASE WHEN due_at - :earlyMs < ${sqlNowMs()} THEN ${sqlNowMs()} ELSE due_at - :earlyMs END` +
        ' WHERE unique_key IN (:keys) AND kind = :from AND lease IS NULL',
      { replacements: { keys, from, to, earlyMs }, type: QueryTypes.UPDATE },
    );
  }

  /** Makes all waiting jobs of these kinds in the lane due now. */
  static async makeLaneDue(kinds: string[], lane: string, tx: Transaction): Promise<void> {
    await database().sequelize.query(
      `UPDATE jobs SET due_at = ${sqlNowMs()} WHERE kind IN (:kinds) AND due_at > ${sqlNowMs()} AND lane = :lane AND lease IS NULL`,
      { replacements: { kinds, lane }, type: QueryTypes.UPDATE, transaction: tx },
    );
  }

  /**
   * Makes recurring jobs due that wait for longer than their period and their lease. They were postponed while a clock
   * was ahead, and would run again at the time that it showed.
   */
  static async bringForward(kinds: { name: string; repeatMs?: number; leaseMs: number }[]): Promise<void> {
    const recurring = kinds.filter(({ repeatMs }) => repeatMs !== undefined);
    if (recurring.length === 0) return;
    const looks = recurring.map(() => `SELECT id FROM jobs WHERE kind = ? AND due_at > ${sqlNowMs()} + ?`);
    const values = recurring.flatMap(({ name, repeatMs = 0, leaseMs }) => [name, repeatMs + leaseMs]);
    const ids = (await select<{ id: string }>(looks.join(' UNION ALL '), values)).map(({ id }) => id);
    if (ids.length === 0) return;
    await database().sequelize.query(`UPDATE jobs SET due_at = ${sqlNowMs()} WHERE id IN (:ids)`, {
      replacements: { ids },
      type: QueryTypes.UPDATE,
    });
  }

  /** Extends the leases of all running jobs by `ms`, before `svc sandbox` moves the clock by the same time. */
  static async extendLeases(ms: number, tx: Transaction): Promise<void> {
    await changeIn(tx, 'UPDATE jobs SET due_at = due_at + ? WHERE lease IS NOT NULL', [ms]);
  }

  /** Returns for how many milliseconds the longest due job of these kinds has been due, or 0 if none is due. */
  static async overdueMs(kinds: string[]): Promise<number> {
    const [row] = await database().sequelize.query<{ waited: number | null }>(
      `SELECT ${sqlNowMs()} - MIN(due_at) AS waited FROM jobs WHERE kind IN (:kinds) AND due_at <= ${sqlNowMs()}`,
      { replacements: { kinds }, type: QueryTypes.SELECT },
    );
    return Math.max(0, Number(row?.waited ?? 0));
  }

  /**
   * Returns for each of these kinds for how many milliseconds its longest due job has been due, or 0 if none is due.
   */
  static async backlog(kinds: string[]): Promise<Map<string, number>> {
    // One index lookup for each kind. A GROUP BY would read every due job.
    const looks = kinds.map(() => `SELECT ? AS kind, ${sqlNowMs()} - MIN(due_at) AS waited FROM jobs WHERE kind = ?`);
    const rows = await select<{ kind: string; waited: number | string | null }>(
      looks.join(' UNION ALL '),
      kinds.flatMap((kind) => [kind, kind]),
    );
    return new Map(rows.map(({ kind, waited }) => [kind, Math.max(0, Number(waited ?? 0))]));
  }
}

async function take(chosen: FoundJob[], lease: string, leaseMs: number, tx: Transaction): Promise<ClaimedJob[]> {
  if (chosen.length === 0) return [];
  await changeIn(
    tx,
    `UPDATE jobs SET lease = ?, attempts = attempts + 1, due_at = ${sqlNowMs()} + ? WHERE id IN ${sqlList()}`,
    [lease, leaseMs, chosen.map(({ id }) => id)],
  );
  return chosen.map((job) => ({ ...job, takenOver: job.lease !== null, lease, attempts: job.attempts + 1 }));
}

function fullLanes({ limit, inUse }: Lanes): string[] {
  return [...inUse].filter(([, used]) => used >= limit).map(([lane]) => lane);
}

/** Returns how many more jobs the worker may hold of the lanes that it already uses. */
function freeSlots({ limit, inUse }: Lanes): number {
  return [...inUse.values()].reduce((room, used) => room + Math.max(0, limit - used), 0);
}

/** Returns the first jobs of each lane, as many as the lane has room for. */
function withinLanes(found: FoundJob[], { limit, inUse }: Lanes): FoundJob[] {
  const used = new Map(inUse);
  return found.filter(({ lane }) => {
    if (lane === null) return true;
    const before = used.get(lane) ?? 0;
    used.set(lane, before + 1);
    return before < limit;
  });
}

async function changeLeased(job: HeldJob, assignments: string, values: object): Promise<boolean> {
  const [, changed] = await database().sequelize.query(
    `UPDATE jobs SET ${assignments} WHERE id = $id AND lease = $lease`,
    {
      bind: { ...values, id: job.id, lease: job.lease },
      type: QueryTypes.UPDATE,
    },
  );
  return changed === 1;
}

function insertMissing(): string {
  return database().dialect === 'mysql' ? 'INSERT IGNORE' : 'INSERT OR IGNORE';
}
