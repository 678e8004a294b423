// The refresh tokens of identity providers: roles of groups change, and sessions end, without a new sign-in.

import t from 'tap';
import { nowSeconds } from '../../models/clock.ts';
import { createdAt, newId } from '../../models/ids.ts';
import { Membership } from '../../models/membership.ts';
import { Organization } from '../../models/organization.ts';
import { ProviderGrant } from '../../models/provider-grant.ts';
import { User } from '../../models/user.ts';
import { startApp } from '../harness/app.ts';
import { startCertifiedProvider } from '../harness/certified-provider.ts';
import { clientId, clientSecret, startForgingProvider } from '../harness/forging-provider.ts';
import { startServer, until } from '../harness/process.ts';
import { WebBrowser } from '../harness/web-browser.ts';
import { join, signUp } from '../harness/world.ts';

const [certified, forging] = await Promise.all([startCertifiedProvider(), startForgingProvider()]);
t.teardown(() => Promise.all([certified.close(), forging.close()]));

const organizationId = newId('organization');
const usual = {
  ...{ client_id: clientId, client_secret: clientSecret, create_accounts: true, refresh_minutes: 2 },
  roles: [
    { group: 'leads', organization: organizationId, role: 'owner' },
    { group: 'staff', organization: organizationId, role: 'member' },
  ],
};
const scopes = ['openid', 'email', 'profile', 'offline_access'];
const providers = JSON.stringify([
  { name: 'company', issuer: certified.url, ...usual, scopes, prompt: 'consent' },
  { name: 'forging', issuer: forging.url, ...usual, groups: ['staff', 'leads', 'others'] },
]);
const app = await startApp(t, { SVC_SSO_PROVIDERS: providers });
certified.register(`${app.url}/auth/sso/company/callback`, { grant_types: ['authorization_code', 'refresh_token'] });
const admin = await signUp(app, { isAdmin: true });
const fields = { id: organizationId, name: 'Company', ownerId: admin.id };
await Organization.create({ ...fields, createdAt: createdAt(organizationId) });

interface Session {
  id: string;
  token: string;
  /** The headers of the browser. */
  headers: Record<string, string>;
  groups(names: string[]): void;
}

async function session(browser: WebBrowser, groups: Session['groups']): Promise<Session> {
  const before = { cookie: `svc-session=${browser.cookie(app.url, 'svc-session')}`, origin: app.url };
  const refreshed = await app.request('POST', '/auth/session/refresh', { headers: before });
  const [cookie = ''] = (refreshed.headers.get('set-cookie') ?? '').split(';');
  const headers = { cookie, origin: app.url };
  const token = refreshed.body.access_token;
  return { id: (await app.request('GET', '/auth/me', { token })).body.id, token, headers, groups };
}

async function signInCertified(subject: string, names: string[]): Promise<Session> {
  const groups = (given: string[]): void => {
    certified.people.set(subject, { email: `${subject}@example.com`, email_verified: true, groups: given });
  };
  groups(names);
  const browser = new WebBrowser();
  const begun = await browser.open(`${app.url}/auth/sso/company`);
  const page = await certified.signIn(browser, begun.location ?? '', subject);
  await browser.open(page.location ?? '');
  return session(browser, groups);
}

async function signInForging(subject: string, names: string[]): Promise<Session> {
  const groups = (given: string[]): void => {
    forging.person = { sub: subject, email: `${subject}@forging.example`, email_verified: true, groups: given };
  };
  groups(names);
  const browser = new WebBrowser();
  const begun = await browser.open(`${app.url}/auth/sso/forging`);
  await browser.open(forging.authorize(begun.location ?? '').href);
  return session(browser, groups);
}

const roleOf = ({ id }: Session) => Membership.roleOf(organizationId, id);
const statusOf = async ({ token }: Session) => (await app.request('GET', '/auth/me', { token })).status;

/** Lets the time of the person's next refresh come. */
async function makeDue({ id: userId }: Session): Promise<void> {
  await ProviderGrant.update({ refreshAt: 0 }, { where: { userId } });
}

/** Resolves when the person's groups have been read anew, or the grant has ended. */
async function refreshed(one: Session): Promise<void> {
  await makeDue(one);
  await until(async () => {
    const grant = await ProviderGrant.findOne({ where: { userId: one.id } });
    return grant === null || grant.refreshAt > nowSeconds() + 90 || undefined;
  });
}

/** Resolves when the forging provider has been asked at the path. */
async function asked(one: Session, path: string): Promise<void> {
  const times = () => forging.requests.filter((request) => request === path).length;
  const before = times();
  await makeDue(one);
  await until(() => times() > before || undefined);
}

