import {
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  Op,
  QueryTypes,
  type Sequelize,
  type Transaction,
} from 'sequelize';
import { database, sqlNowMs } from './connection.ts';

export type WebhookEndpointRow = InferAttributes<WebhookEndpoint>;

/**
 * The health of a project's webhook endpoint. Times are milliseconds of the database's clock. No row: the endpoint has
 * never failed.
 */
export class WebhookEndpoint extends Model<InferAttributes<WebhookEndpoint>, InferCreationAttributes<WebhookEndpoint>> {
  declare projectId: string;
  declare consecutiveFailures: number;
  /** The time of the first failure in a row. */
  declare firstFailureAt: number;
  /** No attempt is made to a failing endpoint before this time. */
  declare nextProbeAt: number;
  /** Until this time a single probe is running, and no other attempt is made. */
  declare probeUntil: number;

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

export function defineWebhookEndpoint(sequelize: Sequelize): void {
  WebhookEndpoint.init(
    {
      projectId: { type: DataTypes.STRING, primaryKey: true },
      consecutiveFailures: DataTypes.BIGINT,
      firstFailureAt: DataTypes.BIGINT,
      nextProbeAt: DataTypes.BIGINT,
      probeUntil: DataTypes.BIGINT,
    },
    { sequelize, tableName: 'webhook_endpoints' },
  );
}
