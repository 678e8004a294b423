// The allow list of headers that pass between callers and upstreams. Credentials, cookies, context headers and client
// addresses do not reach the upstream. The upstream's cookies, rate limits and server name do not reach the caller.

import type { IncomingHttpHeaders } from 'node:http';
import { create, parse } from 'content-disposition';
import type { ModelCall } from '../../limits/index.ts';
import { traceHeaders } from '../../platform/index.ts';

/**
 * `idempotency-key` must not pass: upstreams cannot tell tenants apart, so one tenant's key could return another's
 * response.
 */
const toModels = ['accept', 'openai-beta'];
/** An Idempotency-Key of that API's clients does not pass either. */
const toMessages = ['accept', 'anthropic-version', 'anthropic-beta'];
const toEndpoints = ['accept', 'accept-language', 'content-type', 'openai-beta', 'range'];
const toMcpServers = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-session-id', 'mcp-method', 'mcp-name'];
/** The W3C trace context goes on unchanged where this server adds no span of its own (services/platform/tracing). */
const traceContext = ['traceparent', 'tracestate'];

export const forwarded = {
  models: [...toModels, ...traceContext],
  messages: [...toMessages, ...traceContext],
  endpoints: [...toEndpoints, ...traceContext],
  mcpServers: [...toMcpServers, ...traceContext],
};

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

/** Appends the allowed headers of the caller to the headers of an upstream request, as alternating names and values. */
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

/** Returns the caller's headers with the trace of the call's own span in place of the caller's. */
export function traced(
  given: Readonly<Record<string, string | undefined>>,
  { trace }: Pick<ModelCall, 'trace'>,
): Readonly<Record<string, string | undefined>> {
  return trace === undefined ? given : { ...given, ...traceHeaders(trace) };
}

/** Returns the headers of the response to the caller. */
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
/** Latin-1: Node reads and writes header values as one character per byte, and refuses all others. */
const latin1 = /^[\t\x20-\x7e\x80-\xff]*$/;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Returns a non-ASCII value in a form that can be sent, or undefined to drop the header. */
function sendable(name: string, value: string): string | undefined {
  // Node decodes this header as UTF-8 and refuses both non-Latin-1 characters and invalid UTF-8.
  if (name === 'content-disposition') return disposition(value);
  return latin1.test(value) ? value : undefined;
}

/** Returns a filename in a form that every client understands: once in ASCII, once encoded (RFC 6266, appendix D). */
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
