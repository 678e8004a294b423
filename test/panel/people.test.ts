// Tests the pages that a link in an email opens, with a real browser and a real mail server.

import type { Page } from 'playwright-core';
import t from 'tap';
import { startApp } from '../harness/app.ts';
import { choose, settled, signInAs, startBrowser } from '../harness/browser.ts';
import { linkIn, startSmtp } from '../harness/smtp.ts';
import { createTenant, join, password, signIn, signUp } from '../harness/world.ts';

const smtp = await startSmtp(t);
const app = await startApp(t, { SVC_SMTP_URL: smtp.url, SVC_SMTP_FROM: 'svc <svc@example.org>' });
const browser = await startBrowser(t, app.url);
const admin = await signUp(app, { isAdmin: true });

/** Invites the address as the owner, in the owner's browser. */
async function invite(page: Page, organizationId: string, email: string): Promise<string> {
  await page.goto(`/panel#/o/${organizationId}/invitations`);
  await page.getByRole('button', { name: 'Invite a member' }).click();
  await page.getByRole('dialog').getByLabel('E-mail').fill(email);
  await page.getByRole('dialog').getByRole('button', { name: 'Invite', exact: true }).click();
  await page.getByRole('status').getByText(`sent to ${email}`).waitFor();
  return linkIn(await smtp.mailTo(email), app.url);
}

t.test('with a mail server too, the inviting person can pass the link on', async (t) => {
  const { organizationId } = await createTenant(app, admin);
  const { page } = await browser.open(t);
  await page.goto('/panel');
  await signInAs(page, admin.email, password);
  await page.goto(`/panel#/o/${organizationId}/invitations`);
  await page.getByRole('button', { name: 'Invite a member' }).click();
  await page.getByRole('dialog').getByLabel('E-mail').fill('handed@example.com');
  await page.getByLabel('Send the invitation').selectOption('link');
  await page.getByRole('dialog').getByRole('button', { name: 'Invite', exact: true }).click();
  await page.getByRole('dialog').getByText(`${app.url}/panel/register#token=`).waitFor();
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await choose(page, 'handed@example.com', 'Copy link');
  await page.getByRole('dialog').getByRole('button', { name: 'Create the link' }).waitFor();
});

t.test('a person with an account is invited by email, signs in, and accepts', async (t) => {
  const { organizationId, owner } = await createTenant(app, admin);
  const known = await signUp(app);
  const { page: ownersPage } = await browser.open(t);
  await ownersPage.goto('/panel');
  await signInAs(ownersPage, owner.email, password);
  const link = await invite(ownersPage, organizationId, known.email);
  t.match(link, '/panel/invitation#token=');

  await ownersPage.goto(link);
  await ownersPage.getByText(`Sign in as ${known.email} to accept.`).waitFor();

  const { page } = await browser.open(t, { refusals: [400] });
  await page.goto(link);
  t.equal(await page.getByLabel('E-mail').inputValue(), known.email, 'the address to sign in with is filled in');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Accept the invitation' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  t.ok(page.url().endsWith(`/panel#/o/${organizationId}`));
  const { body } = await app.request('GET', '/auth/me', { token: (await signIn(app, known.email)).token });
  t.match(body.organizations, [{ id: organizationId, role: 'member' }]);

  await page.goto(link);
  await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
});

t.test('the page forgets the token of a link, and asks for the link again after a reload', async (t) => {
  const { organizationId, owner } = await createTenant(app, admin);
  const { page } = await browser.open(t);
  await page.goto('/panel');
  await signInAs(page, owner.email, password);
  const link = await invite(page, organizationId, 'reload@example.com');
  await page.goto(link);
  await page.getByRole('heading', { name: 'Create your account' }).waitFor();
  await page.reload();
  await settled(page);
  t.equal(await page.getByRole('heading', { level: 1 }).textContent(), 'Open the link again');
});

t.test('the dialog that removes a member shows how many keys stop working, and can keep them', async (t) => {
  const { organizationId, owner } = await createTenant(app, admin);
  const { page } = await browser.open(t);
  await page.goto('/panel');
  await signInAs(page, owner.email, password);
  const keys = '/v1/organization/admin_api_keys';
  for (const [keep, expected] of [
    [false, 401],
    [true, 200],
  ] as const) {
    const person = await signUp(app);
    await join(organizationId, person, 'owner');
    const { body: key } = await app.request('POST', keys, { token: person.token, body: { name: 'Key' } });
    await page.goto(`/panel#/o/${organizationId}/members`);
    await page.reload();
    await choose(page, person.email, 'Remove');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('1 API key that this member created will stop working.').waitFor();
    if (keep) await dialog.getByLabel('Keep these keys working').check();
    await dialog.getByRole('button', { name: 'Remove the member' }).click();
    await page.getByRole('status').getByText('is removed').waitFor();
    t.equal((await app.request('GET', keys, { token: key.value })).status, expected);
  }
});
