// Conversations of a project, and their items.

import type { components } from '../../generated/openapi.ts';
import { nowSeconds } from '../../models/clock.ts';
import { transaction } from '../../models/connection.ts';
import { isReferenceViolation } from '../../models/constraints.ts';
import { Conversation, type ConversationRow } from '../../models/conversation.ts';
import { continueAfter, createdAt, newId } from '../../models/ids.ts';
import { type PageOf, type PageQuery, readOne } from '../../models/page.ts';
import type { ProjectRow } from '../../models/project.ts';
import { type NewItem, ResponseItem, type ResponseItemRow } from '../../models/response-item.ts';
import { auditChange } from '../audit/index.ts';
import { notFound, valueError } from '../platform/index.ts';
import { newInputItems } from './items.ts';
import { conversationLocked, type ResponseStore } from './store.ts';

type Schemas = components['schemas'];
type Project = Pick<ProjectRow, 'id'>;

const ulidAtEnd = /_([0-7][0-9A-HJKMNP-TV-Z]{25})$/;

export interface ConversationServices {
  responseStore: ResponseStore;
}

/** Creates a conversation. Throws `responses_not_stored` or `response_bytes`. */
export async function createConversation(
  project: ProjectRow,
  { items, metadata }: Schemas['CreateConversationRequest'],
  { responseStore }: ConversationServices,
): Promise<ConversationRow> {
  await responseStore.checkRoom(project);
  const id = newId('conversation');
  const added = itemsIn(items ?? []);
  const fields = { id, projectId: project.id, metadata: JSON.stringify(metadata ?? {}), createdAt: createdAt(id) };
  await transaction(async (transaction) => {
    await Conversation.create(fields, { transaction });
    const owner = { projectId: project.id, responseId: null, conversationId: id };
    await ResponseItem.addAll(ResponseItem.rowsOf(owner, added), transaction);
  }).catch((error: unknown) => {
    throw isReferenceViolation(error) ? notFound('project', project.id) : error;
  });
  return getConversation(project, id);
}

/** Returns a conversation. Throws `not_found`. */
export async function getConversation(project: Project, id: string): Promise<ConversationRow> {
  const row = await readOne(Conversation, { projectId: project.id, id });
  if (row === undefined) throw notFound('conversation', id);
  return row;
}

/** Replaces the metadata of a conversation. Throws `not_found`. */
export async function updateConversation(
  project: Project,
  id: string,
  { metadata }: Schemas['UpdateConversationRequest'],
): Promise<ConversationRow> {
  await getConversation(project, id);
  await Conversation.update({ metadata: JSON.stringify(metadata ?? {}) }, { where: { projectId: project.id, id } });
  return getConversation(project, id);
}

/** Deletes a conversation. Its items stay in the responses that continued it. Throws `not_found`. */
export async function deleteConversation(project: Project, id: string): Promise<void> {
  await transaction(async (transaction) => {
    const found = await Conversation.findOne({ where: { projectId: project.id, id }, lock: true, transaction });
    if (found === null) throw notFound('conversation', id);
    await ResponseItem.leaveConversation({ conversationId: id }, transaction);
    await found.destroy({ transaction });
    await auditChange(id, transaction);
  });
}

/** Adds items to the end of a conversation. Throws `not_found` or `conversation_locked`. */
export async function addItems(
  project: ProjectRow,
  id: string,
  { items }: Schemas['CreateConversationItemsRequest'],
  { responseStore }: ConversationServices,
): Promise<ResponseItemRow[]> {
  await getConversation(project, id);
  await responseStore.checkRoom(project);
  const owner = { projectId: project.id, responseId: null, conversationId: id };
  return transaction(async (transaction) => {
    const where = { projectId: project.id, id };
    const conversation = await Conversation.findOne({ where, lock: true, transaction });
    if (conversation === null) throw notFound('conversation', id);
    if (Conversation.isLocked(conversation, nowSeconds())) throw conversationLocked();
    const last = await ResponseItem.lastOf({ conversationId: id }, transaction);
    if (last !== undefined) continueAfter(last);
    const rows = ResponseItem.rowsOf(owner, itemsIn(items));
    await ResponseItem.addAll(rows, transaction);
    return rows;
  });
}

/** Lists the items of a conversation. Throws `not_found`. */
export async function listItems(project: Project, id: string, query: PageQuery): Promise<PageOf<ResponseItemRow>> {
  await getConversation(project, id);
  const scope = { conversationId: id };
  const [after, before] = [await cursorOf(scope, 'after', query.after), await cursorOf(scope, 'before', query.before)];
  return ResponseItem.page(scope, { ...query, after, before });
}

/** Returns an item of a conversation. Throws `not_found`. */
export async function getItem(project: Project, id: string, itemId: string): Promise<ResponseItemRow> {
  await getConversation(project, id);
  const row = await ResponseItem.find({ conversationId: id }, itemId);
  if (row === undefined) throw notFound('conversation item', itemId);
  return row;
}

/** Takes an item out of a conversation. Throws `not_found`. */
export async function deleteItem(project: Project, id: string, itemId: string): Promise<ConversationRow> {
  const { sequence } = await getItem(project, id, itemId);
  await transaction(async (transaction) => {
    await ResponseItem.leaveConversation({ conversationId: id, sequence }, transaction);
    await auditChange(itemId, transaction);
  });
  return getConversation(project, id);
}

/**
 * Returns the sequence of the item with the id. Most ids end with it, so that the id of a deleted item is still a
 * cursor. Throws a ValidationError.
 */
export async function cursorOf(
  scope: { conversationId: string } | { responseId: string },
  name: 'after' | 'before',
  id: string | undefined,
): Promise<string | undefined> {
  if (id === undefined) return undefined;
  const sequence = ulidAtEnd.exec(id)?.[1] ?? (await ResponseItem.find(scope, id))?.sequence;
  if (sequence === undefined) throw valueError(['query', name], 'this is not the id of an item', id);
  return sequence;
}

function itemsIn(given: readonly Schemas['ConversationItemInput'][]): NewItem[] {
  for (const [place, item] of given.entries()) {
    if (item.type === 'message' && !('role' in item))
      throw valueError(['body', 'items', String(place)], 'a message needs a role and content', item);
  }
  return newInputItems(given);
}
