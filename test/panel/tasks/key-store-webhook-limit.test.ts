// Tasks in a project: a key and its first request, a vector store and a search, a webhook and a replay, a spend limit.

import t from 'tap';
import { Chunk } from '../../../models/chunk.ts';
import { VectorStoreFile } from '../../../models/vector-store-file.ts';
import { ensurePackages } from '../../../scripts/fixtures/debian.ts';
import { startApp } from '../../harness/app.ts';
import { counted, settled, startBrowser } from '../../harness/browser.ts';
import { question } from '../../harness/inference.ts';
import { loopbackSettings, startReceiver } from '../../harness/receiver.ts';
import { codeIn, interpreters, runCode } from '../../harness/snippets.ts';
import { tasksIn } from '../../harness/tasks.ts';
import { startUpstream } from '../../harness/upstream.ts';
import { createTenant, signUp } from '../../harness/world.ts';

const upstream = await startUpstream(t);
const prices = { 'chat-model': { input: 10_000, output: 10_000 } };
const app = await startApp(t, {
  ...loopbackSettings,
  SVC_UPSTREAM_ALLOWED_CIDRS: '127.0.0.0/8',
  SVC_UPSTREAMS: JSON.stringify([upstream.settings({ prices })]),
});
const task = tasksIn(await startBrowser(t, app.url));
const admin = await signUp(app, { isAdmin: true });

async function newTenant() {
  const tenant = await createTenant(app, admin);
  return { ...tenant, address: `/o/${tenant.organizationId}/projects/${tenant.project.id}` };
}

