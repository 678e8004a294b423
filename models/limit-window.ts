import {
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  QueryTypes,
  type Sequelize,
  type Transaction,
} from 'sequelize';
import { database } from './connection.ts';

export type LimitCounts = Omit<InferAttributes<LimitWindow>, 'projectId'>;

/** What a project has used of its limits in the minute, day and month that run. */
export class LimitWindow extends Model<InferAttributes<LimitWindow>, InferCreationAttributes<LimitWindow>> {
  declare projectId: string;
  /** Unix seconds: when the minute began that the counts are of. */
  declare minute: number;
  declare minuteRequests: number;
  declare minuteTokens: number;
  /** 0: what was used of the day and the month is to be read from the usage. */
  declare day: number;
  declare dayTokens: number;
  declare month: number;
  declare monthTokens: number;
  /** Billionths of a US dollar. */
  declare monthCost: number;

  /** The project's row, which nobody else can change until the end of the transaction; undefined: the project is gone. */
  static async hold(projectId: string, transaction: Transaction): Promise<LimitWindow | undefined> {
    const find = (): Promise<LimitWindow | null> =>
      LimitWindow.findOne({ where: { projectId }, lock: true, transaction });
    const found = await find();
    if (found !== null) return found;
    const skip = database().dialect === 'mysql' ? 'INSERT IGNORE' : 'INSERT OR IGNORE';
    await database().sequelize.query(
      `${skip} INTO limit_windows (project_id, minute, minute_requests, minute_tokens, day, day_tokens, month, month_tokens, month_cost) ` +
        'SELECT id, 0, 0, 0, 0, 0, 0, 0, 0 FROM projects WHERE id = $projectId',
      { bind: { projectId }, type: QueryTypes.RAW, transaction },
    );
    return (await find()) ?? undefined;
  }

  /** Has what was used of the day and the month counted anew: it was not counted for a while. */
  static async countAnew(projectId: string, transaction: Transaction): Promise<void> {
    const nothing = { day: 0, dayTokens: 0, month: 0, monthTokens: 0, monthCost: 0 };
    await LimitWindow.update(nothing, { where: { projectId }, transaction });
  }
}

export function defineLimitWindow(sequelize: Sequelize): void {
  LimitWindow.init(
    {
      projectId: { type: DataTypes.STRING, primaryKey: true },
      minute: DataTypes.BIGINT,
      minuteRequests: DataTypes.BIGINT,
      minuteTokens: DataTypes.BIGINT,
      day: DataTypes.BIGINT,
      dayTokens: DataTypes.BIGINT,
      month: DataTypes.BIGINT,
      monthTokens: DataTypes.BIGINT,
      monthCost: DataTypes.BIGINT,
    },
    { sequelize, tableName: 'limit_windows' },
  );
}
