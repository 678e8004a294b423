// Tasks on a server without a mail server: a person passes on the links. Each link works once, and the audit log names who made it.

import type { Page } from 'playwright-core';
import t from 'tap';
import { startApp } from '../../harness/app.ts';
import { choose, counted, settled, signInAs, startBrowser } from '../../harness/browser.ts';
import { tasksIn } from '../../harness/tasks.ts';
import { createTenant, password, signIn, signUp } from '../../harness/world.ts';

const app = await startApp(t);
const task = tasksIn(await startBrowser(t, app.url));
const admin = await signUp(app, { isAdmin: true });
const next = 'a longer staple than before';
const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] };

/** Copies the link of the open dialog with its button, and closes the dialog. */
async function copyLink(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
  await dialog.getByRole('status').getByText('Copied').waitFor({ state: 'attached' });
  const link = String(await page.evaluate('navigator.clipboard.readText()'));
  await dialog.getByRole('button', { name: 'I have copied it' }).click();
  await dialog.waitFor({ state: 'detached' });
  return link;
}

task('invite without mail', async (t, { open, openSignedIn, inspect }) => {
  const { organizationId, owner } = await createTenant(app, admin);
  const email = `invited-${owner.email}`;
  const owners = await openSignedIn(owner.email, `/o/${organizationId}/invitations`, clipboard);
  await owners.getByRole('button', { name: 'Invite a member' }).click();
  const dialog = owners.getByRole('dialog');
  await dialog.getByText('This server cannot send mail. Copy the link and send it to the person yourself.').waitFor();
  t.equal(await dialog.getByLabel('E-mail').inputValue(), '', 'the form says so before an address is typed');
  await inspect(owners, 'the form');
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
  await dialog.getByText(`${app.url}/panel/register#token=`).waitFor();
  await inspect(owners, 'the link');
  const first = await copyLink(owners);

  await choose(owners, email, 'Copy link');
  await dialog.getByRole('button', { name: 'Create the link' }).click();
  const link = await copyLink(owners);
  await inspect(owners, 'the list');

  const { page } = await open(first, { refusals: [400] });
  await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
  await page.goto(link);
  await page.getByLabel('Your name').fill('Edsger Dijkstra');
  await page.getByLabel('Password', { exact: true }).fill(next);
  await inspect(page, 'the registration');
  await page.getByRole('button', { name: 'Create the account' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await inspect(page, 'the first page of a member');
  const { token } = await signIn(app, email, next);
  const { body } = await app.request('GET', '/auth/me', { token });
  t.match(body, { name: 'Edsger Dijkstra', is_admin: false, organizations: [{ id: organizationId, role: 'member' }] });
  await page.goto(link);
  await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();

  await owners.goto(`/panel#/o/${organizationId}/members`);
  await settled(owners);
  t.match(await owners.locator('tbody tr', { hasText: email }).textContent(), /Edsger Dijkstra.*member/);
  await owners.goto(`/panel#/o/${organizationId}/audit?search=${encodeURIComponent(email)}`);
  await settled(owners);
  const entries = owners.locator('tbody tr');
  await entries.filter({ hasText: 'invite.accepted' }).filter({ hasText: email }).waitFor();
  const made = entries.filter({ hasText: 'invite.sent' }).filter({ hasText: owner.email });
  await counted(made, 2);
  await counted(made.filter({ hasText: email }), 1); // The second link replaced the first invitation.
});

task("reset another person's password with a link", async (t, { open, openSignedIn, inspect }) => {
  const person = await signUp(app);
  const admins = await openSignedIn(admin.email, '/server/users', clipboard);
  await choose(admins, person.email, 'Password link');
  const dialog = admins.getByRole('dialog');
  await dialog.getByText('sets a new password. The link works once, for anyone who has it.').waitFor();
  await inspect(admins, 'the question');
  await dialog.getByRole('button', { name: 'Create the link' }).click();
  await dialog.getByText(`${app.url}/panel/reset#token=`).waitFor();
  const link = await copyLink(admins);
  t.equal((await app.request('GET', '/auth/me', { token: person.token })).status, 200, 'a link ends no session');

  const { page } = await open(link, { refusals: [400] });
  t.equal(await page.getByLabel('E-mail').inputValue(), person.email);
  await page.getByLabel('New password').fill(next);
  await inspect(page, 'the page for the new password');
  await page.getByRole('button', { name: 'Set the password' }).click();
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  await signInAs(page, person.email, next);
  t.equal((await app.request('GET', '/auth/me', { token: person.token })).status, 401, 'every session has ended');
  const old = { body: { email: person.email, password } };
  t.equal((await app.request('POST', '/auth/login', old)).status, 401, 'the old password is gone');
  await page.goto(link);
  await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();

  await admins.goto(`/panel#/server/audit?search=${person.id}`);
  await settled(admins);
  const entry = (type: string) => admins.locator('tbody tr', { hasText: type });
  await entry('password_reset.created').filter({ hasText: admin.email }).filter({ hasText: person.email }).waitFor();
  await entry('password.reset').filter({ hasText: person.email }).waitFor();
  await inspect(admins, 'the audit log');
});

task('create a user who sets a password with a link', async (t, { open, openSignedIn, inspect }) => {
  const email = `created-${(await signUp(app)).email}`;
  const admins = await openSignedIn(admin.email, '/server/users', clipboard);
  await admins.getByRole('button', { name: 'Create a user' }).click();
  const dialog = admins.getByRole('dialog');
  await dialog.getByLabel('E-mail').fill(email);
  await inspect(admins, 'the form');
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  const { page } = await open(await copyLink(admins));
  await admins.locator('tbody tr', { hasText: email }).filter({ hasText: 'nothing yet' }).waitFor();
  await page.getByLabel('New password').fill(next);
  await page.getByRole('button', { name: 'Set the password' }).click();
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  const { token } = await signIn(app, email, next);
  t.match((await app.request('GET', '/auth/me', { token })).body, { is_admin: false, organizations: [] });
});
