// The ids of output and input items. This server makes them, so that items of all responses have different ids, and can
// be listed by id. It keeps the id that the model's server gave to an item where that id has a meaning for the model's
// server: later input names it, or its content is signed together with it.

import { type IdKind, newId } from '../../models/ids.ts';

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
