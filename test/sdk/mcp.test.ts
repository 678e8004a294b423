// The official clients and servers of MCP, unchanged, through the server: those of the revisions with sessions (the
// package `sdk`, up to 2025-11-25) and those of 2026-07-28 (the packages `client` and `server`), in every combination.

import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { McpServer as OldServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { createMcpHandler } from '@modelcontextprotocol/server';
import t, { type Test } from 'tap';
import { startInference } from '../harness/inference.ts';
import { closeServer, listenOnLoopback } from '../harness/loopback.ts';
import { define, modernServer } from '../harness/mcp-server.ts';

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

/** The end of a client's journey: the revision and the texts that it read, or the code of the server's error. */
type Outcome = { revision: string | undefined; texts: unknown[] } | { refused: number };

const old = '2025-11-25';
const modern = '2026-07-28';
const texts = ['search', 'found engine in us-west1', 'Review x = 1', 'Hello'];
/** A client of the old revisions cannot speak to a server without them, with or without a server between both. */
const unsupportedVersion = { refused: -32022 };

const outcomes: Record<string, Record<string, Outcome>> = {
  'sdk 1.32': {
    'sdk 1.32': { revision: old, texts },
    'server 2.4': { revision: old, texts },
    'server 2.4 without old revisions': unsupportedVersion,
  },
  'client 2.4': {
    'sdk 1.32': { revision: old, texts },
    'server 2.4': { revision: old, texts },
    'server 2.4 without old revisions': unsupportedVersion,
  },
  'client 2.4, negotiating': {
    'sdk 1.32': { revision: old, texts },
    'server 2.4': { revision: modern, texts },
    'server 2.4 without old revisions': { revision: modern, texts },
  },
};

// Each class of the packages has its own types; the journey calls what is the same in both.
type StartClient = (url: URL, headers: Record<string, string>) => [never, never];
const clients: Record<string, StartClient> = {
  'sdk 1.32': (url, headers) => [
    new OldClient({ name: 'test', version: '1.0.0' }) as never,
    new OldClientTransport(url, { requestInit: { headers } }) as never,
  ],
  'client 2.4': (url, headers) => [
    new Client({ name: 'test', version: '1.0.0' }) as never,
    new StreamableHTTPClientTransport(url, { requestInit: { headers } }) as never,
  ],
  'client 2.4, negotiating': (url, headers) => [
    new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } }) as never,
    new StreamableHTTPClientTransport(url, { requestInit: { headers } }) as never,
  ],
};

const servers: Record<string, () => Listener> = {
  'sdk 1.32': () => {
    const sessions = new Map<unknown, StreamableHTTPServerTransport>();
    return async (request, response) => {
      let transport = sessions.get(request.headers['mcp-session-id']);
      if (transport === undefined) {
        const begun = new StreamableHTTPServerTransport({
          sessionIdGenerator: () => randomUUID(),
          onsessioninitialized: (id) => void sessions.set(id, begun),
        });
        await define(new OldServer({ name: 'docs', version: '1.0.0' })).connect(begun as never);
        transport = begun;
      }
      await transport.handleRequest(request, response);
    };
  },
  'server 2.4': () => toNodeHandler(createMcpHandler(modernServer)) as Listener,
  'server 2.4 without old revisions': () =>
    toNodeHandler(createMcpHandler(modernServer, { legacy: 'reject' })) as Listener,
};

/** Starts all MCP servers. Returns their addresses, and the headers of the requests that reach them. */
async function startServers(t: Test) {
  const seen: IncomingMessage['headers'][] = [];
  const addresses: Record<string, string> = {};
  for (const [index, [name, listener]] of Object.entries(servers).entries()) {
    const handle = listener();
    const server = createServer((request, response) => {
      seen.push(request.headers);
      void handle(request, response);
    });
    t.teardown(() => closeServer(server));
    addresses[name] = `http://127.0.0.1:${await listenOnLoopback(server)}/mcp-${index}`;
  }
  return { addresses, seen };
}

/** Calls a tool, and reads a prompt and a resource. */
async function journey(start: StartClient, url: string, headers: Record<string, string> = {}): Promise<Outcome> {
  const [client, transport]: [Client, StreamableHTTPClientTransport] = start(new URL(url), headers);
  try {
    await client.connect(transport);
    const { tools } = await client.listTools();
    const called = await client.callTool({ name: 'search', arguments: { query: 'engine', region: 'us-west1' } });
    const prompt = await client.getPrompt({ name: 'prüfen', arguments: { code: 'x = 1' } });
    const { contents } = await client.readResource({ uri: 'file:///readme.md' });
    const shown = [called.content[0], prompt.messages[0]?.content, contents[0]].map((one) => Object(one).text);
    return {
      revision: transport.protocolVersion ?? client.getNegotiatedProtocolVersion(),
      texts: [tools[0]?.name, ...shown],
    };
  } catch (error) {
    const [, code] = /"code":(-\d+)/.exec(String(error)) ?? [];
    if (code === undefined) throw error;
    return { refused: Number(code) };
  } finally {
    await client.close();
  }
}

t.test('official clients and servers of both revisions work through the server as without it', async (t) => {
  const { addresses, seen } = await startServers(t);
  const prefixes = Object.keys(servers);
  const mcpServers = Object.fromEntries(prefixes.map((name, index) => [`s${index}`, addresses[name]]));
  const upstream = { name: 'tools', base_url: 'http://127.0.0.1:1/v1', models: ['none'], mcp_servers: mcpServers };
  const { app, project } = await startInference(t, [upstream]);
  const headers = { authorization: `Bearer ${project.key}` };
  for (const [client, start] of Object.entries(clients)) {
    const row = outcomes[client] ?? {};
    for (const [index, server] of prefixes.entries()) {
      seen.length = 0;
      t.strictSame(await journey(start, `${app.url}/mcp/s${index}`, headers), row[server], `${client} × ${server}`);
      const calls = seen.filter((one) => one['mcp-name'] === 'search');
      const isCalled = 'texts' in (row[server] as Outcome);
      t.equal(calls.length, isCalled ? 1 : 0, 'the server learns the name of the tool from a header, of any client');
      const isModern = isCalled && client.endsWith('negotiating') && index > 0;
      t.equal(calls[0]?.['mcp-param-region'], isModern ? 'us-west1' : undefined, 'only the client makes Mcp-Param-*');
      t.strictSame(await journey(start, addresses[server] as string), row[server], 'the same without the server');
    }
  }
});

t.test('a modern client learns that its headers differ from the body', async (t) => {
  const { addresses } = await startServers(t);
  const mcpServers = { docs: addresses['server 2.4'] as string };
  const upstream = { name: 'tools', base_url: 'http://127.0.0.1:1/v1', models: ['none'], mcp_servers: mcpServers };
  const { app, project } = await startInference(t, [upstream]);
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  // A proxy in front of the server that changes a header.
  const changing: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('authorization', `Bearer ${project.key}`);
    if (headers.has('mcp-name')) headers.set('mcp-name', 'other');
    return fetch(input, { ...init, headers });
  };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${app.url}/mcp/docs`), { fetch: changing }));
  await t.rejects(client.callTool({ name: 'search', arguments: { query: 'engine', region: 'x' } }), {
    code: -32020,
    message: /Mcp-Name/,
  });
  await client.close();
});
