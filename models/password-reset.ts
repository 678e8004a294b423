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

export type PasswordResetRow = InferAttributes<PasswordReset>;

/** A link that sets a user's password. A user has at most one, the newest; redeeming it deletes it. */
export class PasswordReset extends Model<InferAttributes<PasswordReset>, InferCreationAttributes<PasswordReset>> {
  declare userId: string;
  /** The SHA-256 of the link's token. */
  declare digest: Buffer;
  declare expiresAt: number;

  /** The link with this token, unless it has expired. */
  static open(digest: Buffer): Promise<PasswordResetRow | null> {
    return PasswordReset.findOne({ where: { digest, expiresAt: { [Op.gt]: nowSeconds() } } });
  }

  /** Uses the link up. False: it has expired, or another caller was first. */
  static async redeem(digest: Buffer, transaction: Transaction): Promise<boolean> {
    const open = { digest, expiresAt: { [Op.gt]: nowSeconds() } };
    return (await PasswordReset.destroy({ where: open, transaction })) === 1;
  }

  /** Forgets links that have expired. */
  static async sweep(): Promise<void> {
    await PasswordReset.destroy({ where: { expiresAt: { [Op.lte]: nowSeconds() } } });
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
