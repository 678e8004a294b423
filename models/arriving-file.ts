// Files that are being received, and the storage reserved for each. The sweep releases the reservations of dead
// servers.

import { Op, type Transaction } from 'sequelize';
import { nowSeconds } from './clock.ts';
import { sqlForUpdate } from './connection.ts';
import { changeIn, rowsIn } from './statements.ts';
import { integer, primaryKey, table, text } from './table.ts';

export class ArrivingFile extends table('arriving_files', {
  /** The key of the stored object. */
  id: primaryKey(text()),
  projectId: text(),
  bytes: integer(),
  createdAt: integer(),
}) {
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
