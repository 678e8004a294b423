import type { Transaction } from 'sequelize';
import type { components } from '../generated/openapi.ts';
import { sqlNowMs } from './connection.ts';
import { firstIdAt } from './ids.ts';
import type { ProjectRow } from './project.ts';
import { changeIn, rowsIn, sqlList } from './statements.ts';
import { integer, nullable, primaryKey, type RowOf, table, text } from './table.ts';
import { isTestEventSql } from './webhook-event.ts';

type Resource = components['schemas']['WebhookDelivery'];

export type WebhookDeliveryRow = RowOf<WebhookDelivery>;
export type WebhookError = components['schemas']['WebhookError'];

/** A delivery with all current data that its next attempt needs. */
export interface OpenDelivery
  extends Pick<WebhookDeliveryRow, 'id' | 'eventId' | 'projectId' | 'origin' | 'status' | 'attemptCount' | 'lastError'>,
    Pick<
      ProjectRow,
      | 'webhookUrl'
      | 'webhookSecret'
      | 'webhookSigning'
      | 'webhookOldSecret'
      | 'webhookOldSecretUntil'
      | 'webhookDisabledAt'
    > {
  body: string;
  /** 1: of a test event, a resent one too. */
  isTest: number;
  projectStatus: ProjectRow['status'];
  /** The lease of the delivery's job. */
  lease: string | null;
  /** Failures of the endpoint in a row; 0: the endpoint is healthy. */
  consecutiveFailures: number;
  nextProbeAt: number;
  probeUntil: number;
  /** The database's clock, in milliseconds. */
  now: number;
}

/** The state of a delivery after an attempt, or after its end. */
export interface DeliveryChange
  extends Pick<WebhookDeliveryRow, 'id' | 'status' | 'attemptCount' | 'nextAttemptAt' | 'endedAt' | 'lastError'> {
  /** Undefined: unchanged. */
  lastResponseStatus: number | null | undefined;
}

/** The delivery of an event to a project's webhook. */
export class WebhookDelivery extends table(
  'webhook_deliveries',
  {
    id: primaryKey(text()),
    eventId: text(),
    projectId: text(),
    eventType: text<Resource['event_type']>(),
    origin: text<Resource['origin']>(),
    status: text<Resource['status']>(),
    /** Finished attempts, without those that a dead worker left open. */
    attemptCount: integer(),
    nextAttemptAt: nullable(integer()),
    endedAt: nullable(integer()),
    lastError: nullable(text<WebhookError>()),
    lastResponseStatus: nullable(integer()),
    createdAt: integer(),
  },
  { searched: ['id', 'eventId', 'eventType'] },
) {
  /** Returns the deliveries with the data that their attempts need. Removed deliveries are missing. */
  static open(ids: string[], tx: Transaction): Promise<OpenDelivery[]> {
    return rowsIn<OpenDelivery>(
      tx,
      'SELECT d.id, d.event_id AS eventId, d.project_id AS projectId, d.origin, d.status, d.attempt_count AS attemptCount,' +
        ` d.last_error AS lastError, ${isTestEventSql} AS isTest,` +
        ' e.body, p.status AS projectStatus, p.webhook_url AS webhookUrl, p.webhook_secret AS webhookSecret,' +
        ' p.webhook_signing AS webhookSigning, p.webhook_old_secret AS webhookOldSecret,' +
        ' p.webhook_old_secret_until AS webhookOldSecretUntil, p.webhook_disabled_at AS webhookDisabledAt, j.lease,' +
        ' COALESCE(h.consecutive_failures, 0) AS consecutiveFailures, COALESCE(h.next_probe_at, 0) AS nextProbeAt,' +
        ` COALESCE(h.probe_until, 0) AS probeUntil, ${sqlNowMs()} AS now` +
        ' FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id JOIN projects p ON p.id = d.project_id' +
        ' LEFT JOIN jobs j ON j.unique_key = d.id LEFT JOIN webhook_endpoints h ON h.project_id = d.project_id' +
        ` WHERE d.id IN ${sqlList()}`,
      [ids],
    );
  }

  /**
   * Returns the creation times of the newest deliveries of test events, resent ones too, that were created since the
   * time, in Unix seconds.
   */
  static async newestTests(projectId: string, since: number, limit: number, tx: Transaction): Promise<number[]> {
    const rows = await rowsIn<{ createdAt: number }>(
      tx,
      'SELECT d.created_at AS createdAt FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id' +
        ` WHERE d.project_id = ? AND d.id >= ? AND ${isTestEventSql} ORDER BY d.id DESC LIMIT ${Math.trunc(limit)}`,
      [projectId, firstIdAt('webhook-delivery', since)],
    );
    return rows.map(({ createdAt }) => Number(createdAt));
  }

  /** Writes the changes of pending deliveries. Finished deliveries stay unchanged. */
  static async change(changes: DeliveryChange[], tx: Transaction): Promise<void> {
    // Most deliveries succeed with the same status at the first attempt, so one statement covers them.
    for (const same of Map.groupBy(changes, ({ id: _, ...values }) => JSON.stringify(values)).values()) {
      const { status, attemptCount, nextAttemptAt, endedAt, lastError, lastResponseStatus } = same[0] as DeliveryChange;
      await changeIn(
        tx,
        'UPDATE webhook_deliveries SET status = ?, attempt_count = ?, next_attempt_at = ?, ended_at = ?, last_error = ?' +
          `${lastResponseStatus === undefined ? '' : ', last_response_status = ?'} WHERE id IN ${sqlList()} AND status = 'pending'`,
        [
          ...[status, attemptCount, nextAttemptAt, endedAt, lastError],
          ...(lastResponseStatus === undefined ? [] : [lastResponseStatus]),
          same.map(({ id }) => id),
        ],
      );
    }
  }

  /** Ends a delivery whose workers died repeatedly. */
  static async giveUp(id: string, endedAt: number, tx: Transaction): Promise<void> {
    await WebhookDelivery.update(
      { status: 'failed', lastError: 'interrupted', nextAttemptAt: null, endedAt },
      { where: { id, status: 'pending' }, transaction: tx },
    );
  }

  static toResource(row: WebhookDeliveryRow): Resource {
    return {
      id: row.id,
      object: 'webhook.delivery',
      created_at: row.createdAt,
      project_id: row.projectId,
      event_id: row.eventId,
      event_type: row.eventType,
      origin: row.origin,
      status: row.status,
      attempt_count: row.attemptCount,
      next_attempt_at: row.nextAttemptAt,
      ended_at: row.endedAt,
      last_error: row.lastError,
      last_response_status: row.lastResponseStatus,
    };
  }
}
