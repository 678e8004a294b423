// Items of a request that name a stored item: `{ "type": "item_reference", "id": ... }`, where the type may be left out,
// or an image_generation_call without its result.

import { nowSeconds } from '../../../models/clock.ts';
import type { ProjectRow } from '../../../models/project.ts';
import { type ItemHead, ResponseItem } from '../../../models/response-item.ts';
import { StoredResponse } from '../../../models/stored-response.ts';
import { isItemReference } from '../../gateway/index.ts';
import { ServiceError, valueError } from '../../platform/index.ts';
import type { ResponseRequest } from '../rounds/request.ts';
import { type ContextServices, checkLength } from './context.ts';
import { inputOf } from './items.ts';

const maxReferences = 1000;

/**
 * Returns the request with the stored items in the place of their references, and true if it has any. Throws `not_found`
 * for an item that is unknown here: an upstream would look for it in the account that all projects share.
 */
export async function withItems(
  project: ProjectRow,
  body: ResponseRequest,
  services: ContextServices,
): Promise<{ body: ResponseRequest; hasOwn: boolean }> {
  const { input } = body;
  if (!Array.isArray(input) || !input.some(isItemReference)) return { body, hasOwn: false };
  const ids = input.filter(isItemReference).map(({ id }) => id);
  if (ids.length > maxReferences)
    throw valueError(['body', 'input'], `a request may refer to ${maxReferences} items`, ids.length);
  const found = await itemsOf(project, [...new Set(ids)]);
  const missing = ids.find((id) => !found.has(id));
  if (missing !== undefined) throw unknownItem(missing);
  const bytes = ids.reduce((sum, id) => sum + Number(found.get(id)?.bytes ?? 0), 0);
  checkLength({ items: ids.length, bytes }, services);
  const bodies = await ResponseItem.withBodies([...found.values()]);
  const whole = input.flatMap((item: unknown): unknown[] => {
    const row = isItemReference(item) ? bodies.get(String(found.get(item.id)?.sequence)) : undefined;
    return row === undefined ? [item] : inputOf([row]);
  });
  return { body: { ...body, input: whole }, hasOwn: found.size > 0 };
}

/** Returns the project's items by id, without those of expired responses. */
async function itemsOf(project: ProjectRow, ids: string[]): Promise<Map<string, ItemHead>> {
  const rows = await ResponseItem.named(project.id, ids);
  const responseIds = rows.flatMap(({ responseId }) => (responseId === null ? [] : [responseId]));
  const live = await StoredResponse.liveOf([...new Set(responseIds)], nowSeconds());
  const isLive = ({ conversationId, responseId }: ItemHead) => conversationId !== null || live.has(String(responseId));
  return new Map(rows.filter(isLive).map((row) => [row.id, row]));
}

function unknownItem(id: string): ServiceError {
  return new ServiceError('not_found', `Item with id '${id.slice(0, 100)}' not found.`, { param: 'input' });
}
