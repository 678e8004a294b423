// Tests the rules of keys: permissions, models and client addresses.

import t from 'tap';
import { AdminApiKey } from '../../models/admin-api-key.ts';
import { ProjectApiKey } from '../../models/project-api-key.ts';
import { runSql } from '../../scripts/fixtures/mariadb.ts';
import { digestOf } from '../../services/tenancy/index.ts';
import { client } from '../harness/app.ts';
import { startServer, until } from '../harness/process.ts';
import { startUpstream } from '../harness/upstream.ts';
import { createTenant, startWithAdmin } from '../harness/world.ts';

const upstream = await startUpstream(t);
const settings = {
  SVC_TRUSTED_PROXIES: '127.0.0.1/32',
  SVC_UPSTREAMS: JSON.stringify([upstream.settings({ models: ['one-model', 'other-model'] })]),
};
const { app, admin } = await startWithAdmin(t, settings);
const { organizationKey, project } = await createTenant(app, admin);
const projectPath = `/v1/organization/projects/${project.id}/api_keys`;
const organizationPath = '/v1/organization/admin_api_keys';
const as = (token: string, method: string, path: string, body?: unknown, headers = {}) =>
  app.request(method, path, { token, headers, ...(body === undefined ? {} : { body }) });
const inProject = { 'compat-project': project.id };

for (const [what, path, table] of [
  ['an organization key', organizationPath, AdminApiKey],
  ['a project key', projectPath, ProjectApiKey as unknown as typeof AdminApiKey],
] as const) {
  t.test(`${what} may do only what its scopes say`, async (t) => {
    const rules = { scopes: ['files.read'] };
    const { body: key, status } = await as(organizationKey, 'POST', path, { name: 'Reader', ...rules });
    t.equal(status, 200);
    t.match(key, { scopes: ['files.read'], models: null, allowed_cidrs: null });
    const use = (method: string, at: string, body?: unknown) => as(key.value, method, at, body, inProject);
    t.equal((await use('GET', '/v1/files')).status, 200);
    const refused = await use('POST', '/v1/vector_stores', {});
    t.equal(refused.status, 403);
    t.match(refused.body.error, { code: 'insufficient_permissions', message: /vector_stores\.write/ });
    await as(organizationKey, 'POST', `${path}/${key.id}`, { scopes: ['vector_stores.write'] });
    t.equal((await use('POST', '/v1/vector_stores', {})).status, 200, 'changed scopes hold at once');
    t.equal((await use('GET', '/v1/files')).status, 403);
    const { body: freed } = await as(organizationKey, 'POST', `${path}/${key.id}`, { scopes: null });
    t.equal(freed.scopes, null);
    t.equal((await use('GET', '/v1/files')).status, 200);
  });

  t.test(`${what} may use only its models, and within those of the project`, async (t) => {
    const { body: key } = await as(organizationKey, 'POST', path, { name: 'One model', models: ['one-model', 'none'] });
    const chat = async (model: string) => {
      const body = { model, messages: [{ role: 'user', content: 'Hello' }] };
      const { status, body: answer } = await as(key.value, 'POST', '/v1/chat/completions', body, inProject);
      return status === 200 ? 200 : `${status} ${answer.error.code} ${answer.error.message}`;
    };
    t.equal(await chat('one-model'), 200);
    t.match(await chat('other-model'), /^403 model_not_found The key may not .* GET \/v1\/models lists/);
    const { body: listed } = await as(key.value, 'GET', '/v1/models', undefined, inProject);
    t.strictSame(
      listed.data.map(({ id }: { id: string }) => id),
      ['one-model'],
    );
    await as(organizationKey, 'POST', `/v1/organization/projects/${project.id}`, { models: ['other-model'] });
    t.match(await chat('one-model'), /^403 model_not_found The project may not/);
    t.match(await chat('other-model'), /^403 model_not_found The key may not/, 'no model is in both lists');
    await as(organizationKey, 'POST', `/v1/organization/projects/${project.id}`, { models: [] });
  });

  t.test(`${what} is accepted only from its networks, by the address that the trusted proxy tells`, async (t) => {
    const rules = { allowed_cidrs: ['203.0.113.0/24', '2001:db8::/32'] };
    const { body: key } = await as(organizationKey, 'POST', path, { name: 'From home', ...rules });
    const from = async (address?: string) => {
      const headers = { ...inProject, ...(address === undefined ? {} : { 'x-forwarded-for': address }) };
      const { status, body } = await as(key.value, 'GET', '/v1/files', undefined, headers);
      return status === 200 ? 200 : `${status} ${body.error.code}`;
    };
    t.equal(await from('203.0.113.9'), 200);
    t.equal(await from('2001:db8::9'), 200);
    t.equal(await from('203.0.114.9'), '403 address_not_allowed');
    t.equal(await from('203.0.113.9, 198.51.100.1'), '403 address_not_allowed', 'a claimed address does not count');
    t.equal(await from(), '403 address_not_allowed');
  });

  t.test(`${what} with rules is unknown to servers that do not know them`, async (t) => {
    const { body: key } = await as(organizationKey, 'POST', path, { name: 'Upgraded' });
    const known = (value: string) => table.count({ where: { id: key.id, digest: digestOf(value) } });
    t.equal(await known(key.value), 1);
    await as(organizationKey, 'POST', `${path}/${key.id}`, { scopes: ['files.read'] });
    t.equal(await known(key.value), 0);
    const { body: rotated } = await as(organizationKey, 'POST', `${path}/${key.id}/rotate`, { overlap_seconds: 60 });
    t.equal(await known(rotated.value), 0);
    const opens = async (value: string) => (await as(value, 'GET', '/v1/files', undefined, inProject)).status;
    t.strictSame([await opens(key.value), await opens(rotated.value)], [200, 200], 'both values of a rotation work');
    await as(organizationKey, 'POST', `${path}/${key.id}`, { disabled: true });
    await as(organizationKey, 'POST', `${path}/${key.id}`, { scopes: null });
    t.equal(await opens(rotated.value), 401);
    await as(organizationKey, 'POST', `${path}/${key.id}`, { disabled: false });
    t.equal(await opens(rotated.value), 200);
    t.equal(await known(rotated.value), 1);
  });
}

