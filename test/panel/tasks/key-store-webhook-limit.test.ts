// Tasks in a project: a key and its first request, a vector store and a search, a webhook and a replay, a spend limit,
// and many files.

import t from 'tap';
import { Chunk } from '../../../models/chunk.ts';
import { VectorStoreFile } from '../../../models/vector-store-file.ts';
import { ensurePackages } from '../../../scripts/fixtures/debian.ts';
import { startApp } from '../../harness/app.ts';
import { counted, settled, startBrowser } from '../../harness/browser.ts';
import { upload } from '../../harness/forms.ts';
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
  await dialog.getByRole('listitem').filter({ hasText: 'broken.pdf' }).getByText('15 bytes').waitFor();
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
  const payload = JSON.parse(receiver.received[0]?.body.toString() ?? '');
  t.equal(await page.locator('pre').textContent(), JSON.stringify(payload, null, 2), 'the sent payload is shown');
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
  const page = await openSignedIn(owner.email, `${address}/settings`, { refusals: [422, 429] });
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

  // The project's programs use up its rate limit, and the owner comes to see their usage.
  await page.getByLabel('Requests per minute').fill('1');
  await page.getByRole('button', { name: 'Save the limits' }).click();
  await page.getByRole('status').getByText('The limits are saved.').waitFor();
  while ((await ask()).status !== 429);
  await page.goto(`/panel#${address}`);
  await card.waitFor();
  await page.getByText('The project may use 1 calls a minute.').waitFor(); // In the place of the quick start.
});

task('many files', async (t, { openSignedIn, inspect }) => {
  const { member, project, address } = await newTenant();
  const names = [...Array(10).keys()].map((number) => `notes-${number}.txt`);
  names.push(...[...Array(25).keys()].map((number) => `Report ${number}.txt`));
  for (const filename of names) await upload(app, project.key, { content: filename, filename });
  const left = async (): Promise<string[]> => {
    const { body } = await app.request('GET', '/v1/files', { token: project.key });
    return body.data.map(({ filename }: { filename: string }) => filename).sort();
  };
  const page = await openSignedIn(member.email, `${address}/files`, { refusals: [429, 409], acceptDownloads: true });
  const rows = page.locator('tbody tr');
  const bar = page.locator('.selection');
  await bar.getByText('20 of 35 files').waitFor();
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Upload files' }).click();
  const chosen = { name: `A ${'very '.repeat(20)}long name.pdf`, mimeType: '', buffer: Buffer.from('') };
  await dialog.getByLabel('Files', { exact: true }).setInputFiles([chosen]);
  await inspect(page, 'the chosen files');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByLabel('Rows per page').selectOption('50 per page');
  await bar.getByText('35 files').waitFor();
  await page.getByLabel('Order').selectOption('Oldest first');
  await rows.first().getByText('notes-0.txt').waitFor();
  await page.getByLabel('Search files').fill('rePORT ');
  await bar.getByText('25 files').waitFor();
  t.match(page.url(), /\?search=rePORT&order=asc&limit=50$/);
  await page.reload();
  await bar.getByText('25 files').waitFor();
  await rows.first().getByText('Report 0.txt').waitFor();
  await page.getByLabel('Rows per page').selectOption('20 per page');
  await bar.getByText('20 of 25 files').waitFor();
  await page.getByRole('button', { name: 'Next' }).click();
  await counted(rows, 5);
  await page.getByLabel('Select Report 24.txt').check();
  await page.getByRole('button', { name: 'First page' }).click();
  await counted(rows, 20);
  const eleven = [...Array(11).keys()].map((number) => `Report ${number}.txt`);
  for (const name of eleven) await page.getByLabel(`Select ${name}`, { exact: true }).check();
  await inspect(page, 'the selection');

  const saved: string[] = [];
  page.on('download', (download) => saved.push(download.suggestedFilename()));
  await bar.getByRole('button', { name: 'Download' }).click();
  await page.getByRole('status').getByText('12 files are downloaded.').waitFor();
  // Chromium drops what exceeds ten downloads in a second.
  t.same(saved.sort(), [...eleven, 'Report 24.txt'].sort(), 'the selection stays when the page changes');

  const seen: string[] = [];
  const answers: Record<string, [status: number, body: unknown, headers?: Record<string, string>]> = {
    'Report 3.txt': [429, { error: { message: 'Slow down.', code: 'rate_limit_exceeded' } }, { 'retry-after': '1' }],
    'Report 7.txt': [409, { error: { message: 'The file is in use.', code: 'in_use' } }],
  };
  const { body: all } = await app.request('GET', '/v1/files', { token: project.key });
  const nameOf = new Map<string, string>(
    all.data.map((one: { id: string; filename: string }) => [one.id, one.filename]),
  );
  let held: Promise<void> | undefined;
  await page.route('**/v1/files/*', async (route) => {
    if (route.request().method() !== 'DELETE') return route.continue();
    const name = nameOf.get(route.request().url().split('/').at(-1) ?? '') ?? '';
    seen.push(name);
    await held;
    const [status, body, headers = {}] = answers[name] ?? [];
    if (status === undefined) return route.continue();
    if (status === 429) delete answers[name];
    await route.fulfill({ status, headers, json: body });
  });
  await page.getByLabel('Select all files on this page').check();
  await bar.getByText('21 selected').waitFor();
  await bar.getByRole('button', { name: 'Select all 25 that match' }).click();
  await bar.getByText('25 selected').waitFor();
  await bar.getByRole('button', { name: 'Delete' }).click();
  const agree = dialog.getByRole('button', { name: 'Delete 25 files' });
  await dialog.getByLabel('Type 25 to confirm').fill('20');
  await agree.click();
  await dialog.getByText('The text does not match.').waitFor();
  await inspect(page, 'the question');
  await dialog.getByLabel('Type 25 to confirm').fill('25');
  await agree.click();
  await dialog.getByText('24 files are deleted.').waitFor();
  await dialog.getByText('1 not deleted: The file is in use.').waitFor();
  t.equal(await dialog.getByRole('listitem').textContent(), 'Report 7.txt');
  t.equal(seen.filter((name) => name === 'Report 3.txt').length, 2, 'a 429 is tried again');
  await inspect(page, 'the report');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await bar.getByText('1 file', { exact: true }).waitFor();

  const release = Promise.withResolvers<void>();
  held = release.promise;
  await page.getByLabel('Search files').fill('notes');
  await bar.getByText('10 files').waitFor();
  await page.getByLabel('Select all files on this page').check();
  await bar.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete 10 files' }).click();
  await dialog.getByText('0 of 10 files deleted.').waitFor();
  await inspect(page, 'the progress');
  while (seen.filter((name) => name.startsWith('notes')).length < 4) await page.waitForRequest('**/v1/files/*');
  await dialog.getByRole('button', { name: 'Stop' }).click();
  release.resolve();
  await dialog.getByText('Stopped before the other 6 files.').waitFor();
  await dialog.getByText('4 files are deleted.').waitFor();
  t.same((await left()).length, 7, 'six notes and the file in use');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await bar.getByText('6 files').waitFor();
});

