// Tests which data the panel's forms send, and which input they keep.

import type { Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { nowSeconds } from '../../models/clock.ts';
import { transaction } from '../../models/connection.ts';
import { Project } from '../../models/project.ts';
import { startApp } from '../harness/app.ts';
import { choose, settled, signInAs, startBrowser } from '../harness/browser.ts';
import { until } from '../harness/process.ts';
import { createStore } from '../harness/stores.ts';
import { createProject, createTenant, password, signUp } from '../harness/world.ts';

const app = await startApp(t);
const browser = await startBrowser(t, app.url);
const admin = await signUp(app, { isAdmin: true });
const { organizationId, organizationKey, owner } = await createTenant(app, admin);

async function open(t: Test, path: string, email = owner.email, refusals: number[] = []): Promise<Page> {
  const { page } = await browser.open(t, { refusals });
  await visit(page, path, email);
  return page;
}

/** Signs in and opens a page of the panel. */
async function visit(page: Page, path: string, email = owner.email): Promise<void> {
  await page.goto('/panel');
  await signInAs(page, email, password);
  await page.goto(`/panel#${path}`);
  await settled(page);
}

/** Creates a project. Returns its address in the panel, and functions that change and read it through the API. */
async function newProject() {
  const { id, key } = await createProject(app, organizationKey);
  const path = `/v1/organization/projects/${id}`;
  const change = (body: unknown) => app.request('POST', path, { token: organizationKey, body });
  const read = async () => (await app.request('GET', path, { token: organizationKey })).body;
  return { key, address: `/o/${organizationId}/projects/${id}`, path, id, change, read };
}

/** Presses the button. Returns the body that the form sends. */
async function sent(page: Page, button: string, within = page.locator('body')): Promise<unknown> {
  const request = page.waitForRequest((one) => one.method() === 'POST');
  await within.getByRole('button', { name: button, exact: true }).click();
  return (await request).postDataJSON();
}

const said = (page: Page, text: string) => page.getByRole('status').getByText(text).waitFor();

t.test("saving a project's name keeps concurrent changes of other people", async (t) => {
  const { address, change, read } = await newProject();
  await change({ models: ['gpt-x'], limits: { tokens_per_day: 10 } });
  const page = await open(t, `${address}/settings`);
  await change({ models: ['gpt-x', 'other-model'], mcp_prefixes: ['docs'], limits: { tokens_per_day: 20 } });
  await page.getByLabel('Name').fill('Renamed');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await said(page, 'The settings are saved.');
  await page.getByRole('heading', { level: 1, name: 'Renamed' }).waitFor();
  await change({ limits: { tokens_per_day: 30 } });
  await page.getByLabel('Requests per minute').fill('42');
  await page.getByRole('button', { name: 'Save the limits' }).click();
  await said(page, 'The limits are saved.');
  t.match(await read(), {
    name: 'Renamed',
    models: ['gpt-x', 'other-model'],
    mcp_prefixes: ['docs'],
    limits: { requests_per_minute: 42, tokens_per_day: 30 },
  });
});

t.test('limits are written with units, and the focus goes to the first wrong one', async (t) => {
  const { address, read } = await newProject();
  const page = await open(t, `${address}/settings`, owner.email, [422]);
  const save = page.getByRole('button', { name: 'Save the limits' });
  await page.getByLabel('Requests per minute').fill('10k');
  await page.getByLabel('Model tokens per day').fill('2.5M');
  await page.getByLabel('Size of vector stores').fill('1.5 GB');
  await page.getByLabel('Size of files').fill('large');
  await save.click();
  await page.locator('input[name=file_bytes][aria-invalid=true]').waitFor();
  t.equal(await page.evaluate('document.activeElement.name'), 'file_bytes');
  await page.getByLabel('Size of files').fill('512 mi');
  await save.click();
  await said(page, 'The limits are saved.');
  t.match((await read()).limits, {
    requests_per_minute: 10_000,
    tokens_per_day: 2_500_000,
    vector_store_bytes: 1_500_000_000,
    file_bytes: 536_870_912,
  });
  await page.reload();
  t.equal(await page.getByLabel('Size of vector stores').inputValue(), '1.5 GB');
  t.equal(await page.getByLabel('Size of files').inputValue(), '536870912');

  const write = async (text: string) => {
    await page.getByLabel('Requests per minute').fill(text);
    await save.click();
  };
  await write('1.000');
  await page.locator('input[name=requests_per_minute][aria-invalid=true]').waitFor(); // One, or a thousand?
  await write('1,234');
  await said(page, 'The limits are saved.');
  t.equal((await read()).limits.requests_per_minute, 1234);
});

t.test('a reader writes numbers as the browser’s language does', async (t) => {
  const { address } = await newProject();
  const { page } = await browser.open(t, { locale: 'de-DE' });
  await visit(page, `${address}/settings`);
  await page.getByLabel('Requests per minute').fill('1.000');
  await page.getByLabel('Size of files').fill('1.234,5 GB');
  const limits = { requests_per_minute: 1000, file_bytes: 1_234_500_000_000 };
  t.strictSame(await sent(page, 'Save the limits'), { limits });
  await said(page, 'The limits are saved.');
  await page.getByLabel('US dollars per month').fill('1.000,50 $');
  t.strictSame(await sent(page, 'Save the spend limit'), { threshold_amount: 100_050 });
});

t.test('input in one form stays while the page loads again after another form was saved', async (t) => {
  const { address, id } = await newProject();
  const page = await open(t, `${address}/settings`);
  const amount = page.getByLabel('US dollars per month');
  await amount.waitFor();
  const { promise: isWritten, resolve: written } = Promise.withResolvers<void>();
  await page.route(`**/v1/organization/projects/${id}`, async (route) => {
    if (route.request().method() === 'GET') await isWritten;
    await route.continue();
  });
  await page.getByLabel('Requests per minute').fill('7');
  const costs = page.waitForResponse((one) => one.url().includes('/costs'));
  await sent(page, 'Save the limits');
  await amount.fill('12');
  written();
  await costs; // The page's parts are loaded again.
  await settled(page);
  t.equal(await amount.inputValue(), '12');
  t.strictSame(await sent(page, 'Save the spend limit'), { threshold_amount: 1200 });
});

t.test('the address of a deleted store leads on', async (t) => {
  const { address } = await newProject();
  const page = await open(t, `${address}/stores/vs_01HZX5V7Q8J9K2M3N4P5R6S7T8`, owner.email, [404]);
  await page.reload();
  await page.getByText('This no longer exists.').waitFor();
  await page.getByRole('link', { name: 'Projects', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor();
});

t.test('every edit form sends only changed fields, and nothing without a change', async (t) => {
  const { address, change, key } = await newProject();
  const page = await open(t, `${address}/settings`, admin.email);
  const dialog = page.getByRole('dialog');
  const requested: string[] = [];
  page.on('request', (one) => one.method() === 'POST' && requested.push(one.url()));
  await page.getByRole('button', { name: 'Save the limits' }).click();
  await said(page, 'Nothing was changed.');
  t.strictSame(requested, []);

  await change({ webhook_url: 'https://hooks.invalid/' });
  await page.goto(`/panel#${address}/webhook`);
  await page.getByLabel('Signing').selectOption('dual');
  t.strictSame(await sent(page, 'Save'), { webhook_signing: 'dual' });
  await said(page, 'The webhook is saved.');

  const storeId = await createStore(app, key);
  await page.goto(`/panel#${address}/stores/${storeId}`);
  await page.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByLabel('Name').fill('Other');
  t.strictSame(await sent(page, 'Save', dialog), { name: 'Other' });
  await said(page, 'The vector store is saved.');

  await page.goto('/panel#/server/organizations');
  await choose(page, 'Tenant', 'Edit');
  await dialog.getByLabel('Name').fill('Landlord');
  t.strictSame(await sent(page, 'Save', dialog), { name: 'Landlord' });
  await dialog.waitFor({ state: 'detached' });

  await page.goto('/panel#/account');
  await page.getByLabel('Name').fill('Somebody');
  t.strictSame(await sent(page, 'Save'), { name: 'Somebody' });
  await said(page, 'Your account is saved.');
});

t.test('a response that arrives after its page was left does not affect the next page', async (t) => {
  const { key, address } = await newProject();
  const storeId = await createStore(app, key);
  const page = await open(t, `${address}/stores/${storeId}`);
  const dialog = page.getByRole('dialog');
  const arrived = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  await page.route(`**/v1/vector_stores/${storeId}`, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    arrived.resolve();
    await held.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByLabel('Name').fill('Other');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await arrived.promise;
  await page.goto(`/panel#/o/${organizationId}/projects`);
  await settled(page);
  await page.getByRole('button', { name: 'Create a project' }).click();
  await dialog.getByLabel('Name').fill('Half written');
  held.resolve();
  await said(page, 'The vector store is saved.');
  t.equal(await dialog.getByLabel('Name').inputValue(), 'Half written');
});

t.test('saving one form of a page keeps the input of the others', async (t) => {
  const { address, read } = await newProject();
  const { page } = await browser.open(t);
  // The page asks for the models each time it is drawn, until the project is archived.
  let timesDrawn = 0;
  page.on('response', (one) => {
    if (one.url().endsWith('/v1/models')) timesDrawn += 1;
  });
  await visit(page, `${address}/settings`);
  const limit = page.getByLabel('Requests per minute');
  const models = page.getByRole('group', { name: 'Models' });
  await limit.fill('42');
  await page.getByLabel('Name').fill('Renamed');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Renamed' }).waitFor();
  t.equal(await limit.inputValue(), '42');
  t.equal(await page.getByLabel('Name').inputValue(), 'Renamed');

  await models.getByLabel('Only these').check();
  await models.getByRole('textbox').fill('gpt-x');
  await page.getByRole('button', { name: 'Save the limits' }).click();
  await said(page, 'The limits are saved.');
  await until(() => timesDrawn === 3 || undefined);
  await settled(page);
  t.equal(await models.getByRole('textbox').inputValue(), 'gpt-x');
  await page.getByRole('button', { name: 'Archive the project' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Archive the project' }).click();
  await page.getByRole('heading', { name: 'Archived' }).waitFor();
  t.equal(await models.getByRole('textbox').inputValue(), 'gpt-x');
  t.strictSame(await sent(page, 'Save'), { models: ['gpt-x'] });
  await said(page, 'The settings are saved.');
  t.match(await read(), {
    name: 'Renamed',
    status: 'archived',
    limits: { requests_per_minute: 42 },
    models: ['gpt-x'],
  });
});

t.test('a sent password is cleared, and one that is being typed is kept', async (t) => {
  const person = await signUp(app);
  const page = await open(t, '/account', person.email);
  const [present, next] = [page.getByLabel('Current password'), page.getByLabel('New password')];
  await present.fill(password);
  await page.getByLabel('Name').fill('Somebody');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('link', { name: 'Somebody' }).waitFor();
  t.equal(await present.inputValue(), password);
  await next.fill('a longer staple than before');
  await page.getByRole('button', { name: 'Change the password' }).click();
  await said(page, 'The password was changed.');
  await until(async () => ((await present.inputValue()) === '' ? true : undefined));
  t.equal(await next.inputValue(), '');
});

t.test('an allow list is not opened by leaving it empty, and an empty one is not shown as all', async (t) => {
  const { address, change, read } = await newProject();
  await change({ models: ['gpt-x'], mcp_prefixes: [] });
  const page = await open(t, `${address}/settings`, owner.email, [422]);
  t.ok(await page.getByRole('group', { name: 'MCP servers' }).getByLabel('Only these').isChecked());
  await page.getByLabel('Models, one per line').fill('');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Required.').waitFor();
  t.match(await read(), { models: ['gpt-x'], mcp_prefixes: [] });
});

t.test('the tools of MCP servers are chosen for a project and for a key', async (t) => {
  const { address, change, read } = await newProject();
  await change({ mcp_tools: { docs: ['search'], away: [] } });
  const page = await open(t, `${address}/settings`);
  const tools = page.getByLabel('Tools of MCP servers, one per line');
  t.equal(await tools.inputValue(), 'docs/search\naway/');
  await tools.fill('docs/search\n docs/read \n');
  t.strictSame(await sent(page, 'Save'), { mcp_tools: { docs: ['search', 'read'] } });
  await said(page, 'The settings are saved.');
  t.strictSame((await read()).mcp_tools, { docs: ['search', 'read'] });
  await page.goto(`/panel#${address}/keys`);
  await page.getByRole('button', { name: 'Create a key' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Narrow');
  await dialog.getByText('Limits and tools').click();
  await dialog.getByLabel('Tools of MCP servers, one per line').fill('docs/search');
  t.match(await sent(page, 'Create', dialog), { name: 'Narrow', mcp_tools: { docs: ['search'] } });
});

t.test('the available models can be selected', async (t) => {
  const { address, change, read } = await newProject();
  const page = await open(t, `${address}/settings`);
  const models = page.getByRole('group', { name: 'Models' });
  await models.getByLabel('Only these').check();
  await models.getByRole('textbox').fill(' gpt-x');
  await models.getByLabel('Add', { exact: true }).selectOption('svc-embedding-384');
  await models.getByLabel('Add', { exact: true }).selectOption('svc-embedding-384');
  t.equal(await models.getByRole('textbox').inputValue(), 'gpt-x\nsvc-embedding-384');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await said(page, 'The settings are saved.');
  t.match(await read(), { models: ['gpt-x', 'svc-embedding-384'] });

  await change({ status: 'archived' });
  await page.reload();
  await settled(page);
  t.equal(
    await models.getByRole('textbox').inputValue(),
    'gpt-x\nsvc-embedding-384',
    'the field also works without the list of models',
  );
});

t.test('a webhook that the server has switched off says so, and can be switched on', async (t) => {
  const { address, change, read, id } = await newProject();
  await change({ webhook_url: 'https://hooks.invalid/' });
  await transaction((tx) => Project.update({ webhookDisabledAt: nowSeconds() }, { where: { id }, transaction: tx }));
  const page = await open(t, `${address}/webhook`);
  await page.getByRole('button', { name: 'Enable webhook' }).click();
  await said(page, 'The webhook is enabled again.');
  t.equal((await read()).webhook_disabled_at, null);
});

t.test('a webhook whose secret the server has lost gets a new one, and is on again', async (t) => {
  const { address, change, read, id } = await newProject();
  await change({ webhook_url: 'https://hooks.invalid/' });
  const lost = { webhookDisabledAt: nowSeconds(), webhookSecret: null };
  await transaction((tx) => Project.update(lost, { where: { id }, transaction: tx }));
  const page = await open(t, `${address}/webhook`);
  await page.getByText('the server lost the secret').waitFor();
  for (const name of ['Replace the secret', 'Save'])
    t.equal(
      await page.getByRole('button', { name, exact: true }).count(),
      0,
      'no other button creates a secret without showing it',
    );
  const body = await sent(page, 'Enable webhook');
  t.match(body, { webhook_url: 'https://hooks.invalid/', webhook_secret: /^whsec_/ });
  const { webhook_secret: secret } = body as { webhook_secret: string };
  await page.getByRole('dialog').getByText(secret).waitFor();
  t.match(await read(), { webhook_disabled_at: null, webhook_secret: /\S/ });
});

t.test('files of a project are uploaded, listed and deleted', async (t) => {
  const { key, address } = await newProject();
  const page = await open(t, `${address}/files`, owner.email, [413]);
  const file = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Something to keep.') };
  await page.getByRole('button', { name: 'Upload files' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Files', { exact: true }).setInputFiles([file]);
  await page.route('**/v1/files', (route) => route.fulfill({ status: 413, body: '<html></html>' }), { times: 1 });
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await dialog.getByText('A proxy in front of the server answered with status 413.').waitFor();
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await page.getByRole('status').getByText('The file is uploaded.').waitFor();
  await page.locator('tbody tr', { hasText: 'notes.txt' }).waitFor();
  await page.getByRole('button', { name: 'Delete notes.txt' }).click();
  await dialog.getByRole('button', { name: 'Delete the file' }).click();
  await page.locator('tbody tr', { hasText: 'notes.txt' }).waitFor({ state: 'detached' });
  const { body } = await app.request('GET', '/v1/files', { token: key });
  t.notOk(body.data.some(({ filename }: { filename: string }) => filename === 'notes.txt'));
});