t.test('changed rules hold on every server within 5 seconds', async (t) => {
  const database = app.database.settings;
  const other = await startServer({ ...settings, ...database });
  t.teardown(() => other.end());
  const { body: key } = await as(organizationKey, 'POST', projectPath, { name: 'Watched' });
  const there = client(t, other.url);
  const status = async () => (await there('GET', '/v1/files', { token: key.value })).status;
  t.equal(await status(), 200);
  const changedAt = Date.now();
  await as(organizationKey, 'POST', `${projectPath}/${key.id}`, { scopes: ['models.read'] });
  await until(async () => ((await status()) === 403 ? true : undefined));
  t.ok(Date.now() - changedAt < 5000, `${Date.now() - changedAt} ms`);
});

t.test('nobody makes or changes a key that may do more than they may', async (t) => {
  const scopes = ['keys.read', 'keys.write', 'organization_keys.write', 'files.read'];
  const { body: maker } = await as(organizationKey, 'POST', organizationPath, { name: 'Maker', scopes });
  const { body: strong } = await as(organizationKey, 'POST', projectPath, { name: 'Strong' });
  const make = async (body: object, path = projectPath, token = maker.value) => {
    const answer = await as(token, 'POST', path, body);
    return answer.status === 200 ? 200 : `${answer.status} ${answer.body.error.code}`;
  };
  const refused = '403 insufficient_permissions';
  t.equal(await make({ name: 'A', scopes: ['files.read'] }), 200);
  t.equal(await make({ name: 'B' }), refused, 'a key without scopes');
  t.equal(await make({ name: 'C', scopes: ['files.write'] }), refused);
  t.equal(await make({ name: 'D', scopes: ['projects.read'] }, organizationPath), refused);
  t.equal(await make({ scopes: null }, `${organizationPath}/${maker.id}`), refused, 'its own scopes');
  t.equal(await make({}, `${projectPath}/${strong.id}/rotate`), refused, 'a new value of a stronger key');
  t.equal(await make({ scopes: ['files.read'] }, `${projectPath}/${strong.id}`), refused);
  const { body: worker } = await as(organizationKey, 'POST', organizationPath, { name: 'E', scopes: ['usage.read'] });
  t.equal(
    await make({ name: 'E', scopes: ['usage.read'] }, organizationPath, worker.value),
    refused,
    'a key that makes none',
  );
  const near = { models: ['one-model'], allowed_cidrs: ['127.0.0.0/8'] };
  const { body: limited } = await as(organizationKey, 'POST', organizationPath, { name: 'Limited', ...near });
  t.equal(await make({ name: 'F', ...near }, organizationPath, limited.value), 200);
  t.equal(await make({ name: 'G', models: ['one-model'] }, organizationPath, limited.value), refused);
  t.equal(await make({ name: 'H', ...near, models: ['other-model'] }, organizationPath, limited.value), refused);
});

