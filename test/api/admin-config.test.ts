import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { AuditEntry } from '../../models/audit-entry.ts';
import { nowSeconds } from '../../models/clock.ts';
import { StoredSetting } from '../../models/stored-setting.ts';
import { loadConfig, settings } from '../../services/settings/config.ts';
import { client } from '../harness/app.ts';
import { holdBound } from '../harness/clock.ts';
import { startServer, until } from '../harness/process.ts';
import { createTenant, password, signUp, startWithAdmin } from '../harness/world.ts';

const mask = '••••••••';
const key = 'sk-one-that-must-not-be-seen';
const folder = await mkdtemp(join(tmpdir(), 'svc-config-'));
const file = join(folder, 'svc.json');
await writeFile(
  file,
  JSON.stringify({
    tokens: { refresh_seconds: 100_000 },
    upstreams: [
      {
        name: 'one',
        base_url: 'http://127.0.0.1:9/v1',
        api_key: key,
        models: ['m', { id: 'n', context_length: 8192, max_inputs: 32 }],
      },
      { name: 'two', base_url: 'http://127.0.0.1:9/v1' },
    ],
  }),
);
t.teardown(() => rm(folder, { recursive: true }));
const secretsKey = 'Zk4tQw8nVb2xLm6cRj0sYh3dPf7gTa1u';
const { app, admin } = await startWithAdmin(t, {
  SVC_CONFIG: file,
  SVC_SECRETS_KEY: secretsKey,
  SVC_MAX_BODY_BYTES: '100000',
});
const other = await startServer({
  ...app.database.settings,
  SVC_SECRETS_KEY: secretsKey,
});
t.teardown(() => other.end());
const there = client(t, other.url);

const read = () => app.request('GET', '/admin/config', { token: admin.token });
const change = (body: unknown) => app.request('PATCH', '/admin/config', { token: admin.token, body });
const reveal = (path: string, request = app.request) =>
  request('GET', `/admin/config/reveal/${path}`, { token: admin.token });

async function provenanceOf(path: string): Promise<Record<string, unknown>> {
  const { body } = await app.request('GET', '/admin/config/provenance', { token: admin.token });
  return body.settings.find((one: { path: string }) => one.path === path);
}

t.test('every setting is shown, and a secret only as set or not set', async (t) => {
  const { body, text } = await read();
  t.match(body, { server: { host: '127.0.0.1' }, tokens: { refresh_seconds: 100_000 }, secrets: { key: mask } });
  t.equal(body.worker.token, null);
  t.match(body.upstreams, [{ name: 'one', api_key: mask }]);
  t.strictSame(Object.keys(body), Object.keys(settings));
  for (const secret of [key, secretsKey]) t.notOk(text.includes(secret));
  if (app.database.kind === 'mysql') t.equal(body.database.url, mask);
});

t.test('the shown configuration with its secrets filled in is an equivalent configuration file', async (t) => {
  const { body } = await read();
  t.match(body.upstreams[0].models, [
    { id: 'm', upstream_id: null, kind: 'unknown', context_length: null, dimensions: null, max_inputs: null },
    { id: 'n', kind: 'unknown', context_length: 8192, dimensions: null, max_inputs: 32 },
  ]);
  body.secrets.key = secretsKey;
  body.upstreams[0].api_key = key;
  if (body.database.url === mask) body.database.url = app.database.url;
  t.notOk(JSON.stringify(body).includes(mask));
  const copy = join(folder, 'copy.json');
  await writeFile(copy, JSON.stringify(body));
  t.strictSame(loadConfig({ SVC_CONFIG: copy }), app.app.services.config);
});

