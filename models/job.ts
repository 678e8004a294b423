// Rows of the queue. A job is due at a time of the database's clock. Claiming it moves that time to the end of a lease:
// so one index finds what is new, what waits for its next try, and what a dead worker left behind. Who holds the lease
// proves it with its token, and loses it with the first claim by another.

import {
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  QueryTypes,
  type Sequelize,
  type Transaction,
} from 'sequelize';
import { createdAt, newId } from '../services/ids.ts';
import { database, databaseNowMs as nowMs, transaction } from './connection.ts';

const rowsPerStatement = 500;

export type JobRow = InferAttributes<Job>;

/** A piece of background work. */
export class Job extends Model<InferAttributes<Job>, InferCreationAttributes<Job>> {
  declare id: string;
  declare kind: string;
  /** A JSON text. */
  declare payload: string;
  /** At most one job has the key. */
  declare uniqueKey: string | null;
  declare dueAt: number;
  declare lease: string | null;
  declare attempts: number;
  declare lastError: string | null;
  declare createdAt: number;

  /** Adds a job, due in `delayMs`. With a unique key that is taken, adds nothing and returns false. */
  static async add(
    fields: { kind: string; payload: string; uniqueKey: string | null; delayMs: number },
    inside: Transaction | null,
  ): Promise<boolean> {
    const id = newId('job');
    const { kind, payload, uniqueKey, delayMs } = fields;
    const skip = database().dialect === 'mysql' ? 'INSERT IGNORE' : 'INSERT OR IGNORE';
    // IGNORE only where a key may be taken: elsewhere it would swallow errors.
    const insert = uniqueKey === null ? 'INSERT' : skip;
    const [, added] = await database().sequelize.query(
      `${insert} INTO jobs (id, kind, payload, unique_key, due_at, lease, attempts, last_error, created_at) ` +
        `VALUES ($id, $kind, $payload, $uniqueKey, ${nowMs()} + $delayMs, NULL, 0, NULL, $createdAt)`,
      {
        bind: { id, kind, payload, uniqueKey, delayMs, createdAt: createdAt(id) },
        type: QueryTypes.INSERT,
        transaction: inside,
      },
    );
    return added > 0;
  }

  /** Adds jobs with unique keys of their own, due now, a few hundred with each statement. */
  static async addAll(
    kind: string,
    jobs: { payload: string; uniqueKey: string }[],
    inside: Transaction | null,
  ): Promise<void> {
    for (let from = 0; from < jobs.length; from += rowsPerStatement) {
      const rows = jobs.slice(from, from + rowsPerStatement).map(({ payload, uniqueKey }) => {
        const id = newId('job');
        return [id, kind, payload, uniqueKey, createdAt(id)];
      });
      const values = rows.map(() => `(?, ?, ?, ?, ${nowMs()}, NULL, 0, NULL, ?)`).join(', ');
      await database().sequelize.query(
        `INSERT INTO jobs (id, kind, payload, unique_key, due_at, lease, attempts, last_error, created_at) VALUES ${values}`,
        { replacements: rows.flat(), type: QueryTypes.INSERT, transaction: inside },
      );
    }
  }

  /** Removes the jobs with these unique keys, those that are being worked on too: their workers lose their leases. */
  static async removeAll(uniqueKeys: string[], inside: Transaction): Promise<void> {
    for (let from = 0; from < uniqueKeys.length; from += rowsPerStatement) {
      const some = uniqueKeys.slice(from, from + rowsPerStatement);
      await Job.destroy({ where: { uniqueKey: some }, transaction: inside });
    }
  }

  /** The kinds of which a job is due. */
  static async dueKinds(): Promise<string[]> {
    const rows = await database().sequelize.query<{ kind: string }>(
      `SELECT DISTINCT kind FROM jobs WHERE due_at <= ${nowMs()}`,
      {
        type: QueryTypes.SELECT,
      },
    );
    return rows.map(({ kind }) => kind);
  }

  /** Leases up to `limit` due jobs of the kind, the longest due first. Each counts as an attempt. */
  static async claim(kind: string, limit: number, leaseMs: number): Promise<JobRow[]> {
    const { sequelize, dialect } = database();
    const lease = newId('lease');
    return transaction(async (inside) => {
      const found = await sequelize.query<{ id: string }>(
        `SELECT id FROM jobs WHERE kind = $kind AND due_at <= ${nowMs()} ORDER BY due_at LIMIT ${Math.trunc(limit)}` +
          (dialect === 'mysql' ? ' FOR UPDATE SKIP LOCKED' : ''),
        { bind: { kind }, type: QueryTypes.SELECT, transaction: inside },
      );
      const ids = found.map(({ id }) => id);
      if (ids.length === 0) return [];
      await sequelize.query(
        `UPDATE jobs SET lease = :lease, attempts = attempts + 1, due_at = ${nowMs()} + :leaseMs WHERE id IN (:ids)`,
        {
          replacements: { lease, leaseMs, ids },
          type: QueryTypes.UPDATE,
          transaction: inside,
        },
      );
      return Job.findAll({ where: { id: ids }, order: ['dueAt', 'id'], transaction: inside });
    });
  }

  /** Keeps the lease for `leaseMs` from now. False: it was lost. */
  static extend(job: Leased, leaseMs: number): Promise<boolean> {
    return changeLeased(job, `due_at = ${nowMs()} + $delayMs`, { delayMs: leaseMs });
  }

  /** Gives the job back, due in `delayMs`. Uncounted, it had no try. False: the lease was lost, and nothing changed. */
  static postpone(job: Leased, delayMs: number, lastError: string | null, { counted = true } = {}): Promise<boolean> {
    const assignments = `lease = NULL, last_error = $lastError, attempts = attempts - $uncount, due_at = ${nowMs()} + $delayMs`;
    return changeLeased(job, assignments, { delayMs, lastError, uncount: counted ? 0 : 1 });
  }

  /** Removes the job: its work is done, or will never be. False: the lease was lost, and nothing changed. */
  static async finish({ id, lease }: Leased, inside: Transaction | null = null): Promise<boolean> {
    return (await Job.destroy({ where: { id, lease }, transaction: inside })) === 1;
  }
}

type Leased = Pick<JobRow, 'id' | 'lease'>;

async function changeLeased(job: Leased, assignments: string, values: object): Promise<boolean> {
  const [, changed] = await database().sequelize.query(
    `UPDATE jobs SET ${assignments} WHERE id = $id AND lease = $lease`,
    {
      bind: { ...values, id: job.id, lease: job.lease },
      type: QueryTypes.UPDATE,
    },
  );
  return changed === 1;
}

export function defineJob(sequelize: Sequelize): void {
  Job.init(
    {
      id: { type: DataTypes.STRING, primaryKey: true },
      kind: DataTypes.STRING,
      payload: DataTypes.TEXT,
      uniqueKey: DataTypes.STRING,
      dueAt: DataTypes.BIGINT,
      lease: DataTypes.STRING,
      attempts: DataTypes.BIGINT,
      lastError: DataTypes.TEXT,
      createdAt: DataTypes.BIGINT,
    },
    { sequelize, tableName: 'jobs' },
  );
}
