// Tasks on a server that sends mail: invite somebody, and replace a forgotten password.

import t from 'tap';
import { startApp } from '../../harness/app.ts';
import { signInAs, startBrowser } from '../../harness/browser.ts';
import { linkIn, startSmtp } from '../../harness/smtp.ts';
import { tasksIn } from '../../harness/tasks.ts';
import { createTenant, password, signIn, signUp } from '../../harness/world.ts';

const smtp = await startSmtp(t);
const app = await startApp(t, { SVC_SMTP_URL: smtp.url, SVC_SMTP_FROM: 'svc <svc@example.org>' });
const task = tasksIn(await startBrowser(t, app.url));
const admin = await signUp(app, { isAdmin: true });
const next = 'a longer staple than before';

task('invite with mail', async (t, { open, openSignedIn, inspect }) => {
  const { organizationId, owner } = await createTenant(app, admin);
  const email = `invited-${owner.email}`;
  const owners = await openSignedIn(owner.email, `/o/${organizationId}/invitations`);
  await owners.getByRole('button', { name: 'Invite a member' }).click();
  const dialog = owners.getByRole('dialog');
  await dialog.getByLabel('E-mail').fill(email);
  await inspect(owners, 'the form');
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
  await owners.getByRole('status').getByText(`sent to ${email}`).waitFor();
  await owners.locator('tbody tr', { hasText: email }).getByText('open').waitFor();
  await inspect(owners, 'the list');
  const link = linkIn(await smtp.mailTo(email), app.url);
  t.match(link, '/panel/register#token=');

  const { page, context } = await open('about:blank', { refusals: [422] });
  const requested: string[] = [];
  context.on('request', (request) => requested.push(request.url()));
  await page.goto(link);
  await page.getByRole('heading', { name: 'Create your account' }).waitFor();
  t.equal(page.url(), `${app.url}/panel/register`, 'the token is removed from the address');
  t.equal(await page.getByLabel('E-mail').inputValue(), email);
  await inspect(page, 'the registration');
  await page.getByLabel('Your name').fill('Edsger Dijkstra');
  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.getByRole('button', { name: 'Create the account' }).click();
  await page.getByText('Use at least 12 characters.').waitFor();
  await page.getByLabel('Password', { exact: true }).fill(next);
  await page.getByRole('button', { name: 'Create the account' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await inspect(page, 'the first page of a member');

  const { token } = await signIn(app, email, next);
  const { body } = await app.request('GET', '/auth/me', { token });
  t.match(body, { name: 'Edsger Dijkstra', organizations: [{ id: organizationId, role: 'member' }] });
  const secret = link.split('token=')[1] ?? '';
  t.ok(secret.length > 40);
  t.notOk(
    requested.some((url) => url.includes(secret)),
    'no request has the token in its URL',
  );
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
});

task('reset a forgotten password with mail', async (t, { open, openSignedIn, inspect }) => {
  const { organizationId, owner } = await createTenant(app, admin);
  const elsewhere = await openSignedIn(owner.email, `/o/${organizationId}`, { refusals: [401] });
  const { page } = await open('/panel');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  // Waits for the next page, because the previous one also has a field for an email address.
  await page.getByRole('button', { name: 'Send reset link' }).waitFor();
  await page.getByLabel('E-mail').fill(owner.email);
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
  await inspect(page, 'the answer');
  await page.goto(linkIn(await smtp.mailTo(owner.email), app.url));
  await page.getByRole('heading', { name: 'New password' }).waitFor();
  t.equal(page.url(), `${app.url}/panel/reset`);
  await inspect(page, 'the page for the new password');
  await page.getByLabel('New password').fill(next);
  await page.getByRole('button', { name: 'Set the password' }).click();
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  await signInAs(page, owner.email, next);
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();

  t.equal((await app.request('GET', '/auth/me', { token: owner.token })).status, 401);
  t.equal((await app.request('POST', '/auth/login', { body: { email: owner.email, password } })).status, 401);
  await elsewhere.goto(`/panel#/o/${organizationId}/members`);
  await elsewhere.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
});
