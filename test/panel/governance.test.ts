// Tests the pages of the configuration and the audit log.

import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { auditEvents } from '../../generated/audit-events.ts';
import { AuditEntry } from '../../models/audit-entry.ts';
import { startApp } from '../harness/app.ts';
import { counted, settled, signInAs, startBrowser } from '../harness/browser.ts';
import { createTenant, password, signUp } from '../harness/world.ts';

const secret = 'a-secret-to-be-revealed';
const app = await startApp(t, { SVC_WORKER_TOKEN: secret, SVC_MAX_BODY_BYTES: '100000' });
const browser = await startBrowser(t, app.url);
const admin = await signUp(app, { isAdmin: true });
const { organizationId, owner } = await createTenant(app, admin);

async function open(t: Test, email: string, path: string): Promise<Page> {
  const { page } = await browser.open(t);
  await page.goto('/panel');
  await signInAs(page, email, password);
  await page.goto(`/panel#${path}`);
  await settled(page);
  return page;
}

t.test('settings that can be changed come first, the others are folded away, and the search finds both', async (t) => {
  const page = await open(t, admin.email, '/server/configuration');
  const fold = page.locator('details', { hasText: 'Settings that require a restart' });
  await page.getByRole('heading', { name: 'Tokens and sessions' }).waitFor();
  await page.getByRole('heading', { name: 'HTTP server' }).waitFor({ state: 'hidden' });
  t.equal(await fold.getByRole('button', { name: /^Change/ }).count(), 0);
  const titles = await page.locator('main h2').allTextContents();
  t.strictSame(
    titles.filter((title) => !/^[A-Z]/.test(title)),
    [],
    'every part of the configuration has a title',
  );
  t.match(await page.locator('tr', { hasText: 'tokens.refresh_seconds' }).textContent(), /2592000\s*30 days/);
  await page.getByLabel('Find a setting').fill('seconds until');
  await page.locator('tr', { hasText: 'tokens.access_seconds' }).waitFor();
  await page.locator('tr', { hasText: 'log.level' }).waitFor({ state: 'hidden' });
  await page.getByLabel('Find a setting').fill('the port');
  await page.locator('tr', { hasText: 'server.port' }).waitFor();
  await page.getByLabel('Find a setting').fill('30 days');
  await page.locator('tr', { hasText: 'tokens.refresh_seconds' }).waitFor();
  await page.locator('tr', { hasText: 'tokens.access_seconds' }).waitFor({ state: 'hidden' });
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
  await page.getByRole('button', { name: 'Hide' }).click();
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

t.test('an admin exports the entries of a filter as JSON lines', async (t) => {
  const page = await open(t, admin.email, '/server/audit?event=api_key.created');
  await page.getByRole('heading', { level: 1, name: 'Server audit log' }).waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export as JSON lines' }).click(),
  ]);
  t.equal(file.suggestedFilename(), 'audit-log.jsonl');
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\n');
  t.strictSame([...new Set(lines.map((line) => JSON.parse(line).type))], ['api_key.created']);
  t.equal(lines.length, await AuditEntry.count({ where: { type: 'api_key.created' } }));
});

t.test('the choice of events has the type of every audited operation, and of every entry here', async (t) => {
  const page = await open(t, owner.email, `/o/${organizationId}/audit`);
  const offered = (await page.evaluate(
    "[...document.querySelectorAll('select[name=event] option')].map(({ value }) => value)",
  )) as string[];
  const written = (await AuditEntry.findAll({ attributes: ['type'], group: ['type'] })).map(({ type }) => type);
  const expected = [...auditEvents, ...written];
  t.strictSame(
    expected.filter((type) => !offered.includes(type)),
    [],
  );
});
