import { randomBytes } from 'node:crypto';
import t from 'tap';
import { shiftClock } from '../harness/clock.ts';
import { startSmtp, tokenIn } from '../harness/smtp.ts';
import { createTenant, password, startWithAdmin, type Tenant } from '../harness/world.ts';

const smtp = await startSmtp(t);
const { app, admin } = await startWithAdmin(t, { SVC_SMTP_URL: smtp.url, SVC_PUBLIC_URL: 'https://svc.example.org' });
const path = '/v1/organization/invites';

const newAddress = (): string => `invited-${randomBytes(8).toString('hex')}@example.com`;
const invite = (token: string, body: unknown) => app.request('POST', path, { token, body });
const read = (token: string, id: string) => app.request('GET', `${path}/${id}`, { token });
const remove = (token: string, id: string) => app.request('DELETE', `${path}/${id}`, { token });

/** Registers by the link that was mailed to the address. Returns the account's token. */
async function register(email: string): Promise<string> {
  const body = { token: tokenIn(await smtp.mailTo(email)), password, name: 'Grace' };
  return (await app.request('POST', '/v1/invitations/register', { body })).body.access_token;
}

/** Returns the role of the token's user in the organization. */
async function roleOf(token: string, { organizationId }: Tenant): Promise<string | undefined> {
  const { body } = await app.request('GET', '/auth/me', { token });
  return body.organizations.find(({ id }: { id: string }) => id === organizationId)?.role;
}

t.test('an invite is mailed, and whoever accepts it has its role', async (t) => {
  const tenant = await createTenant(app, admin);
  for (const [role, given] of [
    ['reader', 'member'],
    ['owner', 'owner'],
  ] as const) {
    const email = newAddress();
    const { status, body } = await invite(tenant.owner.token, { email, role });
    t.equal(status, 200);
    t.match(body, { id: /^inv_/, object: 'organization.invite', email, role, status: 'pending', accepted_at: null });
    t.strictSame((await read(tenant.organizationKey, body.id)).body, body);
    t.equal(await roleOf(await register(email), tenant), given);
    const { body: accepted } = await read(tenant.organizationKey, body.id);
    t.match(accepted, { status: 'accepted', accepted_at: Number });
    t.match(await remove(tenant.organizationKey, body.id), {
      status: 409,
      body: { error: { code: 'invitation_accepted' } },
    });
  }
});

t.test('an invite is an invitation: both lists show both, and each ends the other', async (t) => {
  const { owner, organizationId, organizationKey: key } = await createTenant(app, admin);
  const body = { email: newAddress(), organization_id: organizationId };
  const { body: link } = await app.request('POST', '/v1/invitations/link', { token: owner.token, body });
  const { body: made } = await invite(owner.token, { email: newAddress(), role: 'reader' });
  const ids = async (list: string): Promise<string[]> =>
    (await app.request('GET', list, { token: key })).body.data.map(({ id }: { id: string }) => id);
  t.strictSame(await ids(path), [link.id, made.id]);
  t.strictSame(await ids(`/v1/invitations/${organizationId}`), [link.id, made.id]);
  t.match((await read(key, link.id)).body, { role: 'reader', status: 'pending' });
  t.match(link, { role: 'member' });
  const gone = { id: link.id, object: 'organization.invite.deleted', deleted: true };
  t.strictSame((await remove(key, link.id)).body, gone);
  await app.request('DELETE', `/v1/invitations/${made.id}`, { token: key });
  t.strictSame(await ids(path), []);
  t.equal((await read(key, made.id)).status, 404);
});

t.test('an invite whose link has expired says so; projects are ignored, and other roles refused', async (t) => {
  const { owner, organizationKey: key } = await createTenant(app, admin);
  const projects = [{ id: 'proj_none', role: 'member' }];
  const { body, headers } = await invite(owner.token, { email: newAddress(), role: 'reader', projects });
  t.equal(headers.get('svc-ignored-fields'), 'projects');
  t.strictSame(body.projects, []);
  for (const role of ['admin', undefined])
    t.equal((await invite(owner.token, { email: newAddress(), role })).status, 422);
  shiftClock(8 * 86_400_000, t);
  t.equal((await read(key, body.id)).body.status, 'expired');
});

t.test('an invitation by mail or by a link has a role, which the list shows', async (t) => {
  const tenant = await createTenant(app, admin);
  const { owner, member, organizationId, organizationKey } = tenant;
  const ask = (way: string, token: string, body: object) =>
    app.request('POST', `/v1/invitations/${way}`, { token, body: { organization_id: organizationId, ...body } });
  const [mailed, handed] = [newAddress(), newAddress()];
  t.equal((await ask('create', owner.token, { email: mailed, role: 'owner' })).status, 200);
  const { body: link } = await ask('link', owner.token, { email: handed, role: 'owner' });
  t.match(link, { role: 'owner' });
  await ask('create', owner.token, { email: newAddress() });
  const list = await app.request('GET', `/v1/invitations/${organizationId}`, { token: organizationKey });
  t.strictSame(
    list.body.data.map(({ role }: { role: string }) => role),
    ['owner', 'owner', 'member'],
  );
  t.equal(await roleOf(await register(mailed), tenant), 'owner');
  const body = { token: String(link.url).split('token=')[1], password, name: 'Ada' };
  const registered = await app.request('POST', '/v1/invitations/register', { body });
  t.equal(await roleOf(registered.body.access_token, tenant), 'owner', 'by the link, too');
  t.equal((await ask('link', owner.token, { email: newAddress(), role: 'reader' })).status, 422);
  t.equal((await ask('link', member.token, { email: newAddress(), role: 'owner' })).status, 403);
});
