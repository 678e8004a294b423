// Tests upstreams that an admin changes while the server runs: PATCH /admin/config.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { AuditEntry } from '../../models/audit-entry.ts';
import { StoredSetting } from '../../models/stored-setting.ts';
import { allowedAddresses } from '../../services/gateway/upstream/allowed-addresses.ts';
import { client } from '../harness/app.ts';
import { holdBound } from '../harness/clock.ts';
import { question, tenantOf } from '../harness/inference.ts';
import { startServer, until } from '../harness/process.ts';
import { json, startUpstream } from '../harness/upstream.ts';
import { startWithAdmin } from '../harness/world.ts';

const mask = '••••••••';
const path = '/v1/chat/completions';
const folder = await mkdtemp(join(tmpdir(), 'svc-live-'));
t.teardown(() => rm(folder, { recursive: true }));
const first = await startUpstream(t, { models: ['first-model'] });
const second = await startUpstream(t, { models: ['second-model'] });
const file = join(folder, 'svc.json');
await writeFile(file, JSON.stringify({ upstreams: [first.settings({ name: 'first' })] }));
const secretsKey = 'Zk4tQw8nVb2xLm6cRj0sYh3dPf7gTa1u';
const settings = { SVC_CONFIG: file, SVC_SECRETS_KEY: secretsKey, SVC_UPSTREAM_ALLOWED_CIDRS: '127.0.0.0/8' };
const { app, admin } = await startWithAdmin(t, settings);
const { post, open, project } = await tenantOf(app, admin);
const database = app.database.settings;

const read = async () => (await app.request('GET', '/admin/config', { token: admin.token })).body;
const change = (upstreams: unknown) =>
  app.request('PATCH', '/admin/config', { token: admin.token, body: { upstreams } });
const ask = async (model: string, send = post) => (await send(path, question({ model }))).status;
const fromFile = first.settings({ name: 'first' });
const added = second.settings({ name: 'second' });

t.afterEach(async () => {
  const { status } = await change(null);
  t.equal(status, 200);
});

t.test('an added upstream answers at once here, within five seconds elsewhere, and after a restart', async (t) => {
  const other = await startServer({ ...database, ...settings });
  t.teardown(() => other.end());
  const there = client(t, other.url);
  const askThere = () => ask('second-model', (to, body) => there('POST', to, { token: project.key, body }));
  t.equal(await ask('second-model'), 404);
  t.equal(await askThere(), 404);
  const since = performance.now();
  t.equal((await change([fromFile, added])).status, 200);
  t.equal(await ask('second-model'), 200);
  t.equal(await ask('first-model'), 200, 'the other upstream still works');
  await until(async () => ((await askThere()) === 200 ? true : undefined));
  holdBound(t, 'ms until another server has the model', performance.now() - since, 5000);
  const { body } = await app.request('GET', '/v1/models', { token: project.key });
  t.ok(body.data.some(({ id }: { id: string }) => id === 'second-model'));
  const { body: provenance } = await app.request('GET', '/admin/config/provenance', { token: admin.token });
  t.match(
    provenance.settings.find((one: { path: string }) => one.path === 'upstreams'),
    { source: 'stored', live: true, updated_by: admin.id },
  );
  await other.end();
  const again = await startServer({ ...database, ...settings });
  t.teardown(() => again.end());
  const anew = client(t, again.url);
  t.equal(await ask('second-model', (to, body) => anew('POST', to, { token: project.key, body })), 200);
  await again.end();
  await change(null);
  t.equal(await ask('second-model'), 404, 'null restores the list of the file');
  t.equal(await ask('first-model'), 200);
});

t.test('an added upstream without a model list is asked for its models', async (t) => {
  await change([second.settings({ name: 'second', models: null })]);
  const { body } = await app.request('GET', '/v1/models', { token: project.key });
  t.ok(body.data.some(({ id }: { id: string }) => id === 'second-model'));
  t.equal(await ask('first-model'), 404);
});

