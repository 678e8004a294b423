import { DataTypes, type InferAttributes, type InferCreationAttributes, Model, Op, type Sequelize } from 'sequelize';
import { nowSeconds } from './clock.ts';
import { deleteInBatches } from './sweep.ts';

/** The token of a set-up address, at which the first admin of the server is made. */
export class SetupToken extends Model<InferAttributes<SetupToken>, InferCreationAttributes<SetupToken>> {
  /** The SHA-256 of the token. */
  declare digest: Buffer;
  declare expiresAt: number;

  /** Returns the digests of all tokens that have not expired. */
  static async openDigests(): Promise<Buffer[]> {
    const open = await SetupToken.findAll({ where: { expiresAt: { [Op.gt]: nowSeconds() } } });
    return open.map(({ digest }) => digest);
  }

  /** Deletes expired tokens. */
  static async sweep(signal?: AbortSignal): Promise<void> {
    await deleteInBatches(SetupToken, { expiresAt: { [Op.lte]: nowSeconds() } }, signal);
  }
}

export function defineSetupToken(sequelize: Sequelize): void {
  SetupToken.init(
    { digest: { type: DataTypes.BLOB, primaryKey: true }, expiresAt: DataTypes.BIGINT },
    { sequelize, tableName: 'setup_tokens' },
  );
}
