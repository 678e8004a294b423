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

/** How a project's receiver is doing. Times are milliseconds of the database's clock. No row: it has never failed. */
export class WebhookEndpoint extends Model<InferAttributes<WebhookEndpoint>, InferCreationAttributes<WebhookEndpoint>> {
  declare projectId: string;
  declare consecutiveFailures: number;
  /** Of the failures in a row, the first. */
  declare firstFailureAt: number;
  /** Before this, no attempt is made to an endpoint that fails. */
  declare nextProbeAt: number;
  /** Until then, one attempt is under way, and no other is made. */
  declare probeUntil: number;

  /** Takes the one place of an attempt to an endpoint that fails, for `leaseMs`. False: it is taken, or not yet time. */
  static async beginProbe(projectId: string, leaseMs: number, inside: Transaction): Promise<boolean> {
    const [, changed] = await database().sequelize.query(
      `UPDATE webhook_endpoints SET probe_until = ${sqlNowMs()} + $leaseMs` +
        ` WHERE project_id = $projectId AND probe_until <= ${sqlNowMs()} AND next_probe_at <= ${sqlNowMs()}`,
      { bind: { projectId, leaseMs }, type: QueryTypes.UPDATE, transaction: inside },
    );
    return changed === 1;
  }

  /** The rows of the projects, locked, and the database's time. */
  static async lock(
    projectIds: string[],
    inside: Transaction,
  ): Promise<{ endpoints: Map<string, WebhookEndpointRow>; now: number }> {
    const [clock] = await database().sequelize.query<{ now: number }>(`SELECT ${sqlNowMs()} AS now`, {
      type: QueryTypes.SELECT,
      transaction: inside,
    });
    const rows = await WebhookEndpoint.findAll({
      where: { projectId: projectIds },
      order: ['projectId'],
      lock: true,
      raw: true,
      transaction: inside,
    });
    return { endpoints: new Map(rows.map((row) => [row.projectId, row])), now: clock?.now ?? 0 };
  }

  static async put(rows: WebhookEndpointRow[], inside: Transaction): Promise<void> {
    await WebhookEndpoint.bulkCreate(rows, {
      updateOnDuplicate: ['consecutiveFailures', 'firstFailureAt', 'nextProbeAt', 'probeUntil'],
      transaction: inside,
    });
  }

  /** Notes that the endpoints take what they are sent. */
  static async recovered(projectIds: string[], inside: Transaction): Promise<void> {
    await WebhookEndpoint.update(
      { consecutiveFailures: 0, nextProbeAt: 0, probeUntil: 0 },
      { where: { projectId: projectIds, consecutiveFailures: { [Op.gt]: 0 } }, transaction: inside },
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
