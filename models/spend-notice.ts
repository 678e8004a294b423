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
import { deleteInBatches } from './sweep.ts';

/** Records that the owners were notified of a spend threshold. */
export class SpendNotice extends Model<InferAttributes<SpendNotice>, InferCreationAttributes<SpendNotice>> {
  declare projectId: string;
  /** The beginning of the month in Unix seconds. */
  declare month: number;
  /** Percent of the limit. */
  declare threshold: number;

  /**
   * Adds the notice. Returns false if any server has added it before. The caller holds the lock on the project's row in
   * limit_counts.
   */
  static async addOnce(row: InferAttributes<SpendNotice>, tx: Transaction): Promise<boolean> {
    if ((await SpendNotice.count({ where: { ...row }, transaction: tx })) > 0) return false;
    const skip = database().dialect === 'mysql' ? 'INSERT IGNORE' : 'INSERT OR IGNORE';
    await database().sequelize.query(
      `${skip} INTO spend_notices (project_id, month, threshold) VALUES ($projectId, $month, $threshold)`,
      { bind: { ...row }, type: QueryTypes.RAW, transaction: tx },
    );
    return true;
  }

  /** Deletes notices of months that began before the time, in Unix seconds. */
  static async sweep(before: number, signal?: AbortSignal): Promise<void> {
    await deleteInBatches(SpendNotice, { month: { [Op.lt]: before } }, signal);
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
