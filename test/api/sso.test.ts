// Single sign-on: sign-ins by identity providers, and the accounts and roles that they give.

import t from 'tap';
import { createdAt, newId } from '../../models/ids.ts';
import { Membership } from '../../models/membership.ts';
import { Organization } from '../../models/organization.ts';
import { User } from '../../models/user.ts';
import { startApp } from '../harness/app.ts';
import { startCertifiedProvider } from '../harness/certified-provider.ts';
import { clientId, clientSecret, startForgingProvider } from '../harness/forging-provider.ts';
import { startServer } from '../harness/process.ts';
import { WebBrowser } from '../harness/web-browser.ts';
import { join, signUp } from '../harness/world.ts';

const [certified, second] = await Promise.all([startCertifiedProvider(), startForgingProvider()]);
t.teardown(() => Promise.all([certified.close(), second.close()]));

const client = { client_id: clientId, client_secret: clientSecret };
/** The organization that the settings name. The test creates it with this id. */
const organizationId = newId('organization');
const app = await startApp(t, {
  SVC_SSO_PROVIDERS: JSON.stringify([
    {
      ...{ name: 'company', issuer: certified.url, ...client, create_accounts: true },
      roles: [
        { group: 'leads', organization: organizationId, role: 'owner' },
        { group: 'staff', organization: organizationId, role: 'member' },
        { group: 'operators', admin: true },
      ],
    },
    { name: 'second', issuer: second.url, ...client, create_accounts: true, email_domains: ['example.com'] },
  ]),
});
certified.register(`${app.url}/auth/sso/company/callback`);

interface SignedIn {
  browser: WebBrowser;
  status: number;
  location: string | null;
  text: string;
}

async function signIn(subject: string, browser = new WebBrowser()): Promise<SignedIn> {
  const begun = await browser.open(`${app.url}/auth/sso/company`);
  const page = await certified.signIn(browser, begun.location ?? '', subject);
  return { browser, ...(await browser.open(page.location ?? '')) };
}

async function signInSecond(person: Record<string, unknown>, browser = new WebBrowser()): Promise<SignedIn> {
  second.person = person;
  const begun = await browser.open(`${app.url}/auth/sso/second`);
  return { browser, ...(await browser.open(second.authorize(begun.location ?? '').href)) };
}

function person(subject: string, groups: string[] = []): Record<string, unknown> {
  const claims = { email: `${subject}@example.com`, email_verified: true, name: subject, groups };
  certified.people.set(subject, claims);
  return claims;
}

/** Returns the account of the session that the browser has. */
async function me({ browser }: SignedIn): Promise<Record<string, unknown>> {
  const cookie = `svc-session=${browser.cookie(app.url, 'svc-session')}`;
  const headers = { cookie, origin: app.url };
  const { body } = await app.request('POST', '/auth/session/refresh', { headers });
  return (await app.request('GET', '/auth/me', { token: body.access_token })).body;
}

t.test('while the server has no admin, only a person whom the groups make an admin gets an account', async (t) => {
  person('early');
  const refused = await signIn('early');
  t.equal(refused.status, 403);
  t.match(refused.text, /Set up the server first/);
  t.equal(await User.count(), 0);
  person('root', ['operators']);
  const first = await signIn('root');
  t.same([first.status, first.location], [303, `${app.url}/panel`]);
  t.match(await me(first), { email: 'root@example.com', is_admin: true });
  t.ok((await User.byEmail('root@example.com'))?.emailVerified, 'the provider has proven the address');
});

t.test('a new person gets an account, and the same one at the next sign-in', async (t) => {
  person('ada');
  const first = await me(await signIn('ada'));
  certified.people.set('ada', { email: 'changed@example.com', email_verified: false });
  const again = await me(await signIn('ada'));
  t.equal(again.id, first.id, 'known by issuer and subject, not by the address');
  t.equal(again.email, 'ada@example.com');
});

t.test('an address that the provider gives to another person does not lead to the account of the first', async (t) => {
  person('leaver');
  await signIn('leaver');
  certified.people.set('leaver', { email: 'leaver-2@example.com', email_verified: true });
  certified.people.set('newcomer', { email: 'leaver@example.com', email_verified: true });
  const refused = await signIn('newcomer');
  t.equal(refused.status, 403);
  t.match(refused.text, /belongs to another person/);
});

t.test('only people with a verified address of the domains come in, and the others are told why', async (t) => {
  const unverified = await signInSecond({ sub: 'new', email: 'new@example.com', email_verified: false });
  t.match([unverified.status, unverified.text], [403, /has not verified your e-mail address/]);
  const elsewhere = await signInSecond({ sub: 'new', email: 'new@elsewhere.example', email_verified: true });
  t.match([elsewhere.status, elsewhere.text], [403, /People of your e-mail domain may not sign in/]);
});

t.test('one person has one account through two providers', async (t) => {
  const claims = person('grace');
  const first = await me(await signIn('grace'));
  const other = await me(await signInSecond({ sub: 'other-7', ...claims }));
  t.equal(other.id, first.id);
});