task('find anything', async (t, { openSignedIn, inspect }) => {
  const { owner, member, project, organizationId, organizationKey, address } = await newTenant();
  await app.request('POST', '/v1/vector_stores', { token: project.key, body: { name: 'Handbook' } });
  const fileId = await upload(app, project.key, { content: 'Rules', filename: 'House rules.txt' });
  const page = await openSignedIn(owner.email, address);
  const dialog = page.getByRole('dialog', { name: 'Find anything' });
  const option = (name: string | RegExp) => dialog.getByRole('option', { name });
  const find = async (text: string, name: string | RegExp): Promise<void> => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type(text);
    await option(name).waitFor();
    while ((await option(name).getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await settled(page);
  };
  await page.keyboard.press('Control+k');
  await option('Members').waitFor();
  await page.keyboard.type('han');
  await dialog.getByRole('group', { name: 'Vector stores' }).getByRole('option', { name: 'Handbook' }).waitFor();
  await dialog.getByText('1 result.').waitFor();
  await inspect(page, 'the box');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 2, name: 'Handbook' }).waitFor();

  await find(organizationId.slice(0, -1), 'Tenant');
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await find('usage', 'Usage');
  await page.getByRole('heading', { level: 1, name: 'Usage' }).waitFor();
  await find('house', 'House rules.txt');
  await counted(page.locator('tbody tr'), 1);
  t.match(page.url(), `/files?search=${fileId}`, 'a file of the project that was seen last');
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url()));
  const end = organizationKey.slice(-3);
  await find(end, new RegExp(`\\.${end}$`));
  t.match(page.url(), `/o/${organizationId}/keys?search=key_`);
  await find(organizationKey, new RegExp(`\\.${end}$`));
  t.notOk(
    sent.some((url) => url.includes(organizationKey)),
    'a pasted key is not sent',
  );
  await counted(page.locator('tbody tr'), 1);
  await find(member.email.slice(0, -4), member.email);
  await page.locator('tbody tr', { hasText: member.email }).waitFor();
  await find(project.id, 'Project');
  await page.getByRole('navigation', { name: 'Project' }).waitFor();
  for (const number of [1, 2, 3, 4, 5, 6])
    await app.request('POST', '/v1/vector_stores', { token: project.key, body: { name: `Manual ${number}` } });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('manual');
  await dialog.getByText('More than 5 results.').waitFor();
  await inspect(page, 'more than the box shows');
  await option('All that match').click();
  await page.locator('.selection').getByText('6 vector stores').waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('occurs nowhere');
  await dialog.getByText('Nothing found.').waitFor();
});
