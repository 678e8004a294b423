// Reads the items that a response continues: those of the previous response and its predecessors, or those of a
// conversation.

import { nowSeconds } from '../../../models/clock.ts';
import { select } from '../../../models/connection.ts';
import { Conversation } from '../../../models/conversation.ts';
import { continueAfter, isId } from '../../../models/ids.ts';
import { readOne } from '../../../models/page.ts';
import type { ProjectRow } from '../../../models/project.ts';
import { ResponseItem, type ResponseItemRow } from '../../../models/response-item.ts';
import { StoredResponse, type StoredResponseRow } from '../../../models/stored-response.ts';
import { findPrevious, type ResponseServices } from '../../apis/index.ts';
import { notFound, ServiceError, valueError } from '../../platform/index.ts';
import type { Config } from '../../settings/index.ts';
import type { ResponseRequest } from '../rounds/request.ts';
import type { RoundsOptions } from '../rounds/rounds.ts';
import { inputOf } from './items.ts';

export interface History {
  /** The items that the model reads before the request's input. */
  items: unknown[];
  /** Set if the conversation begins with a response that an upstream stores. */
  upstream: RoundsOptions['upstream'];
  /** The responses of this server that are continued, oldest first. */
  chain: string[];
  conversationId: string | null;
}

export type ContextServices = Pick<ResponseServices, 'keptResponses' | 'upstreams'> & {
  config: Pick<Config, 'responses' | 'limits'>;
};

/** The most items that the model may get, as in the input of a request. Reading more blocks the event loop for seconds. */
const maxItems = 10_000;
/** The most responses that one response continues. */
const maxChain = 1000;

/** Returns the id of the conversation that the request names. */
export function conversationIdIn({ conversation }: Pick<ResponseRequest, 'conversation'>): string | null {
  if (conversation === undefined || conversation === null) return null;
  return typeof conversation === 'string' ? conversation : conversation.id;
}

/** Returns whether the request continues a response or a conversation of this server. */
export async function continuesOwn(project: ProjectRow, body: ResponseRequest): Promise<boolean> {
  if (conversationIdIn(body) !== null) return true;
  const { previous_response_id: id } = body;
  return typeof id === 'string' && (await findStored(project, id)) !== undefined;
}

/** Returns a response of this server that has not expired. */
export async function findStored(project: ProjectRow, id: string): Promise<StoredResponseRow | undefined> {
  if (!isId('response', id)) return undefined;
  const row = await StoredResponse.find(project.id, id);
  return row === undefined || row.expiresAt <= nowSeconds() ? undefined : row;
}

/** Returns the context of the request. Throws `not_found`, or an error for a conversation that is too long. */
export async function contextOf(
  project: ProjectRow,
  body: ResponseRequest,
  services: ContextServices,
): Promise<History> {
  const conversationId = conversationIdIn(body);
  const { previous_response_id: previousId } = body;
  const none = { items: [], upstream: undefined, chain: [], conversationId };
  if (conversationId !== null) {
    if (typeof previousId === 'string')
      throw valueError(['body', 'conversation'], 'send conversation or previous_response_id, not both', conversationId);
    return { ...none, items: await conversationItems(project, conversationId, services) };
  }
  if (typeof previousId !== 'string') return none;
  if ((await findStored(project, previousId)) === undefined) {
    return { ...none, upstream: { ...(await findPrevious({ project }, body, services)), previousId } };
  }
  return { ...none, ...(await chainOf(project, previousId, services)) };
}

async function conversationItems(project: ProjectRow, id: string, services: ContextServices): Promise<unknown[]> {
  if ((await readOne(Conversation, { projectId: project.id, id })) === undefined)
    throw new ServiceError('not_found', notFound('conversation', id).message, { param: 'conversation' });
  checkLength(await ResponseItem.sizeOf({ conversationId: id }), services);
  const last = await ResponseItem.lastOf({ conversationId: id });
  if (last !== undefined) continueAfter(last);
  return inputOf(await ResponseItem.ofConversation(id));
}

type Link = Pick<StoredResponseRow, 'id' | 'previousId' | 'conversationId' | 'status'>;

async function chainOf(
  project: ProjectRow,
  id: string,
  services: ContextServices,
): Promise<Pick<History, 'items' | 'upstream' | 'chain'>> {
  const links = await select<Link>(
    'WITH RECURSIVE `chain` AS (' +
      'SELECT `id`, `previous_id`, `conversation_id`, `status`, 1 AS `place` FROM `stored_responses` WHERE `project_id` = ? AND `id` = ? ' +
      'UNION ALL SELECT r.`id`, r.`previous_id`, r.`conversation_id`, r.`status`, c.`place` + 1 FROM `stored_responses` r JOIN `chain` c ON r.`id` = c.`previous_id` WHERE r.`project_id` = ? AND c.`place` <= ?' +
      ') SELECT `id`, `previous_id` AS `previousId`, `conversation_id` AS `conversationId`, `status` FROM `chain` ORDER BY `place` DESC',
    [project.id, id, project.id, maxChain],
  );
  const [oldest] = links;
  if (oldest === undefined) throw missing(id);
  if (links.length > maxChain) throw tooLong(`it has more than ${maxChain} responses`);
  if (oldest.previousId !== null) throw missing(oldest.previousId);
  const running = links.find((link) => !StoredResponse.hasEnded(link));
  if (running !== undefined)
    throw new ServiceError('conversation_locked', `The response '${running.id}' has not ended yet.`, {
      param: 'previous_response_id',
    });
  const chain = links.map((link) => link.id);
  checkLength(await ResponseItem.sizeOf({ responseId: chain }), services);
  const rows = new Map<string, ResponseItemRow[]>();
  for (const row of await ResponseItem.ofResponses(chain)) {
    const own = rows.get(String(row.responseId));
    if (own === undefined) rows.set(String(row.responseId), [row]);
    else own.push(row);
  }
  const before = await itemsBefore(oldest, rows.get(oldest.id)?.[0]);
  const items = inputOf([...before, ...chain.flatMap((one) => rows.get(one) ?? [])]);
  continueAfter(id);
  return { items, chain, upstream: await anchorOf(project, oldest, services) };
}

/** Returns the items of the conversation that the response continued. */
async function itemsBefore({ conversationId }: Link, first: ResponseItemRow | undefined): Promise<ResponseItemRow[]> {
  if (conversationId === null || first === undefined) return [];
  return ResponseItem.ofConversation(conversationId, first.sequence);
}

/** Returns the response at an upstream that this server's oldest response continued. */
async function anchorOf(project: ProjectRow, { id }: Link, services: ContextServices): Promise<History['upstream']> {
  const row = await findStored(project, id);
  if (row === undefined) throw missing(id);
  const { previous_response_id: previousId } = JSON.parse(row.body) as { previous_response_id: string | null };
  if (previousId === null) return undefined;
  return { ...(await findPrevious({ project }, { previous_response_id: previousId }, services)), previousId };
}

/** Throws an error if a model may not get so many items or bytes. */
export function checkLength({ items, bytes }: { items: number; bytes: number }, { config }: ContextServices): void {
  const most = config.limits.max_inference_body_bytes;
  if (items > maxItems) throw tooLong(`it has ${items} items, and the model may get ${maxItems}`);
  if (bytes > most) throw tooLong(`its items have ${bytes} bytes, and the model may get ${most}`);
}

function tooLong(why: string): ServiceError {
  return new ServiceError('body_too_large', `The conversation is too long: ${why}. Start another one.`);
}

function missing(id: string): ServiceError {
  return new ServiceError('not_found', notFound('response', id).message, { param: 'previous_response_id' });
}