t.test('an admin sees by which providers a user signs in, and unlinks them', async (t) => {
  const admin = await signUp(app, { isAdmin: true });
  person('mary', ['operators']);
  const first = await signIn('mary');
  const { id } = await me(first);
  const path = `/admin/users/${id}`;
  const { body } = await app.request('GET', path, { token: admin.token });
  t.match(body, { is_admin: true, identities: [{ issuer: certified.url, subject: 'mary' }] });
  const listed = await app.request('GET', '/admin/users?search=mary@example.com', { token: admin.token });
  t.same(listed.body.data[0].identities, body.identities);
  const { status, body: unlinked } = await app.request('DELETE', `${path}/identities`, { token: admin.token });
  t.same([status, unlinked.identities, unlinked.is_admin], [200, [], false], 'the role of the group is gone');
  const cookie = `svc-session=${first.browser.cookie(app.url, 'svc-session')}`;
  const refresh = await app.request('POST', '/auth/session/refresh', { headers: { cookie, origin: app.url } });
  t.equal(refresh.status, 401, 'the session has ended');
  const log = await app.request('GET', `/admin/audit_log?event_types[]=identity.unlinked`, { token: admin.token });
  t.match(log.body.data, [{ target_id: id, 'identity.unlinked': { issuer: certified.url, subject: 'mary' } }]);
  t.equal((await me(await signIn('mary'))).id, id, 'linked again by the verified address');
});

t.test('groups give and take roles at each sign-in, and roles given by hand stay', async (t) => {
  const owner = await signUp(app, { isAdmin: true });
  const fields = { id: organizationId, name: 'Company', ownerId: owner.id };
  await Organization.create({ ...fields, createdAt: createdAt(organizationId) });
  const roleAfter = async (groups: string[]): Promise<[unknown, string | undefined]> => {
    person('lin', groups);
    const { id, is_admin: isAdmin } = (await me(await signIn('lin'))) as { id: string; is_admin: boolean };
    return [isAdmin, await Membership.roleOf(organizationId, id)];
  };
  t.same(await roleAfter(['staff', 'leads', 'others']), [false, 'owner'], 'the highest one');
  t.same(await roleAfter(['staff']), [false, 'member']);
  t.same(await roleAfter(['operators']), [true, undefined], 'the mapping says admin: true');
  t.same(await roleAfter([]), [false, undefined]);
  const lin = await User.byEmail('lin@example.com');
  await join(organizationId, { id: lin?.id ?? '', email: '', token: '', refreshToken: '' }, 'member');
  t.same(await roleAfter([]), [false, 'member'], 'given by hand');
  t.same(await roleAfter(['leads']), [false, 'owner']);
  t.same(await roleAfter([]), [false, 'member'], 'the own role is back');
  const types = ['user.updated', 'user.deleted'];
  const log = await app.request('GET', `/admin/audit_log?limit=100&resource_ids=${lin?.id}`, { token: owner.token });
  for (const type of types)
    t.ok(
      log.body.data.some((entry: { type: string }) => entry.type === type),
      type,
    );
});

t.test('a group that is taken away leaves no key behind, and the last admin an admin', async (t) => {
  person('kay', ['leads']);
  const signedIn = await signIn('kay');
  const { id } = (await me(signedIn)) as { id: string };
  const headers = { cookie: `svc-session=${signedIn.browser.cookie(app.url, 'svc-session')}`, origin: app.url };
  const { body } = await app.request('POST', '/auth/session/refresh', { headers });
  const asked = { token: body.access_token, organization: organizationId, body: { name: 'Key' } };
  const key = await app.request('POST', '/v1/organization/admin_api_keys', asked);
  t.equal(key.status, 200);
  person('kay', []);
  await signIn('kay');
  t.equal(await Membership.roleOf(organizationId, id), undefined);
  t.equal((await app.request('GET', '/v1/organization/projects', { token: key.body.value })).status, 401);
  await User.update({ isAdmin: false }, { where: {} });
  person('root', ['operators']);
  t.equal((await me(await signIn('root'))).is_admin, true);
  person('root', []);
  t.equal((await me(await signIn('root'))).is_admin, true, 'somebody has to be');
});

t.test('two servers share a sign-in: one begins it, the other ends it', async (t) => {
  const other = await startServer({
    ...{ ...app.database.settings, SVC_PUBLIC_URL: app.url },
    SVC_SSO_PROVIDERS: JSON.stringify([{ name: 'second', issuer: second.url, ...client, create_accounts: true }]),
  });
  t.teardown(() => other.end());
  second.person = { sub: 'two', email: 'two@example.com', email_verified: true };
  const begun = await fetch(`${other.url}/auth/sso/second`, { redirect: 'manual' });
  const [cookie = ''] = (begun.headers.get('set-cookie') ?? '').split(';');
  const callback = second.authorize(begun.headers.get('location') ?? '');
  t.equal(callback.origin, app.url, 'the public address');
  t.equal((await fetch(callback, { redirect: 'manual', headers: { cookie } })).status, 303);
});

t.test('client secrets are masked, revealed by their path, and never changed while the server runs', async (t) => {
  const { token } = await signUp(app, { isAdmin: true });
  const { body } = await app.request('GET', '/admin/config', { token });
  t.notMatch(JSON.stringify(body), new RegExp(clientSecret));
  const path = '/admin/config/reveal/sso.providers.second.client_secret';
  t.match((await app.request('GET', path, { token })).body, { value: clientSecret });
  const change = { token, body: { sso: { providers: [] } } };
  t.equal((await app.request('PATCH', '/admin/config', change)).status, 422);
});