t.test('an admin reveals a secret in an uncached response, and the audit log records it', async (t) => {
  const { status, body, headers } = await reveal('upstreams.0.api_key');
  t.equal(status, 200);
  t.strictSame(body, { path: 'upstreams.0.api_key', value: key });
  t.equal(headers.get('cache-control'), 'no-store');
  t.equal((await reveal('worker.token')).body.value, '', 'an unset secret is empty');
  const entry = await AuditEntry.findOne({ where: { type: 'config.revealed', targetId: 'upstreams.0.api_key' } });
  t.match(entry, {
    actorKind: 'user',
    actorId: admin.id,
    email: admin.email,
    requestId: headers.get('x-request-id'),
  });
  t.notOk(JSON.stringify(entry).includes(key));
});

t.test('an unknown path and a path that is not a secret give the same 404', async (t) => {
  const bodies = new Set<string>();
  const paths = [
    'worker',
    'server.host',
    'worker.token.x',
    'worker..token',
    'Worker.token',
    '__proto__',
    'constructor',
  ];
  for (const path of [...paths, 'toString', 'upstreams', 'upstreams.2.api_key', 'upstreams.0.name', 'nothing']) {
    const { status, text } = await reveal(path);
    t.equal(status, 404, path);
    bodies.add(text);
  }
  t.equal(bodies.size, 1);
  t.equal((await reveal('worker%2Etoken')).status, 200, 'an encoded dot counts as a dot');
});

t.test('a secret is not revealed if the audit entry cannot be written', async (t) => {
  const refuse = new Error('the disk is full');
  AuditEntry.addHook('beforeCreate', 'refuse', () => {
    throw Object.assign(refuse, { code: 'ER_DISK_FULL' });
  });
  const { status, text } = await reveal('upstreams.0.api_key');
  AuditEntry.removeHook('beforeCreate', 'refuse');
  t.equal(status, 503);
  t.notOk(text.includes(key));
});

t.test('a changed setting takes effect at once on this server, and within five seconds on another', async (t) => {
  const { status, body } = await change({ tokens: { access_seconds: 77 } });
  t.equal(status, 200);
  t.equal(body.tokens.access_seconds, 77);
  const since = performance.now();
  const seconds = async (request = app.request): Promise<number> => {
    const { body } = await request('GET', '/admin/config', { token: admin.token });
    return body.tokens.access_seconds;
  };
  const { email } = await signUp(app);
  const login = await app.request('POST', '/auth/login', { body: { email, password } });
  t.ok(login.body.access_expires_at <= nowSeconds() + 77);
  let last = since;
  await until(async () => {
    const asked = performance.now();
    if ((await seconds(there)) === 77) return true;
    last = asked;
    return undefined;
  });
  holdBound(t, 'ms until another server uses the setting', last - since, 5000);
  t.match(await provenanceOf('tokens.access_seconds'), { source: 'stored', live: true, updated_by: admin.id });
  await change({ tokens: { access_seconds: null } });
  t.equal(await seconds(), 3600, 'null restores the default');
  t.match(await provenanceOf('tokens.access_seconds'), { source: 'default', updated_by: null });
});

t.test('a secret is stored encrypted, works on every server, and is only shown on request', async (t) => {
  const token = 'workers-say-this-0123456789';
  const { text } = await change({ worker: { token } });
  t.notOk(text.includes(token));
  const stored = await StoredSetting.findOne({ where: { path: 'worker.token' } });
  t.notOk(stored?.value.includes(token));
  const announce = (request: typeof app.request) =>
    request('POST', '/admin/fine_tuning/workers', { token, body: { name: 'gpu-1', models: [] } });
  t.equal((await announce(app.request)).status, 200);
  await until(async () => ((await announce(there)).status === 200 ? true : undefined));
  t.equal((await reveal('worker.token', there)).body.value, token);
  const entry = await AuditEntry.findOne({ where: { type: 'config.updated' }, order: [['id', 'DESC']] });
  t.match(JSON.parse(entry?.details ?? ''), { 'worker.token': mask });
  await change({ worker: { token: null } });
  t.equal((await announce(app.request)).status, 401, 'a removed secret is not accepted');
});

