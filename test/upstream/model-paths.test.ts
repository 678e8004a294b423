// Custom endpoints and MCP servers at a path that an upstream could take for one of its models' operations: a call there
// would not have the price of its model.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { StoredSetting } from '../../models/stored-setting.ts';
import { createCli } from '../harness/cli.ts';
import { question, tenantOf } from '../harness/inference.ts';
import { runServer, startServer, until } from '../harness/process.ts';
import { startUpstream } from '../harness/upstream.ts';
import { startWithAdmin } from '../harness/world.ts';

const folder = await mkdtemp(join(tmpdir(), 'svc-model-paths-'));
t.teardown(() => rm(folder, { recursive: true }));
const upstream = await startUpstream(t);
const settings = { SVC_SECRETS_KEY: 'Zk4tQw8nVb2xLm6cRj0sYh3dPf7gTa1u', SVC_UPSTREAM_ALLOWED_CIDRS: '127.0.0.0/8' };
const { app, admin } = await startWithAdmin(t, settings);
const tenant = await tenantOf(app, admin);
const change = (upstreams: unknown) =>
  app.request('PATCH', '/admin/config', { token: admin.token, body: { upstreams } });

const refused = [
  '/v1/Chat/Completions',
  '/v1/chat/completions',
  '/v1/CHAT/completions/x',
  '/v1/responses/x',
  '/v1/responses/x/y',
  '/v1/reſponses',
  '/v1/chat./completions',
  '/v1/chat/.../completions',
  '/v1/completions.',
  '/v1/v1/embeddings',
  '/v1/Messages/batches',
  '/v1/messages/count_tokens/x',
  '/v1/rerank/now',
];
const accepted = [
  '/v1/ocr',
  '/v1/responses-archive',
  '/v1/embeddings2',
  '/v1/chat/threads',
  '/v1/audio/speech',
  '/v1/reranker',
  '/v1/x/messages',
  '/v1/completions_log/x',
];

t.test('a custom endpoint that leads to an operation of models is refused at PATCH', async (t) => {
  for (const path of refused) {
    const { status, body } = await change([upstream.settings({ custom_endpoints: ['/v1/ocr', path] })]);
    t.equal(status, 422, path);
    t.strictSame(body.detail[0].loc, ['body', 'upstreams', '0', 'custom_endpoints']);
    t.ok(body.detail[0].msg.includes(path), body.detail[0].msg);
  }
  for (const path of accepted) {
    t.equal((await change([upstream.settings({ custom_endpoints: [path] })])).status, 200, path);
    await tenant.post(path, {});
    t.equal(upstream.seen.at(-1)?.path, path, 'it reaches the upstream');
  }
});

t.test('an MCP server at an operation of models is refused too', async (t) => {
  for (const path of ['/v1/chat/completions', '/openai/V1/Responses', '/v1/messages/x']) {
    const { status, body } = await change([upstream.settings({ mcp_servers: { docs: upstream.origin + path } })]);
    t.equal(status, 422, path);
    t.strictSame(body.detail[0].loc, ['body', 'upstreams', '0', 'mcp_servers']);
  }
  t.equal((await change([upstream.settings({ mcp_servers: { docs: `${upstream.origin}/v1/mcp` } })])).status, 200);
});

t.test('such an endpoint in the file or the environment stops the start with one line', async (t) => {
  const upstreams = [upstream.settings({ custom_endpoints: ['/v1/ocr', '/v1/Chat/Completions', '/v1/responses/x'] })];
  const file = join(folder, 'svc.json');
  await writeFile(file, JSON.stringify({ upstreams }));
  const sources = [
    [{ SVC_CONFIG: file }, 'upstreams\\.0\\.custom_endpoints in SVC_CONFIG'],
    [{ SVC_UPSTREAMS: JSON.stringify(upstreams) }, 'SVC_UPSTREAMS\\.0\\.custom_endpoints'],
  ] as const;
  for (const [source, name] of sources) {
    const dataDir = await mkdtemp(join(folder, 'data-'));
    const { code, stderr } = await runServer({ ...source, SVC_DATA_DIR: dataDir });
    t.equal(code, 1);
    t.match(stderr, new RegExp(`^svc: ${name} must not contain '/v1/Chat/Completions' \\(it leads to `));
    t.match(stderr, /'\/v1\/responses\/x' \(it leads to \/v1\/responses\): a call there would not have the price/);
    t.equal(stderr.trim().split('\n').length, 1);
  }
});

t.test('in a stored value only that endpoint is switched off, with one error line and a failed check', async (t) => {
  const stored = [
    upstream.settings({ custom_endpoints: ['/v1/Chat/Completions', '/v1/ocr', '/v1/responses/x'] }),
    upstream.settings({ name: 'second', models: ['second-model'], custom_endpoints: ['/v1/speech'] }),
    upstream.settings({ name: 'broken', models: ['third-model'], weight: -1 }),
  ];
  const { secrets } = app.app.services;
  const value = secrets.seal(JSON.stringify(stored), { table: 'settings', column: 'value', row: 'upstreams' });
  await StoredSetting.update({ value }, { where: { path: 'upstreams' } });
  await app.app.services.configuration.refresh();
  for (const path of ['/v1/Chat/Completions', '/v1/responses/x']) {
    const before = upstream.seen.length;
    t.match(await tenant.post(path, question()), { status: 404 });
    t.equal(upstream.seen.length, before, 'nothing reaches the upstream');
  }
  t.equal((await tenant.post('/v1/ocr', {})).status, 200);
  for (const model of ['chat-model', 'second-model'])
    t.equal((await tenant.post('/v1/chat/completions', question({ model }))).status, 200, model);
  t.equal((await tenant.post('/v1/chat/completions', question({ model: 'third-model' }))).status, 404);

  const { body } = await app.request('GET', '/admin/doctor', { token: admin.token });
  t.equal(body.healthy, false);
  const failed = body.checks.filter(({ part }: { part: string }) => part === 'stored settings');
  t.match(failed, [
    { state: 'failed', message: /^upstreams\.0\.custom_endpoints must not contain .*\/v1\/responses\/x.*switched off/ },
    { state: 'failed', message: /^upstreams\.2\.weight must be .*switched off/ },
  ]);
  const cli = await createCli(t, app);
  const env = settings;
  const report = await cli.run(['doctor', '--json'], { env });
  t.equal(report.code, 1);
  t.match(
    report.json().checks.filter(({ part }: { part: string }) => part === 'stored settings'),
    failed,
  );

  const data = app.database.settings;
  const server = await startServer({ ...data, ...settings, SVC_LOG_LEVEL: 'error' });
  t.teardown(() => server.end());
  const endpointLines = () =>
    server
      .output()
      .split('\n')
      .filter((line) => line.includes('a stored setting is invalid') && line.includes('custom_endpoints'));
  await until(() => endpointLines()[0]);
  await server.end();
  t.equal(endpointLines().length, 1, 'one error line');

  const { upstreams } = (await app.request('GET', '/admin/config', { token: admin.token })).body;
  t.equal((await change(upstreams)).status, 200, 'the shown list can be sent back');
  const healed = (await app.request('GET', '/admin/doctor', { token: admin.token })).body.checks;
  t.match(
    healed.find(({ part }: { part: string }) => part === 'stored settings'),
    { state: 'ok' },
  );
});
