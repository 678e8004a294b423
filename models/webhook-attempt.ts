import {
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  QueryTypes,
  type Sequelize,
  type Transaction,
} from 'sequelize';
import type { components } from '../generated/openapi.ts';
import { database, select } from './connection.ts';

type Resource = components['schemas']['WebhookAttempt'];

export type WebhookAttemptRow = InferAttributes<WebhookAttempt>;

const outcome = ['status', 'error', 'durationMs', 'responseStatus', 'responseBody'] as const;

/** One try of a delivery. Its row is there before the first byte leaves. */
export class WebhookAttempt extends Model<InferAttributes<WebhookAttempt>, InferCreationAttributes<WebhookAttempt>> {
  declare id: string;
  declare deliveryId: string;
  /** 1 for the delivery's first. */
  declare number: number;
  declare webhookId: string;
  declare url: string;
  declare status: Resource['status'];
  declare error: Resource['error'];
  declare startedAt: number;
  declare durationMs: number | null;
  declare responseStatus: number | null;
  declare responseBody: string | null;

  /** Writes how the attempts ended. */
  static async putOutcomes(rows: WebhookAttemptRow[], inside: Transaction): Promise<void> {
    if (rows.length === 0) return;
    await WebhookAttempt.bulkCreate(rows, { updateOnDuplicate: [...outcome], transaction: inside });
  }

  /** Closes what dead workers have left open. Returns the highest number of each delivery. */
  static async interrupt(deliveryIds: string[], inside: Transaction): Promise<Map<string, number>> {
    if (deliveryIds.length === 0) return new Map();
    await WebhookAttempt.update(
      { status: 'interrupted', error: 'interrupted' },
      { where: { deliveryId: deliveryIds, status: 'sending' }, transaction: inside },
    );
    const rows = await database().sequelize.query<{ deliveryId: string; number: number }>(
      'SELECT delivery_id AS deliveryId, MAX(number) AS number FROM webhook_attempts WHERE delivery_id IN (:deliveryIds) GROUP BY delivery_id',
      { replacements: { deliveryIds }, type: QueryTypes.SELECT, transaction: inside },
    );
    return new Map(rows.map(({ deliveryId, number }) => [deliveryId, number]));
  }

  /** The last `limit` attempts of a delivery, oldest first. */
  static async ofDelivery(deliveryId: string, limit: number): Promise<WebhookAttemptRow[]> {
    const rows = await select<WebhookAttemptRow>(
      'SELECT `id`, `delivery_id` AS `deliveryId`, `number`, `webhook_id` AS `webhookId`, `url`, `status`, `error`, `started_at` AS `startedAt`, `duration_ms` AS `durationMs`, `response_status` AS `responseStatus`, `response_body` AS `responseBody`' +
        ` FROM \`webhook_attempts\` WHERE \`delivery_id\` = ? ORDER BY \`number\` DESC LIMIT ${Math.trunc(limit)}`,
      [deliveryId],
    );
    return rows.reverse();
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

export function defineWebhookAttempt(sequelize: Sequelize): void {
  WebhookAttempt.init(
    {
      id: { type: DataTypes.STRING, primaryKey: true },
      deliveryId: DataTypes.STRING,
      number: DataTypes.BIGINT,
      webhookId: DataTypes.STRING,
      url: DataTypes.TEXT,
      status: DataTypes.STRING,
      error: DataTypes.STRING,
      startedAt: DataTypes.BIGINT,
      durationMs: DataTypes.BIGINT,
      responseStatus: DataTypes.BIGINT,
      responseBody: DataTypes.TEXT,
    },
    { sequelize, tableName: 'webhook_attempts' },
  );
}
