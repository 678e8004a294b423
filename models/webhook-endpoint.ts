import { Op, QueryTypes, type Transaction } from 'sequelize';
import { database, sqlNowMs } from './connection.ts';
import { integer, primaryKey, type RowOf, table, text } from './table.ts';

export type WebhookEndpointRow = RowOf<WebhookEndpoint>;

/**
 * The health of a project's webhook endpoint. Times are milliseconds of the database's clock. No row: the endpoint has
 * never failed.
 */
export class WebhookEndpoint extends table('webhook_endpoints', {
  projectId: primaryKey(text()),
  consecutiveFailures: integer(),
  /** The time of the first failure in a row. */
  firstFailureAt: integer(),
  /** No attempt is made to a failing endpoint before this time. */
  nextProbeAt: integer(),
  /** Until this time a single probe is running, and no other attempt is made. */
  probeUntil: integer(),
}) {
  /**
   * Starts the single probe of a failing endpoint, for `leaseMs`. Returns false if another probe is running, or the
   * probe is not due.
   */
  static async beginProbe(projectId: string, leaseMs: number, tx: Transaction): Promise<boolean> {
    const [, changed] = await database().sequelize.query(
      `UPDATE webhook_endpoints SET probe_until = ${sqlNowMs()} + $leaseMs` +
        ` WHERE project_id = $projectId AND probe_until <= ${sqlNowMs()} AND next_probe_at <= ${sqlNowMs()}`,
      { bind: { projectId, leaseMs }, type: QueryTypes.UPDATE, transaction: tx },
    );
    return changed === 1;
  }

  /** Locks the rows of the projects, and returns them with the database's time. */
  static async lock(
    projectIds: string[],
    tx: Transaction,
  ): Promise<{ endpoints: Map<string, WebhookEndpointRow>; now: number }> {
    const [clock] = await database().sequelize.query<{ now: number }>(`SELECT ${sqlNowMs()} AS now`, {
      type: QueryTypes.SELECT,
      transaction: tx,
    });
    const rows = await WebhookEndpoint.findAll({
      where: { projectId: projectIds },
      order: ['projectId'],
      lock: true,
      raw: true,
      transaction: tx,
    });
    return { endpoints: new Map(rows.map((row) => [row.projectId, row])), now: clock?.now ?? 0 };
  }

  static async put(rows: WebhookEndpointRow[], tx: Transaction): Promise<void> {
    await WebhookEndpoint.bulkCreate(rows, {
      updateOnDuplicate: ['consecutiveFailures', 'firstFailureAt', 'nextProbeAt', 'probeUntil'],
      transaction: tx,
    });
  }

  /** Marks the endpoints as healthy. */
  static async recovered(projectIds: string[], tx: Transaction): Promise<void> {
    await WebhookEndpoint.update(
      { consecutiveFailures: 0, nextProbeAt: 0, probeUntil: 0 },
      { where: { projectId: projectIds, consecutiveFailures: { [Op.gt]: 0 } }, transaction: tx },
    );
  }
}
