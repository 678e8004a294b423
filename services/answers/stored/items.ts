// Items as they are stored and shown: each has an id, and a message has parts instead of a text.

import type { components } from '../../../generated/openapi.ts';
import { longestText } from '../../../models/connection.ts';
import { type NewItem, ResponseItem, type ResponseItemRow } from '../../../models/response-item.ts';
import { EncodedJson, valueError } from '../../platform/index.ts';
import { itemIdFor } from '../rounds/item-ids.ts';
import type { OutputItem } from '../rounds/response.ts';
import { asInput } from '../rounds/round.ts';

type Json = Record<string, unknown>;
type Resource = components['schemas']['ConversationItem'];

const resultsName = 'file_search_call.results';

/**
 * Returns items of a request in their stored form.
 * @param loc the place of the items in the request. Throws a ValidationError if one of them is too large.
 */
export function newInputItems(given: readonly unknown[], loc: string[]): NewItem[] {
  return given.flatMap((item, place): NewItem[] => {
    if (typeof item !== 'object' || item === null) return [];
    const whole = wholeItem(item as Json);
    const stored = withBody({ ...itemIdFor(whole), isOutput: false }, whole);
    if (stored.bytes > longestText())
      throw valueError([...loc, String(place)], `an item may have ${longestText()} bytes as JSON`, stored.bytes);
    return [stored];
  });
}

function withBody(fields: Pick<NewItem, 'sequence' | 'id' | 'isOutput'>, item: Json): NewItem {
  const body = JSON.stringify({ ...item, id: fields.id });
  return { ...fields, body, bytes: Buffer.byteLength(body) };
}

/** Returns output items in their stored form, with the results of searches. */
export function newOutputItems(output: readonly OutputItem[]): NewItem[] {
  return output.map(({ sequence, item, results }) =>
    withBody({ sequence, id: String(item.id), isOutput: true }, results === undefined ? item : { ...item, results }),
  );
}

/** Returns the item with its type, a call, its result and a message with a status, and a message with parts. */
function wholeItem(item: Json): Json {
  const type = String(item.type ?? 'message');
  const status = item.status ?? 'completed';
  if (type !== 'message') return { ...item, type, ...(/_(?:call|output)$/.test(type) ? { status } : {}) };
  const text = item.role === 'assistant' ? 'output_text' : 'input_text';
  const part = { type: text, text: item.content, ...(text === 'output_text' ? { annotations: [] } : {}) };
  const content = typeof item.content === 'string' ? [part] : (item.content ?? []);
  return { ...item, type, status, content };
}

/** Returns the item as the caller sees it if it is a message of the user; else nothing. */
export function itemOfUser(item: unknown): Json[] {
  const whole = wholeItem(Object(item) as Json);
  return whole.type === 'message' && whole.role === 'user' ? [{ ...whole, id: itemIdFor(whole).id }] : [];
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
export function asSeen(row: ResponseItemRow, withResults: boolean): Resource {
  const item = ResponseItem.toResource(row);
  return item.type === 'file_search_call' && !withResults ? { ...item, results: null } : item;
}

/** Returns a stored item as the caller sees it. Its text is parsed only if it may have results to hide. */
export function toItem(row: ResponseItemRow, withResults: boolean): Resource {
  const { id, body } = row;
  const mayHide = !withResults && body.includes('"file_search_call"');
  return EncodedJson.of(id, mayHide ? JSON.stringify(asSeen(row, withResults)) : body);
}
