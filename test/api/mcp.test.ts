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

t.test('protocol headers reach the MCP server, and are made if the client does not send them', async (t) => {
  const send = async (body: unknown, headers: Record<string, string> = {}) => {
    upstream.next(({ response }) => json(response, 200, { jsonrpc: '2.0', id: 1, result: {} }));
    const { status } = await app.request('POST', '/mcp/docs', { token, body, headers });
    t.equal(status, 200);
    const { 'mcp-method': method, 'mcp-name': name, ...others } = upstream.seen.at(-1)?.headers ?? {};
    return { method, name, others };
  };
  const toolCall = (name: string) => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name } });
  const sent = {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': 'search',
    'mcp-param-region': 'us-west1',
    'mcp-param-Text': '=?base64?SGVsbG8sIOS4lueVjA==?=',
  };
  const modern = await send(toolCall('search'), sent);
  t.match([modern.method, modern.name], ['tools/call', 'search']);
  t.match(modern.others, {
    'mcp-protocol-version': '2026-07-28',
    'mcp-param-region': 'us-west1',
    'mcp-param-text': '=?base64?SGVsbG8sIOS4lueVjA==?=',
  });
  t.match(await send(call), { method: 'tools/list', name: undefined });
  const made: [body: unknown, method: string | undefined, name: string | undefined][] = [
    [toolCall('search'), 'tools/call', 'search'],
    [toolCall('Hello, 世界'), 'tools/call', '=?base64?SGVsbG8sIOS4lueVjA==?='],
    [toolCall(' padded '), 'tools/call', '=?base64?IHBhZGRlZCA=?='],
    [toolCall('line1\nline2'), 'tools/call', '=?base64?bGluZTEKbGluZTI=?='],
    [toolCall('=?base64?literal?='), 'tools/call', '=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?='],
    [{ method: 'resources/read', params: { uri: 'file:///a b' } }, 'resources/read', 'file:///a b'],
    [{ method: 'prompts/get', params: { name: 'review' } }, 'prompts/get', 'review'],
    [{ method: 'tasks/cancel', params: { taskId: 't-1' } }, 'tasks/cancel', 't-1'],
    [{ method: 'resources/subscribe', params: { uri: 'file:///a' } }, 'resources/subscribe', undefined],
    [{ jsonrpc: '2.0', id: 1, result: {} }, undefined, undefined],
    [[call, toolCall('search')], undefined, undefined],
    // Servers refuse long headers, and nothing encodes a method.
    [{ method: 'resources/read', params: { uri: 'x'.repeat(10_000) } }, 'resources/read', undefined],
    [{ method: 'überall' }, undefined, undefined],
  ];
  for (const [body, method, name] of made) {
    const got = await send(body);
    t.strictSame([got.method, got.name], [method, name], JSON.stringify(body).slice(0, 100));
    t.notOk('mcp-protocol-version' in got.others, 'the version is never made');
  }
});

t.test('headers that contradict the body are refused with the error of the protocol', async (t) => {
  const asked = upstream.seen.length;
  const toolCall = { jsonrpc: '2.0', id: 'a1', method: 'tools/call', params: { name: 'é' } };
  const cases: [body: Record<string, unknown> | unknown[], headers: Record<string, string>][] = [
    [toolCall, { 'mcp-method': 'tools/list' }],
    [toolCall, { 'mcp-method': 'Tools/Call' }],
    [toolCall, { 'mcp-name': 'e' }],
    // Latin-1 is no header of the protocol, nor is base64 of anything but UTF-8.
    [toolCall, { 'mcp-name': 'é' }],
    [toolCall, { 'mcp-name': '=?base64?6Q==?=' }],
    [toolCall, { 'mcp-name': '=?base64?w6k?=' }],
    [toolCall, { 'mcp-name': '=?BASE64?w6k=?=' }],
    [toolCall, { 'mcp-name': '' }],
    [{ id: 2, method: 'resources/read', params: { uri: 'a', name: 'b' } }, { 'mcp-name': 'b' }],
    [
      { id: 2, method: 'tools/list' },
      { 'mcp-method': 'tools/call', 'mcp-name': 'a' },
    ],
    [{ id: 2, result: {} }, { 'mcp-method': 'tools/call' }],
    [[toolCall], { 'mcp-method': 'tools/call' }],
    [[toolCall], { 'mcp-name': 'é' }],
  ];
  for (const [body, headers] of cases) {
    const refused = await app.request('POST', '/mcp/docs', { token, body, headers });
    t.equal(refused.status, 400, JSON.stringify([body, headers]));
    const id = 'id' in body ? body.id : null;
    t.match(refused.body, { jsonrpc: '2.0', id, error: { code: -32020, message: /Mcp-(?:Method|Name)/ } });
  }
  t.equal(upstream.seen.length, asked, 'nothing reached the MCP server');
  for (const name of ['=?base64?w6k=?=', '  =?base64?w6k=?= ']) {
    upstream.next(({ response }) => json(response, 200, {}));
    const { status } = await app.request('POST', '/mcp/docs', { token, body: toolCall, headers: { 'mcp-name': name } });
    t.equal(status, 200, 'white space around a header does not count');
  }
});

