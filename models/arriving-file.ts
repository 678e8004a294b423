// Files that are being received, and the storage reserved for each. The sweep releases the reservations of dead
// servers.

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
import { sqlForUpdate } from './connection.ts';
import { changeIn, rowsIn } from './statements.ts';

export class ArrivingFile extends Model<InferAttributes<ArrivingFile>, InferCreationAttributes<ArrivingFile>> {
  /** The key of the stored object. */
  declare id: string;
  declare projectId: string;
  declare bytes: number;
  declare createdAt: number;

  /** Sets the total storage reserved for the file. */
  static async note(id: string, projectId: string, bytes: number, tx: Transaction): Promise<void> {
    if ((await changeIn(tx, 'UPDATE arriving_files SET bytes = ? WHERE id = ?', [bytes, id])) > 0) return;
    await ArrivingFile.create({ id, projectId, bytes, createdAt: nowSeconds() }, { transaction: tx });
  }

  /** Ends the reception. Returns the reserved bytes, or 0 if nothing is reserved. */
  static async end(id: string, tx: Transaction): Promise<number> {
    const sql = `SELECT bytes FROM arriving_files WHERE id = ?${sqlForUpdate()}`;
    const [row] = await rowsIn<{ bytes: number | string }>(tx, sql, [id]);
    if (row === undefined) return 0;
    await changeIn(tx, 'DELETE FROM arriving_files WHERE id = ?', [id]);
    return Number(row.bytes);
  }

  /** Returns files whose reception began before the time, in Unix seconds. */
  static async before(seconds: number, limit: number): Promise<Pick<ArrivingFile, 'id' | 'projectId'>[]> {
    const where = { createdAt: { [Op.lt]: seconds } };
    return ArrivingFile.findAll({ where, attributes: ['id', 'projectId'], limit, raw: true });
  }
}

export function defineArrivingFile(sequelize: Sequelize): void {
  ArrivingFile.init(
    {
      id: { type: DataTypes.STRING, primaryKey: true },
      projectId: DataTypes.STRING,
      bytes: DataTypes.BIGINT,
      createdAt: DataTypes.BIGINT,
    },
    { sequelize, tableName: 'arriving_files' },
  );
}
