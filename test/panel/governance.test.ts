// Tests the pages for operating a server: webhooks, live settings, usage and the audit log.

import { readFileSync } from 'node:fs';
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

t.test(
  'an owner sees spend, tokens and calls together, by model, project and key, of own dates, and as CSV',
  async (t) => {
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
    const totalOf = (title: string) => page.locator('h2', { hasText: title }).locator('.total').textContent();
    const cells = (name: string) => page.locator('tbody tr', { hasText: name }).first().locator('td').allTextContents();
    await page.locator('h2', { hasText: 'Tokens' }).waitFor();
    t.equal(await totalOf('Tokens'), '1,234');
    t.equal(await totalOf('Model calls'), '3');
    t.match(await totalOf('Spend'), /\$2\.50/);
    const tokens = page.locator('.usage-charts section', { hasText: 'Tokens' });
    await tokens.locator('.bars g').last().hover();
    await tokens.locator('.readout', { hasText: 'Tokens: 1,234' }).waitFor();

    await page.getByLabel('Group by').selectOption('model');
    await page.locator('th', { hasText: 'Model' }).first().waitFor();
    t.match(await cells('large'), [/\$2\.50/, '100 %', '2', '0', '900', '100']);
    t.match(await cells('small'), [/\$0\.0004/, '0 %', '1', '0', '200', '34']);
    await counted(tokens.locator('.series-1').locator('visible=true'), 2); // The bar of the second model, and its legend.
    for (const [group, name] of [
      ['project_id', 'Project'],
      ['api_key_id', 'Key'],
    ] as const) {
      await page.getByLabel('Group by').selectOption(group);
      await page
        .locator('tbody th', { hasText: new RegExp(`^${name}$`) })
        .first()
        .waitFor();
    }
    await page.getByLabel('Period').selectOption('dates');
    const today = new Date(nowSeconds() * 1000).toISOString().slice(0, 10);
    await page.getByLabel('Until').fill('2020-01-02');
    await page.getByLabel('From').fill('2020-01-01');
    await page.getByText('No usage in this period.').waitFor();
    await page.getByLabel('Until').fill(today);
    await page.getByLabel('From').fill(today);
    await page.locator('h2', { hasText: 'Tokens' }).waitFor();
    await page.reload();
    await page.locator('h2', { hasText: 'Tokens' }).waitFor();
    t.equal(await page.getByLabel('From').inputValue(), today, 'a reload shows the same');

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    const [head, ...lines] = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\r\n');
    t.equal(
      head,
      'start,end,api_key_id,name,spend_usd,model_calls,failed_model_calls,input_tokens,output_tokens,api_requests,stored_bytes',
    );
    t.match(
      lines.find((line) => line.includes(project.keyId)),
      `,${project.keyId},Key,2.5004,3,0,1100,134,`,
    );
  },
);