t.test('a key with scopes changes and deletes no key that may do more', async (t) => {
  const scopes = ['keys.write', 'organization_keys.write', 'files.read'];
  const { body: maker } = await as(organizationKey, 'POST', organizationPath, { name: 'Maker', scopes });
  for (const path of [projectPath, organizationPath]) {
    const { body: strong } = await as(organizationKey, 'POST', path, { name: 'Strong' });
    const { body: weak } = await as(organizationKey, 'POST', path, { name: 'Weak', scopes: ['files.read'] });
    for (const { id, isRefused } of [
      { id: strong.id, isRefused: true },
      { id: weak.id, isRefused: false },
    ]) {
      const status = isRefused ? 403 : 200;
      const change = async (method: string, at = '', body?: object) =>
        t.equal((await as(maker.value, method, `${path}/${id}${at}`, body)).status, status, `${method} ${path}${at}`);
      await change('POST', '', { disabled: true });
      await change('POST', '', { name: 'Renamed' });
      await change('POST', '/rotate', { overlap_seconds: 60 });
      await change('DELETE');
    }
    t.equal((await as(organizationKey, 'GET', `${path}/${strong.id}`)).body.disabled, false);
    t.equal((await as(organizationKey, 'GET', `${path}/${weak.id}`)).status, 404);
  }
});

t.test('the audit log shows what changed', async (t) => {
  const { body: key } = await as(organizationKey, 'POST', projectPath, { name: 'Audited', scopes: ['files.read'] });
  await as(organizationKey, 'POST', `${projectPath}/${key.id}`, { allowed_cidrs: ['203.0.113.0/24'] });
  const { body: log } = await as(organizationKey, 'GET', '/v1/organization/audit_logs?limit=5');
  const entries = log.data.filter((entry: unknown) => JSON.stringify(entry).includes(key.id));
  t.equal(entries.length, 2);
  t.match(JSON.stringify(entries[1]), /"scopes":\["files.read"\]/);
  t.match(JSON.stringify(entries[0]), /"allowed_cidrs":.*203\.0\.113\.0/);
});

const skip = app.database.kind === 'sqlite' && 'no older server can be beside on the embedded database';
t.test('a key gets rules while a statement of another program has an emoji', { skip }, async (t) => {
  const server = new URL('/', app.database.url).href;
  // MariaDB ends a killed statement with an error.
  const busy = runSql(server, "SELECT SLEEP(60), '\u{1F511}'").catch(() => undefined);
  const id = await until(async () => {
    const [rows] = (await runSql(server, 'SHOW PROCESSLIST')) as [{ Id: number; Info: string | null }[]];
    return rows.find(({ Info }) => Info?.startsWith('SELECT SLEEP(60), '))?.Id;
  });
  const { status } = await as(organizationKey, 'POST', projectPath, { name: 'Ruled', scopes: ['files.read'] });
  await runSql(server, `KILL QUERY ${id}`);
  t.equal(status, 200);
  await busy;
});
