// Tests keys and secrets that are shown once: they stay visible until the reader closes them.

import type { Page, Route } from 'playwright-core';
import t, { type Test } from 'tap';
import { startApp } from '../harness/app.ts';
import { choose, settled, signInAs, startBrowser } from '../harness/browser.ts';
import { createTenant, password, signUp } from '../harness/world.ts';

const app = await startApp(t);
const browser = await startBrowser(t, app.url);
const admin = await signUp(app, { isAdmin: true });
const { organizationId, organizationKey, owner, project } = await createTenant(app, admin);
const base = `/panel#/o/${organizationId}`;

async function open(t: Test, path: string, refusals: number[] = []) {
  const { page, context, wrongs } = await browser.open(t, { refusals });
  await page.goto('/panel');
  await signInAs(page, owner.email, password);
  await page.goto(`${base}/projects`);
  await settled(page);
  await page.goto(`${base}${path}`);
  await settled(page);
  return { page, context, wrongs };
}

async function createKey(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Create a key' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Program');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('heading', { name: 'The new key' }).waitFor();
  return (await page.getByRole('group', { name: 'key' }).textContent()) ?? '';
}

t.test('a key is created for a month, and edited to never expire', async (t) => {
  const { page } = await open(t, '/keys');
  await page.getByRole('button', { name: 'Create a key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('For a month');
  await dialog.getByLabel('Expires').selectOption('in 30 days');
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('button', { name: 'I have copied it' }).click();
  const keys = async () =>
    (await app.request('GET', '/v1/organization/admin_api_keys', { token: organizationKey, query: { limit: 100 } }))
      .body.data;
  const key = (await keys()).find(({ name }: { name: string }) => name === 'For a month');
  t.ok(Math.abs(key.expires_at - key.created_at - 30 * 86_400) < 60);
  await choose(page, 'For a month', 'Edit');
  await dialog.getByLabel('Expires').selectOption('never');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('status').getByText('is saved').waitFor();
  t.match(
    (await keys()).find(({ id }: { id: string }) => id === key.id),
    { name: 'For a month', expires_at: null },
  );
  await choose(page, 'For a month', 'Edit');
  await dialog.getByLabel('Name').fill('Renamed');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Actions: Renamed' }).waitFor();
});

t.test('a creation whose response was lost happens once, though the reader sends it again', async (t) => {
  const { page } = await open(t, '/keys', [502]);
  const created: string[] = [];
  const lose = async (route: Route) => {
    created.push((await (await route.fetch()).json()).id);
    await route.fulfill({ status: 502, body: 'Bad gateway' });
  };
  await page.route('**/admin_api_keys', lose, { times: 1 });
  await page.getByRole('button', { name: 'Create a key' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Sent twice');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('alert').getByText('The server failed. Try again.').waitFor();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('heading', { name: 'The new key' }).waitFor();
  await page.getByRole('button', { name: 'I have copied it' }).click();
  const { body } = await app.request('GET', '/v1/organization/admin_api_keys', { token: organizationKey });
  const named = body.data.filter(({ name }: { name: string }) => name === 'Sent twice');
  t.strictSame(
    named.map(({ id }: { id: string }) => id),
    created,
  );
});

for (const path of ['/keys', `/projects/${project.id}/keys`]) {
  t.test(`the dialog with a new key of ${path} is closed only by its own buttons`, async (t) => {
    const { page, wrongs } = await open(t, path);
    const key = await createKey(page);
    const shown = page.getByRole('dialog').getByText(key, { exact: true });
    // A browser lets a page prevent the first Escape, but not the second.
    for (const _ of [1, 2, 3]) await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    t.ok(await shown.isVisible());

    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Projects', includeHidden: true }).waitFor();
    t.ok(await shown.isVisible(), 'going back in the browser keeps the dialog open');

    const question = page.waitForEvent('dialog');
    void page.evaluate('location.reload()').catch(() => undefined);
    t.equal((await question).type(), 'beforeunload', 'the browser asks before leaving the page');
    t.strictSame(wrongs.splice(0), ['dialog: '], 'once');
    t.ok(await shown.isVisible());
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await shown.waitFor({ state: 'detached' });

    await page.goto(`${base}${path}`);
    const next = await createKey(page);
    await page.getByRole('button', { name: 'Close' }).click();
    await page.locator('dialog').waitFor({ state: 'detached' });
    t.notOk((await page.content()).includes(next));
    await page.reload();
    await settled(page);
  });
}

t.test('the secret of a new webhook stays visible on the page of its project', async (t) => {
  const { page } = await open(t, '/projects');
  await page.getByRole('button', { name: 'Create a project' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('With a webhook');
  await dialog.getByText('Webhook', { exact: true }).click();
  await dialog.getByLabel('Address').fill('https://hooks.invalid/');
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('heading', { level: 2, name: 'API keys', includeHidden: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.getByRole('group', { name: 'secret' }).getByText('whsec_').waitFor();
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await dialog.waitFor({ state: 'detached' });
});

t.test('signing out in another tab removes a secret from the screen', async (t) => {
  const { page, context } = await open(t, '/keys');
  const key = await createKey(page);
  const other = await context.newPage();
  await other.goto('/panel');
  await other.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  t.notOk((await page.content()).includes(key));
});
