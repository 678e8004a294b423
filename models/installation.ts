import type { Transaction } from 'sequelize';
import { isUniqueViolation } from './constraints.ts';
import { newId } from './ids.ts';
import { primaryKey, table, text } from './table.ts';

const only = 'only';

/**
 * One installation: all servers and workers of one database. Its id names resources that they share outside of the
 * database.
 */
export class Installation extends table('installations', {
  id: primaryKey(text()),
  installationId: text(),
}) {
  static #current: string | undefined;

  /** The id of the installation whose database this process has opened. Throws before `load`. */
  static get currentId(): string {
    if (Installation.#current === undefined) throw new Error('The id of the installation has not been loaded');
    return Installation.#current;
  }

  /** Loads `currentId`. Call it after the database is open. */
  static async load(): Promise<void> {
    Installation.#current = await Installation.#readId();
  }

  /** Locks the installation's row until the end of the transaction. */
  static async lock(tx: Transaction): Promise<void> {
    await Installation.findByPk(only, { lock: true, transaction: tx });
  }

  /** Returns the id, and creates one if none exists. If two servers create one at the same time, both use the first. */
  static async #readId(): Promise<string> {
    const found = await Installation.findByPk(only);
    if (found !== null) return found.installationId;
    try {
      return (await Installation.create({ id: only, installationId: newId('installation') })).installationId;
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      return Installation.#readId();
    }
  }
}
