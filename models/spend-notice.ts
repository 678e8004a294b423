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
import { database } from './connection.ts';

/** That a project's owners were told of a threshold of its spend limit. */
export class SpendNotice extends Model<InferAttributes<SpendNotice>, InferCreationAttributes<SpendNotice>> {
  declare projectId: string;
  /** Unix seconds: when the month began. */
  declare month: number;
  /** Per cent of the limit. */
  declare threshold: number;

  /** Notes it. False: it was noted before, by whichever server. The caller holds the project's row of limit_counts. */
  static async once(row: InferAttributes<SpendNotice>, transaction: Transaction): Promise<boolean> {
    if ((await SpendNotice.count({ where: { ...row }, transaction })) > 0) return false;
    const skip = database().dialect === 'mysql' ? 'INSERT IGNORE' : 'INSERT OR IGNORE';
    await database().sequelize.query(
      `${skip} INTO spend_notices (project_id, month, threshold) VALUES ($projectId, $month, $threshold)`,
      { bind: { ...row }, type: QueryTypes.RAW, transaction },
    );
    return true;
  }

  /** Removes notices of months that began before. Unix seconds. */
  static async sweep(before: number): Promise<void> {
    await SpendNotice.destroy({ where: { month: { [Op.lt]: before } } });
  }
}

export function defineSpendNotice(sequelize: Sequelize): void {
  SpendNotice.init(
    {
      projectId: { type: DataTypes.STRING, primaryKey: true },
      month: { type: DataTypes.BIGINT, primaryKey: true },
      threshold: { type: DataTypes.BIGINT, primaryKey: true },
    },
    { sequelize, tableName: 'spend_notices' },
  );
}
