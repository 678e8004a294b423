// Which headers pass between a caller and an upstream: those that are named here, and no other. A caller's credential,
// cookies, context headers and addresses stay here; an upstream's cookies, limits and name stay there.

import type { IncomingHttpHeaders } from 'node:http';

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
    if (typeof value === 'string') headers[name] = value;
  }
  return headers;
}
