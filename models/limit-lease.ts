import {
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  Op,
  type Sequelize,
  type Transaction,
} from 'sequelize';
import { deleteInBatches } from './sweep.ts';

/**
 * A server's reservation in the limits of a project or of a key, or the reservation of one background response. It
 * expires unless it is renewed.
 */
export class LimitLease extends Model<InferAttributes<LimitLease>, InferCreationAttributes<LimitLease>> {
  declare subjectId: string;
  /** The id of the server, or of the lease of a background response. */
  declare serverId: string;
  declare tokens: number;
  /** Billionths of a US dollar. */
  declare cost: number;
  /** Unix seconds. */
  declare expiresAt: number;

  /**
   * Returns the sum of other servers' reservations. The caller holds the lock of the subject's counts, so the sum
   * cannot change.
   */
  static async sumOfOthers(
    { subjectId, serverId }: Pick<LimitLease, 'subjectId' | 'serverId'>,
    now: number,
    tx: Transaction,
  ): Promise<{ tokens: number; cost: number }> {
    const leases = await LimitLease.findAll({
      where: { subjectId, serverId: { [Op.ne]: serverId }, expiresAt: { [Op.gt]: now } },
      raw: true,
      transaction: tx,
    });
    const sum = { tokens: 0, cost: 0 };
    for (const { tokens, cost } of leases) {
      sum.tokens += Number(tokens);
      sum.cost += Number(cost);
    }
    return sum;
  }

  /** Extends a response's leases to the time, in Unix seconds. */
  static async renew(serverId: string, subjectId: string[], expiresAt: number): Promise<void> {
    await LimitLease.update({ expiresAt }, { where: { subjectId, serverId } });
  }

  /** Deletes expired leases. `now` in Unix seconds. */
  static async sweep(now: number, signal?: AbortSignal): Promise<void> {
    await deleteInBatches(LimitLease, { expiresAt: { [Op.lte]: now } }, signal);
  }
}

export function defineLimitLease(sequelize: Sequelize): void {
  LimitLease.init(
    {
      subjectId: { type: DataTypes.STRING, primaryKey: true },
      serverId: { type: DataTypes.STRING, primaryKey: true },
      tokens: DataTypes.BIGINT,
      cost: DataTypes.BIGINT,
      expiresAt: DataTypes.BIGINT,
    },
    { sequelize, tableName: 'limit_leases' },
  );
}
