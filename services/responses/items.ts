// Items as they are stored and shown: each has an id, and a message has parts instead of a text.

import type { components } from '../../generated/openapi.ts';
import { type NewItem, ResponseItem, type ResponseItemRow } from '../../models/response-item.ts';
import { asInput, itemIdFor, type OutputItem } from '../file-search/index.ts';

type Json = Record<string, unknown>;
type Resource = components['schemas']['ConversationItem'];

const resultsName = 'file_search_call.results';

/** Returns items of a request in their stored form. */
export function newInputItems(given: readonly unknown[]): NewItem[] {
  return given
    .filter((item): item is Json => typeof item === 'object' && item !== null)
    .map((item) => {
      const whole = wholeItem(item);
      return { ...itemIdFor(whole), isOutput: false, item: whole };
    });
}

/** Returns output items in their stored form, with the results of searches. */
export function newOutputItems(output: readonly OutputItem[]): NewItem[] {
  return output.map(({ sequence, item, results }) => ({
    sequence,
    id: String(item.id),
    isOutput: true,
    item: results === undefined ? item : { ...item, results },
  }));
}

/** Returns the item with its type, and a message with its status and parts. */
function wholeItem(item: Json): Json {
  const type = item.type ?? 'message';
  if (type !== 'message') return { ...item, type };
  const text = item.role === 'assistant' ? 'output_text' : 'input_text';
  const part = { type: text, text: item.content, ...(text === 'output_text' ? { annotations: [] } : {}) };
  const content = typeof item.content === 'string' ? [part] : (item.content ?? []);
  return { ...item, type, status: item.status ?? 'completed', content };
}

/** Returns stored items in the form of a round's input. */
export function inputOf(rows: readonly ResponseItemRow[]): unknown[] {
  return rows.flatMap((row): unknown[] => {
    const item = ResponseItem.toResource(row);
    // A search becomes a call with its id, and an item with a meaning for the upstream keeps its id.
    if (item.type === 'file_search_call' || item.type.startsWith('mcp_')) return [item];
    const input = asInput(item);
    return input === undefined ? [] : [input];
  });
}

/** Returns whether the caller wants to see the results of searches. */
export function showsResults(include: readonly string[] | null | undefined): boolean {
  return include?.includes(resultsName) === true;
}

/** Returns a stored item as the caller sees it. */
export function toItem(row: ResponseItemRow, withResults: boolean): Resource {
  const item = ResponseItem.toResource(row);
  return item.type === 'file_search_call' && !withResults ? { ...item, results: null } : item;
}
