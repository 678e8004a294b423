import t from 'tap';
import { createTenant, join, password, signIn, signUp, startWithAdmin } from '../harness/world.ts';

const { app, admin } = await startWithAdmin(t);
const me = (token: string, body?: unknown) =>
  app.request(body === undefined ? 'GET' : 'POST', '/auth/me', { token, body });

t.test('the default organization is the first joined one until the user selects another', async (t) => {
  const first = await createTenant(app, admin);
  const second = await createTenant(app, admin);
  await join(second.organizationId, first.member, 'owner');
  t.equal((await me(first.member.token)).body.default_organization_id, first.organizationId);
  const chosen = await me(first.member.token, { default_organization_id: second.organizationId, name: 'Grace' });
  t.match(chosen.body, { default_organization_id: second.organizationId, name: 'Grace' });
  const projects = await app.request('GET', '/v1/organization/projects', { token: first.member.token });
  t.same(projects.body.data.map(({ id }: { id: string }) => id).sort(), [second.project.id, second.sibling.id].sort());
});

t.test("the default organization must be one of the user's organizations", async (t) => {
  const mine = await createTenant(app, admin);
  const foreign = await createTenant(app, admin);
  const refused = await me(mine.owner.token, { default_organization_id: foreign.organizationId });
  t.equal(refused.status, 404);
  t.equal((await me(mine.owner.token)).body.default_organization_id, mine.organizationId);
});

t.test('a password change ends every other session and keeps the current one', async (t) => {
  const user = await signUp(app);
  const other = await signIn(app, user.email);
  const next = 'another long passphrase';
  const change = { current_password: password, password: next };
  t.equal((await app.request('POST', '/auth/me/password', { token: user.token, body: change })).status, 200);
  t.equal((await me(other.token)).status, 401);
  t.equal((await me(user.token)).status, 200);
  t.equal((await app.request('POST', '/auth/refresh', { token: other.refreshToken })).status, 401);
  t.equal((await app.request('POST', '/auth/refresh', { token: user.refreshToken })).status, 200);
  t.ok((await signIn(app, user.email, next)).token);
});

t.test('a wrong current password changes nothing, and counts as a failed sign-in', async (t) => {
  const user = await signUp(app);
  const change = { current_password: 'not my password', password: 'another long passphrase' };
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    const { status, body } = await app.request('POST', '/auth/me/password', { token: user.token, body: change });
    t.equal(status, 401);
    t.equal(body.error.code, 'invalid_login');
  }
  t.equal((await app.request('POST', '/auth/me/password', { token: user.token, body: change })).status, 429);
});

t.test('a common password, or one like the email address, is refused and not repeated in the error', async (t) => {
  const user = await signUp(app, { email: 'katherine.quillfeather@example.com' });
  for (const weak of [
    'password1234',
    'Password1234!',
    '1q2w3e4r5t6y',
    'aaaaaaaaaaaa',
    'abcabcabcabc',
    'katherine1234',
    'Quillfeather7',
  ]) {
    const change = { current_password: password, password: weak };
    const { status, body, text } = await app.request('POST', '/auth/me/password', {
      token: user.token,
      body: change,
    });
    t.equal(status, 422, weak);
    t.match(body.detail[0], { loc: ['body', 'password'], type: 'value_error', input: '••••••••' });
    t.notOk(text.includes(weak));
  }
});

t.test('unknown members in a body are ignored', async (t) => {
  const user = await signUp(app);
  const { status, body } = await me(user.token, { is_admin: true, id: 'user_x', name: 'Same' });
  t.equal(status, 200);
  t.match(body, { id: user.id, is_admin: false, name: 'Same' });
});
