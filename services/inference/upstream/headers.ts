// Which headers pass between a caller and an upstream: those that are named here, and no other. A caller's credential,
// cookies, context headers and addresses stay here; an upstream's cookies, limits and name stay there.

import type { IncomingHttpHeaders } from 'node:http';
import { create, parse } from 'content-disposition';

/** Not `idempotency-key`: all tenants are one customer to the upstream, and one's key would fetch another's answer. */
const toModels = ['accept', 'openai-beta'];
const toEndpoints = ['accept', 'accept-language', 'content-type', 'openai-beta', 'range'];
const toMcpServers = ['accept', 'content-type', 'last-event-id', 'mcp-protocol-version', 'mcp-session-id'];

export const forwarded = { models: toModels, endpoints: toEndpoints, mcpServers: toMcpServers };

const passedBack = [
  'content-type',
  'content-encoding',
  'content-disposition',
  'content-range',
  'accept-ranges',
  'last-modified',
  'mcp-session-id',
  'mcp-protocol-version',
  'openai-processing-ms',
  'retry-after',
  'x-should-retry',
];

/** Adds the caller's headers that are named to those of a request to an upstream: names and values by turns. */
export function forward(
  given: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
  headers: string[],
): string[] {
  for (const name of names) {
    const value = given[name];
    if (value !== undefined) headers.push(name, value);
  }
  return headers;
}

/** The headers of an answer to the caller. */
export function answerHeaders(given: IncomingHttpHeaders): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of passedBack) {
    const value = given[name];
    if (typeof value !== 'string') continue;
    const safe = ascii.test(value) ? value : sendable(name, value);
    if (safe !== undefined) headers[name] = safe;
  }
  return headers;
}

const ascii = /^[\t\x20-\x7e]*$/;
/** Each byte as the character of its number, as values are read here and written by Node, which refuses all others. */
const latin1 = /^[\t\x20-\x7e\x80-\xff]*$/;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** A value that is not all ASCII, as it may be sent on; undefined: not at all. */
function sendable(name: string, value: string): string | undefined {
  // Node reads the bytes of this one as UTF-8, and refuses what it finds, or that it finds none.
  if (name === 'content-disposition') return disposition(value);
  return latin1.test(value) ? value : undefined;
}

/** A name in UTF-8 or Latin-1 as every client understands it: once in ASCII, and once encoded (RFC 6266, appendix D). */
function disposition(value: string): string {
  const { type, parameters } = parse(fromBytes(value));
  // A type that is none is treated as an attachment (section 4.2).
  return create(parameters.filename, { type: token.test(type) ? type : 'attachment' });
}

const token = /^[\w!#$%&'*+.^`|~-]+$/;

function fromBytes(value: string): string {
  try {
    return utf8.decode(Buffer.from(value, 'latin1'));
  } catch {
    return value;
  }
}
