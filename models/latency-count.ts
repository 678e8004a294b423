// The number of model calls by project, day and duration. Writers increment rows with an upsert, without reading them.

import { QueryTypes, type Transaction } from 'sequelize';
import { database } from './connection.ts';
import { upsertInOrder } from './statements.ts';
import { integer, primaryKey, type RowOf, table, text } from './table.ts';

const daySeconds = 86_400;

export type LatencyRow = RowOf<LatencyCount>;

/** The calls of one project on one day whose durations are in one bucket of the histogram. */
export class LatencyCount extends table('latency_counts', {
  organizationId: primaryKey(text()),
  /** The start of the day in Unix seconds. */
  day: primaryKey(integer()),
  projectId: primaryKey(text()),
  bucket: primaryKey(integer()),
  calls: integer(),
}) {
  /** Adds to the rows, or creates them. */
  static async add(rows: LatencyRow[], tx: Transaction): Promise<void> {
    const keyed = rows.map((row) => {
      const { organizationId, day, projectId, bucket, calls } = row;
      return { key: keyOf(row), values: [organizationId, day, projectId, bucket, calls] };
    });
    await upsertInOrder(tx, upsert(), keyed);
  }

  /** Returns the calls by day and bucket, of the whole organization or of these projects. */
  static async ofDays(
    organizationId: string,
    { first, until }: { first: number; until: number },
    projectIds: string[] | undefined,
  ): Promise<Pick<LatencyRow, 'day' | 'bucket' | 'calls'>[]> {
    // A range of days has the rows of all projects.
    const days = Array.from({ length: (until - first) / daySeconds }, (_, index) => first + index * daySeconds);
    const rows = await database().sequelize.query<Record<'day' | 'bucket' | 'calls', number | string>>(
      'SELECT day, bucket, SUM(calls) AS calls FROM latency_counts' +
        ' WHERE organization_id = :organizationId AND day IN (:days)' +
        `${projectIds === undefined ? '' : ' AND project_id IN (:projectIds)'} GROUP BY day, bucket ORDER BY day, bucket`,
      { replacements: { organizationId, days, projectIds: projectIds ?? [] }, type: QueryTypes.SELECT },
    );
    return rows.map(({ day, bucket, calls }) => ({ day: Number(day), bucket: Number(bucket), calls: Number(calls) }));
  }
}

function keyOf({ organizationId, day, projectId, bucket }: LatencyRow): string {
  return [organizationId, String(day).padStart(12, '0'), projectId, String(bucket).padStart(3, '0')].join('\0');
}

function upsert(): string {
  const insert = 'INSERT INTO latency_counts (organization_id, day, project_id, bucket, calls) VALUES :values';
  return database().dialect === 'mysql'
    ? `${insert} ON DUPLICATE KEY UPDATE calls = calls + VALUES(calls)`
    : `${insert} ON CONFLICT (organization_id, day, project_id, bucket) DO UPDATE SET calls = calls + excluded.calls`;
}
