// Tests two servers on one database.

import t, { type Test } from 'tap';
import { client, startApp } from '../harness/app.ts';
import { holdBound } from '../harness/clock.ts';
import { startServer, until } from '../harness/process.ts';
import { startSmtp, tokenIn } from '../harness/smtp.ts';
import { createTenant, password, signUp } from '../harness/world.ts';

const smtp = await startSmtp(t);
const mail = { SVC_SMTP_URL: smtp.url, SVC_PUBLIC_URL: 'http://svc.example.org' };
const app = await startApp(t, mail);
const other = await startServer({
  ...mail,
  ...app.database.settings,
});
t.teardown(() => other.end());
const there = client(t, other.url);
const admin = await signUp(app, { isAdmin: true });

/**
 * Repeats the request until the other server refuses it. In `npm run test:timing`, the time for which it was certainly
 * accepted must not exceed five seconds.
 */
async function untilRefused(t: Test, token: string, path: string, status: number, headers = {}): Promise<void> {
  const began = performance.now();
  let last = began;
  await until(async () => {
    const asked = performance.now();
    if ((await there('GET', path, { token, headers })).status === status) return true;
    last = asked;
    return undefined;
  });
  holdBound(t, 'ms until the other server refuses', last - began, 5000);
}

t.test('a key deleted on one server is refused by the other within five seconds', async (t) => {
  const { owner, organizationKey, organizationKeyId } = await createTenant(app, admin);
  const path = '/v1/organization/admin_api_keys';
  t.equal((await there('GET', path, { token: organizationKey })).status, 200);
  await app.request('DELETE', `${path}/${organizationKeyId}`, { token: owner.token });
  await untilRefused(t, organizationKey, path, 401);
});

t.test('a session ended on one server is refused by the other within five seconds', async (t) => {
  const user = await signUp(app);
  t.equal((await there('GET', '/auth/me', { token: user.token })).status, 200);
  await app.request('POST', '/auth/logout', { token: user.token });
  await untilRefused(t, user.token, '/auth/me', 401);
});

t.test('a project archived on one server is refused by the other within five seconds', async (t) => {
  const { organizationKey, project } = await createTenant(app, admin);
  t.equal((await there('GET', '/v1/models', { token: project.key })).status, 200);
  await app.request('POST', `/v1/organization/projects/${project.id}/archive`, { token: organizationKey });
  await untilRefused(t, project.key, '/v1/models', 403);
});

t.test('a member removed on one server is refused by the other within five seconds', async (t) => {
  const { owner, member, project, organizationId } = await createTenant(app, admin);
  const headers = { 'compat-organization': organizationId, 'compat-project': project.id };
  t.equal((await there('GET', '/v1/models', { token: member.token, headers })).status, 200);
  await app.request('DELETE', `/v1/organization/users/${member.id}`, { token: owner.token });
  await untilRefused(t, member.token, '/v1/models', 403, headers);
});

t.test('roles and groups that change on one server hold on the other within five seconds', async (t) => {
  const { owner, member, project, organizationId } = await createTenant(app, admin);
  const headers = { 'compat-organization': organizationId, 'compat-project': project.id };
  const change = async (method: string, path: string, body?: object): Promise<string> => {
    const answer = await app.request(method, path, { token: owner.token, ...(body === undefined ? {} : { body }) });
    t.equal(answer.status, 200, `${method} ${path}`);
    return answer.body.id;
  };
  const read = () => there('GET', '/v1/files', { token: member.token, headers });
  const untilAllowed = () => until(async () => ((await read()).status === 200 ? true : undefined));
  const refused = () => untilRefused(t, member.token, '/v1/files', 403, headers);
  t.equal((await read()).status, 200);
  await change('POST', '/v1/organization/settings', { project_access: 'assigned' });
  await refused();

  const group = await change('POST', '/v1/organization/groups', { name: 'Readers' });
  await change('POST', `/v1/organization/projects/${project.id}/groups`, { group_id: group, role: 'viewer' });
  await change('POST', `/v1/organization/groups/${group}/users`, { user_id: member.id });
  await untilAllowed();
  await change('DELETE', `/v1/organization/groups/${group}/users/${member.id}`);
  await refused();

  const roles = `/v1/projects/${project.id}/roles`;
  const role = await change('POST', roles, { role_name: 'Reader', permissions: ['files.read'] });
  await change('POST', `/v1/projects/${project.id}/users/${member.id}/roles`, { role_id: role });
  await untilAllowed();
  await change('POST', `${roles}/${role}`, { permissions: ['usage.read'] });
  await refused();
  await change('POST', `${roles}/${role}`, { permissions: ['files.read'] });
  await untilAllowed();
  await change('DELETE', `${roles}/${role}`);
  await refused();
});