t.test('a group that is taken away at the provider is gone without a new sign-in', async (t) => {
  const ada = await signInCertified('ada', ['leads']);
  t.equal(await roleOf(ada), 'owner');
  const grant = await ProviderGrant.findOne({ where: { userId: ada.id } });
  const inSeconds = (grant?.refreshAt ?? 0) - nowSeconds();
  t.ok(inSeconds > 110 && inSeconds <= 120, 'the next refresh is within the interval');
  ada.groups(['staff']);
  await makeDue(ada);
  await until(async () => (await roleOf(ada)) === 'member' || undefined);
  ada.groups([]);
  await makeDue(ada);
  await until(async () => (await roleOf(ada)) === undefined || undefined);
  t.equal(await statusOf(ada), 200, 'the session goes on');
  const log = await app.request('GET', `/admin/audit_log?resource_ids=${ada.id}`, { token: admin.token });
  t.ok(
    log.body.data.some((entry: { type: string }) => entry.type === 'user.deleted'),
    'the audit log tells of the removal',
  );
});

t.test('a role that was given by hand stays', async (t) => {
  const lin = await signInCertified('lin', []);
  await join(organizationId, { id: lin.id, email: '', token: '', refreshToken: '' }, 'member');
  lin.groups(['leads']);
  await refreshed(lin);
  t.equal(await roleOf(lin), 'owner');
  lin.groups([]);
  await refreshed(lin);
  t.equal(await roleOf(lin), 'member');
});

t.test('the end of the account at the provider ends the sessions, those of approved devices too', async (t) => {
  const mary = await signInCertified('mary', ['staff']);
  const [other, ...others] = [await signInCertified('grace', ['staff']), await signInCertified('mary', ['staff'])];
  const { body: device } = await app.request('POST', '/auth/device', { body: { client_name: 'svc on build-7' } });
  const decision = { user_code: device.user_code, decision: 'approve' };
  await app.request('POST', '/auth/device/decision', { headers: mary.headers, body: decision });
  const { device_code } = device;
  const { body: tokens } = await app.request('POST', '/auth/device/token', { body: { device_code } });
  others.push({ ...mary, token: tokens.access_token });
  for (const one of others) t.equal(await statusOf(one), 200);
  certified.gone.add('mary');
  await refreshed(mary);
  await until(async () => (await statusOf(mary)) === 401 || undefined);
  for (const one of others) t.equal(await statusOf(one), 401);
  t.equal(await statusOf(other), 200, 'another person goes on');
  t.equal(await ProviderGrant.count({ where: { userId: mary.id } }), 0);
});

t.test('a provider that is away changes nothing, and is asked again', async (t) => {
  const two = await signInForging('two', ['staff']);
  two.groups(['leads']);
  forging.lie = { answer: { status: 503, body: 'down' } };
  await asked(two, '/token');
  forging.lie = { userinfo: { sub: 'somebody-else' } };
  await asked(two, '/userinfo');
  t.same([await roleOf(two), await statusOf(two)], ['member', 200], 'the token is new, and its person cannot be read');
  forging.lie = {};
  await refreshed(two);
  t.equal(await roleOf(two), 'owner');
  forging.refreshTokens.clear();
  await refreshed(two);
  t.equal(await statusOf(two), 401, 'refused for good');
});

t.test('the tokens of another person change nothing', async (t) => {
  const liar = await signInForging('liar', ['staff']);
  const before = [...forging.refreshTokens];
  forging.lie = { claims: { sub: 'somebody-else', groups: ['leads'] } };
  await makeDue(liar);
  await until(() => before.some((token) => !forging.refreshTokens.has(token)) || undefined);
  forging.lie = {};
  t.same([await roleOf(liar), await statusOf(liar)], ['member', 200]);
  await refreshed(liar);
  t.equal(await roleOf(liar), 'member');
});

t.test('a person who may not come in any more is signed out', async (t) => {
  const eve = await signInForging('eve', ['others']);
  eve.groups(['strangers']);
  await refreshed(eve);
  t.equal(await statusOf(eve), 401);
});

t.test('one of two servers sends a refresh token, which works once', async (t) => {
  const server = await startServer({
    ...{ ...app.database.settings, SVC_PUBLIC_URL: app.url },
    SVC_SSO_PROVIDERS: providers,
  });
  t.teardown(() => server.end());
  const one = await signInForging('one', ['staff']);
  const before = forging.requests.length;
  for (let round = 1; round <= 3; round += 1) {
    await refreshed(one);
    const sent = forging.requests.slice(before).filter((path) => path === '/token').length;
    t.same([sent, await statusOf(one)], [round, 200]);
  }
});

t.test('the token is stored encrypted, and goes with the last session', async (t) => {
  const kim = await signInForging('kim', ['staff']);
  const rows = JSON.stringify(await ProviderGrant.findAll({ raw: true }));
  for (const token of forging.refreshTokens) t.notOk(rows.includes(token));
  await app.request('POST', '/auth/logout', { token: kim.token });
  await makeDue(kim);
  await until(async () => (await ProviderGrant.count({ where: { userId: kim.id } })) === 0 || undefined);
  t.equal(await User.count({ where: { id: kim.id } }), 1);
});
