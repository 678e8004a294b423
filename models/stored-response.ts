import { Op, type Transaction } from 'sequelize';
import { select, transaction } from './connection.ts';
import { readOne } from './page.ts';
import { ResponseItem } from './response-item.ts';
import { bySize, insertManyIn, rowOverheadBytes } from './statements.ts';
import { inBatches } from './sweep.ts';
import { boolean, integer, nullable, primaryKey, type RowOf, table, text } from './table.ts';

export type StoredResponseRow = RowOf<StoredResponse>;
export type ResponseStatus = 'queued' | 'in_progress' | 'completed' | 'incomplete' | 'failed' | 'cancelled';

const unended: readonly ResponseStatus[] = ['queued', 'in_progress'];
const sweptAtOnce = 100;
const columns = [
  ...['id', 'project_id', 'status', 'background', 'body', 'previous_id', 'conversation_id'],
  ...['request', 'progress', 'bytes', 'expires_at', 'created_at'],
];

/** A response that this server made. Its items are rows of `ResponseItem`. */
export class StoredResponse extends table('stored_responses', {
  id: primaryKey(text()),
  projectId: text(),
  status: text<ResponseStatus>(),
  background: boolean(),
  /** The response without its output, as JSON. */
  body: text(),
  /** The response of this server that it continues, which may be deleted. */
  previousId: nullable(text()),
  /** The conversation that it continues, which may be deleted. */
  conversationId: nullable(text()),
  /** The request of an unfinished background response, as JSON. */
  request: nullable(text()),
  /** The finished rounds of an unfinished background response, as JSON. */
  progress: nullable(text()),
  /** The bytes of `body`, `request` and `progress`. */
  bytes: integer(),
  /** Unix seconds. */
  expiresAt: integer(),
  createdAt: integer(),
}) {
  static async addAll(rows: readonly StoredResponseRow[], tx: Transaction): Promise<void> {
    for (const some of bySize(rows)) {
      const values = some.map((row) => {
        const { id, projectId, status, background, body, previousId, conversationId, ...more } = row;
        const { request, progress, bytes, expiresAt, createdAt } = more;
        const first = [id, projectId, status, Number(background), body, previousId, conversationId];
        return [...first, request, progress, bytes, expiresAt, createdAt];
      });
      await insertManyIn(tx, 'stored_responses', columns, values);
    }
  }

  static find(projectId: string, id: string): Promise<StoredResponseRow | undefined> {
    return readOne(StoredResponse, { projectId, id });
  }

  /** Returns those of the ids whose responses have not expired. `now` in Unix seconds. */
  static async liveOf(id: string[], now: number): Promise<Set<string>> {
    const where = { id, expiresAt: { [Op.gt]: now } };
    const rows = await StoredResponse.findAll({ where, attributes: ['id'], raw: true });
    return new Set(rows.map((row) => row.id));
  }

  /** Locks the row of a response until the transaction ends. */
  static hold(projectId: string, id: string, tx: Transaction): Promise<StoredResponse | null> {
    return StoredResponse.findOne({ where: { projectId, id }, lock: true, transaction: tx });
  }

  static hasEnded({ status }: Pick<StoredResponseRow, 'status'>): boolean {
    return !unended.includes(status);
  }

  /**
   * Returns the bytes of the project's responses, conversations and their items. The overhead of their rows is added here
   * and not stored, so that it also counts for rows of earlier versions.
   */
  static async bytesOf(projectId: string): Promise<number> {
    const size = (bytes: string, table: string): string =>
      `(SELECT ${bytes} + COUNT(*) * ${rowOverheadBytes} FROM \`${table}\` WHERE \`project_id\` = ?)`;
    const sum = 'COALESCE(SUM(`bytes`), 0)';
    const [row] = await select<{ bytes: number }>(
      `SELECT ${size(sum, 'stored_responses')} + ${size(sum, 'response_items')} + ${size('COALESCE(SUM(OCTET_LENGTH(`metadata`)), 0)', 'conversations')} AS \`bytes\``,
      [projectId, projectId, projectId],
    );
    return Number(row?.bytes ?? 0);
  }

  /** Extends the lives of responses that were continued. */
  static async keepUntil(ids: string[], expiresAt: number, tx: Transaction): Promise<void> {
    if (ids.length === 0) return;
    const where = { id: ids, expiresAt: { [Op.lt]: expiresAt } };
    await StoredResponse.update({ expiresAt }, { where, transaction: tx });
  }

  static async remove(ids: string[], tx: Transaction): Promise<void> {
    await ResponseItem.leaveResponses(ids, tx);
    await StoredResponse.destroy({ where: { id: ids }, transaction: tx });
  }

  /** Deletes expired responses. `now` in Unix seconds. */
  static async sweep(now: number, signal?: AbortSignal): Promise<void> {
    await inBatches(
      async () => {
        const expired = await StoredResponse.findAll({
          where: { expiresAt: { [Op.lte]: now } },
          attributes: ['id'],
          limit: sweptAtOnce,
          raw: true,
        });
        if (expired.length === 0) return 0;
        const ids = expired.map(({ id }) => id);
        await transaction((tx) => StoredResponse.remove(ids, tx));
        return ids.length;
      },
      sweptAtOnce,
      signal,
    );
  }
}
