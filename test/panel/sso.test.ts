// Tests the sign-in by an identity provider in a browser.

import t from 'tap';
import { Membership } from '../../models/membership.ts';
import { User } from '../../models/user.ts';
import { createSignInLink, createUser } from '../../services/people/index.ts';
import { startApp } from '../harness/app.ts';
import { settled, startBrowser } from '../harness/browser.ts';
import { newEmail } from '../harness/fixtures.ts';
import { clientId, clientSecret, startForgingProvider } from '../harness/forging-provider.ts';
import { startServer } from '../harness/process.ts';
import { password, signUp } from '../harness/world.ts';

const [provider, partner] = await Promise.all([startForgingProvider(), startForgingProvider()]);
t.teardown(() => Promise.all([provider.close(), partner.close()]));
partner.lie = { metadata: { end_session_endpoint: `${partner.url}/end` } };
const client = { client_id: clientId, client_secret: clientSecret, create_accounts: true };
const providers = JSON.stringify([
  { name: 'company', issuer: provider.url, ...client, groups: ['staff'] },
  { name: 'partner', issuer: partner.url, ...client },
]);
const app = await startApp(t, { SVC_SSO_PROVIDERS: providers, SVC_SSO_PASSWORDS: 'admins' });
const browser = await startBrowser(t, app.url);
const admin = await signUp(app, { isAdmin: true });
const folder = process.env.SVC_TEST_PICTURES;

t.test('a button leads to the provider and back, signed in, also after a reload', async (t) => {
  const email = newEmail();
  provider.person = { sub: 'grace', email, email_verified: true, name: 'Grace', groups: ['staff'] };
  const { page } = await browser.open(t, { others: [provider.url] });
  await page.goto('/panel');
  await page.getByRole('button', { name: 'Continue with company' }).click();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.waitForURL(/\/panel/);
  await settled(page);
  t.equal(await page.getByRole('heading', { level: 1, name: 'Sign in' }).count(), 0);
  await page.reload();
  await page.goto('/panel#/account');
  await page.getByText(email).first().waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Continue with company' }).waitFor();
});

t.test('a refused person reads why, and finds no ended session afterwards', async (t) => {
  provider.person = { sub: 'mallory', email: newEmail(), email_verified: true, groups: [] };
  const { page } = await browser.open(t, { others: [provider.url], refusals: [401, 403] });
  await page.goto('/panel');
  await page.getByRole('button', { name: 'Continue with company' }).click();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByText('You are in none of the groups whose people may sign in here.').waitFor();
  await page.goto('/panel');
  await page.getByRole('button', { name: 'Continue with company' }).waitFor();
  t.equal(await page.getByText('Your session has ended').count(), 0);
});

t.test('a person comes back to the page that they asked for, and to no other site', async (t) => {
  provider.person = { sub: 'lin', email: newEmail(), email_verified: true, groups: ['staff'] };
  const { page } = await browser.open(t, { others: [provider.url], refusals: [401] });
  const signIn = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Continue with company' }).click();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.waitForURL(/\/panel/);
    await settled(page);
  };
  await page.goto('/panel#/account');
  await signIn();
  t.equal(page.url(), `${app.url}/panel#/account`);
  await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor();
  t.equal(await page.getByRole('heading', { name: 'Password' }).count(), 0, 'only admins have one');
  await page.getByRole('button', { name: 'Sign out' }).click();
  for (const target of ['https://elsewhere.example.com/', '//elsewhere.example.com', 'javascript:alert(1)', '/x']) {
    await page.evaluate((text) => sessionStorage.setItem('svc-return', text), target);
    await page.goto('about:blank');
    await page.goto('/panel');
    await settled(page);
    t.equal(new URL(page.url()).origin, app.url, target);
    t.equal(new URL(page.url()).pathname, '/panel', target);
  }
  const asked = await app.request('GET', '/panel?return_to=https://elsewhere.example.com');
  t.equal(asked.status, 422, 'no address says where to go on');
});

t.test('passwords are behind a link with admins, and nowhere with none', async (t) => {
  const { page } = await browser.open(t, { others: [provider.url] });
  await page.goto('/panel');
  const field = page.getByLabel('Password', { exact: true });
  t.equal(await field.isVisible(), false);
  await page.getByText('Admins: sign in with a password').click();
  t.equal(await field.isVisible(), true);
  const other = await startServer({
    ...app.database.settings,
    ...{ SVC_SSO_PROVIDERS: providers, SVC_SSO_PASSWORDS: 'none' },
  });
  t.teardown(() => other.end());
  const alone = await browser.open(t, { others: [other.url] });
  await alone.page.goto(`${other.url}/panel`);
  await alone.page.getByRole('button', { name: 'Continue with company' }).waitFor();
  t.equal(await alone.page.getByLabel('Password', { exact: true }).count(), 0);
});

t.test('a sign-out leads to the provider, and back to a page that says so', async (t) => {
  partner.person = { sub: 'ada', email: newEmail(), email_verified: true };
  const { page } = await browser.open(t, { others: [partner.url] });
  await page.goto('/panel');
  const partnerButton = page.getByRole('button', { name: 'Continue with partner' });
  await partnerButton.waitFor();
  if (folder !== undefined) await page.screenshot({ path: `${folder}/sso-sign-in.png` });
  await partnerButton.click();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.waitForURL(/\/panel/);
  await page.goto('/panel#/account');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(`${partner.url}/end?**`);
  t.notMatch(page.url(), /svcuser|eyJ/, 'no token in the address');
  await page.getByRole('link', { name: 'Sign out everywhere' }).click();
  await page.getByText('You are signed out, at your identity provider too.').waitFor();
  if (folder !== undefined) await page.screenshot({ path: `${folder}/sso-signed-out.png` });
  await page.reload();
  await page.getByRole('button', { name: 'Continue with partner' }).waitFor();
  t.equal(await page.getByText('You are signed out').count(), 0, 'said once');
});

