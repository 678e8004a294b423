import t from 'tap';
import { User } from '../../models/user.ts';
import { createTenant, password, signIn, signUp, startWithAdmin } from '../harness/world.ts';

const { app, admin } = await startWithAdmin(t);
const update = (id: string, body: unknown, token = admin.token) =>
  app.request('POST', `/admin/users/${id}`, { token, body });

t.test('an admin creates a user, who sets a password with the link', async (t) => {
  const { organizationId } = await createTenant(app, admin);
  const create = (body: object, token = admin.token) => app.request('POST', '/admin/users', { token, body });
  const email = 'grace@example.com';
  t.equal((await create({ email }, (await signUp(app)).token)).status, 403);
  t.equal((await create({ email, is_admin: true })).status, 422, 'the user is not an admin');
  t.equal((await create({ email, organization_id: 'org_01HZX5V7Q8J9K2M3N4P5R6S7T8' })).body.error.code, 'not_found');
  const made = await create({ email, name: 'Grace', organization_id: organizationId });
  const of = { email, name: 'Grace', is_admin: false, default_organization_id: organizationId };
  t.match(made.body, { ...of, has_password: false });
  t.equal((await create({ email: email.toUpperCase() })).body.error.code, 'email_already_exists');
  const [page, token] = made.body.password_link.url.split('#token=');
  t.equal(page, `${app.url}/panel/reset`);
  const confirm = (body: object) => app.request('POST', '/v1/reset_password/confirm', { body });
  t.equal((await confirm({ token, password })).status, 200);
  t.equal((await confirm({ token, password })).body.error.code, 'token_invalid', 'once');
  const { token: signedIn } = await signIn(app, email);
  const me = await app.request('GET', '/auth/me', { token: signedIn });
  t.match(me.body.organizations, [{ id: organizationId, role: 'member' }]);
  const shown = await app.request('GET', `/admin/users/${made.body.id}`, { token: admin.token });
  t.match(shown.body, { ...of, has_password: true });
});

t.test('an admin creates a password link for another person, which the audit log records', async (t) => {
  const user = await signUp(app);
  const link = (id: string, token = admin.token) => app.request('POST', `/admin/users/${id}/password_link`, { token });
  t.equal((await link(admin.id, user.token)).status, 403);
  const made = await link(user.id);
  const [, token] = made.body.url.split('#token=');
  const next = 'a longer staple than before';
  const confirmed = await app.request('POST', '/v1/reset_password/confirm', { body: { token, password: next } });
  t.equal(confirmed.status, 200);
  t.equal((await app.request('GET', '/auth/me', { token: user.token })).status, 401, 'the sessions have ended');
  t.ok((await signIn(app, user.email, next)).token);
  const log = await app.request('GET', '/admin/audit_log', { token: admin.token, query: { limit: 100 } });
  t.ok(log.body.data.some((one: { type: string }) => one.type === 'password_reset.created'));
  t.notOk(log.text.includes(token), 'the audit log does not show the link');
  await update(user.id, { disabled: true });
  const refused = await link(user.id);
  t.strictSame([refused.status, refused.body.error.code], [409, 'user_disabled']);
});

t.test('a disabled user loses access at once, until enabled and signed in again', async (t) => {
  const user = await signUp(app);
  t.equal((await app.request('GET', '/auth/me', { token: user.token })).status, 200);
  t.equal((await update(user.id, { disabled: true })).body.disabled, true);
  const refused = await app.request('GET', '/auth/me', { token: user.token });
  t.equal(refused.status, 401);
  t.equal(refused.body.error.code, 'invalid_api_key');
  t.equal((await app.request('POST', '/auth/refresh', { token: user.refreshToken })).status, 401);
  await update(user.id, { disabled: false });
  t.equal((await app.request('GET', '/auth/me', { token: user.token })).status, 401, 'old tokens stay invalid');
  t.ok((await signIn(app, user.email)).token);
});

t.test('the last admin can neither be demoted nor disabled', async (t) => {
  await User.update({ isAdmin: false }, { where: { isAdmin: true } });
  const last = await signUp(app, { isAdmin: true });
  for (const body of [{ is_admin: false }, { disabled: true }]) {
    const refused = await update(last.id, body, last.token);
    t.equal(refused.status, 409);
    t.equal(refused.body.error.code, 'last_admin');
    t.equal(refused.headers.get('x-should-retry'), 'false');
  }
});

t.test('two admins who concurrently demote each other leave one admin', async (t) => {
  await User.update({ isAdmin: false }, { where: { isAdmin: true } });
  const first = await signUp(app, { isAdmin: true });
  const second = await signUp(app, { isAdmin: true });
  const answers = await Promise.all([
    update(first.id, { is_admin: false }, second.token),
    update(second.id, { disabled: true }, first.token),
  ]);
  // The second admin has already lost the right to do so, or the rule about the last admin refuses it.
  t.equal(answers.filter(({ status }) => status === 200).length, 1);
  t.equal(await User.count({ where: { isAdmin: true, disabled: false } }), 1);
});
