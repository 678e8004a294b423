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

/** A process that writes usage. Its row remembers the last write, so that none is counted twice. */
export class UsageWriter extends Model<InferAttributes<UsageWriter>, InferCreationAttributes<UsageWriter>> {
  declare id: string;
  /** The number of the last committed write, from 1. */
  declare lastWrite: number;
  /** Unix seconds. */
  declare writtenAt: number;

  /** Records the write. Returns false if it is committed already. */
  static async begin(id: string, write: number, now: number, tx: Transaction): Promise<boolean> {
    const changes = { lastWrite: write, writtenAt: now };
    const where = { id, lastWrite: { [Op.lt]: write } };
    const [changed] = await UsageWriter.update(changes, { where, transaction: tx });
    if (changed === 1) return true;
    const isKnown = (await UsageWriter.count({ where: { id }, transaction: tx })) === 1;
    if (!isKnown) await UsageWriter.create({ id, ...changes }, { transaction: tx });
    return !isKnown;
  }

  /** Deletes the rows of processes without a write since the time, in Unix seconds. */
  static async sweep(before: number, signal?: AbortSignal): Promise<void> {
    await deleteInBatches(UsageWriter, { writtenAt: { [Op.lt]: before } }, signal);
  }
}

export function defineUsageWriter(sequelize: Sequelize): void {
  UsageWriter.init(
    { id: { type: DataTypes.STRING, primaryKey: true }, lastWrite: DataTypes.BIGINT, writtenAt: DataTypes.BIGINT },
    { sequelize, tableName: 'usage_writers' },
  );
}
