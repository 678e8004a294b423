// The ids of output and input items. This server makes the ids, so that they are unique across all responses, and items
// can be listed by id. It keeps the upstream's id of an item if the upstream needs the id later: because later input
// refers to the item, or because the item's content is signed together with the id.

import { type IdKind, newId } from '../../../models/ids.ts';

const kinds: Record<string, IdKind> = {
  message: 'message',
  function_call: 'function-call',
  custom_tool_call: 'function-call',
  function_call_output: 'function-output',
  custom_tool_call_output: 'function-output',
  file_search_call: 'file-search-call',
  reasoning: 'reasoning',
};
/** The length of an id's column. */
const maxIdLength = 64;

/** Returns an id for a new item, and its sequence, which orders items. */
export function itemIdFor(item: Record<string, unknown>): { id: string; sequence: string } {
  const type = String(item.type ?? 'message');
  const made = newId(kinds[type] ?? 'output-item');
  const isMeant = kinds[type] === undefined || (type === 'reasoning' && typeof item.encrypted_content === 'string');
  const keeps = isMeant && typeof item.id === 'string' && item.id !== '' && item.id.length <= maxIdLength;
  return { id: keeps ? (item.id as string) : made, sequence: made.slice(-26) };
}
