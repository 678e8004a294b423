import { Op, type Transaction } from 'sequelize';
import { integer, primaryKey, table, text } from './table.ts';

/** A process that writes usage. Its row remembers the last write, so that none is counted twice. */
export class UsageWriter extends table('usage_writers', {
  id: primaryKey(text()),
  /** The number of the last committed write, from 1. */
  lastWrite: integer(),
  /** Unix seconds. */
  writtenAt: integer(),
}) {
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
}