t.test('an upstream key is encrypted, masked, and kept if its mask is sent', async (t) => {
  const { body, text } = await change([fromFile, added]);
  t.match(body.upstreams, [{ api_key: mask }, { name: 'second', api_key: mask }]);
  t.notOk(text.includes(second.key));
  const stored = await StoredSetting.findOne({ where: { path: 'upstreams' } });
  t.notOk(stored?.value.includes(second.key));
  const entry = await AuditEntry.findOne({ where: { type: 'config.updated' }, order: [['id', 'DESC']] });
  t.match(JSON.parse(entry?.details ?? ''), { upstreams: [{ name: 'first' }, { name: 'second', api_key: mask }] });
  t.notOk(entry?.details?.includes(second.key));

  const { upstreams } = await read();
  const shown = upstreams.map((one: object) => ({ ...one, max_connections: 7 }));
  t.equal((await change(shown)).status, 200, 'the shown list can be sent back');
  t.equal(await ask('second-model'), 200);
  t.equal(second.seen.at(-1)?.headers.authorization, `Bearer ${second.key}`);
  const path = '/admin/config/reveal/upstreams.1.api_key';
  t.equal((await app.request('GET', path, { token: admin.token })).body.value, second.key);
});

t.test('a key is sent to no other host, and to no upstream with another name', async (t) => {
  await change([added]);
  for (const moved of [{ base_url: first.url }, { name: 'third' }, { base_url: 'https://llm.example.com/v1' }]) {
    const { status, body } = await change([{ ...added, api_key: mask, ...moved }]);
    t.equal(status, 422);
    t.strictSame(body.detail[0].loc, ['body', 'upstreams', '0', 'api_key']);
    t.match(body.detail[0].msg, /given again/);
  }
  t.equal((await change([{ ...added, api_key: 'sk-another', base_url: first.url }])).status, 200);
  await ask('second-model');
  t.equal(first.seen.at(-1)?.headers.authorization, 'Bearer sk-another');
});

t.test('errors are reported at their location, and nothing changes', async (t) => {
  const cases: [unknown, string[]][] = [
    [5, ['body', 'upstreams']],
    ['[', ['body', 'upstreams']],
    [[5], ['body', 'upstreams', '0']],
    [[{ base_url: second.url }], ['body', 'upstreams', '0', 'name']],
    [[{ ...added, base_url: 'ftp://x' }], ['body', 'upstreams', '0', 'base_url']],
    [[{ ...added, api_key: 'with a space' }], ['body', 'upstreams', '0', 'api_key']],
    [[{ ...added, nothing: 1 }], ['body', 'upstreams', '0', 'nothing']],
    [
      [added, added],
      ['body', 'upstreams'],
    ],
    [[{ ...added, custom_endpoints: ['/v1/models'] }], ['body', 'upstreams', '0', 'custom_endpoints']],
    [[{ ...added, base_url: 'http://10.0.0.7:8000/v1' }], ['body', 'upstreams', '0', 'base_url']],
    [[{ ...added, base_url: 'http://169.254.169.254/v1' }], ['body', 'upstreams', '0', 'base_url']],
    [
      [{ ...added, mcp_servers: { docs: 'http://[::ffff:10.0.0.1]/mcp' } }],
      ['body', 'upstreams', '0', 'mcp_servers', 'docs'],
    ],
  ];
  for (const [given, loc] of cases) {
    const { status, body, text } = await change(given);
    t.equal(status, 422, JSON.stringify(given));
    t.strictSame(body.detail[0].loc, loc, JSON.stringify(given));
    t.notOk(text.includes('with a space'));
  }
  t.match((await read()).upstreams, [{ name: 'first' }]);
  t.equal(
    (await change(JSON.stringify([added]))).status,
    200,
    'the list is also accepted as text, as in the environment',
  );
  t.equal(await ask('second-model'), 200);
});

t.test('a response that has begun continues to its end when its upstream is removed', async (t) => {
  await change([added]);
  let go: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  second.next(async ({ response }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: {"choices":[{"index":0,"delta":{"content":"one"}}]}\n\n');
    await held;
    response.end('data: {"choices":[{"index":0,"delta":{"content":"two"}}]}\n\ndata: [DONE]\n\n');
  });
  const answer = await open(path, question({ model: 'second-model', stream: true }));
  t.equal(answer.status, 200);
  await change([]);
  t.equal(await ask('second-model'), 404, 'no new call reaches the removed upstream');
  // Longer than the grace period for late callers.
  await until(async () => (second.connections() === 1 ? true : undefined));
  go();
  t.match(await answer.text(), /"one".*"two".*\[DONE\]/s);
  await until(async () => (second.connections() === 0 ? true : undefined));
});

