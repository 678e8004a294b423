// Searches for every secret of this run in all output of the server: its log, responses, metrics, audit log and every
// table of its database. Only the response that returns a secret may contain it.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { QueryTypes } from 'sequelize';
import t, { type Test } from 'tap';
import { database } from '../../models/connection.ts';
import { Login } from '../../models/login.ts';

import { client, startApp } from '../harness/app.ts';
import { question } from '../harness/inference.ts';
import { startServer, until } from '../harness/process.ts';
import { startUpstream } from '../harness/upstream.ts';
import { createTenant, password, signIn, signUp } from '../harness/world.ts';

const secrets = new Map<string, string>();
/** All output, with its source. */
const said: [where: string, text: string][] = [];

function keep(what: string, secret: string): string {
  if (secret.length < 8) throw new Error(`${what} is too short to be looked for`);
  secrets.set(what, secret);
  return secret;
}

const upstream = await startUpstream(t);
keep('the key of an upstream', upstream.key);
const folder = await mkdtemp(join(tmpdir(), 'svc-secrets-'));
t.teardown(() => rm(folder, { recursive: true }));
const file = join(folder, 'svc.json');
await writeFile(file, JSON.stringify({ upstreams: [upstream.settings()] }));

// The first server creates the database and the users. The second one is a process of its own, whose output is
// searched.
const sealing = { SVC_SECRETS_KEY: keep('the key that seals', 'seals-mB3vXq7LrT2dWy9KfZ0pHs5NcJ8g') };
const home = await startApp(t, sealing);
const server = await startServer({
  ...home.database.settings,
  SVC_CONFIG: file,
  ...sealing,
  SVC_LOG_LEVEL: 'trace',
});
t.teardown(() => server.end());
const raw = client(t, server.url);

/** Sends a request and records the response, except for a secret in the response that returns it. */
const ask: typeof raw = async (method, path, options) => {
  const answer = await raw(method, path, options);
  said.push([`${method} ${path}`, answer.text + JSON.stringify([...answer.headers])]);
  return answer;
};
const askOnce = raw;

const admin = await signUp(home, { isAdmin: true });
keep('a password', password);
keep('an access token', admin.token);
keep('a refresh token', admin.refreshToken);