/** Returns a new token of the admin. A server without passwords has ended the sessions. */
async function adminToken(): Promise<string> {
  return (await app.request('POST', '/auth/login', { body: { email: admin.email, password } })).body.access_token;
}

/** Invites an address to a new organization, and returns the link. */
async function invite(email: string): Promise<{ url: string; organizationId: string }> {
  const token = await adminToken();
  const { body: made } = await app.request('POST', '/admin/organization/', { token, body: { name: 'Company' } });
  const organizationId = made.organization.id;
  const body = { email, organization_id: organizationId };
  return { ...(await app.request('POST', '/v1/invitations/link', { token, body })).body, organizationId };
}

t.test('pages that set passwords say how to sign in where nobody has one', async (t) => {
  const token = await adminToken();
  const { id } = await createUser({ email: newEmail(), name: null, password, isAdmin: false });
  const { body: link } = await app.request('POST', `/admin/users/${id}/password_link`, { token });
  const { url: invitation } = await invite(newEmail());
  const other = await startServer({
    ...app.database.settings,
    ...{ SVC_SSO_PROVIDERS: providers, SVC_SSO_PASSWORDS: 'none' },
  });
  t.teardown(() => other.end());
  const { page } = await browser.open(t, { others: [other.url, provider.url] });
  const there = (address: string): string => address.replace(app.url, other.url);
  for (const address of [there(link.url), `${other.url}/panel#/forgotten`]) {
    await page.goto('about:blank');
    await page.goto(address);
    await page.getByRole('heading', { name: 'Passwords are switched off' }).waitFor();
    await page.getByRole('button', { name: 'Continue with company' }).waitFor();
    t.equal(await page.locator('input').count(), 0, address);
  }
  if (folder !== undefined) await page.screenshot({ path: `${folder}/sso-passwords-off.png` });
  await page.goto('about:blank');
  await page.goto(there(invitation));
  await page.getByText('open the link of the invitation again afterwards').waitFor();
  t.equal(await page.locator('input').count(), 0, 'an invitation asks for no password');
  if (folder !== undefined) await page.screenshot({ path: `${folder}/sso-invitation.png` });
});

t.test('an invited person without an account joins after the sign-in at the provider', async (t) => {
  const email = newEmail();
  const { url, organizationId } = await invite(email);
  provider.person = { sub: 'invited', email, email_verified: true, groups: ['staff'] };
  const { page } = await browser.open(t, { others: [provider.url] });
  await page.goto(url);
  await page.getByRole('button', { name: 'Continue with company' }).click();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.waitForURL(/\/panel/);
  await settled(page);
  await page.goto('about:blank');
  await page.goto(url);
  await page.getByRole('button', { name: 'Accept the invitation' }).click();
  await page.getByText('You are a member of').waitFor();
  const user = await User.byEmail(email);
  t.equal(await Membership.roleOf(organizationId, user?.id ?? ''), 'member');
});

t.test('a device is approved after the sign-in at the provider that its address names', async (t) => {
  const email = newEmail();
  provider.person = { sub: 'kay', email, email_verified: true, groups: ['staff'] };
  const { page } = await browser.open(t, { others: [provider.url], refusals: [404] });
  const device = (await app.request('POST', '/auth/device', { body: { client_name: 'svc on build-7' } })).body;
  await page.goto(`/panel#/device?code=${device.user_code}&provider=company`);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.waitForURL(/\/panel/);
  await page.getByLabel('Code').fill('BBBB-BBBB');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('No device waits with this code.').waitFor();
  await page.getByLabel('Code').fill(device.user_code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('svc on build-7').waitFor();
  if (folder !== undefined) await page.screenshot({ path: `${folder}/device.png` });
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByText('The device is signed in.').waitFor();
  const tokens = await app.request('POST', '/auth/device/token', { body: { device_code: device.device_code } });
  t.equal((await app.request('GET', '/auth/me', { token: tokens.body.access_token })).body.email, email);
  await page.goto('/panel#/account');
  await page.getByText('svc on build-7').first().waitFor();
  if (folder !== undefined) await page.screenshot({ path: `${folder}/sessions.png`, fullPage: true });
  await page.getByRole('button', { name: 'Delete svc on build-7' }).click();
  await page.getByRole('button', { name: 'Delete the session' }).click();
  await page.getByText('is deleted.').waitFor();
  t.equal((await app.request('GET', '/auth/me', { token: tokens.body.access_token })).status, 401);
});

t.test('a sign-in link of the operator signs in once', async (t) => {
  const person = await createUser({ email: newEmail(), name: null, password, isAdmin: true });
  const { page } = await browser.open(t, { refusals: [400] });
  await page.goto(`/panel/sign-in#token=${(await createSignInLink(person)).token}`);
  t.notMatch(page.url(), /token/);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/panel#/);
  await page.goto('/panel#/account');
  await page.getByText(person.email).first().waitFor();
});
