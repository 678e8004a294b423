// MCP servers: their Streamable HTTP transport, passed through with its sessions. A listener may stay for hours.
//
// An MCP server takes all projects for one customer. So a session belongs to the project that it was given to: every other
// project gets the answer for an unknown session, 404, which tells an MCP client to begin another.

import { nowSeconds } from '../../models/clock.ts';
import { McpSession } from '../../models/mcp-session.ts';
import { notFound, ServiceError } from '../platform/index.ts';
import { isAllowedMcpPrefix } from '../tenancy/index.ts';
import { describe, type Incoming, type InferenceServices } from './inference.ts';
import { type PassedOn, passBack } from './upstream/answer.ts';
import { upstreamFailed } from './upstream/faults.ts';
import { forward, forwarded } from './upstream/headers.ts';
import { ask } from './upstream/index.ts';

/** Passes the call on to the MCP server. Throws `endpoint_not_allowed`, `not_found` or `upstream_failed`. */
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
  const session = call.headers[sessionHeader];
  if (session !== undefined && !(await McpSession.isOf(prefix, session, call.project.id, nowSeconds())))
    throw new ServiceError('not_found', 'There is no such MCP session. Begin another one.');
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
  const answer = await passBack(asked, { form: 'mcp server', hidesUsage: false, isHead: call.verb === 'HEAD', end });
  if (call.verb === 'DELETE' && session !== undefined && answer.status < 300) await McpSession.forget(prefix, session);
  else await keepSession(call, prefix, answer);
  return answer;
}

const sessionHeader = 'mcp-session-id';
/** Since the last answer that named the session. */
const sessionSeconds = 30 * 86_400;

/** Notes whose session an answer names, before the caller learns its id. Throws `upstream_failed` for another project's. */
async function keepSession({ project }: Incoming, prefix: string, { headers, body }: PassedOn): Promise<void> {
  const named = headers[sessionHeader];
  if (named === undefined) return;
  if (await McpSession.claim(prefix, named, project.id, nowSeconds() + sessionSeconds)) return;
  if (!Buffer.isBuffer(body)) body.abort();
  throw upstreamFailed('the MCP server gave a session that another project has');
}
