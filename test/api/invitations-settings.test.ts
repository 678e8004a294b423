// What the server's settings decide about invitations.

import t from 'tap';
import { Invitation } from '../../models/invitation.ts';
import { startApp } from '../harness/app.ts';
import { startSmtp, tokenIn } from '../harness/smtp.ts';
import { createTenant, signUp } from '../harness/world.ts';

t.test('without a mail server nobody is invited, and it is said why', async (t) => {
  const app = await startApp(t);
  const { owner, organizationId } = await createTenant(app, await signUp(app, { isAdmin: true }));
  const { status, body, headers } = await app.request('POST', '/v1/invitations/create', {
    token: owner.token,
    body: { email: 'ada@example.com', organization_id: organizationId },
  });
  t.strictSame([status, body.error.code, headers.get('x-should-retry')], [409, 'smtp_not_configured', 'false']);
  t.equal(await Invitation.count(), 0);
});

t.test('where only admins may invite the unknown, owners still invite the known', async (t) => {
  const smtp = await startSmtp(t);
  const app = await startApp(t, {
    SVC_SMTP_URL: smtp.url,
    SVC_ONLY_ADMIN_CAN_CREATE_ACCOUNTS_BY_INVITATION: 'true',
    SVC_INVITATION_SECONDS: '120',
  });
  const admin = await signUp(app, { isAdmin: true });
  const { owner, organizationId } = await createTenant(app, admin);
  const known = await signUp(app);
  const invite = (token: string, email: string) =>
    app.request('POST', '/v1/invitations/create', { token, body: { email, organization_id: organizationId } });
  const refused = await invite(owner.token, 'ada@example.com');
  t.strictSame([refused.status, refused.body.error.code], [403, 'insufficient_permissions']);
  t.equal((await invite(owner.token, known.email)).status, 200);
  t.equal((await invite(admin.token, 'ada@example.com')).status, 200);
  const mail = await smtp.mailTo('ada@example.com');
  t.ok(mail.text.includes(`${app.url}/panel/register#token=${tokenIn(mail)}`), 'links lead to where it listens');
  const { data } = (await app.request('GET', `/v1/invitations/${organizationId}`, { token: owner.token })).body;
  t.ok(Math.abs(data[0].expiration_time - Date.now() / 1000 - 120) < 5);
});
