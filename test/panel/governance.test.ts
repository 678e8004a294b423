// Tests the pages for operating a server: webhooks, live settings, usage and the audit log.

import type { Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { nowSeconds } from '../../models/clock.ts';
import { transaction } from '../../models/connection.ts';
import { UsageRollup } from '../../models/usage-rollup.ts';
import { inAllWidths } from '../../services/limits/usage/recorder.ts';
import { startApp } from '../harness/app.ts';
import { counted, settled, signInAs, startBrowser } from '../harness/browser.ts';
import { loopbackSettings, startReceiver } from '../harness/receiver.ts';
import { createHook } from '../harness/webhooks.ts';
import { createTenant, password, signUp } from '../harness/world.ts';

const secret = 'a-secret-to-be-revealed';
const app = await startApp(t, { ...loopbackSettings, SVC_WORKER_TOKEN: secret, SVC_MAX_BODY_BYTES: '100000' });
const browser = await startBrowser(t, app.url);
const admin = await signUp(app, { isAdmin: true });
const tenant = await createTenant(app, admin);
const { organizationId, organizationKey, owner, project } = tenant;

async function open(t: Test, email: string, path: string): Promise<Page> {
  const { page } = await browser.open(t);
  await page.goto('/panel');
  await signInAs(page, email, password);
  await page.goto(`/panel#${path}`);
  await settled(page);
  return page;
}

t.test('an owner tests the webhook, sees the delivery, and resends it', async (t) => {
  const receiver = await startReceiver(t);
  receiver.behave((response) => response.writeHead(200).end('<b>thanks</b>'));
  const { projectId } = await createHook(app, organizationKey, receiver.url);
  const page = await open(t, owner.email, `/o/${organizationId}/projects/${projectId}/webhook`);
  await page.getByRole('link', { name: 'Deliveries' }).click();
  await page.getByText('No deliveries yet.').waitFor();
  await page.getByRole('button', { name: 'Send a test event' }).click();
  await page.getByLabel('Event', { exact: true }).selectOption('vector_store.file_batch.failed');
  await page.getByRole('button', { name: 'Send the event' }).click();
  await page.getByRole('heading', { name: 'Batch failed' }).waitFor();
  await page.locator('.facts').getByText('delivered').waitFor();
  t.equal(await page.locator('pre').textContent(), receiver.received[0]?.body.toString(), 'the sent payload is shown');

  await page.getByRole('button', { name: 'Show attempt 1' }).click();
  await page.getByRole('dialog').getByText('<b>thanks</b>').waitFor();
  await page.keyboard.press('Escape');

  const first = page.url();
  await page.getByRole('button', { name: 'Send again' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
  await page.getByRole('status').getByText('The event was resent').waitFor();
  await page.locator('.facts').getByText('Resent manually').waitFor();
  t.not(page.url(), first);
  const [one, two] = await receiver.wait(2);
  t.same(two?.body, one?.body);

  await page.getByRole('link', { name: 'Deliveries' }).click();
  await settled(page);
  await counted(page.locator('tbody tr'), 2);
  await page.getByLabel('Status').selectOption('failed');
  await page.getByText('No results for these filters').waitFor();
  t.match(page.url(), /status=failed/, 'a link shows the same rows');
});

t.test('an admin changes a live setting, sees validation errors, and undoes the change', async (t) => {
  const page = await open(t, admin.email, '/server/configuration');
  const shownOf = (path: string): Promise<string | null> =>
    page.locator('tr', { hasText: path }).locator('td').first().textContent();
  await page.getByRole('button', { name: 'Change: tokens.reset_seconds' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Value').fill('0');
  await dialog.getByRole('button', { name: 'Change' }).click();
  await dialog.locator('.trouble', { hasText: 'whole number from 1' }).waitFor();
  await dialog.getByLabel('Value').fill('1800');
  await dialog.getByRole('button', { name: 'Change' }).click();
  await page.getByRole('button', { name: 'Reset: tokens.reset_seconds' }).waitFor();
  t.equal(await shownOf('tokens.reset_seconds'), '1800');
  const { body } = await app.request('GET', '/admin/config', { token: admin.token });
  t.equal(body.tokens.reset_seconds, 1800, 'the server has the new value');
  await page.getByRole('button', { name: 'Reset: tokens.reset_seconds' }).click();
  await dialog.getByRole('button', { name: 'Reset' }).click();
  await page.getByRole('button', { name: 'Reset: tokens.reset_seconds' }).waitFor({ state: 'detached' });
  t.equal(await shownOf('tokens.reset_seconds'), '3600');
});

t.test('settings that can be changed come first, the others are folded away, and the search finds both', async (t) => {
  const page = await open(t, admin.email, '/server/configuration');
  const fold = page.locator('details', { hasText: 'Set before the server starts' });
  await page.getByRole('heading', { name: 'Tokens and sessions' }).waitFor();
  await page.getByRole('heading', { name: 'HTTP server' }).waitFor({ state: 'hidden' });
  t.equal(await fold.getByRole('button', { name: /^Change/ }).count(), 0);
  await page.keyboard.press('/');
  await page.keyboard.type('seconds until');
  await page.locator('tr', { hasText: 'tokens.access_seconds' }).waitFor();
  await page.locator('tr', { hasText: 'log.level' }).waitFor({ state: 'hidden' });
  await page.getByLabel('Find a setting').fill('the port');
  await page.locator('tr', { hasText: 'server.port' }).waitFor();
  await page.getByLabel('Find a setting').fill('nowhere to be found');
  await page.getByText('No setting contains this text.').waitFor();
});

t.test('a setting that an environment variable fixes shows the variable, and is read-only', async (t) => {
  const page = await open(t, admin.email, '/server/configuration');
  const row = page.locator('tr', { hasText: 'limits.max_body_bytes' });
  t.match(await row.textContent(), /100000.*environment.*SVC_MAX_BODY_BYTES.*set by environment variable/s);
  t.equal(await row.getByRole('button').count(), 0);
});

t.test('secrets are masked until they are revealed one by one, and the audit log records it', async (t) => {
  const page = await open(t, admin.email, '/server/configuration');
  t.notOk((await page.content()).includes(secret));
  await page.getByLabel('Find a setting').fill('worker.token');
  await counted(page.locator('tbody tr:visible'), 1);
  await page.getByRole('button', { name: 'Reveal: worker.token' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reveal' }).click();
  await page.getByRole('dialog').getByText(secret).waitFor();
  await page.getByRole('button', { name: 'Hide it' }).click();
  await page.locator('dialog').first().waitFor({ state: 'detached' });
  t.notOk((await page.content()).includes(secret), 'the page contains nothing of the secret');

  await page.goto('/panel#/server/audit');
  await settled(page);
  await page.getByLabel('Event').selectOption('config.revealed');
  await page.locator('tbody tr', { hasText: 'worker.token' }).waitFor();
  await counted(page.locator('tbody tr'), 1);
  t.match(
    await page.locator('tbody tr').textContent(),
    new RegExp(`config\\.revealed.*${admin.email}.*worker\\.token`),
  );
});

t.test('an owner sees the usage by project, and the same numbers in a table', async (t) => {
  const row = { organizationId, width: 'minute', projectId: project.id, callerId: project.keyId, bytes: 0 } as const;
  const rows = [
    {
      ...row,
      startsAt: nowSeconds(),
      kind: 'chat',
      model: 'large',
      requests: 2,
      failed: 0,
      inputTokens: 900,
      outputTokens: 100,
      cachedTokens: 0,
      cost: 2_500_000_000,
    } as const,
    {
      ...row,
      startsAt: nowSeconds(),
      kind: 'chat',
      model: 'small',
      requests: 1,
      failed: 0,
      inputTokens: 200,
      outputTokens: 34,
      cachedTokens: 0,
      cost: 400_000,
    } as const,
  ];
  await transaction((transaction) => UsageRollup.add(inAllWidths(rows), transaction));
  const page = await open(t, owner.email, `/o/${organizationId}/usage`);
  await page.locator('.tiles').getByText('1,234').first().waitFor();
  await page.getByLabel('Grouped by').selectOption('model');
  await page.locator('tr', { hasText: 'large' }).first().waitFor();
  t.match(await page.locator('tr', { hasText: 'large' }).first().textContent(), /1,000.*81 %/);
  await counted(page.locator('.bars .series-1'), 1); // The second model has its own bar.
  await page.getByText('Data of the chart').click();
  t.match(await page.locator('details tr', { hasText: 'small' }).textContent(), /234/);
  await page.getByLabel('Grouped by').selectOption('project_id');
  await page.locator('th', { hasText: 'Project' }).first().waitFor();
  await counted(page.locator('.legend'), 0); // A single group needs no legend.
  await page.getByLabel('Show').selectOption('costs');
  await page.getByLabel('Grouped by').selectOption('model');
  await page.locator('tr', { hasText: 'large' }).first().waitFor();
  t.match(await page.locator('tr', { hasText: 'large' }).first().textContent(), /\$2\.50.*100 %/);
  t.match(await page.locator('tr', { hasText: 'small' }).first().textContent(), /\$0\.0004/);
  await page.getByLabel('Grouped by').selectOption('project_id');
  await page.reload();
  await page.locator('th', { hasText: 'Project' }).first().waitFor();
  t.equal(await page.getByLabel('Grouped by').inputValue(), 'project_id', 'a reload shows the same');
});
