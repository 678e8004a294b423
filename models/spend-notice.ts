import { QueryTypes, type Transaction } from 'sequelize';
import { database } from './connection.ts';
import { integer, primaryKey, type RowOf, table, text } from './table.ts';

/** Records that the owners were notified of a spend threshold. */
export class SpendNotice extends table('spend_notices', {
  projectId: primaryKey(text()),
  /** The beginning of the month in Unix seconds. */
  month: primaryKey(integer()),
  /** Percent of the limit. */
  threshold: primaryKey(integer()),
}) {
  /**
   * Adds the notice. Returns false if any server has added it before. The caller holds the lock on the project's row in
   * limit_counts.
   */
  static async addOnce(row: RowOf<SpendNotice>, tx: Transaction): Promise<boolean> {
    if ((await SpendNotice.count({ where: { ...row }, transaction: tx })) > 0) return false;
    const skip = database().dialect === 'mysql' ? 'INSERT IGNORE' : 'INSERT OR IGNORE';
    await database().sequelize.query(
      `${skip} INTO spend_notices (project_id, month, threshold) VALUES ($projectId, $month, $threshold)`,
      { bind: { ...row }, type: QueryTypes.RAW, transaction: tx },
    );
    return true;
  }
}
