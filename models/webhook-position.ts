import { QueryTypes, type Transaction } from 'sequelize';
import { database } from './connection.ts';
import { readOne } from './page.ts';
import { integer, primaryKey, table, text } from './table.ts';

/** The last position that an event of the project got. No row: nobody has read the project's events in order. */
export class WebhookPosition extends table('webhook_positions', {
  projectId: primaryKey(text()),
  last: integer(),
}) {
  static async last(projectId: string): Promise<number> {
    return (await readOne(WebhookPosition, { projectId }))?.last ?? 0;
  }

  /**
   * Takes the next position. Keeps the row locked until the transaction ends, so that positions become visible in their
   * order.
   */
  static async take(projectId: string, tx: Transaction): Promise<number> {
    const known = database().dialect === 'mysql' ? 'ON DUPLICATE KEY UPDATE' : 'ON CONFLICT (project_id) DO UPDATE SET';
    await database().sequelize.query(
      `INSERT INTO webhook_positions (project_id, last) VALUES ($projectId, 1) ${known} last = last + 1`,
      { bind: { projectId }, type: QueryTypes.RAW, transaction: tx },
    );
    const row = await WebhookPosition.findOne({ where: { projectId }, raw: true, transaction: tx });
    return row?.last ?? 0;
  }
}