t.test('the run creates secrets of every kind, and shows, changes, mistypes and misuses them', async (t) => {
  const tenant = await createTenant(home, admin);
  const { organizationKey, project, owner } = tenant;
  for (const [what, value] of Object.entries({
    organizationKey,
    'project key': project.key,
    'owner token': owner.token,
  }))
    keep(what, value);
  const login = await askOnce('POST', '/auth/login', { body: { email: owner.email, password } });
  const renewed = await askOnce('POST', '/auth/refresh', { token: keep('a used token', login.body.refresh_token) });
  keep('a renewed token', renewed.body.access_token);
  keep('a renewed refresh token', renewed.body.refresh_token);
  keep('the token of that login', login.body.access_token);
  await ask('POST', '/auth/refresh', { token: login.body.refresh_token });

  const fresh = await askOnce('POST', '/v1/organization/admin_api_keys', {
    token: owner.token,
    body: { name: 'Fresh' },
  });
  const key = keep('a fresh key', fresh.body.value);
  for (const path of ['/v1/organization/admin_api_keys', `/v1/organization/projects/${project.id}/api_keys`])
    await ask('GET', path, { token: key });

  const secret = keep('a webhook secret', 'whsec_c2VjcmV0LW9mLWEtd2ViaG9vay0wMTIzNDU2Nzg5');
  const body = { name: 'Hooked', webhook_url: 'https://1.1.1.1/hook', webhook_secret: secret };
  const made = await askOnce('POST', '/v1/organization/projects', { token: organizationKey, body });
  const projectPath = `/v1/organization/projects/${made.body.id}`;
  await ask('GET', projectPath, { token: organizationKey });
  const next = keep('the next webhook secret', 'another-webhook-secret-0123456789');
  await ask('POST', projectPath, { token: organizationKey, body: { webhook_secret: next } });
  await ask('POST', projectPath, { token: organizationKey, body: { webhook_secret: next, webhook_url: 'http://x' } });

  const mistyped = keep('a mistyped password', 'correct horse batery-mistyped');
  await ask('POST', '/auth/login', { body: { email: owner.email, password: mistyped } });
  await ask('POST', '/auth/login', { body: { email: 5, password: mistyped } });
  await ask('GET', '/v1/models', { token: `${keep('a malformed key', `${project.key.slice(0, -1)}!`)}` });
  const changed = keep('a new password', 'an entirely new and long one');
  const user = await signIn(home, owner.email);
  keep('the token of that user', user.token);
  await ask('POST', '/auth/me/password', {
    token: user.token,
    body: { current_password: password, password: changed },
  });

  const workers = keep('the token of workers', 'workers-say-this-0123456789');
  const config = { worker: { token: workers } };
  await ask('PATCH', '/admin/config', { token: admin.token, body: config });
  await ask('PATCH', '/admin/config', { token: admin.token, body: { ...config, nothing: 1 } });
  await ask('POST', '/admin/fine_tuning/workers', { token: workers, body: { name: 'gpu-1', models: [] } });
  t.equal((await askOnce('GET', '/admin/config/reveal/worker.token', { token: admin.token })).body.value, workers);

  await ask('POST', '/v1/chat/completions', { token: project.key, body: question() });
  upstream.next(({ response }) => response.writeHead(401).end(`wrong key ${upstream.key}`));
  await ask('POST', '/v1/chat/completions', { token: project.key, body: question() });
  upstream.next(({ response }) => response.writeHead(400).end(`{"error":{"message":"${upstream.key}"}}`));
  await ask('POST', '/v1/chat/completions', { token: project.key, body: question() });
  await ask('GET', '/v1/models?additional_data=true', { token: project.key });
});

t.test('no secret is in the metrics, the audit log or a response that does not return it', async (t) => {
  for (const path of ['/admin/config', '/admin/config/provenance', '/admin/audit_log?limit=100'])
    await ask('GET', path, { token: admin.token });
  await ask('GET', '/metrics');
  await ask('GET', '/readyz');
  t.ok(said.length > 15);
  search(t, said);
});

t.test('no secret is readable in the database', async (t) => {
  const { sequelize } = database();
  t.ok((await Login.count()) > 0);
  let seesPlain = false;
  const tables = await sequelize.getQueryInterface().showAllTables();
  t.ok(tables.length > 15);
  for (const table of tables.map(String)) {
    const rows = await sequelize.query<Record<string, unknown>>(`SELECT * FROM \`${table}\``, {
      type: QueryTypes.SELECT,
    });
    seesPlain ||= rows.some((row) => Object.values(row).includes(admin.email));
    search(t, [[`table ${table}`, rows.map((row) => Object.values(row).map(textOf).join('\n')).join('\n')]]);
  }
  t.ok(seesPlain, 'the search finds a text that is not secret');
});

t.test('no secret is in the log at its most verbose level', async (t) => {
  await until(() => (server.output().includes('/readyz') ? true : undefined));
  const { stdout, stderr } = await server.end();
  t.ok(stdout.includes(admin.id), 'the search finds a text that is not secret');
  search(t, [['the log', stdout + stderr]]);
});

/** Searches for each secret in plain, percent-encoded and base64 form. */
function search(t: Test, texts: [where: string, text: string][]): void {
  for (const [what, secret] of secrets) {
    const forms = [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64').replace(/=+$/, '')];
    const found = texts.filter(([, text]) => forms.some((form) => text.includes(form))).map(([where]) => where);
    t.strictSame(found, [], what);
  }
}

function textOf(value: unknown): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value);
}
