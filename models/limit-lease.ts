import {
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  Op,
  type Sequelize,
  type Transaction,
} from 'sequelize';

/**
 * What one server has reserved of the limits of a project or of a key, or what is reserved for one response in the
 * background. It lapses when nobody renews it.
 */
export class LimitLease extends Model<InferAttributes<LimitLease>, InferCreationAttributes<LimitLease>> {
  declare subjectId: string;
  /** The id of the server, or that of a response's lease. */
  declare serverId: string;
  declare tokens: number;
  /** Billionths of a US dollar. */
  declare cost: number;
  /** Unix seconds. */
  declare expiresAt: number;

  /** Sums up what other servers have reserved. The caller holds the subject's counts, so that none of them changes. */
  static async ofOthers(
    { subjectId, serverId }: Pick<LimitLease, 'subjectId' | 'serverId'>,
    now: number,
    transaction: Transaction,
  ): Promise<{ tokens: number; cost: number }> {
    const leases = await LimitLease.findAll({
      where: { subjectId, serverId: { [Op.ne]: serverId }, expiresAt: { [Op.gt]: now } },
      raw: true,
      transaction,
    });
    const sum = { tokens: 0, cost: 0 };
    for (const { tokens, cost } of leases) {
      sum.tokens += Number(tokens);
      sum.cost += Number(cost);
    }
    return sum;
  }

  /** Lets a response's leases last until then: Unix seconds. */
  static async renew(serverId: string, subjectId: string[], expiresAt: number): Promise<void> {
    await LimitLease.update({ expiresAt }, { where: { subjectId, serverId } });
  }

  /** Removes leases that have lapsed. `now` in Unix seconds. */
  static async sweep(now: number): Promise<void> {
    await LimitLease.destroy({ where: { expiresAt: { [Op.lte]: now } } });
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
