import type { Transaction } from 'sequelize';
import { isUniqueViolation } from './constraints.ts';
import { primaryKey, table, text } from './table.ts';

const only = 'only';

/** The proof that a key is the one that this database's secrets are encrypted with. */
export class SecretsKey extends table('secrets_key', {
  id: primaryKey(text()),
  proof: text(),
}) {
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