t.test('a password reset on one server ends the sessions on the other within five seconds', async (t) => {
  const user = await signUp(app);
  t.equal((await there('GET', '/auth/me', { token: user.token })).status, 200);
  await there('POST', '/v1/reset_password', { body: { email: user.email } });
  const token = tokenIn(await smtp.mailTo(user.email));
  const body = { token, password: 'a longer staple than before' };
  t.equal((await app.request('POST', '/v1/reset_password/confirm', { body })).status, 200);
  await untilRefused(t, user.token, '/auth/me', 401);
});

t.test('tabs that refresh at both servers at once keep their session', async (t) => {
  const { email } = await signUp(app);
  const origin = 'http://svc.example.org';
  const started = await app.request('POST', '/auth/session', { body: { email, password }, headers: { origin } });
  const cookie = started.headers.get('set-cookie')?.split(';')[0] ?? '';
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      (index % 2 === 0 ? app.request : there)('POST', '/auth/session/refresh', { headers: { origin, cookie } }),
    ),
  );
  t.strictSame([...new Set(answers.map(({ status }) => status))], [200]);
  t.equal(new Set(answers.map(({ text }) => text)).size, 1);
});

t.test('invitations and password reset emails are counted over both servers', async (t) => {
  const { owner, organizationId } = await createTenant(app, admin);
  const body = { email: 'ada@example.com', organization_id: organizationId };
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 3; attempt += 1) {
    for (const request of [app.request, there]) {
      statuses.push((await request('POST', '/v1/invitations/create', { token: owner.token, body })).status);
    }
  }
  t.strictSame(statuses, [200, 200, 200, 200, 200, 429]);
  const user = await signUp(app);
  for (let attempt = 0; attempt < 2; attempt += 1) {
    for (const request of [app.request, there])
      await request('POST', '/v1/reset_password', { body: { email: user.email } });
  }
  await smtp.mailTo(user.email, 3);
  const last = await signUp(app);
  await app.request('POST', '/v1/reset_password', { body: { email: last.email } });
  await smtp.mailTo(last.email);
  t.equal(smtp.mails.filter(({ to }) => to.includes(user.email)).length, 3);
});

t.test('failed sign-ins are counted over both servers', async (t) => {
  const { email } = await signUp(app);
  const body = { email, password: 'something else entirely' };
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 3; attempt += 1) {
    statuses.push(
      (await app.request('POST', '/auth/login', { body })).status,
      (await there('POST', '/auth/login', { body })).status,
    );
  }
  t.strictSame(statuses, [401, 401, 401, 401, 401, 429]);
});

t.test('of twenty concurrent creations with one name at two servers, one succeeds', async (t) => {
  const { project } = await createTenant(app, admin);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      (index % 2 === 0 ? app.request : there)('POST', '/v1/vector_stores', {
        token: project.key,
        body: { name: 'Handbook' },
      }),
    ),
  );
  t.strictSame(answers.map(({ status }) => status).sort(), [200, ...Array.from({ length: 19 }, () => 409)]);
});