t.test('a body that parsers could read differently is refused', async (t) => {
  const asked = upstream.seen.length;
  for (const text of [
    '{"id":7,"method":"ping","method":"tools/call","params":{"name":"a"}}',
    '{"id":7,"method":"tools/call","params":{"name":"a","Name":"b"}}',
    '{"id":7,"Method":"tools/call","params":{"name":"a"}}',
  ]) {
    const response = await fetch(`${app.url}/mcp/docs`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: text,
    });
    t.equal(response.status, 400, text);
    t.match(await response.json(), { jsonrpc: '2.0', id: null, error: { code: -32600 } });
  }
  t.equal(upstream.seen.length, asked, 'nothing reached the MCP server');
});

t.test('last-event-id is forwarded only with a session of the project', async (t) => {
  const other = await tenantOf(app, world.admin);
  upstream.next(({ response }) => json(response, 200, {}, { 'mcp-session-id': 's-events' }));
  await app.request('POST', '/mcp/docs', { token, body: call });
  const listen = (as: string, headers: Record<string, string>) => {
    upstream.next(({ response }) => json(response, 200, {}));
    return app.request('GET', '/mcp/docs', { token: as, headers: { 'last-event-id': 'e-1', ...headers } });
  };
  t.equal((await listen(token, {})).status, 200);
  t.notOk('last-event-id' in (upstream.seen.at(-1)?.headers ?? {}), 'not without a session');
  t.equal((await listen(token, { 'mcp-session-id': 's-events' })).status, 200);
  t.equal(upstream.seen.at(-1)?.headers['last-event-id'], 'e-1');
  const asked = upstream.seen.length;
  t.equal((await listen(other.project.key, { 'mcp-session-id': 's-events' })).status, 404);
  t.equal(upstream.seen.length, asked, 'a session of another project reaches nobody');
});

const toolCall = (name: string, id = 1) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name } });

t.test('mcp_tools of a project and of a key restrict the calls of tools', async (t) => {
  const tenant = await tenantOf(app, world.admin);
  const project = `/v1/organization/projects/${tenant.project.id}`;
  const as = { token: tenant.organizationKey };
  const { body: key } = await app.request('POST', `${project}/api_keys`, { ...as, body: { name: 'Narrow' } });
  t.strictSame(key.mcp_tools, {});
  const setKey = (tools: unknown) =>
    app.request('POST', `${project}/api_keys/${key.id}`, { ...as, body: { mcp_tools: tools } });
  const send = async (body: unknown, prefix = 'docs', token: string = key.value) => {
    const { status, body: answer } = await app.request('POST', `/mcp/${prefix}`, { token, body });
    return status === 200 ? status : `${status} ${answer.error.code} ${answer.error.message}`;
  };
  const refusal = (holder: string, tool: string) =>
    `403 endpoint_not_allowed The ${holder} may not call the tool '${tool}' of the MCP server 'docs'.`;

  for (const server of [upstream, elsewhere]) {
    server.always(({ response }) => json(response, 200, { jsonrpc: '2.0', id: 1, result: {} }));
    t.teardown(() => server.always(undefined));
  }
  await tenant.allow({ mcp_tools: { docs: ['search', 'read'] } });
  t.strictSame((await app.request('GET', project, as)).body.mcp_tools, { docs: ['search', 'read'] });
  t.equal(await send(toolCall('search')), 200);
  t.equal(await send(toolCall('delete')), refusal('project', 'delete'));
  t.equal(await send(toolCall('Search')), refusal('project', 'Search'), 'names are compared exactly');
  t.equal(await send(toolCall('delete'), 'away'), 200, 'a server that is not named allows all its tools');
  t.equal(await send(call), 200, 'only calls of tools are restricted');
  t.equal(await send({ jsonrpc: '2.0', id: 1, method: 'prompts/get', params: { name: 'delete' } }), 200);
  t.equal(await send([call, toolCall('search'), toolCall('delete', 2)]), refusal('project', 'delete'), 'in a list too');

  t.strictSame((await setKey({ docs: ['read', 'delete'] })).body.mcp_tools, { docs: ['read', 'delete'] });
  t.equal(await send(toolCall('read')), 200);
  t.equal(await send(toolCall('search')), refusal('key', 'search'), 'a call must be in both');
  t.equal(await send(toolCall('delete')), refusal('project', 'delete'), 'a key does not widen its project');
  t.equal(await send(toolCall('search'), 'docs', tenant.project.key), 200, 'another key is not restricted');
  await setKey({ docs: [] });
  t.equal(await send(toolCall('read')), refusal('key', 'read'), 'an empty list allows none');
  t.strictSame((await setKey({})).body.mcp_tools, {});
  t.equal(await send(toolCall('read')), 200);
  for (const bad of [
    { 'a b': ['x'] },
    { docs: 'search' },
    { docs: [''] },
    { docs: ['x'.repeat(129)] },
    ['docs/search'],
    null,
  ]) {
    t.equal((await setKey(bad)).status, 422, JSON.stringify(bad));
    t.equal((await app.request('POST', project, { ...as, body: { mcp_tools: bad } })).status, 422);
  }
});

