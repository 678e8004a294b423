// MCP servers: passes the Streamable HTTP transport through, with its sessions. A stream may stay open for hours.
//
// An MCP server cannot tell projects apart. So this server records which project a session belongs to. Every other
// project gets 404, as for an unknown session, which makes an MCP client start a new session.

import { nowSeconds } from '../../../models/clock.ts';
import { McpSession } from '../../../models/mcp-session.ts';
import {
  callUpstreams,
  describe,
  type ForwardedResponse,
  forward,
  forwarded,
  forwardResponse,
  type Incoming,
  type InferenceServices,
  keyLimitsOf,
  traced,
  upstreamFailed,
} from '../../gateway/index.ts';
import { existing, ServiceError } from '../../platform/index.ts';
import { isAllowedMcpPrefix, limitsOf, type McpTools, mcpToolsOf } from '../../tenancy/index.ts';
import { headerMismatch, withMessageHeaders } from './mcp-headers.ts';
import { type McpBody, readMcpBody, toolsCalledIn } from './mcp-messages.ts';

/**
 * Sends messages to the MCP server. Returns an error of JSON-RPC if they are unreadable or contradict their headers.
 * Throws the errors of `callMcpServer`.
 */
export async function sendMcpMessage(
  call: Incoming,
  prefix: string,
  services: InferenceServices,
): Promise<ForwardedResponse> {
  const body = call.bytes === undefined ? emptyBody : readMcpBody(call.bytes);
  if (body === undefined) return refusal(invalidRequest, unreadable);
  const headers = withMessageHeaders(call.headers, body);
  if (typeof headers === 'string') {
    const message = `Header mismatch: the header ${headers} differs from the body. Send the same value in both.`;
    return refusal(headerMismatch, message, body.id);
  }
  return await callMcpServer(call, prefix, services, { headers, tools: toolsCalledIn(body) });
}

/** The MCP server answers a request without a body. */
const emptyBody: McpBody = { id: null, isList: false, messages: [] };
/** The JSON-RPC error for a body that is not a message. */
const invalidRequest = -32600;
const unreadable =
  'Invalid request: the body is not a JSON-RPC message, or one of the members method, params, name and uri occurs twice or in capital letters.';

/** Returns an error of JSON-RPC. */
function refusal(code: number, message: string, id: string | number | null = null): ForwardedResponse {
  const text = JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });
  return { status: 400, headers: { 'content-type': 'application/json' }, body: Buffer.from(text) };
}

interface Message {
  headers: Readonly<Record<string, string | undefined>>;
  /** The tools that the message calls. */
  tools: readonly string[];
}

/** Forwards the request to the MCP server. Throws `endpoint_not_allowed`, `not_found` or `upstream_failed`. */
export async function callMcpServer(
  call: Incoming,
  prefix: string,
  { upstreams, modelCalls }: InferenceServices,
  { headers, tools }: Message = { headers: call.headers, tools: [] },
): Promise<ForwardedResponse> {
  if (!isAllowedMcpPrefix(call.project, prefix)) {
    throw new ServiceError('endpoint_not_allowed', `The project may not use the MCP server '${prefix}'.`);
  }
  for (const tool of tools) checkTool(call, prefix, tool);
  const server = existing(upstreams.mcpServer(prefix), 'MCP server', prefix);
  const { upstream, target } = server;
  const session = call.headers[sessionHeader];
  if (session !== undefined && !(await McpSession.isOf(prefix, session, call.project.id, nowSeconds())))
    throw new ServiceError('not_found', 'The MCP session does not exist. Start a new session.');
  const priced = { kind: 'mcp', target: prefix, tools } as const;
  const providers = modelCalls.affordableProviders(
    [upstream],
    priced,
    limitsOf(call.project),
    keyLimitsOf(call.caller),
  );
  const described = describe(call, 'mcp', prefix, { tools, providers });
  const end = await modelCalls.begin(described);
  const request = {
    method: call.verb,
    path: call.queryText === undefined ? '' : `?${call.queryText}`,
    headers: forward(traced(headers, described), namesOf(headers, session), ['x-request-id', call.requestId]),
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

/** Throws `endpoint_not_allowed` if the project or the key may not call the tool. */
function checkTool({ project, caller }: Incoming, prefix: string, tool: string): void {
  const ofKey = caller.kind === 'project_key' ? caller.mcpTools : undefined;
  const allows = (tools: McpTools | undefined): boolean => tools?.get(prefix)?.has(tool) ?? true;
  if (allows(mcpToolsOf(project)) && allows(ofKey)) return;
  const holder = allows(mcpToolsOf(project)) ? 'key' : 'project';
  const text = `The ${holder} may not call the tool '${tool.slice(0, maxShownLength)}' of the MCP server '${prefix}'.`;
  throw new ServiceError('endpoint_not_allowed', text);
}

/** The maximum length of a tool's name in an allow list. */
const maxShownLength = 128;

/**
 * Returns the names of the headers to forward. The id of an event is forwarded with a session only: without one, the
 * MCP server could continue the stream of another project.
 */
function namesOf(headers: Message['headers'], session: string | undefined): string[] {
  const parameters = Object.keys(headers).filter((name) => name.startsWith('mcp-param-'));
  return [...forwarded.mcpServers, ...parameters, ...(session === undefined ? [] : ['last-event-id'])];
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
