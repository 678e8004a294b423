import type { Transaction } from 'sequelize';
import type { components } from '../generated/openapi.ts';
import { maskQuery } from './secret-mask.ts';
import { changeIn, insertManyIn, rowsIn, sqlList } from './statements.ts';
import { integer, nullable, primaryKey, type RowOf, table, text } from './table.ts';

type Resource = components['schemas']['WebhookAttempt'];

export type WebhookAttemptRow = RowOf<WebhookAttempt>;

const columns = [
  'id',
  'delivery_id',
  'number',
  'webhook_id',
  'url',
  'status',
  'error',
  'started_at',
  'duration_ms',
  'response_status',
  'response_body',
];

/** An attempt of a delivery. Its row is written before the request is sent. */
export class WebhookAttempt extends table('webhook_attempts', {
  id: primaryKey(text()),
  deliveryId: text(),
  /** 1 for the delivery's first attempt. */
  number: integer(),
  webhookId: text(),
  url: text(),
  status: text<Resource['status']>(),
  error: nullable(text<NonNullable<Resource['error']>>()),
  startedAt: integer(),
  durationMs: nullable(integer()),
  responseStatus: nullable(integer()),
  responseBody: nullable(text()),
}) {
  /** Adds attempts that are about to start. */
  static addAll(rows: WebhookAttemptRow[], tx: Transaction): Promise<void> {
    return insertManyIn(tx, 'webhook_attempts', columns, rows.map(valuesOf));
  }

  /** Writes the results of attempts. */
  static async putOutcomes(rows: WebhookAttemptRow[], tx: Transaction): Promise<void> {
    // Most attempts have the same result, so one statement covers them regardless of their durations.
    const ways = Map.groupBy(rows, ({ status, error, responseStatus, responseBody }) =>
      JSON.stringify([status, error, responseStatus, responseBody]),
    );
    for (const same of ways.values()) {
      const { status, error, responseStatus, responseBody } = same[0] as WebhookAttemptRow;
      // Groups by the few distinct times, because otherwise the database would compare each id with all ids before it.
      const times = [...Map.groupBy(same, ({ durationMs }) => durationMs)];
      await changeIn(
        tx,
        'UPDATE webhook_attempts SET status = ?, error = ?, response_status = ?, response_body = ?,' +
          ` duration_ms = CASE ${times.map(() => `WHEN id IN ${sqlList()} THEN ?`).join(' ')} END WHERE id IN ${sqlList()}`,
        [
          ...[status, error, responseStatus, responseBody],
          ...times.flatMap(([durationMs, rows]) => [rows.map(({ id }) => id), durationMs]),
          same.map(({ id }) => id),
        ],
      );
    }
  }

  /** Closes attempts that dead workers left open. Returns the highest attempt number of each delivery. */
  static async interrupt(deliveryIds: string[], tx: Transaction): Promise<Map<string, number>> {
    if (deliveryIds.length === 0) return new Map();
    await changeIn(
      tx,
      "UPDATE webhook_attempts SET status = 'interrupted', error = 'interrupted'" +
        ` WHERE delivery_id IN ${sqlList()} AND status = 'sending'`,
      [deliveryIds],
    );
    const rows = await rowsIn<{ deliveryId: string; number: number }>(
      tx,
      `SELECT delivery_id AS deliveryId, MAX(number) AS number FROM webhook_attempts WHERE delivery_id IN ${sqlList()} GROUP BY delivery_id`,
      [deliveryIds],
    );
    return new Map(rows.map(({ deliveryId, number }) => [deliveryId, number]));
  }

  /** Returns the last `limit` attempts of a delivery, oldest first. */
  static async ofDelivery(deliveryId: string, limit: number, tx: Transaction): Promise<WebhookAttemptRow[]> {
    const rows = await rowsIn<WebhookAttemptRow>(
      tx,
      'SELECT `id`, `delivery_id` AS `deliveryId`, `number`, `webhook_id` AS `webhookId`, `url`, `status`, `error`, `started_at` AS `startedAt`, `duration_ms` AS `durationMs`, `response_status` AS `responseStatus`, `response_body` AS `responseBody`' +
        ` FROM \`webhook_attempts\` WHERE \`delivery_id\` = ? ORDER BY \`number\` DESC LIMIT ${Math.trunc(limit)}`,
      [deliveryId],
    );
    return rows.reverse();
  }

  /** Returns the attempt as members see it, who do not run the project. */
  static toMemberResource(row: WebhookAttemptRow): Resource {
    return { ...WebhookAttempt.toResource(row), url: maskQuery(row.url) };
  }

  static toResource(row: WebhookAttemptRow): Resource {
    return {
      id: row.id,
      object: 'webhook.attempt',
      number: row.number,
      webhook_id: row.webhookId,
      url: row.url,
      status: row.status,
      error: row.error,
      started_at: row.startedAt,
      duration_ms: row.durationMs,
      response_status: row.responseStatus,
      response_body: row.responseBody,
    };
  }
}

/** Returns the values in the order of the columns. */
function valuesOf(row: WebhookAttemptRow): (string | number | null)[] {
  const { id, deliveryId, number, webhookId, url, status, error, startedAt } = row;
  const outcome = [row.durationMs, row.responseStatus, row.responseBody];
  return [id, deliveryId, number, webhookId, url, status, error, startedAt, ...outcome];
}