t.test('the calls of each tool are in the report of requests', async (t) => {
  const tenant = await tenantOf(app, world.admin);
  const report = async (groups: string) => {
    await app.app.services.usage.flush();
    const path = `/v1/organization/usage/requests?${groups}`;
    const { body, status, text } = await app.request('GET', path, { token: tenant.organizationKey });
    t.equal(status, 200, text);
    type Result = { mcp_tool: string | null; num_requests: number; num_failed_requests: number; model: string | null };
    return (body.data.flatMap(({ results }: { results: Result[] }) => results) as Result[])
      .map(({ mcp_tool: tool, num_requests: requests, num_failed_requests: failed, model }) => {
        t.equal(model, null);
        return [tool, requests, failed];
      })
      .sort();
  };
  t.teardown(() => upstream.always(undefined));
  const send = (body: unknown, status = 200) => {
    upstream.always(({ response }) => json(response, status, {}));
    return tenant.post('/mcp/docs', body);
  };
  await send(toolCall('search'));
  await send(toolCall('search'));
  await send(toolCall('read'), 404);
  await send([toolCall('read'), toolCall('search', 2)]);
  await send(call);
  await tenant.allow({ mcp_tools: { docs: ['search'] } });
  await send(toolCall('never'));
  t.strictSame(await report('group_by=mcp_tool'), [
    [null, 1, 1],
    ['docs/read', 2, 1],
    ['docs/search', 3, 0],
  ]);
  t.strictSame(
    await report('group_by=mcp_tool&group_by=project_id&group_by=api_key_id'),
    await report('group_by=mcp_tool'),
  );
  t.strictSame(await report('group_by=project_id'), [[null, 6, 2]]);
  const { status } = await app.request('GET', '/v1/organization/usage/completions?group_by=mcp_tool', {
    token: tenant.organizationKey,
  });
  t.equal(status, 422, 'only requests have tools');
});

t.test('callers cannot fill the usage with names of tools', async (t) => {
  const tenant = await tenantOf(app, world.admin);
  await app.request('POST', '/mcp/docs', { token: tenant.project.key, body: toolCall('x'.repeat(129)) });
  const calls = Array.from({ length: 300 }, (_, index) => toolCall(`tool-${index}`, index));
  await app.request('POST', '/mcp/docs', { token: tenant.project.key, body: calls });
  await app.app.services.usage.flush();
  const path = '/v1/organization/usage/requests?group_by=mcp_tool';
  const { body } = await app.request('GET', path, { token: tenant.organizationKey });
  const results: { mcp_tool: string | null; num_requests: number }[] = body.data.at(-1).results;
  t.equal(results.length, 201);
  t.equal(results.find(({ mcp_tool: tool }) => tool === 'docs/(other)')?.num_requests, 101);
});
