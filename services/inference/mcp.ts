// MCP servers: their Streamable HTTP transport, passed through with its sessions. A listener may stay for hours.

import { notFound, ServiceError } from '../platform/errors.ts';
import { isAllowedMcpPrefix } from '../tenancy/project-rules.ts';
import { describe, type Incoming, type InferenceServices } from './inference.ts';
import { type PassedOn, passBack } from './upstream/answer.ts';
import { forward, forwarded } from './upstream/headers.ts';
import { ask } from './upstream/index.ts';

/** Passes the call on to the MCP server. Throws `endpoint_not_allowed` or `not_found`. */
export async function callMcpServer(
  call: Incoming,
  prefix: string,
  { upstreams, modelCalls }: InferenceServices,
): Promise<PassedOn> {
  if (!isAllowedMcpPrefix(call.project, prefix)) {
    throw new ServiceError('endpoint_not_allowed', `The project may not use the MCP server '${prefix}'.`);
  }
  const server = upstreams.mcpServer(prefix);
  if (server === undefined) throw notFound('MCP server', prefix);
  const { upstream, target } = server;
  const request = {
    method: call.verb,
    path: call.queryText === undefined ? '' : `?${call.queryText}`,
    headers: forward(call.headers, forwarded.mcpServers, ['x-request-id', call.requestId]),
    body: call.bytes,
  };
  const end = await modelCalls.begin(describe(call, 'mcp', prefix));
  // A message may be an action: it is not sent twice.
  const question = { repeatable: false, at: () => ({ target, request }) };
  const asked = await ask([upstream], question, call, end);
  return passBack(asked, { form: 'mcp server', hidesUsage: false, isHead: call.verb === 'HEAD', end });
}
