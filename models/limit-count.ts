import { QueryTypes, type Transaction } from 'sequelize';
import { database } from './connection.ts';
import { integer, primaryKey, type RowOf, table, text } from './table.ts';

export type LimitCounts = Omit<RowOf<LimitCount>, 'subjectId'>;

/** The usage of a project, or of one of its keys, in the current minute, day and month. */
export class LimitCount extends table('limit_counts', {
  /** The id of the project or key. */
  subjectId: primaryKey(text()),
  /** Unix seconds: the start of the counted minute. */
  minute: integer(),
  minuteRequests: integer(),
  minuteTokens: integer(),
  /** 0: the counts of the day and the month must be read from the usage. */
  day: integer(),
  dayTokens: integer(),
  month: integer(),
  monthTokens: integer(),
  /** Billionths of a US dollar. */
  monthCost: integer(),
}) {
  /** Returns the subject's row, locked until the end of the transaction. Creates the row if necessary. */
  static async hold(subjectId: string, tx: Transaction): Promise<LimitCount> {
    const find = (): Promise<LimitCount | null> =>
      LimitCount.findOne({ where: { subjectId }, lock: true, transaction: tx });
    const found = await find();
    if (found !== null) return found;
    const skip = database().dialect === 'mysql' ? 'INSERT IGNORE' : 'INSERT OR IGNORE';
    await database().sequelize.query(
      `${skip} INTO limit_counts (subject_id, minute, minute_requests, minute_tokens, day, day_tokens, month, month_tokens, month_cost) ` +
        'VALUES ($subjectId, 0, 0, 0, 0, 0, 0, 0, 0)',
      { bind: { subjectId }, type: QueryTypes.RAW, transaction: tx },
    );
    return (await find()) as LimitCount;
  }

  /**
   * Resets the counts of the day and the month, so that they are read from the usage again. Needed after a time without
   * counting.
   */
  static async resetCounts(subjectId: string, tx: Transaction): Promise<void> {
    const nothing = { day: 0, dayTokens: 0, month: 0, monthTokens: 0, monthCost: 0 };
    await LimitCount.update(nothing, { where: { subjectId }, transaction: tx });
  }
}
