// Files that are being received, and the room that was taken for each: what a server that died has left is given back.

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
  /** The key of its object. */
  declare id: string;
  declare projectId: string;
  declare bytes: number;
  declare createdAt: number;

  /** Notes how much room has been taken for it in all. */
  static async note(id: string, projectId: string, bytes: number, inside: Transaction): Promise<void> {
    if ((await changeIn(inside, 'UPDATE arriving_files SET bytes = ? WHERE id = ?', [bytes, id])) > 0) return;
    await ArrivingFile.create({ id, projectId, bytes, createdAt: nowSeconds() }, { transaction: inside });
  }

  /** It arrives no more. Returns the room that was taken for it; 0 where there is no note of it. */
  static async end(id: string, inside: Transaction): Promise<number> {
    const sql = `SELECT bytes FROM arriving_files WHERE id = ?${sqlForUpdate()}`;
    const [row] = await rowsIn<{ bytes: number | string }>(inside, sql, [id]);
    if (row === undefined) return 0;
    await changeIn(inside, 'DELETE FROM arriving_files WHERE id = ?', [id]);
    return Number(row.bytes);
  }

  /** Those that began before the time, in Unix seconds. */
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
