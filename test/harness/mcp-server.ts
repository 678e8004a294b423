// An MCP server with a tool, a prompt and a resource.

import type { McpServer as OldServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

export function modernServer(): McpServer {
  return define(new McpServer({ name: 'docs', version: '1.0.0' }));
}

/** Gives the server a tool with a parameter in a header, a prompt whose name no header can carry, and a resource. */
export function define<Server extends McpServer | OldServer>(server: Server): Server {
  const one = server as unknown as McpServer;
  const region = z.string().meta({ 'x-mcp-header': 'Region' });
  const text = (value: string) => ({ type: 'text' as const, text: value });
  one.registerTool('search', { inputSchema: z.object({ query: z.string(), region }) }, (given) => ({
    content: [text(`found ${given.query} in ${given.region}`)],
  }));
  const code = { code: z.string() };
  const argsSchema = (server instanceof McpServer ? z.object(code) : code) as z.ZodObject<typeof code>;
  one.registerPrompt('prüfen', { argsSchema }, (given) => ({
    messages: [{ role: 'user', content: text(`Review ${given.code}`) }],
  }));
  one.registerResource('readme', 'file:///readme.md', {}, (uri) => ({ contents: [{ uri: uri.href, text: 'Hello' }] }));
  return server;
}
