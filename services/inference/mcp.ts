// MCP servers: passes the Streamable HTTP transport through, with its sessions. A stream may stay open for hours.
//
// An MCP server cannot tell projects apart. So this server records which project a session belongs to. Every other
// project gets 404, as for an unknown session, which makes an MCP client start a new session.

import { nowSeconds } from '../../models/clock.ts';
import { McpSession } from '../../models/mcp-session.ts';
import { notFound, ServiceError } from '../platform/index.ts';
import { isAllowedMcpPrefix } from '../tenancy/index.ts';
import { describe, type Incoming, type InferenceServices } from './inference.ts';
import { type ForwardedResponse, forwardResponse } from './upstream/forward-response.ts';
import { forward, forwarded, traced } from './upstream/headers.ts';
import { callUpstreams } from './upstream/index.ts';
import { upstreamFailed } from './upstream/upstream-errors.ts';

/** Forwards the request to the MCP server. Throws `endpoint_not_allowed`, `not_found` or `upstream_failed`. */
export async function callMcpServer(
  call: Incoming,
  prefix: string,
  { upstreams, modelCalls }: InferenceServices,
): Promise<ForwardedResponse> {
  if (!isAllowedMcpPrefix(call.project, prefix)) {
    throw new ServiceError('endpoint_not_allowed', `The project may not use the MCP server '${prefix}'.`);
  }
  const server = upstreams.mcpServer(prefix);
  if (server === undefined) throw notFound('MCP server', prefix);
  const { upstream, target } = server;
  const session = call.headers[sessionHeader];
  if (session !== undefined && !(await McpSession.isOf(prefix, session, call.project.id, nowSeconds())))
    throw new ServiceError('not_found', 'The MCP session does not exist. Start a new session.');
  const described = describe(call, 'mcp', prefix);
  const end = await modelCalls.begin(described);
  const request = {
    method: call.verb,
    path: call.queryText === undefined ? '' : `?${call.queryText}`,
    headers: forward(traced(call.headers, described), forwarded.mcpServers, ['x-request-id', call.requestId]),
    body: call.bytes,
  };
  // A message may have side effects, so it is not retried.
  const question = { repeatable: false, at: () => ({ target, request }) };
  const response = await callUpstreams([upstream], question, call, end);
  const answer = await forwardResponse(response, {
    form: 'mcp server',
    hidesUsage: false,
    isHead: call.verb === 'HEAD',
    end,
  });
  if (call.verb === 'DELETE' && session !== undefined && answer.status < 300) await McpSession.forget(prefix, session);
  else await keepSession(call, prefix, answer);
  return answer;
}

const sessionHeader = 'mcp-session-id';
/** Counted from the last response with the session id. */
const sessionSeconds = 30 * 86_400;

/**
 * Records the project of a session before the caller learns the session id. Throws `upstream_failed` if the id belongs
 * to another project.
 */
async function keepSession({ project }: Incoming, prefix: string, { headers, body }: ForwardedResponse): Promise<void> {
  const named = headers[sessionHeader];
  if (named === undefined) return;
  if (await McpSession.claim(prefix, named, project.id, nowSeconds() + sessionSeconds)) return;
  if (!Buffer.isBuffer(body)) body.abort();
  throw upstreamFailed('the MCP server returned the session id of another project');
}
