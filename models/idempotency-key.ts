import {
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  Op,
  type Sequelize,
  type Transaction,
} from 'sequelize';
import { isUniqueViolation } from './constraints.ts';

export type IdempotencyKeyRow = InferAttributes<IdempotencyKey>;

/** A call that came with an `Idempotency-Key`. */
export class IdempotencyKey extends Model<InferAttributes<IdempotencyKey>, InferCreationAttributes<IdempotencyKey>> {
  /** The SHA-256 of whose key it is, and of the key. */
  declare digest: Buffer;
  /** The SHA-256 of the call. */
  declare fingerprint: Buffer;
  /** The attempt that has the key. */
  declare holder: string;
  /** Unix seconds. */
  declare heldAt: number;
  /** Whether what the call makes has been made. */
  declare done: boolean;
  /** The answer, sealed; null: not known yet, or lost. */
  declare answer: string | null;
  declare createdAt: number;

  /** Takes the key. Returns who has it, where somebody has. */
  static async take(row: Omit<IdempotencyKeyRow, 'done' | 'answer'>): Promise<IdempotencyKeyRow | undefined> {
    for (;;) {
      try {
        await IdempotencyKey.create({ ...row, done: false, answer: null });
        return undefined;
      } catch (error) {
        if (!isUniqueViolation(error)) throw error;
      }
      const standing = await IdempotencyKey.findOne({ where: { digest: row.digest }, raw: true });
      // It may have been given back meanwhile.
      if (standing !== null) return standing;
    }
  }

  /** Takes over what another attempt has left. False: it has not left it after all. */
  static async takeOver(digest: Buffer, from: string, holder: string, heldAt: number): Promise<boolean> {
    const [changed] = await IdempotencyKey.update({ holder, heldAt }, { where: { digest, holder: from, done: false } });
    return changed === 1;
  }

  /** Notes that what the call makes is made, in the transaction that makes it. False: the attempt has the key no more. */
  static async finish(digest: Buffer, holder: string, inside: Transaction | null): Promise<boolean> {
    const where = { digest, holder };
    await IdempotencyKey.update({ done: true }, { where, transaction: inside });
    return (await IdempotencyKey.count({ where, transaction: inside })) === 1;
  }

  static async keep(digest: Buffer, holder: string, answer: string): Promise<void> {
    await IdempotencyKey.update({ done: true, answer }, { where: { digest, holder } });
  }

  /** Gives the key back, unless what the call makes is made. */
  static async giveBack(digest: Buffer, holder: string): Promise<void> {
    await IdempotencyKey.destroy({ where: { digest, holder, done: false } });
  }

  /** Forgets a key that has been kept for long enough, unless somebody else has and it is used again. */
  static async forget(digest: Buffer, holder: string): Promise<void> {
    await IdempotencyKey.destroy({ where: { digest, holder } });
  }

  /** Forgets those of before, in Unix seconds. */
  static async sweep(before: number): Promise<void> {
    await IdempotencyKey.destroy({ where: { createdAt: { [Op.lt]: before } } });
  }
}

export function defineIdempotencyKey(sequelize: Sequelize): void {
  IdempotencyKey.init(
    {
      digest: { type: DataTypes.BLOB, primaryKey: true },
      fingerprint: DataTypes.BLOB,
      holder: DataTypes.STRING,
      heldAt: DataTypes.BIGINT,
      done: DataTypes.BOOLEAN,
      answer: DataTypes.TEXT,
      createdAt: DataTypes.BIGINT,
    },
    { sequelize, tableName: 'idempotency_keys' },
  );
}
