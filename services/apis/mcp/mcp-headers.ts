// The headers that repeat what is in the body of an MCP message: `Mcp-Method` and `Mcp-Name`. Revision 2026-07-28 of the
// protocol requires them. Older clients do not send them, and older servers ignore them.

import { type McpBody, nameParameters } from './mcp-messages.ts';

type Headers = Readonly<Record<string, string | undefined>>;

/** The JSON-RPC error for headers that differ from the body. */
export const headerMismatch = -32020;

/**
 * Returns the headers with `mcp-method` and `mcp-name`, made from the message where the client did not send them.
 * Returns the name of a given header that differs from the message.
 */
export function withMessageHeaders(given: Headers, { isList, messages }: McpBody): Headers | 'Mcp-Method' | 'Mcp-Name' {
  const { 'mcp-method': givenMethod, 'mcp-name': givenName } = given;
  // No header can describe a list of messages.
  const { method, name } = (isList ? undefined : messages[0]) ?? { method: undefined, name: undefined };
  if (givenMethod !== undefined && givenMethod !== method) return 'Mcp-Method';
  // The protocol may give `Mcp-Name` a meaning for further methods.
  const isKnown = method === undefined || nameParameters.has(method);
  if (givenName !== undefined && isKnown && (name === undefined || decoded(givenName) !== name)) return 'Mcp-Name';
  return {
    ...given,
    'mcp-method': givenMethod ?? (method !== undefined && isPlain(method) ? sendable(method) : undefined),
    'mcp-name': givenName ?? (name === undefined ? undefined : sendable(encoded(name))),
  };
}

/** Longer headers are not made, because servers refuse them. */
const maxHeaderLength = 8192;

function sendable(value: string): string | undefined {
  return value.length <= maxHeaderLength ? value : undefined;
}

const opening = '=?base64?';
const closing = '?=';
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Returns true if the value can be a header as it is, and is not mistaken for an encoded one. */
function isPlain(value: string): boolean {
  return /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/.test(value) && !isEncoded(value);
}

function isEncoded(value: string): boolean {
  return value.startsWith(opening) && value.endsWith(closing);
}

/** Encodes a value as the protocol says. */
function encoded(value: string): string {
  return isPlain(value) ? value : `${opening}${Buffer.from(value).toString('base64')}${closing}`;
}

/** Returns undefined for a value that is not encoded as the protocol says. */
function decoded(value: string): string | undefined {
  if (!isEncoded(value)) return /^[\t\x20-\x7e]*$/.test(value) ? value : undefined;
  const content = value.slice(opening.length, -closing.length);
  try {
    return base64.test(content) ? utf8.decode(Buffer.from(content, 'base64')) : undefined;
  } catch {
    return undefined;
  }
}
