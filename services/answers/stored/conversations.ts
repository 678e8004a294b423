// Conversations of a project, and their items.

import type { Transaction } from 'sequelize';
import type { components } from '../../../generated/openapi.ts';
import { nowSeconds } from '../../../models/clock.ts';
import { transaction } from '../../../models/connection.ts';
import { isReferenceViolation } from '../../../models/constraints.ts';
import { Conversation, type ConversationRow } from '../../../models/conversation.ts';
import { continueAfter, createdAt, newId } from '../../../models/ids.ts';
import { type PageOf, type PageQuery, type PageSize, readOne } from '../../../models/page.ts';
import type { ProjectRow } from '../../../models/project.ts';
import { type NewItem, ResponseItem, type ResponseItemRow } from '../../../models/response-item.ts';
import { wrongItem } from '../../apis/index.ts';
import { auditChange } from '../../audit/index.ts';
import { type Incoming, refuseIdsInConversation } from '../../gateway/index.ts';
import { existing, notFound, readInTurn, valueError } from '../../platform/index.ts';
import type { Config } from '../../settings/index.ts';
import { newInputItems } from './items.ts';
import { bytesOf, conversationLocked, type ResponseStore } from './store.ts';

type Schemas = components['schemas'];

const ulidAtEnd = /_([0-7][0-9A-HJKMNP-TV-Z]{25})$/;

export interface ConversationServices {
  config: Pick<Config, 'limits'>;
  responseStore: ResponseStore;
}

/** A call that reads items. */
type Reading = Pick<Incoming, 'project' | 'onGone'>;

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
  const created = await transaction(async (tx) => {
    await Conversation.create(fields, { transaction: tx });
    const owner = { projectId: project.id, responseId: null, conversationId: id };
    await ResponseItem.addAll(ResponseItem.rowsOf(owner, added), tx);
    // A read after the commit may reach another database node, while a cluster changes its primary.
    return readConversation(id, tx);
  }).catch((error: unknown) => {
    throw isReferenceViolation(error) ? notFound('project', project.id) : error;
  });
  responseStore.count(project, bytesOf([{ bytes: Buffer.byteLength(fields.metadata) }, ...added]));
  return created;
}

/** Returns a conversation as it is now. Throws `not_found`. */
async function readConversation(id: string, tx?: Transaction): Promise<ConversationRow> {
  return existing(await readOne(Conversation, { id }, tx), 'conversation', id);
}

/** Replaces the metadata of a conversation. Throws what `addItems` throws for longer metadata. */
export async function updateConversation(
  project: ProjectRow,
  before: ConversationRow,
  { metadata: given }: Schemas['UpdateConversationRequest'],
  { responseStore }: ConversationServices,
): Promise<ConversationRow> {
  const { id } = before;
  const metadata = JSON.stringify(given ?? {});
  const added = Buffer.byteLength(metadata) - Buffer.byteLength(before.metadata);
  if (added > 0) await responseStore.checkRoom(project);
  await Conversation.update({ metadata }, { where: { id } });
  responseStore.count(project, added);
  return readConversation(id);
}

/** Deletes a conversation. Its items stay in the responses that continued it. Throws `not_found`. */
export async function deleteConversation({ id }: ConversationRow): Promise<void> {
  await transaction(async (tx) => {
    const found = await Conversation.findOne({ where: { id }, lock: true, transaction: tx });
    if (found === null) throw notFound('conversation', id);
    await ResponseItem.leaveConversation({ conversationId: id }, tx);
    await found.destroy({ transaction: tx });
    await auditChange(id, tx);
  });
}

/**
 * Adds items to the end of a conversation. Throws `not_found`, `conversation_locked`, `responses_not_stored`,
 * `response_bytes` or `insufficient_storage`.
 */
export async function addItems(
  project: ProjectRow,
  { id }: ConversationRow,
  { items }: Schemas['CreateConversationItemsRequest'],
  { responseStore }: ConversationServices,
): Promise<ResponseItemRow[]> {
  await responseStore.checkRoom(project);
  const owner = { projectId: project.id, responseId: null, conversationId: id };
  const rows = await transaction(async (tx) => {
    const conversation = await Conversation.findOne({ where: { id }, lock: true, transaction: tx });
    if (conversation === null) throw notFound('conversation', id);
    if (Conversation.isLocked(conversation, nowSeconds())) throw conversationLocked();
    const last = await ResponseItem.lastOf({ conversationId: id }, tx);
    if (last !== undefined) continueAfter(last);
    const rows = ResponseItem.rowsOf(owner, itemsIn(items));
    await ResponseItem.addAll(rows, tx);
    return rows;
  });
  responseStore.count(project, bytesOf(rows));
  return rows;
}

/** Lists the items of a conversation. Throws a ValidationError for a cursor that is no item's id. */
export async function listItems(
  call: Reading,
  { id }: ConversationRow,
  query: PageQuery,
  services: Pick<ConversationServices, 'config'>,
): Promise<PageOf<ResponseItemRow>> {
  const scope = { conversationId: id };
  const [after, before] = [await cursorOf(scope, 'after', query.after), await cursorOf(scope, 'before', query.before)];
  return ResponseItem.page(scope, { ...query, after, before }, pageSize(call, services));
}

/** Returns the size of a page of items. */
export function pageSize(call: Reading, { config }: Pick<ConversationServices, 'config'>): Omit<PageSize, 'attribute'> {
  return { maxBytes: config.limits.max_page_bytes, readInTurn: (bytes, read) => readInTurn(call, bytes, read) };
}

/** Returns an item of a conversation. Throws `not_found`. */
export async function getItem({ id }: ConversationRow, itemId: string): Promise<ResponseItemRow> {
  return existing(await ResponseItem.find({ conversationId: id }, itemId), 'conversation item', itemId);
}

/** Takes an item out of a conversation. Throws `not_found`. */
export async function deleteItem(conversation: ConversationRow, itemId: string): Promise<ConversationRow> {
  const { id } = conversation;
  const { sequence } = await getItem(conversation, itemId);
  await transaction(async (tx) => {
    await ResponseItem.leaveConversation({ conversationId: id, sequence }, tx);
    await auditChange(itemId, tx);
  });
  return readConversation(id);
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
  refuseIdsInConversation(given);
  for (const [place, item] of given.entries()) {
    const wrong = wrongItem(item);
    if (wrong === undefined) continue;
    const loc = ['body', 'items', String(place), ...wrong.path.slice(2)];
    throw valueError(loc, `models ${wrong.message}`, wrong.value);
  }
  return newInputItems(given, ['body', 'items']);
}
