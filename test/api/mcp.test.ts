import t from 'tap';
import { startInference, tenantOf } from '../harness/inference.ts';
import { json, startUpstream } from '../harness/upstream.ts';

const upstream = await startUpstream(t);
const elsewhere = await startUpstream(t);
const world = await startInference(t, [
  upstream.settings({ mcp_servers: { docs: `${upstream.origin}/mcp/inner`, away: `${elsewhere.origin}/mcp` } }),
]);
const { app } = world;
const token = world.project.key;
const call = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

t.test('messages, sessions and responses are forwarded', async (t) => {
  upstream.next(({ response }) =>
    json(response, 200, { jsonrpc: '2.0', id: 1, result: {} }, { 'mcp-session-id': 's-1' }),
  );
  const begun = await app.request('POST', '/mcp/docs?x=1', {
    token,
    body: call,
    headers: { accept: 'application/json, text/event-stream' },
  });
  t.equal(begun.headers.get('mcp-session-id'), 's-1');
  const seen = upstream.seen.at(-1);
  t.equal(seen?.path, '/mcp/inner?x=1');
  t.equal(seen?.headers.authorization, `Bearer ${upstream.key}`);
  t.strictSame(seen?.body, call);
  upstream.next(({ response }) => {
    response.writeHead(202);
    response.end();
  });
  const headers = { 'mcp-session-id': 's-1', 'mcp-protocol-version': '2025-06-18', 'last-event-id': '7' };
  t.equal((await app.request('POST', '/mcp/docs', { token, body: call, headers })).status, 202);
  for (const [name, value] of Object.entries(headers)) t.equal(upstream.seen.at(-1)?.headers[name], value);
  for (const status of [404, 405, 400]) {
    upstream.next(({ response }) => json(response, status, { jsonrpc: '2.0', error: { code: -32600 } }));
    const refused = await app.request('GET', '/mcp/docs', { token, headers });
    t.equal(refused.status, status);
    t.match(refused.text, /-32600/);
  }
  upstream.next(({ response }) => {
    response.writeHead(204);
    response.end();
  });
  t.equal((await app.request('DELETE', '/mcp/docs', { token, headers })).status, 204);
  t.equal(upstream.seen.at(-1)?.method, 'DELETE');
});

t.test('a listener gets each message at once, and the upstream notices its disconnect', async (t) => {
  const event = 'id: 1\nevent: message\ndata: {"jsonrpc":"2.0","method":"ping"}\n\n';
  upstream.next(({ response }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(event);
  });
  const leave = new AbortController();
  const response = await fetch(`${app.url}/mcp/docs`, {
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
    signal: leave.signal,
  });
  const reader = response.body?.getReader();
  t.equal(new TextDecoder().decode((await reader?.read())?.value), event);
  leave.abort();
  await upstream.seen.at(-1)?.aborted;
});

t.test('a stream that breaks ends broken, without additional messages', async (t) => {
  const begun = Promise.withResolvers<void>();
  upstream.next(async ({ response }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: {"jsonrpc"');
    await begun.promise;
    response.destroy();
  });
  const response = await fetch(`${app.url}/mcp/docs`, { headers: { authorization: `Bearer ${token}` } });
  begun.resolve();
  await t.rejects(response.text());
});

t.test("the upstream's key is sent only to its own host", async (t) => {
  await app.request('POST', '/mcp/away', { token, body: call });
  t.equal(elsewhere.seen.length, 1);
  t.notOk('authorization' in (elsewhere.seen[0]?.headers ?? {}));
});

t.test('a project may only use its allowed MCP servers', async (t) => {
  const restricted = await tenantOf(app, world.admin);
  await restricted.allow({ mcp_prefixes: ['away'] });
  for (const prefix of ['docs', 'unknown']) {
    const { status, body } = await restricted.post(`/mcp/${prefix}`, call);
    t.equal(status, 403);
    t.equal(body.error.code, 'endpoint_not_allowed');
  }
  t.not((await restricted.post('/mcp/away', call)).status, 403);
  await restricted.allow({ mcp_prefixes: [] });
  t.equal((await restricted.post('/mcp/away', call)).status, 403, 'an empty list allows no server');
});

t.test('an unknown MCP server, and every path below a known one, is not found', async (t) => {
  t.equal((await app.request('POST', '/mcp/unknown', { token, body: call })).body.error.code, 'not_found');
  for (const path of ['/mcp', '/mcp/', '/mcp/docs/', '/mcp/docs/more']) {
    t.equal((await app.request('POST', path, { token, body: call })).body.error.code, 'unknown_path', path);
  }
  t.equal((await app.request('PUT', '/mcp/docs', { token, body: call })).status, 405);
});

t.test('an MCP session belongs to its project, and is unknown to others', async (t) => {
  const other = await tenantOf(app, world.admin);
  const begin = (id: string) =>
    upstream.next(({ response }) =>
      json(response, 200, { jsonrpc: '2.0', id: 1, result: {} }, { 'mcp-session-id': id }),
    );
  begin('s-mine');
  await app.request('POST', '/mcp/docs', { token, body: call });
  const use = (method: string, as: string, id: string) =>
    app.request(method, '/mcp/docs', {
      token: as,
      headers: { 'mcp-session-id': id },
      ...(method === 'POST' ? { body: call } : {}),
    });
  const asked = upstream.seen.length;
  for (const method of ['POST', 'GET', 'DELETE']) {
    const foreign = await use(method, other.project.key, 's-mine');
    const unknown = await use(method, other.project.key, 's-nobody');
    t.equal(foreign.status, 404);
    t.strictSame(foreign.body, unknown.body, 'both have the same response');
  }
  t.equal((await use('POST', token, 's-nobody')).status, 404);
  t.equal(upstream.seen.length, asked, 'nothing reached the MCP server');
  begin('s-mine');
  t.equal((await other.post('/mcp/docs', call)).status, 502, 'a session id that a server issues twice is not shared');
  upstream.next(({ response }) => json(response, 200, { jsonrpc: '2.0', id: 1, result: {} }));
  t.equal((await use('POST', token, 's-mine')).status, 200);
  upstream.next(({ response }) => response.writeHead(204).end());
  t.equal((await use('DELETE', token, 's-mine')).status, 204);
  t.equal((await use('POST', token, 's-mine')).status, 404, 'an ended session belongs to nobody');
});