t.test('custom endpoints and MCP servers are added and removed with their upstream', async (t) => {
  const send = () => app.request('POST', '/v1/ocr', { token: project.key, raw: '{}' });
  t.equal((await send()).status, 404);
  await change([{ ...added, custom_endpoints: ['/v1/ocr'], mcp_servers: { docs: `${second.origin}/mcp` } }]);
  t.equal((await send()).status, 200);
  t.equal((await app.request('PROPFIND', '/v1/ocr', { token: project.key })).status, 405);
  second.next(({ response }) => json(response, 200, { jsonrpc: '2.0', id: 1, result: {} }));
  const call = { jsonrpc: '2.0', id: 1, method: 'ping' };
  const headers = { accept: 'application/json, text/event-stream' };
  const mcp = () => app.request('POST', '/mcp/docs', { token: project.key, body: call, headers });
  t.equal((await mcp()).status, 200);
  await change(null);
  t.equal((await send()).status, 404);
  t.equal((await mcp()).status, 404);
});

t.test('the pauses of an upstream are forgotten with it', async (t) => {
  await change([{ ...added, max_connections: 3 }]);
  second.always(({ response }) => json(response, 503, { error: { message: 'busy' } }));
  const paused = async () =>
    /svc_upstream_paused\{[^}]*"second"[^}]*\} 1/.test((await app.request('GET', '/metrics')).text);
  await until(async () => {
    await ask('second-model');
    return (await paused()) ? true : undefined;
  });
  second.always(undefined);
  await change([added]);
  t.notOk(await paused());
  t.equal(await ask('second-model'), 200, 'the new upstream has no failure yet');
});

t.test("without the operator's permission, no upstream at an internal address can be added or reached", async (t) => {
  const strict = await startServer({ ...database, SVC_CONFIG: file, SVC_SECRETS_KEY: secretsKey });
  t.teardown(() => strict.end());
  const there = client(t, strict.url);
  const { status, body } = await there('PATCH', '/admin/config', {
    token: admin.token,
    body: { upstreams: [{ ...added, base_url: second.url.replace('127.0.0.1', 'localhost') }] },
  });
  t.equal(status, 422);
  t.match(body.detail[0].msg, /SVC_UPSTREAM_ALLOWED_CIDRS/);
  const askThere = (model: string) => ask(model, (to, asked) => there('POST', to, { token: project.key, body: asked }));
  t.equal(await askThere('first-model'), 200, 'an upstream of the file may have any address');
  const beside = { name: 'public', base_url: 'https://llm.example.com/v1', models: ['public-model'] };
  const { status: taken } = await there('PATCH', '/admin/config', {
    token: admin.token,
    body: { upstreams: [{ ...fromFile, api_key: mask, models: ['first-model', 'renamed'] }, beside] },
  });
  t.equal(taken, 200, 'and may be listed before new upstreams');
  t.equal(await askThere('renamed'), 200);
  // Stored by a server that allows the address, or the name has another address now.
  const before = second.seen.length;
  await change([added]);
  await until(async () => ((await askThere('second-model')) === 502 ? true : undefined));
  t.equal(second.seen.length, before);
  const refused = await new Promise<Error | null>((resolve) =>
    allowedAddresses([]).connect(
      { hostname: 'localhost', protocol: 'http:', port: '1', host: 'localhost' },
      (...[error]) => resolve(error),
    ),
  );
  t.match(refused, { reason: 'target_not_allowed' });
});

t.test('concurrent changes on another server are not lost', async (t) => {
  const other = await startServer({ ...database, ...settings });
  t.teardown(() => other.end());
  const there = client(t, other.url);
  for (let time = 0; time < 5; time += 1) {
    const name = `added-${time}`;
    await change([fromFile, { ...added, name }]);
    const { body } = await there('GET', '/admin/config', { token: admin.token });
    t.match(body.upstreams, [{ name: 'first' }, { name }], 'a reader who is about to change the list sees it at once');
    const upstreams = [...body.upstreams, { ...added, name: 'third', models: [`third-${time}`], api_key: 'sk-third' }];
    const { status } = await there('PATCH', '/admin/config', { token: admin.token, body: { upstreams } });
    t.equal(status, 200, 'and its key can be kept');
    const { body: here } = await app.request('GET', '/admin/config/reveal/upstreams.1.api_key', { token: admin.token });
    t.equal(here.value, second.key);
  }
});

t.test('a list from the environment cannot be changed', async (t) => {
  const fixed = await startServer({ ...database, SVC_SECRETS_KEY: secretsKey, SVC_UPSTREAMS: '[]' });
  t.teardown(() => fixed.end());
  const there = client(t, fixed.url);
  const { status, body } = await there('PATCH', '/admin/config', { token: admin.token, body: { upstreams: [added] } });
  t.equal(status, 409);
  t.equal(body.error?.code ?? body.code, 'setting_is_fixed');
});
