// Tests the pages of upstreams and health checks.

import type { Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { violations } from '../harness/accessibility.ts';
import { startApp } from '../harness/app.ts';
import { choose, counted, settled, signInAs, startBrowser } from '../harness/browser.ts';
import { startServer } from '../harness/process.ts';
import { json, startUpstream } from '../harness/upstream.ts';
import { password, signUp } from '../harness/world.ts';

const upstream = await startUpstream(t, { models: ['small', 'large'] });
const app = await startApp(t, { SVC_UPSTREAM_ALLOWED_CIDRS: '127.0.0.0/8' });
const browser = await startBrowser(t, app.url);
const admin = await signUp(app, { isAdmin: true });

async function open(t: Test, path: string, visiting = browser): Promise<Page> {
  const { page } = await visiting.open(t);
  await page.goto('/panel');
  await signInAs(page, admin.email, password);
  await page.goto(`/panel#${path}`);
  await settled(page);
  return page;
}

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
  await choose(page, 'tested', 'Test connection');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('The connection works.').waitFor();
  upstream.always(({ response }) => json(response, 401, { error: { message: 'wrong key' } }));
  await dialog.getByRole('button', { name: 'Test again' }).click();
  await dialog.getByText('The test failed at the step: Credential.').waitFor();
  t.strictSame(await dialog.locator('.badge').allTextContents(), ['ok', 'ok', 'skipped', 'failed', 'skipped']);
  await dialog.getByText('answers 401. Check its api_key.').waitFor();
  t.strictSame(await violations(page, 'light'), []);
  upstream.always(undefined);
});

t.test('upstreams from the environment are shown, and read-only', async (t) => {
  const fixed = await startServer({
    ...app.database.settings,
    SVC_UPSTREAMS: JSON.stringify([upstream.settings()]),
  });
  t.teardown(() => fixed.end());
  const page = await open(t, '/server/upstreams', await startBrowser(t, fixed.url));
  await page.getByText('SVC_UPSTREAMS').waitFor();
  await counted(page.locator('tbody tr'), 1);
  t.strictSame(await page.getByRole('main').getByRole('button').allTextContents(), ['Test connection']);
});
