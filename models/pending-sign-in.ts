import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  Op,
  type Sequelize,
} from 'sequelize';
import { nowSeconds } from './clock.ts';
import type { LoginMethod } from './login.ts';
import { deleteInBatches } from './sweep.ts';

export type PendingSignInRow = InferAttributes<PendingSignIn>;

/** For how many seconds an expired row says that it has expired. */
const keptSeconds = 3600;

/** A sign-in whose holder gets a session once it is approved. Its use deletes it. */
export class PendingSignIn extends Model<InferAttributes<PendingSignIn>, InferCreationAttributes<PendingSignIn>> {
  /** The SHA-256 of the device code, or of the link's token. */
  declare digest: Buffer;
  /** The SHA-256 of the code that the device shows; null for a link. */
  declare userCodeDigest: CreationOptional<Buffer | null>;
  declare clientName: CreationOptional<string | null>;
  /** The IP address of the device. */
  declare address: CreationOptional<string | null>;
  declare state: 'open' | 'approved' | 'denied';
  /** The user who decided. */
  declare userId: CreationOptional<string | null>;
  /** How that user had signed in. */
  declare method: CreationOptional<LoginMethod | null>;
  /** The sign-in of that user. */
  declare loginId: CreationOptional<string | null>;
  declare intervalSeconds: CreationOptional<number>;
  declare polledAt: CreationOptional<number | null>;
  declare createdAt: number;
  declare expiresAt: number;

  /** Deletes expired rows. */
  static async sweep(signal?: AbortSignal): Promise<void> {
    await deleteInBatches(PendingSignIn, { expiresAt: { [Op.lte]: nowSeconds() - keptSeconds } }, signal);
  }
}

export function definePendingSignIn(sequelize: Sequelize): void {
  PendingSignIn.init(
    {
      digest: { type: DataTypes.BLOB, primaryKey: true },
      userCodeDigest: DataTypes.BLOB,
      clientName: DataTypes.STRING,
      address: DataTypes.STRING,
      state: DataTypes.STRING,
      userId: DataTypes.STRING,
      method: DataTypes.STRING,
      loginId: DataTypes.STRING,
      intervalSeconds: { type: DataTypes.INTEGER, defaultValue: 0 },
      polledAt: DataTypes.BIGINT,
      createdAt: DataTypes.BIGINT,
      expiresAt: DataTypes.BIGINT,
    },
    { sequelize, tableName: 'pending_sign_ins' },
  );
}
