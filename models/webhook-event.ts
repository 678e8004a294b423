import { QueryTypes, type Transaction } from 'sequelize';
import type { components } from '../generated/openapi.ts';
import { database, select } from './connection.ts';
import { isUniqueViolation } from './constraints.ts';
import { changeIn, rowsIn, sqlList } from './statements.ts';
import { integer, nullable, primaryKey, type RowOf, table, text } from './table.ts';

export type WebhookEventRow = RowOf<WebhookEvent>;

/** A SQL condition: the event `e` is a test event. Those of batches have a subject, and a threshold has its own type. */
export const isTestEventSql = "(e.subject_id IS NULL AND e.type <> 'project.spend_threshold')";

/** The position of the last event that a reader has received. */
export interface EventCursor {
  position: number;
  id: string;
}

/** An event for a project's webhook. */
export class WebhookEvent extends table('webhook_events', {
  id: primaryKey(text()),
  projectId: text(),
  type: text<components['schemas']['WebhookDelivery']['event_type']>(),
  /**
   * The id of the event's subject, unique among events. Null for a test event, and for events that another table makes
   * unique.
   */
  subjectId: nullable(text()),
  /** The bytes that are signed and sent, as UTF-8. */
  body: text(),
  createdAt: integer(),
  /** The position among the events of the project; null until somebody reads the events in order. */
  position: nullable(integer()),
}) {
  /** The same rule as `isTestEventSql`, for a row in memory. */
  static isTest({ subjectId, type }: Pick<WebhookEventRow, 'subjectId' | 'type'>): boolean {
    return subjectId === null && type !== 'project.spend_threshold';
  }

  /** Adds an event. Returns false and adds nothing if the subject has an event already. */
  static async add(row: Omit<WebhookEventRow, 'position'>, tx: Transaction): Promise<boolean> {
    if (row.subjectId !== null) {
      const found = await WebhookEvent.count({ where: { subjectId: row.subjectId }, transaction: tx });
      if (found > 0) return false;
    }
    try {
      await WebhookEvent.create({ ...row, position: null }, { transaction: tx });
      return true;
    } catch (error) {
      // Two workers finished the same batch at once, and the other one was first. The error undoes only this statement,
      // so the transaction can go on.
      if (isUniqueViolation(error)) return false;
      throw error;
    }
  }

  /**
   * Returns the events after the cursor, in the order of their positions. Ids do not give a safe order: an event with
   * an earlier id can be committed after the reader has passed that id.
   */
  static after(projectId: string, { position, id }: EventCursor, limit: number): Promise<WebhookEventRow[]> {
    return select<WebhookEventRow>(
      'SELECT id, project_id AS projectId, type, subject_id AS subjectId, body, created_at AS createdAt, position' +
        ' FROM webhook_events WHERE project_id = ? AND (position > ? OR (position = ? AND id > ?))' +
        ` ORDER BY position, id LIMIT ${Math.trunc(limit)}`,
      [projectId, position, position, id],
    );
  }

  /**
   * Assigns this position to up to `limit` committed events that have none. The transaction holds the row of
   * WebhookPosition.
   */
  static async place(projectId: string, position: number, limit: number, tx: Transaction): Promise<void> {
    // Updates only rows that were read as committed. An UPDATE by project would wait for transactions that still add
    // events.
    const rows = await rowsIn<{ id: string }>(
      tx,
      `SELECT id FROM webhook_events WHERE project_id = ? AND position IS NULL ORDER BY id LIMIT ${Math.trunc(limit)}`,
      [projectId],
    );
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0)
      await changeIn(tx, `UPDATE webhook_events SET position = ? WHERE id IN ${sqlList()}`, [position, ids]);
  }

  static async hasUnplaced(projectId: string): Promise<boolean> {
    const rows = await select('SELECT 1 FROM webhook_events WHERE project_id = ? AND position IS NULL LIMIT 1', [
      projectId,
    ]);
    return rows.length > 0;
  }

  /**
   * Removes up to `limit` events older than the id, with their deliveries. Keeps events with a pending delivery.
   * Returns the number of removed events.
   */
  static async sweep(beforeId: string, limit: number): Promise<number> {
    const old = await database().sequelize.query<{ id: string }>(
      'SELECT id FROM webhook_events WHERE id < :beforeId AND NOT EXISTS' +
        " (SELECT 1 FROM webhook_deliveries WHERE event_id = webhook_events.id AND status = 'pending') ORDER BY id" +
        ` LIMIT ${Math.trunc(limit)}`,
      { replacements: { beforeId }, type: QueryTypes.SELECT },
    );
    return old.length === 0 ? 0 : WebhookEvent.destroy({ where: { id: old.map(({ id }) => id) } });
  }

  static toResource({
    id,
    type,
    body,
    createdAt,
  }: Omit<WebhookEventRow, 'position'>): components['schemas']['StoredWebhookEvent'] {
    return { id, object: 'webhook.event', created_at: createdAt, type, payload: body };
  }
}
