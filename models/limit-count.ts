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

export type LimitCounts = Omit<InferAttributes<LimitCount>, 'subjectId'>;

/** What a project, or one of its keys, has used of its limits in the minute, day and month that run. */
export class LimitCount extends Model<InferAttributes<LimitCount>, InferCreationAttributes<LimitCount>> {
  /** The id of the project or of the key. */
  declare subjectId: string;
  /** Unix seconds: when the minute began that the counts are of. */
  declare minute: number;
  declare minuteRequests: number;
  declare minuteTokens: number;
  /** 0: the counts of the day and the month are to be read from the usage. */
  declare day: number;
  declare dayTokens: number;
  declare month: number;
  declare monthTokens: number;
  /** Billionths of a US dollar. */
  declare monthCost: number;

  /** Returns the subject's row, locked until the end of the transaction. Makes it where there is none. */
  static async hold(subjectId: string, transaction: Transaction): Promise<LimitCount> {
    const find = (): Promise<LimitCount | null> =>
      LimitCount.findOne({ where: { subjectId }, lock: true, transaction });
    const found = await find();
    if (found !== null) return found;
    const skip = database().dialect === 'mysql' ? 'INSERT IGNORE' : 'INSERT OR IGNORE';
    await database().sequelize.query(
      `${skip} INTO limit_counts (subject_id, minute, minute_requests, minute_tokens, day, day_tokens, month, month_tokens, month_cost) ` +
        'VALUES ($subjectId, 0, 0, 0, 0, 0, 0, 0, 0)',
      { bind: { subjectId }, type: QueryTypes.RAW, transaction },
    );
    return (await find()) as LimitCount;
  }

  /** Has the day and the month counted anew from the usage: they were not counted for a while. */
  static async countAnew(subjectId: string, transaction: Transaction): Promise<void> {
    const nothing = { day: 0, dayTokens: 0, month: 0, monthTokens: 0, monthCost: 0 };
    await LimitCount.update(nothing, { where: { subjectId }, transaction });
  }

  /** Removes rows whose month began before, and whose minute did. Unix seconds. */
  static async sweep(before: number): Promise<void> {
    await LimitCount.destroy({ where: { month: { [Op.lt]: before }, minute: { [Op.lt]: before } } });
  }
}

export function defineLimitCount(sequelize: Sequelize): void {
  LimitCount.init(
    {
      subjectId: { type: DataTypes.STRING, primaryKey: true },
      minute: DataTypes.BIGINT,
      minuteRequests: DataTypes.BIGINT,
      minuteTokens: DataTypes.BIGINT,
      day: DataTypes.BIGINT,
      dayTokens: DataTypes.BIGINT,
      month: DataTypes.BIGINT,
      monthTokens: DataTypes.BIGINT,
      monthCost: DataTypes.BIGINT,
    },
    { sequelize, tableName: 'limit_counts' },
  );
}
