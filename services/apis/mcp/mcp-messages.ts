// Reads the JSON-RPC messages of a request to an MCP server, for rules and prices that depend on the called tool.
//
// The MCP server parses the same bytes with an unknown parser. Parsers differ: of two members with one name, some take
// the first and some the last, and parsers in Go ignore case. So a body that two parsers could read differently counts
// as unreadable.

import { isUtf8 } from 'node:buffer';
import { endOfString, foldName } from '../../platform/index.ts';

/** A JSON-RPC message, as far as this server reads it. */
export interface McpMessage {
  /** Undefined for a response. */
  method: string | undefined;
  /** The tool, prompt, resource or task that the message names; undefined if it names none. */
  name: string | undefined;
}

export interface McpBody {
  /** The id of a single request, which its answer repeats; null if there is none. */
  id: string | number | null;
  /** True if the body is a list of messages. */
  isList: boolean;
  messages: readonly McpMessage[];
}

/** The parameter that names what a method is about, which the header `Mcp-Name` repeats. */
export const nameParameters: ReadonlyMap<string, 'name' | 'uri' | 'taskId'> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
  ['tasks/get', 'taskId'],
  ['tasks/update', 'taskId'],
  ['tasks/cancel', 'taskId'],
]);

/** Returns the messages of a body, or undefined if the body is not JSON or parsers could read it differently. */
export function readMcpBody(bytes: Buffer | undefined): McpBody | undefined {
  // The check for zeros finds UTF-16, which is valid UTF-8 if it is all ASCII.
  if (bytes === undefined || !isUtf8(bytes) || bytes.includes(0)) return undefined;
  const text = bytes.toString();
  const given = parse(text);
  const isList = Array.isArray(given);
  const messages = (isList ? given : [given]).map(messageOf);
  if (messages.some((message) => message === undefined) || !isUnambiguous(text, isList ? 2 : 1)) return undefined;
  return { id: idOf(given), isList, messages: messages as McpMessage[] };
}

function idOf(given: unknown): McpBody['id'] {
  const { id } = given as { id?: unknown };
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

/** Returns the name of the tool of each `tools/call`, in order. */
export function toolsCalledIn({ messages }: McpBody): string[] {
  return messages.flatMap(({ method, name = '' }) => (method === 'tools/call' ? [name] : []));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns undefined for a value that is not a message, and for a call whose tool has no name. */
function messageOf(given: unknown): McpMessage | undefined {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return undefined;
  const { method, params } = given as Record<string, unknown>;
  if (method === undefined) return { method, name: undefined };
  if (typeof method !== 'string') return undefined;
  const parameter = nameParameters.get(method);
  const named = parameter === undefined ? undefined : (Object(params) as Record<string, unknown>)[parameter];
  if (typeof named === 'string') return { method, name: named };
  return method === 'tools/call' ? undefined : { method, name: undefined };
}

/** The names that decide about a message, by the depth below it. */
const decisiveNames: readonly ReadonlySet<string>[] = [new Set(['method', 'params']), new Set(['name', 'uri'])];

/** Returns true if each decisive name occurs at most once in a message, in its own spelling. */
function isUnambiguous(text: string, messageDepth: number): boolean {
  const sign = /["{}[\]]/g;
  const seen = new Set<string>();
  let depth = 0;
  for (let found = sign.exec(text); found !== null; found = sign.exec(text)) {
    const [bracket] = found;
    if (bracket !== '"') {
      depth += bracket === '{' || bracket === '[' ? 1 : -1;
      if (depth < messageDepth) seen.clear();
      continue;
    }
    const end = endOfString(text, found.index);
    const decisive = decisiveNames[depth - messageDepth];
    sign.lastIndex = end + 1;
    if (decisive === undefined || end - found.index > maxWrittenLength || !isName(text, end + 1)) continue;
    const name = JSON.parse(text.slice(found.index, end + 1)) as string;
    const folded = foldName(name);
    if (!decisive.has(folded)) continue;
    if (folded !== name || seen.has(name)) return false;
    seen.add(name);
  }
  return true;
}

/** The longest possible spelling of a decisive name, with every character escaped. */
const maxWrittenLength = 6 * 8;
const colon = /\s*:/y;

/** Returns true if the string that ends at `at` is the name of a member. */
function isName(text: string, at: number): boolean {
  colon.lastIndex = at;
  return colon.test(text);
}
