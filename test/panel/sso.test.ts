// Tests the sign-in by an identity provider in a browser.

import t from 'tap';
import { startApp } from '../harness/app.ts';
import { settled, startBrowser } from '../harness/browser.ts';
import { newEmail } from '../harness/fixtures.ts';
import { clientId, clientSecret, startForgingProvider } from '../harness/forging-provider.ts';
import { signUp } from '../harness/world.ts';

const provider = await startForgingProvider();
t.teardown(provider.close);
const app = await startApp(t, {
  SVC_SSO_PROVIDERS: JSON.stringify([
    {
      name: 'company',
      issuer: provider.url,
      client_id: clientId,
      client_secret: clientSecret,
      create_accounts: true,
      groups: ['staff'],
    },
  ]),
});
const browser = await startBrowser(t, app.url);
await signUp(app, { isAdmin: true });

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
