// Tests files and vector stores in the panel, from the upload of a local file to the hit of a search.

import t from 'tap';
import { startApp } from '../harness/app.ts';
import { settled, signInAs, startBrowser } from '../harness/browser.ts';
import { createStore } from '../harness/stores.ts';
import { createTenant, password, signUp } from '../harness/world.ts';

const app = await startApp(t);
const browser = await startBrowser(t, app.url);
const admin = await signUp(app, { isAdmin: true });
const { organizationId, member, project } = await createTenant(app, admin);
const base = `/panel#/o/${organizationId}/projects/${project.id}`;

const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

async function open(t: Parameters<typeof browser.open>[0], path: string) {
  const { page } = await browser.open(t);
  await page.goto('/panel');
  await signInAs(page, member.email, password);
  await page.goto(`${base}${path}`);
  await settled(page);
  return page;
}

t.test('the form for a new vector store names its embedding model', async (t) => {
  const page = await open(t, '/stores');
  await page.getByRole('button', { name: 'Create a vector store' }).first().click();
  await page.getByRole('dialog').getByText('svc-embedding-384. A hashing model without semantics').waitFor();
});

t.test('files of a vector store are uploaded, shown until they are processed, searched and removed', async (t) => {
  const storeId = await createStore(app, project.key);
  const page = await open(t, `/stores/${storeId}`);
  await page.getByText('The store has no files yet.').waitFor();
  const detail = (name: string) => page.locator('.facts > div', { hasText: new RegExp(`^${name}`) }).locator('dd');
  t.equal(await detail('Expires').textContent(), 'Never');
  t.equal(await detail('Size').textContent(), '0 bytes');
  await page.getByRole('button', { name: 'Add files' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Upload and add' }).click();
  await dialog.getByText('Choose at least one file.').waitFor();
  await dialog
    .getByLabel('Files', { exact: true })
    .setInputFiles([
      file('<b>returns<b>.txt', 'Products can be returned within thirty days.'),
      file('broken.pdf', 'This is no PDF.'),
    ]);
  await dialog.getByRole('button', { name: 'Upload and add' }).click();
  await page.getByText('2 of 2 files are done').waitFor();
  await page.locator('tbody tr', { hasText: '<b>returns<b>.txt' }).getByText('completed').waitFor();
  const broken = page.locator('tbody tr', { hasText: 'broken.pdf' });
  await broken.getByText('failed').waitFor();
  t.ok(((await broken.locator('p.small').textContent()) ?? '').length > 10, 'the page shows the reason');
  await page.locator('.tiles', { hasText: /Files2Completed1/ }).waitFor();
  await detail('Size').getByText('0 bytes').waitFor({ state: 'detached' });

  await page.getByLabel('Search the store').fill('how many days to return a product?');
  await page.keyboard.press('Enter');
  const found = page.getByRole('region', { name: 'Search results' });
  await found.getByText('<b>returns<b>.txt').waitFor();
  await found.getByText('within thirty days').waitFor();

  await page.getByLabel('Status').selectOption('failed');
  await page.locator('tbody tr', { hasText: '<b>returns<b>.txt' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Remove broken.pdf' }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('No results for these filters').waitFor();
  const { body } = await app.request('GET', `/v1/vector_stores/${storeId}/files`, { token: project.key });
  t.equal(body.data.length, 1);
});

t.test('files of a project are uploaded, listed and deleted', async (t) => {
  const page = await open(t, '/files');
  await page.getByRole('button', { name: 'Upload files' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Files', { exact: true }).setInputFiles([file('notes.txt', 'Something to keep.')]);
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await page.getByRole('status').getByText('The file is uploaded.').waitFor();
  await page.locator('tbody tr', { hasText: 'notes.txt' }).waitFor();
  await page.getByRole('button', { name: 'Delete notes.txt' }).click();
  await dialog.getByRole('button', { name: 'Delete the file' }).click();
  await page.locator('tbody tr', { hasText: 'notes.txt' }).waitFor({ state: 'detached' });
  const { body } = await app.request('GET', '/v1/files', { token: project.key });
  t.notOk(body.data.some(({ filename }: { filename: string }) => filename === 'notes.txt'));
});
