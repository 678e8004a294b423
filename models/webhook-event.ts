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
import { database } from './connection.ts';
import { isUniqueViolation } from './constraints.ts';

export type WebhookEventRow = InferAttributes<WebhookEvent>;

/** An event for a project's webhook. */
export class WebhookEvent extends Model<InferAttributes<WebhookEvent>, InferCreationAttributes<WebhookEvent>> {
  declare id: string;
  declare projectId: string;
  declare type: components['schemas']['WebhookDelivery']['event_type'];
  /**
   * The id of the event's subject, unique among events. Null for a test event, and for events that another table keeps
   * from repeating.
   */
  declare subjectId: string | null;
  /** The bytes that are signed and sent, as UTF-8. */
  declare body: string;
  declare createdAt: number;

  /** Adds an event. False: there is one about this subject already, and nothing changed. */
  static async add(row: WebhookEventRow, transaction: Transaction): Promise<boolean> {
    if (row.subjectId !== null) {
      const found = await WebhookEvent.count({ where: { subjectId: row.subjectId }, transaction });
      if (found > 0) return false;
    }
    try {
      await WebhookEvent.create(row, { transaction });
      return true;
    } catch (error) {
      // Two ended the same batch at once, and the other one was first. MySQL undoes the one statement only.
      if (isUniqueViolation(error)) return false;
      throw error;
    }
  }

  /** Removes up to `limit` events older than the id, with their deliveries, but none on its way. Returns how many. */
  static async sweep(beforeId: string, limit: number): Promise<number> {
    const old = await database().sequelize.query<{ id: string }>(
      'SELECT id FROM webhook_events WHERE id < :beforeId AND NOT EXISTS' +
        " (SELECT 1 FROM webhook_deliveries WHERE event_id = webhook_events.id AND status = 'pending') ORDER BY id" +
        ` LIMIT ${Math.trunc(limit)}`,
      { replacements: { beforeId }, type: QueryTypes.SELECT },
    );
    return old.length === 0 ? 0 : WebhookEvent.destroy({ where: { id: old.map(({ id }) => id) } });
  }
}

export function defineWebhookEvent(sequelize: Sequelize): void {
  WebhookEvent.init(
    {
      id: { type: DataTypes.STRING, primaryKey: true },
      projectId: DataTypes.STRING,
      type: DataTypes.STRING,
      subjectId: DataTypes.STRING,
      body: DataTypes.TEXT,
      createdAt: DataTypes.BIGINT,
    },
    { sequelize, tableName: 'webhook_events' },
  );
}
