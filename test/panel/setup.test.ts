// Tests the set-up of a new server in the browser: from the one-time address to the first search and the first model.

import t from 'tap';
import { createSetupToken } from '../../services/people/index.ts';
import { violations } from '../harness/accessibility.ts';
import { startApp } from '../harness/app.ts';
import { settled, startBrowser } from '../harness/browser.ts';
import { startUpstream } from '../harness/upstream.ts';
import { password } from '../harness/world.ts';

const upstream = await startUpstream(t, { models: ['small'] });
const app = await startApp(t, { SVC_UPSTREAM_ALLOWED_CIDRS: '127.0.0.0/8' });
const browser = await startBrowser(t, app.url);

t.test('a new server is set up in the browser, up to a search and a model', async (t) => {
  const { page } = await browser.open(t);
  await page.goto('/panel');
  await page.getByRole('heading', { level: 1, name: 'This server has no account yet' }).waitFor();
  t.match(await page.locator('main').textContent(), /setup-address.*svc quickstart/s, 'says where the address is');
  t.strictSame(await violations(page, 'light'), []);

  await page.goto(`/panel/setup#token=${await createSetupToken()}`);
  await page.getByLabel('E-mail').fill('ada@example.com');
  await page.getByLabel('Password', { exact: true }).fill(password);
  t.notMatch(page.url(), /token/, 'the address bar forgets the token');
  t.strictSame(await violations(page, 'light'), []);
  await page.getByRole('button', { name: 'Create the admin' }).click();

  await page.getByRole('heading', { level: 1, name: 'Name your first project' }).waitFor();
  await page.getByLabel('Project').fill('Handbook');
  t.strictSame(await violations(page, 'light'), []);
  await page.getByRole('button', { name: 'Create them' }).click();

  await page.getByRole('heading', { level: 1, name: 'Your project is ready' }).waitFor();
  const key = (await page.getByRole('group', { name: 'key' }).textContent()) ?? '';
  t.equal((await app.request('GET', '/v1/vector_stores', { token: key })).status, 200, 'the key works');
  const file = { name: 'leave.md', mimeType: 'text/markdown', buffer: Buffer.from('Everybody has 30 days of leave.') };
  await page.getByLabel(/Drop a file/).setInputFiles(file);
  await page.getByLabel('Search the store').fill('How many days of leave?');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.locator('.found', { hasText: '30 days' }).waitFor();
  await page.getByLabel('Name', { exact: true }).fill('hosted');
  await page.getByLabel('Address').fill(upstream.url);
  await page.getByLabel(/^API key \(optional\)/).fill(upstream.key);
  await page.getByRole('button', { name: 'Connect and test' }).click();
  await page.getByText('The connection works.').waitFor();
  await page.getByRole('dialog').getByText('Close', { exact: true }).click();
  t.strictSame(await violations(page, 'light'), []);
  await page.getByRole('button', { name: 'Go on to the project' }).click();
  await page.getByRole('heading', { name: 'Handbook' }).first().waitFor();
  await settled(page);
  t.equal(await createSetupToken(), undefined, 'the server has an account');
});
