import t from 'tap';
import { User } from '../../models/user.ts';
import { startApp } from '../harness/app.ts';
import { signIn, signUp } from '../harness/world.ts';

const app = await startApp(t);
const admin = await signUp(app, { isAdmin: true });
const update = (id: string, body: unknown, token = admin.token) =>
  app.request('POST', `/admin/users/${id}`, { token, body });

t.test('an admin lists, reads and changes users', async (t) => {
  const user = await signUp(app);
  const list = await app.request('GET', '/admin/users', { token: admin.token, query: { limit: 1 } });
  t.equal(list.body.data[0].id, user.id, 'newest first');
  const changed = await update(user.id, { name: 'Grace', is_admin: true });
  t.match(changed.body, { id: user.id, object: 'user', name: 'Grace', is_admin: true, disabled: false });
  t.same(
    (await app.request('GET', `/admin/users/${user.id}`, { token: user.token })).body,
    changed.body,
    'the new admin reads',
  );
  t.equal((await update(user.id, { is_admin: false })).body.is_admin, false);
  t.equal((await app.request('GET', '/admin/users', { token: user.token })).status, 403, 'and no longer, at once');
});

t.test('a disabled user is out at once, and stays out until enabled and signed in again', async (t) => {
  const user = await signUp(app);
  t.equal((await app.request('GET', '/auth/me', { token: user.token })).status, 200);
  t.equal((await update(user.id, { disabled: true })).body.disabled, true);
  const refused = await app.request('GET', '/auth/me', { token: user.token });
  t.equal(refused.status, 401);
  t.equal(refused.body.error.code, 'invalid_api_key');
  t.equal((await app.request('POST', '/auth/refresh', { token: user.refreshToken })).status, 401);
  await update(user.id, { disabled: false });
  t.equal((await app.request('GET', '/auth/me', { token: user.token })).status, 401, 'old tokens stay dead');
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

t.test('two admins who demote each other at once leave one admin', async (t) => {
  await User.update({ isAdmin: false }, { where: { isAdmin: true } });
  const first = await signUp(app, { isAdmin: true });
  const second = await signUp(app, { isAdmin: true });
  const answers = await Promise.all([
    update(first.id, { is_admin: false }, second.token),
    update(second.id, { disabled: true }, first.token),
  ]);
  // The second comes too late for the matrix, or is stopped by the rule.
  t.equal(answers.filter(({ status }) => status === 200).length, 1);
  t.equal(await User.count({ where: { isAdmin: true, disabled: false } }), 1);
});
