// Tests invitations and members on the command line.

import t from 'tap';
import { createCli } from '../harness/cli.ts';
import { startSmtp, tokenIn } from '../harness/smtp.ts';
import { createTenant, join, signUp, startWithAdmin } from '../harness/world.ts';

const smtp = await startSmtp(t);
const { app, admin } = await startWithAdmin(t, { SVC_SMTP_URL: smtp.url });

t.test('an owner creates, lists and deletes an invitation', async (t) => {
  const svc = await createCli(t, app);
  const { owner, organizationId } = await createTenant(app, admin);
  const as = ['--token', owner.token, '--organization', organizationId];
  const created = await svc.run(['invitation', 'create', '--email', 'ada@example.com', ...as]);
  t.strictSame([created.code, created.stderr], [0, '']);
  const token = tokenIn(await smtp.mailTo('ada@example.com'));
  const table = await svc.run(['invitation', 'list', ...as]);
  t.match(
    table.stdout,
    /^ID +EMAIL +ROLE +CREATE ACCOUNT +USED +EXPIRES\ninv_\S+ +ada@example\.com +member +yes +no +\d{4}-/,
  );
  const listed = await svc.json('invitation', 'list', ...as);
  const [{ id }] = listed.data;
  t.notMatch(JSON.stringify(listed), token);
  const deleted = await svc.run(['invitation', 'delete', '--yes', id, ...as]);
  t.strictSame([deleted.code, deleted.stdout], [0, `deleted ${id}\n`]);
  t.equal((await app.request('POST', '/v1/invitations/validate', { body: { token } })).status, 400);
});

t.test('people join by links, without email', async (t) => {
  const svc = await createCli(t, app);
  const { owner, organizationId } = await createTenant(app, admin);
  const as = ['--token', owner.token, '--organization', organizationId];
  const invited = await svc.run(['invitation', 'create', '--email', 'linked@example.com', '--link', ...as]);
  t.equal(invited.code, 0, invited.stderr);
  t.match(invited.stdout, `${app.url}/panel/register#token=svcinvitation_`);
  t.match(invited.stderr, 'The link is shown only once');
  const asAdmin = ['--token', admin.token];
  const made = await svc.json('user', 'create', '--email', 'made@example.com', ...asAdmin);
  t.match(made.password_link.url, `${app.url}/panel/reset#token=svcreset_`);
  const link = await svc.json('user', 'password-link', made.id, ...asAdmin);
  t.match(link.url, `${app.url}/panel/reset#token=svcreset_`);
});

t.test('an invitation goes to the default organization, and a person without one is asked for it', async (t) => {
  const svc = await createCli(t, app);
  const { owner } = await createTenant(app, admin);
  await svc.json('invitation', 'create', '--email', 'byron@example.com', '--token', owner.token);
  const { data } = await svc.json('invitation', 'list', '--token', owner.token);
  t.match(data, [{ invited_email: 'byron@example.com' }]);
  const stranger = await signUp(app);
  for (const args of [['create', '--email', 'ada@example.com'], ['list']]) {
    const { code, stderr } = await svc.run(['invitation', ...args, '--token', stranger.token]);
    t.equal(code, 2);
    t.match(stderr, /^svc: Name the organization with --organization, .*"svc account get" lists yours/);
  }
});

t.test('removing a member shows how many keys stop working, and can keep them', async (t) => {
  const svc = await createCli(t, app);
  const { owner, organizationId } = await createTenant(app, admin);
  const leave = async (...flags: string[]): Promise<{ stdout: string; stderr: string; status: number }> => {
    const person = await signUp(app);
    await join(organizationId, person, 'owner');
    const keys = '/v1/organization/admin_api_keys';
    const { body: key } = await app.request('POST', keys, { token: person.token, body: { name: 'Key' } });
    const as = ['--organization', organizationId, '--token', owner.token];
    const { stdout, stderr } = await svc.run(['member', 'delete', '--yes', person.id, ...flags, ...as]);
    return { stdout, stderr, status: (await app.request('GET', keys, { token: key.value })).status };
  };
  const stopped = await leave();
  t.match(stopped.stdout, /^deleted user_/);
  t.match(stopped.stderr, /1 API keys? of this member stopped working/);
  t.equal(stopped.status, 401);
  const kept = await leave('--keep-keys');
  t.match(kept.stderr, /1 API keys? of this member now belongs? to the organization/);
  t.equal(kept.status, 200);
});

t.test('members are listed, found by address, promoted and removed', async (t) => {
  const svc = await createCli(t, app);
  const { organizationKey, owner, member } = await createTenant(app, admin);
  const as = ['--token', organizationKey];
  const ids = async (...args: string[]): Promise<string[]> =>
    (await svc.json('member', 'list', ...args, ...as)).data.map((row: { id: string }) => row.id);
  t.strictSame(await ids(), [member.id, owner.id]);
  t.strictSame(await ids('--emails', member.email), [member.id]);
  t.strictSame(await ids('--emails', member.email, '--emails', owner.email, '--order', 'asc'), [owner.id, member.id]);
  t.match(await svc.json('member', 'update', member.id, '--role', 'owner', ...as), { role: 'owner' });
  t.match((await svc.run(['member', 'get', member.id, ...as])).stdout, /^role +owner$/m);
  t.equal((await svc.run(['member', 'delete', '--yes', member.id, ...as])).code, 0);
  t.strictSame(await ids(), [owner.id]);
  const refused = await svc.run(['member', 'delete', '--yes', owner.id, ...as]);
  t.equal(refused.code, 1);
  t.match(refused.stderr, /^svc: This member is accountable/);
});
