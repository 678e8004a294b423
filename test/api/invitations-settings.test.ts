// Tests the settings that affect invitations.

import t from 'tap';
import { Invitation } from '../../models/invitation.ts';
import { startApp } from '../harness/app.ts';
import { startSmtp, tokenIn } from '../harness/smtp.ts';
import { createTenant, password, signUp, startWithAdmin } from '../harness/world.ts';

t.test('without a mail server, people are invited by a link that is handed over', async (t) => {
  const app = await startApp(t);
  const { owner, member, organizationId } = await createTenant(app, await signUp(app, { isAdmin: true }));
  const { status, body, headers } = await app.request('POST', '/v1/invitations/create', {
    token: owner.token,
    body: { email: 'ada@example.com', organization_id: organizationId },
  });
  t.strictSame([status, body.error.code, headers.get('x-should-retry')], [409, 'smtp_not_configured', 'false']);
  t.equal(await Invitation.count(), 0);
  const link = (token: string, email: string) =>
    app.request('POST', '/v1/invitations/link', { token, body: { email, organization_id: organizationId } });
  t.equal((await link(member.token, 'ada@example.com')).status, 403);
  const made = await link(owner.token, 'ada@example.com');
  t.match(made.body, { id: /^inv_/, invited_email: 'ada@example.com', create_account: true });
  const token = tokenOf(made.body.url, `${app.url}/panel/register`);
  const list = await app.request('GET', `/v1/invitations/${organizationId}`, { token: owner.token });
  t.strictSame(
    list.body.data.map(({ id }: { id: string }) => id),
    [made.body.id],
  );
  t.notOk(list.text.includes(token), 'the list does not show the link');
  const again = await link(owner.token, 'ada@example.com');
  const register = (given: string) =>
    app.request('POST', '/v1/invitations/register', { body: { token: given, password, name: 'Ada' } });
  t.equal((await register(token)).body.error.code, 'token_invalid', 'a new link replaces the old one');
  const registered = await register(tokenOf(again.body.url, `${app.url}/panel/register`));
  const me = await app.request('GET', '/auth/me', { token: registered.body.access_token });
  t.match(me.body, { email: 'ada@example.com', mail_configured: false, organizations: [{ id: organizationId }] });
  t.equal((await link(owner.token, 'ada@example.com')).body.error.code, 'already_member');
  const known = await signUp(app);
  const accepts = await link(owner.token, known.email);
  t.equal(accepts.body.create_account, false);
  const accepted = tokenOf(accepts.body.url, `${app.url}/panel/invitation`);
  t.equal(
    (await app.request('POST', '/v1/invitations/accept', { token: known.token, body: { token: accepted } })).status,
    200,
  );
});

t.test('if only admins may invite people without an account, owners still invite people with one', async (t) => {
  const smtp = await startSmtp(t);
  const { app, admin } = await startWithAdmin(t, {
    SVC_SMTP_URL: smtp.url,
    SVC_ONLY_ADMIN_CAN_CREATE_ACCOUNTS_BY_INVITATION: 'true',
    SVC_INVITATION_SECONDS: '120',
  });
  const { owner, organizationId } = await createTenant(app, admin);
  const known = await signUp(app);
  const invite = (token: string, email: string) =>
    app.request('POST', '/v1/invitations/create', { token, body: { email, organization_id: organizationId } });
  const refused = await invite(owner.token, 'ada@example.com');
  t.strictSame([refused.status, refused.body.error.code], [403, 'insufficient_permissions']);
  const body = { email: 'ada@example.com', organization_id: organizationId };
  t.equal((await app.request('POST', '/v1/invitations/link', { token: owner.token, body })).status, 403);
  t.equal((await invite(owner.token, known.email)).status, 200);
  t.equal((await invite(admin.token, 'ada@example.com')).status, 200);
  const mail = await smtp.mailTo('ada@example.com');
  t.ok(
    mail.text.includes(`${app.url}/panel/register#token=${tokenIn(mail)}`),
    'links lead to the address that the server listens on',
  );
  const { data } = (await app.request('GET', `/v1/invitations/${organizationId}`, { token: owner.token })).body;
  t.ok(Math.abs(data[0].expiration_time - Date.now() / 1000 - 120) < 5);
});

/** Returns the token of a link. Throws if the link does not lead to the page. */
function tokenOf(url: string, page: string): string {
  const [address, token = ''] = url.split('#token=');
  if (address !== page) throw new Error(`${address} is not ${page}`);
  return token;
}