t.test('a change is refused as a whole if one part is invalid', async (t) => {
  const cases: [unknown, number, string?][] = [
    [{ nothing: 1 }, 422, 'extra_forbidden'],
    [{ tokens: { nothing: 1 } }, 422, 'extra_forbidden'],
    [{ tokens: 5 }, 422, 'dict_type'],
    [{ tokens: { access_seconds: 0 } }, 422, 'value_error'],
    [{ tokens: { access_seconds: 'soon' } }, 422, 'value_error'],
    [{ server: { port: 1 } }, 422, 'value_error'],
    [{ database: { url: 'mysql://u:p@h/n' } }, 422, 'value_error'],
    [{ upstreams: 5 }, 422, 'value_error'],
    [{ upstreams: [{ name: 'one' }] }, 422, 'value_error'],
    [{ limits: { max_body_bytes: 5000 } }, 409],
  ];
  for (const [body, status, type] of cases) {
    const answer = await change({ tokens: { refresh_seconds: 5000 }, ...(body as object) });
    t.equal(answer.status, status, JSON.stringify(body));
    if (type !== undefined) t.equal(answer.body.detail[0].type, type, JSON.stringify(body));
    t.notOk(answer.text.includes('u:p@h'));
  }
  t.equal((await read()).body.tokens.refresh_seconds, 100_000);
  t.match(await provenanceOf('limits.max_body_bytes'), { source: 'environment', env: 'SVC_MAX_BODY_BYTES' });
  t.match(await provenanceOf('tokens.refresh_seconds'), { source: 'file' });
});

t.test('a larger body is accepted as soon as the limit is raised', async (t) => {
  const { project } = await createTenant(app, admin);
  const raw = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'x'.repeat(5000) }] });
  const send = () => app.request('POST', '/v1/chat/completions', { token: project.key, raw });
  t.equal((await change({ limits: { max_inference_body_bytes: 2000 } })).status, 200);
  t.equal((await send()).status, 413);
  t.equal((await change({ limits: { max_inference_body_bytes: null } })).status, 200);
  t.not((await send()).status, 413);
});

t.test('a slow refresh that started before a change does not undo the change', async (t) => {
  const { findAll } = StoredSetting;
  const { promise: late, resolve: arrive } = Promise.withResolvers<void>();
  const hold = async () => {
    const rows = await findAll.call(StoredSetting);
    await late;
    return rows;
  };
  t.teardown(() => Object.assign(StoredSetting, { findAll }));
  Object.assign(StoredSetting, { findAll: hold });
  const looking = app.app.services.configuration.refresh();
  Object.assign(StoredSetting, { findAll });
  t.equal((await change({ tokens: { reset_seconds: 1234 } })).status, 200);
  arrive();
  await looking;
  t.equal(app.app.services.config.tokens.reset_seconds, 1234);
  await change({ tokens: { reset_seconds: null } });
});

t.test('every setting whose name suggests a secret is a secret or a known exception', async (t) => {
  const { body } = await app.request('GET', '/admin/config/provenance', { token: admin.token });
  const suspicious = body.settings.filter(
    ({ path, secret }: { path: string; secret: boolean }) =>
      !secret && /secret|password|token|key|dsn|credential/.test(path.split('.').at(-1) ?? ''),
  );
  t.strictSame(suspicious.map(({ path }: { path: string }) => path).sort(), [
    'file_search.result_tokens',
    // An access key id is not secret, like a user name; the secret belongs to it.
    'files.s3.access_key_id',
    'ingestion.max_tokens',
    'limits.expected_output_tokens',
    // Says who may use one.
    'sso.passwords',
  ]);
});

t.test('the encryption key is never revealed, even if it is configured', async (t) => {
  const reveal = (path: string) => app.request('GET', `/admin/config/reveal/${path}`, { token: admin.token });
  const [key, unknown] = [await reveal('secrets.key'), await reveal('secrets.nothing')];
  t.strictSame([key.status, key.body], [404, unknown.body]);
  t.notOk(key.text.includes(secretsKey));
});
