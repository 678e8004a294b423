// Tests the page of upstreams: an upstream that an admin adds receives calls.

import type { Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { violations } from '../harness/accessibility.ts';
import { startApp } from '../harness/app.ts';
import { counted, settled, signInAs, startBrowser } from '../harness/browser.ts';
import { question } from '../harness/inference.ts';
import { startServer, until } from '../harness/process.ts';
import { json, startUpstream } from '../harness/upstream.ts';
import { createTenant, password, signUp } from '../harness/world.ts';

const upstream = await startUpstream(t, { models: ['small', 'large'] });
const app = await startApp(t, { SVC_UPSTREAM_ALLOWED_CIDRS: '127.0.0.0/8' });
const browser = await startBrowser(t, app.url);
const admin = await signUp(app, { isAdmin: true });
const { project } = await createTenant(app, admin);
const ask = async (model: string) =>
  (await app.request('POST', '/v1/chat/completions', { token: project.key, body: question({ model }) })).status;

async function open(t: Test, path: string, visiting = browser): Promise<Page> {
  const { page } = await visiting.open(t);
  await page.goto('/panel');
  await signInAs(page, admin.email, password);
  await page.goto(`/panel#${path}`);
  await settled(page);
  return page;
}

t.test('an admin adds, edits and removes an upstream', async (t) => {
  const page = await open(t, '/server/upstreams');
  await page.getByText('No upstreams yet.').waitFor();
  await page.getByRole('button', { name: 'Add an upstream' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('hosted');
  await dialog.getByLabel('Address').fill('ftp://127.0.0.1/v1');
  await dialog.getByLabel('API key').fill(upstream.key);
  await dialog.getByRole('button', { name: 'Add' }).click();
  await dialog.locator('.field', { hasText: 'Address' }).locator('.trouble', { hasText: 'http://' }).waitFor();
  await dialog.getByLabel('Address').fill('http://10.0.0.1/v1');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await dialog.locator('.trouble', { hasText: 'SVC_UPSTREAM_ALLOWED_CIDRS' }).waitFor();
  await dialog.getByLabel('Address').fill(upstream.url);
  await dialog.getByRole('button', { name: 'Add' }).click();
  const row = page.locator('tbody tr', { hasText: 'hosted' });
  await row.waitFor();
  // The page waits only a limited time for the upstream's list, so the test reloads it.
  await until(async () => {
    if (/small, largeas listed by the upstream.*no failure/.test((await row.textContent()) ?? '')) return true;
    await page.reload();
    await row.waitFor();
    return undefined;
  });
  t.match(await row.textContent(), /none with a price/);
  t.equal(await ask('small'), 200);
  t.notOk((await page.content()).includes(upstream.key));

  await page.getByRole('button', { name: 'Edit: hosted' }).click();
  const price = async (index: number, texts: Record<string, string>) => {
    await dialog.getByRole('button', { name: 'Add a price' }).click();
    const group = dialog.locator('.price-row').nth(index);
    for (const [name, text] of Object.entries(texts)) await group.locator(`input[name=${name}]`).fill(text);
  };
  await dialog.getByLabel('These').check();
  await dialog.getByLabel('Models, one per line').fill('large\nlarger = org/larger:v2');
  await dialog.getByText('More settings').click();
  await dialog.getByLabel('Custom endpoints').fill('/v1/ocr');
  await dialog.getByLabel('MCP servers').fill(`docs ${upstream.origin}/mcp`);
  await price(0, { model: 'large', input: '2.5', output: 'ten' });
  await price(1, { model: 'large 2', input: '3', output: '5' });
  await price(2, { model: 'org/larger:v2', input: '3', output: '4', cached_input: '0.5', other: 'reasoning 6' });
  await dialog.getByLabel('Weight').fill('3');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.locator('input[name=output][aria-invalid=true]').waitFor();
  t.equal(await page.evaluate('document.activeElement.value'), 'ten', 'the focus is on the wrong price');
  await page.locator(':focus').fill('10');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.locator('tbody tr', { hasText: 'large, larger' }).waitFor();
  t.equal(await ask('small'), 404);
  t.equal(await ask('large'), 200, 'the key is unchanged');
  t.equal(upstream.seen.at(-1)?.headers.authorization, `Bearer ${upstream.key}`);
  t.equal(await ask('larger'), 200);
  t.equal(upstream.seen.at(-1)?.body.model, 'org/larger:v2');
  await page.getByRole('button', { name: 'Edit: hosted' }).click();
  t.equal(await dialog.getByLabel('Models, one per line').inputValue(), 'large\nlarger = org/larger:v2');
  const last = dialog.locator('.price-row').last().locator('input');
  t.strictSame(await last.evaluateAll((all) => (all as unknown as { value: string }[]).map(({ value }) => value)), [
    'org/larger:v2',
    '3',
    '4',
    '0.5',
    'reasoning 6',
  ]);
  await page.keyboard.press('Escape');
  const { body } = await app.request('GET', '/admin/config', { token: admin.token });
  t.match(body.upstreams, [
    {
      custom_endpoints: ['/v1/ocr'],
      mcp_servers: { docs: `${upstream.origin}/mcp` },
      prices: {
        large: { input: 2.5, output: 10 },
        'large 2': { input: 3, output: 5 },
        'org/larger:v2': { input: 3, output: 4, cached_input: 0.5, reasoning: 6 },
      },
      weight: 3,
      timeout_seconds: 0,
      responses: true,
      stream_usage: true,
    },
  ]);

  await page.getByRole('button', { name: 'Add an upstream' }).click();
  await dialog.getByLabel('Name').fill('hosted');
  await dialog.getByLabel('Address').fill('https://llm.example.com/v1');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await dialog.locator('.field', { hasText: 'Name' }).locator('.trouble', { hasText: 'two upstreams' }).waitFor();
  await dialog.getByLabel('Name').fill('spare');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await counted(page.locator('tbody tr'), 2);
  await page.getByRole('button', { name: 'Try first: spare' }).click();
  await dialog.getByRole('button', { name: 'Try first' }).click();
  await page.locator('tbody tr:first-child', { hasText: 'spare' }).waitFor();

  await page.getByRole('button', { name: 'Remove: hosted' }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await counted(page.locator('tbody tr'), 1);
  t.not(await ask('large'), 200);
  await page.getByRole('button', { name: 'Reset to the file' }).click();
  await dialog.getByRole('button', { name: 'Reset' }).click();
  await page.getByText('No upstreams yet.').waitFor();
});

t.test('the health checks name a broken upstream first, and say what to do', async (t) => {
  const change = (apiKey: string) =>
    app.request('PATCH', '/admin/config', {
      token: admin.token,
      body: { upstreams: [{ ...upstream.settings({ name: 'hosted' }), api_key: apiKey }] },
    });
  await change('wrong');
  upstream.always(({ request, response }) =>
    json(response, request.headers.authorization === `Bearer ${upstream.key}` ? 200 : 401, { data: [] }),
  );
  const page = await open(t, '/server/health');
  const first = page.locator('tbody tr:first-child');
  await first.filter({ hasText: /^upstreamsfailedhosted: .*answers 401\. Check its api_key\.$/ }).waitFor();
  await page.getByText('1 failed').waitFor();
  await change(upstream.key);
  await page.getByRole('button', { name: 'Check again' }).click();
  await page.locator('tbody tr', { hasText: 'hosted answers.' }).waitFor();
  t.equal(await page.locator('tbody .badge.bad').count(), 0);
});

t.test('a test of the connection says in which step it fails', async (t) => {
  const set = async (api_key: string) => {
    const upstreams = [{ name: 'tested', base_url: upstream.url, api_key }];
    const { status } = await app.request('PATCH', '/admin/config', { token: admin.token, body: { upstreams } });
    t.equal(status, 200);
  };
  await set(upstream.key);
  const page = await open(t, '/server/upstreams');
  await page.getByRole('button', { name: 'Test connection: tested' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('The connection works.').waitFor();
  upstream.always(({ response }) => json(response, 401, { error: { message: 'wrong key' } }));
  await dialog.getByRole('button', { name: 'Test again' }).click();
  await dialog.getByText('It failed at: Credential.').waitFor();
  t.strictSame(await dialog.locator('.badge').allTextContents(), ['ok', 'ok', 'skipped', 'failed', 'skipped']);
  await dialog.getByText('answers 401. Check its api_key.').waitFor();
  t.strictSame(await violations(page, 'light'), []);
  upstream.always(undefined);
});

t.test('upstreams from the environment are shown, and read-only', async (t) => {
  const fixed = await startServer({
    SVC_DATA_DIR: app.database.dataDir,
    SVC_DATABASE_URL: app.database.url,
    SVC_UPSTREAMS: JSON.stringify([upstream.settings()]),
  });
  t.teardown(() => fixed.end());
  const page = await open(t, '/server/upstreams', await startBrowser(t, fixed.url));
  await page.getByText('SVC_UPSTREAMS').waitFor();
  await counted(page.locator('tbody tr'), 1);
  t.strictSame(await page.getByRole('main').getByRole('button').allTextContents(), ['Test connection']);
});
