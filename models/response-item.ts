// The items of responses and conversations. A row belongs to a response, to a conversation, or to both, and is deleted
// with the last of them.

import { Op, type Transaction } from 'sequelize';
import { select } from './connection.ts';
import { type PageOf, type PageQuery, type PageSize, page, readOne } from './page.ts';
import { bySize, insertManyIn, rowsIn, sqlList } from './statements.ts';
import { boolean, integer, nullable, primaryKey, type RowOf, table, text } from './table.ts';

export type ResponseItemRow = RowOf<ResponseItem>;

/** An item before it is stored. */
export type NewItem = Pick<ResponseItemRow, 'sequence' | 'id' | 'isOutput' | 'body' | 'bytes'>;

/** An item without its body. */
export type ItemHead = Pick<ResponseItemRow, 'sequence' | 'id' | 'responseId' | 'conversationId' | 'bytes'>;

/** The response, the conversation, or both, that items belong to. */
export interface ItemOwner {
  projectId: string;
  responseId: string | null;
  conversationId: string | null;
}

const columns = ['sequence', 'id', 'project_id', 'response_id', 'conversation_id', 'is_output', 'body', 'bytes'];

export class ResponseItem extends table('response_items', {
  /** A ULID. Items are in the order of their ULIDs. */
  sequence: primaryKey(text()),
  /** The id in the item. Ends with the ULID, unless the upstream made the id and refers to it. */
  id: text(),
  projectId: text(),
  responseId: nullable(text()),
  conversationId: nullable(text()),
  /** False: the item is an input. */
  isOutput: boolean(),
  /** The item as JSON, with its id. */
  body: text(),
  bytes: integer(),
}) {
  static async addAll(rows: readonly ResponseItemRow[], tx: Transaction): Promise<void> {
    for (const some of bySize(rows)) {
      const values = some.map((row) => {
        const { sequence, id, projectId, responseId, conversationId, isOutput, body, bytes } = row;
        return [sequence, id, projectId, responseId, conversationId, Number(isOutput), body, bytes];
      });
      await insertManyIn(tx, 'response_items', columns, values);
    }
  }

  static rowsOf(owner: ItemOwner, items: readonly NewItem[]): ResponseItemRow[] {
    return items.map((item) => ({ ...item, ...owner }));
  }

  /** Returns all items of the responses, each response's in order. */
  static ofResponses(responseId: string[]): Promise<ResponseItemRow[]> {
    return ResponseItem.findAll({ where: { responseId }, order: ['sequence'], raw: true });
  }

  /** Returns the output of a response, in order. Its input, which can be thousands of items, is not read. */
  static outputOf(responseId: string): Promise<ResponseItemRow[]> {
    return ResponseItem.findAll({ where: { responseId, isOutput: true }, order: ['sequence'], raw: true });
  }

  /** Returns the bytes of a response's output. */
  static async outputBytes(responseId: string): Promise<number> {
    const [size] = await select<{ bytes: number | null }>(
      'SELECT SUM(`bytes`) AS `bytes` FROM `response_items` WHERE `response_id` = ? AND `is_output` = 1',
      [responseId],
    );
    return Number(size?.bytes ?? 0);
  }

  /** Returns the items of a conversation before the sequence, in order; all items by default. */
  static ofConversation(conversationId: string, before?: string): Promise<ResponseItemRow[]> {
    const where = { conversationId, ...(before === undefined ? {} : { sequence: { [Op.lt]: before } }) };
    return ResponseItem.findAll({ where, order: ['sequence'], raw: true });
  }

  /** Returns the number of the items and the sum of their bytes. */
  static async sizeOf(
    owner: { responseId: string[] } | { conversationId: string },
  ): Promise<{ items: number; bytes: number }> {
    const [column, ids] =
      'conversationId' in owner ? ['conversation_id', [owner.conversationId]] : ['response_id', owner.responseId];
    const [size] = await rowsIn<{ items: number; bytes: number | null }>(
      null,
      `SELECT COUNT(*) AS items, SUM(bytes) AS bytes FROM response_items WHERE ${column} IN ${sqlList()}`,
      [ids],
    );
    return { items: Number(size?.items ?? 0), bytes: Number(size?.bytes ?? 0) };
  }

  /** Returns a page of the items in the scope. `after` is a sequence. */
  static page(
    scope: { conversationId: string } | { responseId: string; isOutput: number },
    query: PageQuery,
    size: Omit<PageSize, 'attribute'>,
  ): Promise<PageOf<ResponseItemRow>> {
    return page(ResponseItem, scope, query, { key: 'sequence', size: { attribute: 'bytes', ...size } });
  }

  /** Returns the project's items with these ids, oldest first. An id that an upstream made can belong to several items. */
  static named(projectId: string, id: string[]): Promise<ItemHead[]> {
    const attributes = ['sequence', 'id', 'responseId', 'conversationId', 'bytes'];
    return ResponseItem.findAll({ where: { projectId, id }, attributes, order: ['sequence'], raw: true });
  }

  /** Returns the whole items by their sequence. */
  static async withBodies(heads: readonly ItemHead[]): Promise<Map<string, ResponseItemRow>> {
    const rows = await ResponseItem.findAll({ where: { sequence: heads.map((one) => one.sequence) }, raw: true });
    return new Map(rows.map((row) => [row.sequence, row]));
  }

  static find(scope: { conversationId: string } | { responseId: string }, id: string) {
    return readOne(ResponseItem, { ...scope, id });
  }

  /** Returns the sequence of the last item. */
  static async lastOf(
    scope: { conversationId: string } | { responseId: string },
    tx: Transaction | null = null,
  ): Promise<string | undefined> {
    return (await ResponseItem.max('sequence', { where: scope, transaction: tx })) ?? undefined;
  }

  /** Takes items out of their conversation. Those that no response has are deleted. */
  static async leaveConversation(where: { conversationId: string; sequence?: string }, tx: Transaction): Promise<void> {
    await ResponseItem.destroy({ where: { ...where, responseId: null }, transaction: tx });
    await ResponseItem.update({ conversationId: null }, { where, transaction: tx });
  }

  /** Takes the items out of their responses. Those that no conversation has are deleted. */
  static async leaveResponses(responseId: string[], tx: Transaction): Promise<void> {
    await ResponseItem.destroy({ where: { responseId, conversationId: null }, transaction: tx });
    await ResponseItem.update({ responseId: null }, { where: { responseId }, transaction: tx });
  }

  static toResource({ body }: ResponseItemRow): Record<string, unknown> & { id: string; type: string } {
    return JSON.parse(body);
  }
}
