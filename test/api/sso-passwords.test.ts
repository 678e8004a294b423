// The setting sso.passwords: who may sign in with a password besides the identity providers.

import t from 'tap';
import { Login } from '../../models/login.ts';
import { endPasswordLogins } from '../../services/people/index.ts';
import { startApp } from '../harness/app.ts';
import { settingsOfProvider } from '../harness/forging-provider.ts';
import { startSmtp, tokenIn } from '../harness/smtp.ts';
import { createTenant, password, signUp } from '../harness/world.ts';

const smtp = await startSmtp(t);
const app = await startApp(t, { SVC_SMTP_URL: smtp.url, SVC_SSO_PROVIDERS: await settingsOfProvider(t) });
const { config } = app.app.services;
const admin = await signUp(app, { isAdmin: true });
const ask = (path: string, body: object, headers = {}) => app.request('POST', path, { body, headers });
const me = async (token: string) => (await app.request('GET', '/auth/me', { token })).status;

/** Starts the server, so to speak, with another value of the setting. */
async function restart(passwords: 'all' | 'admins' | 'none'): Promise<void> {
  Object.assign(config.sso, { passwords });
  await endPasswordLogins(config);
  app.app.services.access.forgetAll();
}

t.test('with admins, others are told to use the provider, and only after the right password', async (t) => {
  const person = await signUp(app);
  await restart('admins');
  const given = { email: person.email, password };
  const refused = { status: 403, body: { error: { code: 'password_sign_in_off' } } };
  t.match(await ask('/auth/login', given), refused);
  t.match(await ask('/auth/session', given, { origin: app.url }), refused);
  t.match(await ask('/auth/login', { ...given, password: 'a wrong password' }), { status: 401 });
  t.match(await ask('/auth/login', { ...given, email: 'nobody@example.com' }), { status: 401 });
  t.equal((await ask('/auth/login', { email: admin.email, password })).status, 200, 'an admin signs in');
  const log = await app.request('GET', '/admin/audit_log', { token: admin.token, query: { limit: 100 } });
  const failures = log.body.data.map((entry: Record<string, object>) => entry['login.failed']);
  t.match(
    failures.find((one: { reason?: string } | undefined) => one?.reason !== undefined),
    { id: person.id, reason: 'password_sign_in_off' },
  );
});

t.test('sign-ins by password end at the start, those by a provider stay', async (t) => {
  await restart('all');
  const [person, other] = [await signUp(app), await signUp(app)];
  await Login.update({ method: 'provider' }, { where: { userId: other.id } });
  await restart('admins');
  t.equal(await me(person.token), 401);
  t.equal(await me(other.token), 200);
  t.equal(await me(admin.token), 200);
  await restart('none');
  t.equal(await me(admin.token), 401, 'with none, an admin too');
  t.match(await ask('/auth/login', { email: admin.email, password }), { status: 403 });
});

t.test('who asks for a new password is told how to sign in, and an invitation makes no account', async (t) => {
  await restart('all');
  const { body } = await ask('/auth/login', { email: admin.email, password });
  const tenant = await createTenant(app, { ...admin, token: body.access_token });
  const link = await app.request('POST', '/v1/invitations/link', {
    token: tenant.owner.token,
    body: { email: 'invited@example.com', organization_id: tenant.organizationId },
  });
  await restart('none');
  t.strictSame((await ask('/v1/reset_password', { email: tenant.member.email })).body, { status: 'ok' });
  const mail = await smtp.mailTo(tenant.member.email);
  t.match(JSON.stringify(mail), /identity provider/);
  t.throws(() => tokenIn(mail), 'without a link that sets a password');
  const token = String(link.body.url).split('token=')[1];
  const register = () => ask('/v1/invitations/register', { token, password, name: 'Ada' });
  t.match(await register(), { status: 403, body: { error: { code: 'password_sign_in_off' } } });
  await restart('all');
  t.equal((await register()).status, 200, 'the invitation stayed open');
});
