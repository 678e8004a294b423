import {
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  Op,
  type Sequelize,
  type Transaction,
} from 'sequelize';
import { nowSeconds } from './clock.ts';
import { deleteInBatches } from './sweep.ts';

export type PasswordResetRow = InferAttributes<PasswordReset>;

/** A password reset link. A user has at most one, the newest. Redeeming the link deletes it. */
export class PasswordReset extends Model<InferAttributes<PasswordReset>, InferCreationAttributes<PasswordReset>> {
  declare userId: string;
  /** The SHA-256 of the link's token. */
  declare digest: Buffer;
  declare expiresAt: number;

  /** Returns the link with this token, unless it has expired. */
  static open(digest: Buffer): Promise<PasswordResetRow | null> {
    return PasswordReset.findOne({ where: { digest, expiresAt: { [Op.gt]: nowSeconds() } } });
  }

  /** Deletes the link on use. Returns false if it has expired, or another request was first. */
  static async redeem(digest: Buffer, transaction: Transaction): Promise<boolean> {
    const open = { digest, expiresAt: { [Op.gt]: nowSeconds() } };
    return (await PasswordReset.destroy({ where: open, transaction })) === 1;
  }

  /** Deletes expired links. */
  static async sweep(signal?: AbortSignal): Promise<void> {
    await deleteInBatches(PasswordReset, { expiresAt: { [Op.lte]: nowSeconds() } }, signal);
  }
}

export function definePasswordReset(sequelize: Sequelize): void {
  PasswordReset.init(
    {
      userId: { type: DataTypes.STRING, primaryKey: true },
      digest: DataTypes.BLOB,
      expiresAt: DataTypes.BIGINT,
    },
    { sequelize, tableName: 'password_resets' },
  );
}