task('key and quick start', async (t, { openSignedIn, inspect }) => {
  await ensurePackages(interpreters, ['curl', 'python3']);
  const { owner, address } = await newTenant();
  const page = await openSignedIn(owner.email, `${address}/keys`);
  await page.getByRole('button', { name: 'Create a key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('App');
  await inspect(page, 'the form');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const key = (await dialog.getByRole('group', { name: 'key' }).textContent()) ?? '';
  for (const [language, code] of await codeIn(dialog)) {
    t.match(code, key);
    t.match(await runCode(language, code), 'Hello there', `${language} with the new key`);
  }
  await inspect(page, 'the new key');
  await dialog.getByRole('button', { name: 'I have copied it' }).click();
  await page.locator('tbody tr', { hasText: 'App' }).waitFor();

  await page.goto(`/panel#${address}`);
  await settled(page);
  for (const [language, code] of await codeIn(page.getByRole('main'))) {
    t.notMatch(code, key);
    t.match(await runCode(language, code, key), 'Hello there', `${language} with the key of the environment`);
  }
});

const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

task('store and search', async (t, { openSignedIn, inspect }) => {
  const { member, project, address } = await newTenant();
  const page = await openSignedIn(member.email, address);
  await page.getByText('An owner of the organization creates keys: ask for one.').waitFor();
  await page.getByRole('link', { name: 'Vector stores' }).click();
  await page.getByRole('button', { name: 'Create a vector store' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('svc-embedding-384. A hashing model without semantics').waitFor();
  await dialog.getByLabel('Name').fill('Handbook');
  await inspect(page, 'the form');
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();

  await page.getByText('The store has no files yet.').waitFor();
  const detail = (name: string) => page.locator('.facts > div', { hasText: new RegExp(`^${name}`) }).locator('dd');
  t.equal(await detail('Expires').textContent(), 'Never');
  t.equal(await detail('Size').textContent(), '0 bytes');
  await page.getByRole('button', { name: 'Add files' }).click();
  await dialog.getByRole('button', { name: 'Upload and add' }).click();
  await dialog.getByText('Choose at least one file.').waitFor();
  await dialog
    .getByLabel('Files', { exact: true })
    .setInputFiles([
      file('<b>returns<b>.txt', 'Products can be returned within thirty days.'),
      file('broken.pdf', 'This is no PDF.'),
    ]);
  await inspect(page, 'the files');
  await dialog.getByRole('button', { name: 'Upload and add' }).click();
  await page.getByText('2 of 2 files processed').waitFor();
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
  await inspect(page, 'the results');

  // As an older version read it: with another text.
  await VectorStoreFile.update({ readerVersion: null, chunkerVersion: null }, { where: { status: 'completed' } });
  await Chunk.update({ text: 'Products can be rÃ©turned.' }, { where: {} });
  await page.reload();
  await page.getByText('An older version of the server read 1 of the files.').waitFor();
  await page.getByRole('button', { name: 'Read again' }).click();
  await dialog.getByLabel('Only files whose text comes out different').waitFor();
  await inspect(page, 'the question before a reread');
  await dialog.getByRole('button', { name: 'Read again' }).click();
  await page.getByText('1 of 1 files read again.').waitFor();
  await inspect(page, 'the files that were read again');
  await page.getByLabel('Search the store').fill('how many days to return a product?');
  await page.keyboard.press('Enter');
  await found.getByText('within thirty days').waitFor();

  await page.getByLabel('Status').selectOption('failed');
  await page.locator('tbody tr', { hasText: '<b>returns<b>.txt' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Remove broken.pdf' }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('No results for these filters').waitFor();
  const { body: stores } = await app.request('GET', '/v1/vector_stores', { token: project.key });
  const path = `/v1/vector_stores/${stores.data[0].id}/files`;
  t.equal((await app.request('GET', path, { token: project.key })).body.data.length, 1);
});

task('webhook and replay', async (t, { openSignedIn, inspect }) => {
  const { owner, address } = await newTenant();
  const receiver = await startReceiver(t);
  receiver.behave((response) => response.writeHead(200).end('<b>thanks</b>'));
  const page = await openSignedIn(owner.email, `${address}/webhook`);
  await page.getByLabel('Address').fill(receiver.url);
  await inspect(page, 'the form');
  await page.getByRole('button', { name: 'Add webhook' }).click();
  await page.getByRole('group', { name: 'secret' }).getByText('whsec_').waitFor();
  await inspect(page, 'the secret');
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByRole('link', { name: 'Deliveries' }).click();
  await page.getByText('No deliveries yet.').waitFor();
  await page.getByRole('button', { name: 'Send a test event' }).click();
  await page.getByLabel('Event', { exact: true }).selectOption('vector_store.file_batch.failed');
  await page.getByRole('button', { name: 'Send the event' }).click();
  await page.getByRole('heading', { name: 'Batch failed' }).waitFor();
  await page.locator('.facts').getByText('succeeded').waitFor();
  t.equal(await page.locator('pre').textContent(), receiver.received[0]?.body.toString(), 'the sent payload is shown');
  await inspect(page, 'the delivery');
  await page.getByRole('button', { name: 'Show attempt 1' }).click();
  await page.getByRole('dialog').getByText('<b>thanks</b>').waitFor();
  await inspect(page, 'the attempt');
  await page.keyboard.press('Escape');

  const first = page.url();
  await page.getByRole('button', { name: 'Resend' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resend' }).click();
  await page.getByRole('status').getByText('The event was resent').waitFor();
  await page.locator('.facts').getByText('Resent manually').waitFor();
  t.not(page.url(), first);
  const [one, two] = await receiver.wait(2);
  t.same(two?.body, one?.body);

  await page.getByRole('link', { name: 'Deliveries' }).click();
  await settled(page);
  await counted(page.locator('tbody tr'), 2);
  await inspect(page, 'the deliveries');
  await page.getByLabel('Status').selectOption('failed');
  await page.getByText('No results for these filters').waitFor();
  t.match(page.url(), /status=failed/, 'a link shows the same rows');
});

task('limit and spend', async (t, { openSignedIn, inspect }) => {
  const { owner, organizationKey, project, address } = await newTenant();
  const path = `/v1/organization/projects/${project.id}/spend_limit`;
  const read = () => app.request('GET', path, { token: organizationKey });
  const ask = () =>
    app.request('POST', '/v1/chat/completions', { token: project.key, body: question({ model: 'chat-model' }) });
  const page = await openSignedIn(owner.email, `${address}/settings`, { refusals: [422] });
  await page.getByText(/Model calls have cost \S*0\.00 this month/).waitFor();
  const field = page.getByLabel('US dollars per month');
  const save = page.getByRole('button', { name: 'Save the spend limit' });
  await field.fill('lots');
  await save.click();
  await page.locator('input[name=threshold_amount][aria-invalid=true]').waitFor();
  const trouble = page.locator('.field', { hasText: 'US dollars per month' }).locator('.trouble');
  t.equal(await trouble.textContent(), 'Use an amount of dollars, such as 12.50.');
  await inspect(page, 'the settings');
  await field.fill('9000001');
  await save.click();
  await trouble.getByText(/^Use 9\D?000\D?000 or less\.$/).waitFor();
  await field.fill('12.345');
  await save.click();
  await trouble.getByText('Use whole cents: two digits after the point, such as 12.50.').waitFor();
  t.equal((await read()).status, 404, 'an amount is not rounded');
  await field.fill('.15');
  await save.click();
  await page.getByRole('status').getByText('The spend limit is saved.').waitFor();
  t.equal((await read()).body.threshold_amount, 15);
  await settled(page);
  t.equal(await field.inputValue(), '0.15');

  t.equal((await ask()).status, 200);
  await page.goto(`/panel#${address}`);
  await settled(page);
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Spend this month' }) });
  // Usage is written within a second.
  while (!/US\$0\.12/.test((await card.textContent()) ?? '')) {
    await page.reload();
    await settled(page);
  }
  t.match(await card.textContent(), 'of US$0.15');
  await page.locator('.matters li', { hasText: 'limit near' }).getByText('US$0.12 of US$0.15').waitFor();
  await inspect(page, 'the overview');
  t.equal((await ask()).status, 200);
  t.match(await ask(), { status: 429, body: { error: { code: 'project_spend_limit_exceeded' } } });

  await page.goto(`/panel#${address}/settings`);
  await page.getByText('limit reached').waitFor();
  await field.fill('');
  await save.click();
  await page.getByRole('status').getByText('The spend limit is removed.').waitFor();
  t.equal((await read()).status, 404);
  t.equal((await ask()).status, 200);
});
