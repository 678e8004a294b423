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

/** What tells whether a key is the one that this database was written with. */
export class SecretsKey extends Model<InferAttributes<SecretsKey>, InferCreationAttributes<SecretsKey>> {
  declare id: string;
  declare proof: string;

  /** Undefined: no key was used yet. */
  static async proof(inside: Transaction | null = null): Promise<string | undefined> {
    return (await SecretsKey.findOne({ where: { id: only }, transaction: inside }))?.proof;
  }

  /** Keeps the proof, unless there is one. Returns what is kept: two servers that start at once get the same. */
  static async keep(proof: string): Promise<string> {
    try {
      await SecretsKey.create({ id: only, proof });
      return proof;
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      return (await SecretsKey.proof()) ?? '';
    }
  }

  /** Keeps the proof of another key instead. */
  static async replace(proof: string, inside: Transaction): Promise<void> {
    await SecretsKey.upsert({ id: only, proof }, { transaction: inside });
  }
}

export function defineSecretsKey(sequelize: Sequelize): void {
  SecretsKey.init(
    { id: { type: DataTypes.STRING, primaryKey: true }, proof: DataTypes.STRING },
    { sequelize, tableName: 'secrets_key' },
  );
}
