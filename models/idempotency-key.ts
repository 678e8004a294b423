import { Op, QueryTypes, type Transaction } from 'sequelize';
import { database, sqlForUpdate } from './connection.ts';
import { isUniqueViolation } from './constraints.ts';
import { deleteInBatches } from './sweep.ts';
import { blob, boolean, integer, nullable, primaryKey, type RowOf, table, text } from './table.ts';

export type IdempotencyKeyRow = RowOf<IdempotencyKey>;

/** A request that was sent with an `Idempotency-Key`. */
export class IdempotencyKey extends table('idempotency_keys', {
  /** The SHA-256 of the key's owner and the key. */
  digest: primaryKey(blob()),
  /** The SHA-256 of the request. */
  fingerprint: blob(),
  /** The attempt that holds the key. */
  holder: text(),
  /** Unix seconds. */
  heldAt: integer(),
  /** True if the change that the request asks for is committed. */
  done: boolean(),
  /** The sealed response; null: not known yet, or lost. */
  answer: nullable(text()),
  createdAt: integer(),
}) {
  /** Claims the key. Returns the existing row if another attempt holds the key. */
  static async claim(row: Omit<IdempotencyKeyRow, 'done' | 'answer'>): Promise<IdempotencyKeyRow | undefined> {
    for (;;) {
      try {
        await IdempotencyKey.create({ ...row, done: false, answer: null });
        return undefined;
      } catch (error) {
        if (!isUniqueViolation(error)) throw error;
      }
      const standing = await IdempotencyKey.findOne({ where: { digest: row.digest }, raw: true });
      // The insert was repeated after its answer was lost.
      if (standing?.holder === row.holder) return undefined;
      // Another attempt may have released the key in the meantime.
      if (standing !== null) return standing;
    }
  }

  /** Takes the key over from an abandoned attempt. Returns false if that attempt finished or lost the key before. */
  static async takeOver(digest: Buffer, from: string, holder: string, heldAt: number): Promise<boolean> {
    const [changed] = await IdempotencyKey.update({ holder, heldAt }, { where: { digest, holder: from, done: false } });
    return changed === 1;
  }

  /**
   * Marks the request's change as committed, in the transaction that makes the change. Returns false if the attempt no
   * longer holds the key.
   */
  static async finish(digest: Buffer, holder: string, tx: Transaction | null): Promise<boolean> {
    const where = { digest, holder };
    await IdempotencyKey.update({ done: true }, { where, transaction: tx });
    return (await IdempotencyKey.count({ where, transaction: tx })) === 1;
  }

  /** Returns true if the change of this attempt is committed. Waits for a commit under way. */
  static async isFinished(digest: Buffer, holder: string): Promise<boolean> {
    const sql = `SELECT done FROM idempotency_keys WHERE digest = ? AND holder = ?${sqlForUpdate()}`;
    const { sequelize } = database();
    const rows = await sequelize.query<{ done: unknown }>(sql, {
      replacements: [digest, holder],
      type: QueryTypes.SELECT,
    });
    return Number(rows[0]?.done) === 1;
  }

  static async keep(digest: Buffer, holder: string, answer: string): Promise<void> {
    await IdempotencyKey.update({ done: true, answer }, { where: { digest, holder } });
  }

  /** Releases the key, unless the request's change is committed. */
  static async release(digest: Buffer, holder: string): Promise<void> {
    await IdempotencyKey.destroy({ where: { digest, holder, done: false } });
  }

  /** Deletes a key that is kept no longer, unless another attempt holds it. */
  static async forget(digest: Buffer, holder: string): Promise<void> {
    await IdempotencyKey.destroy({ where: { digest, holder } });
  }

  /** Deletes keys created before the time, in Unix seconds. */
  static async sweep(before: number, signal?: AbortSignal): Promise<void> {
    await deleteInBatches(IdempotencyKey, { createdAt: { [Op.lt]: before } }, signal);
  }
}
