import {
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
  type Transaction,
} from 'sequelize';
import { isUniqueViolation } from './constraints.ts';

const only = 'only';

/** The proof that a key is the one that this database's secrets are encrypted with. */
export class SecretsKey extends Model<InferAttributes<SecretsKey>, InferCreationAttributes<SecretsKey>> {
  declare id: string;
  declare proof: string;

  /** Returns the proof, or undefined if no key was used yet. */
  static async proof(tx: Transaction | null = null): Promise<string | undefined> {
    return (await SecretsKey.findOne({ where: { id: only }, transaction: tx }))?.proof;
  }

  /** Stores the proof, unless one exists. Returns the stored proof, so two servers that start at once get the same. */
  static async keep(proof: string): Promise<string> {
    try {
      await SecretsKey.create({ id: only, proof });
      return proof;
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      return (await SecretsKey.proof()) ?? '';
    }
  }

  /** Replaces the proof with that of another key. */
  static async replace(proof: string, tx: Transaction): Promise<void> {
    await SecretsKey.upsert({ id: only, proof }, { transaction: tx });
  }
}

export function defineSecretsKey(sequelize: Sequelize): void {
  SecretsKey.init(
    { id: { type: DataTypes.STRING, primaryKey: true }, proof: DataTypes.STRING },
    { sequelize, tableName: 'secrets_key' },
  );
}
