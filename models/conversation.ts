import { Op, type Transaction } from 'sequelize';
import type { components } from '../generated/openapi.ts';
import { integer, nullable, primaryKey, type RowOf, table, text, withDefault } from './table.ts';

type Resource = components['schemas']['Conversation'];

export type ConversationRow = RowOf<Conversation>;

/** A conversation of a project: an ordered list of items, which are rows of `ResponseItem`. */
export class Conversation extends table('conversations', {
  id: primaryKey(text()),
  projectId: text(),
  /** JSON text. */
  metadata: text(),
  /** The response that is continuing the conversation, or null. */
  lockedBy: withDefault(nullable(text()), null),
  /** Unix seconds. After this time the lock is void, because its server has died. */
  lockedUntil: withDefault(integer(), 0),
  createdAt: integer(),
}) {
  /** Locks the conversation for a response, or extends the lock. Returns false if another response holds the lock. */
  static async lockFor(responseId: string, id: string, now: number, until: number): Promise<boolean> {
    const free = [{ lockedBy: null }, { lockedBy: responseId }, { lockedUntil: { [Op.lte]: now } }];
    // MySQL counts only rows that change, so a repeated lock needs the read.
    const [changed] = await Conversation.update(
      { lockedBy: responseId, lockedUntil: until },
      { where: { id, [Op.or]: free } },
    );
    return changed === 1 || (await Conversation.count({ where: { id, lockedBy: responseId } })) === 1;
  }

  /** Returns true if a response is continuing the conversation. `now` in Unix seconds. */
  static isLocked({ lockedBy, lockedUntil }: ConversationRow, now: number): boolean {
    return lockedBy !== null && Number(lockedUntil) > now;
  }

  static async unlock(responseId: string, id: string, tx: Transaction | null = null): Promise<void> {
    await Conversation.update(
      { lockedBy: null, lockedUntil: 0 },
      { where: { id, lockedBy: responseId }, transaction: tx },
    );
  }

  static toResource({ id, createdAt, metadata }: ConversationRow): Resource {
    return { id, object: 'conversation', created_at: createdAt, metadata: JSON.parse(metadata) };
  }
}
