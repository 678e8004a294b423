import { DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';
import { isUniqueViolation } from './constraints.ts';
import { newId } from './ids.ts';

const only = 'only';

/** The servers and workers of one database are one installation: its id names what they share outside of it. */
export class Installation extends Model<InferAttributes<Installation>, InferCreationAttributes<Installation>> {
  declare id: string;
  declare installationId: string;

  static #current: string | undefined;

  /** The id of the installation whose database this process has opened. */
  static get currentId(): string {
    if (Installation.#current === undefined) throw new Error('The id of the installation has not been loaded');
    return Installation.#current;
  }

  /** Reads `currentId`. Call it once the database is open. */
  static async load(): Promise<void> {
    Installation.#current = await Installation.#readId();
  }

  /** Returns the id. Makes it first where there is none: of two servers that do so at once, one wins. */
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

export function defineInstallation(sequelize: Sequelize): void {
  Installation.init(
    { id: { type: DataTypes.STRING, primaryKey: true }, installationId: DataTypes.STRING },
    { sequelize, tableName: 'installations' },
  );
}
