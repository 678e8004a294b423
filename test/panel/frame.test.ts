// Tests the frame of the pages: the menu, the space of the scroll bar, and announcements to screen readers.

import type { Page } from 'playwright-core';
import t from 'tap';
import { startApp } from '../harness/app.ts';
import { counted, settled, signInAs, startBrowser } from '../harness/browser.ts';
import { createProject, createTenant, password, signUp } from '../harness/world.ts';

const app = await startApp(t);
const browser = await startBrowser(t, app.url, { scrollBars: true });
const admin = await signUp(app, { isAdmin: true });
const { organizationId, organizationKey, owner } = await createTenant(app, admin);
// Two projects exist already. With 19 more there are 21: one page of 20, and one more row.
for (let missing = 19; missing > 0; missing -= 1) await createProject(app, organizationKey);

const bodyWidth = 'document.body.getBoundingClientRect().width';

async function signedIn(page: Page): Promise<Page> {
  await page.goto('/panel');
  await signInAs(page, owner.email, password);
  await page.goto(`/panel#/o/${organizationId}/projects`);
  await settled(page);
  return page;
}

t.test('the number of shown rows is announced to screen readers only, until the reader leaves the page', async (t) => {
  const page = await signedIn((await browser.open(t)).page);
  await page.getByRole('button', { name: 'Next' }).click();
  const told = page.getByRole('status').filter({ hasText: '1 row is shown.' });
  await told.waitFor({ state: 'attached' });
  t.match(await told.boundingBox(), { width: 1, height: 1 });
  t.equal(await page.locator('.notice').count(), 0);
  await page.getByRole('button', { name: 'First page' }).click();
  await page.getByRole('status').filter({ hasText: '20 rows are shown.' }).waitFor({ state: 'attached' });
  await page.getByRole('link', { name: 'Members' }).click();
  await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
  t.equal(await page.getByText('rows are shown').count(), 0);
  t.equal(
    await page.evaluate('document.documentElement.scrollHeight - innerHeight'),
    0,
    'the announcement takes no space',
  );
});

t.test('Escape closes the menu of a narrow window', async (t) => {
  const { page } = await browser.open(t, { viewport: { width: 360, height: 740 } });
  await signedIn(page);
  const menu = page.getByRole('button', { name: 'Menu' });
  await menu.click();
  await page.getByRole('link', { name: 'Members' }).focus();
  await page.keyboard.press('Escape');
  await page.getByRole('navigation', { name: 'Main' }).waitFor({ state: 'hidden' });
  t.equal(await menu.getAttribute('aria-expanded'), 'false');
  t.equal(await page.evaluate('document.activeElement.textContent'), 'Menu', 'the focus is on the menu button');
  await menu.click();
  await page.getByRole('link', { name: 'Members' }).waitFor();
});

t.test('a slash finds anything, g and a letter open a page, a question mark lists them', async (t) => {
  const page = await signedIn((await browser.open(t)).page);
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog');
  await dialog.locator('.keys > div', { hasText: 'Audit log' }).getByText('a', { exact: true }).waitFor();
  t.equal(await dialog.getByText('Configuration').count(), 0, 'only pages that the reader may open');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  const audit = page.getByRole('heading', { level: 1, name: 'Audit log' });
  // The letter counts for a moment after `g`, and a busy machine may send it later.
  do {
    await page.keyboard.press('g');
    await page.keyboard.press('a');
  } while (
    !(await audit.waitFor({ timeout: 3000 }).then(
      () => true,
      () => false,
    ))
  );
  await settled(page);
  await page.keyboard.press('/');
  await page.getByRole('dialog', { name: 'Find anything' }).waitFor();
  await page.keyboard.type('g m/?');
  t.equal(await page.locator(':focus').inputValue(), 'g m/?', 'in a field they are letters');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await dialog.getByLabel('Use keyboard shortcuts').uncheck();
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('?');
  t.equal(await page.getByRole('dialog').count(), 0, 'switched off');
});

t.test('a notice goes with its page, and ids are copied by a button', async (t) => {
  const { page } = await browser.open(t, { permissions: ['clipboard-read', 'clipboard-write'] });
  await signedIn(page);
  await page.getByRole('button', { name: 'Create a project' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Noticed');
  await page.keyboard.press('Enter');
  await page.getByRole('status').getByText('Noticed').waitFor();
  const id = page.url().split('/').at(-2) ?? '';
  await page.getByRole('button', { name: `Copy ${id}` }).click();
  await page.getByRole('status').getByText('Copied').waitFor({ state: 'attached' });
  t.equal(await page.evaluate('navigator.clipboard.readText()'), id);
  t.equal(await page.locator('.notice').count(), 1, 'it outlives the move to the page that it announces');
  await page.getByRole('link', { name: 'Members' }).click();
  await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
  t.equal(await page.locator('.notice').count(), 0);
});

for (const colorScheme of ['light', 'dark'] as const) {
  t.test(`the backdrop of a dialog also covers the scroll bar in the ${colorScheme} scheme`, async (t) => {
    const width = 1280;
    const { page } = await browser.open(t, { viewport: { width, height: 900 }, colorScheme });
    await signedIn(page);
    const at = (x: number) => page.screenshot({ clip: { x, y: 300, width: 4, height: 4 } });
    for (const path of ['projects', 'members']) {
      await page.goto(`/panel#/o/${organizationId}/${path}`);
      await settled(page);
      const content = (await page.evaluate(bodyWidth)) as number;
      t.ok(content < width, 'there is space for the scroll bar');
      await page.getByRole('button', { name: /^(Create|Invite) / }).click();
      await counted(page.locator('dialog'), 1);
      const [beside, veiled] = [await at(width - 6), await at(content - 6)];
      t.ok(beside.equals(veiled), path);
      t.equal(await page.evaluate(bodyWidth), content, 'nothing moves');
      await page.keyboard.press('Escape');
      await counted(page.locator('dialog'), 0);
    }
  });
}
