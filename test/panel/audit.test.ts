// Tests the pages of the audit log: filters, names, what a change replaced, and the export.

import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { operationTable } from '../../generated/operations.ts';
import { AuditEntry } from '../../models/audit-entry.ts';
import { startApp } from '../harness/app.ts';
import { counted, settled, signInAs, startBrowser } from '../harness/browser.ts';
import { createTenant, password, signUp } from '../harness/world.ts';

const app = await startApp(t);
const browser = await startBrowser(t, app.url);
const admin = await signUp(app, { isAdmin: true });
const { organizationId, owner, project } = await createTenant(app, admin);
const path = `/v1/organization/projects/${project.id}`;
const body = { name: '<b>Renamed</b>', limits: { tokens_per_day: 500 } };
await app.request('POST', path, { token: owner.token, body });
await app.request('POST', '/v1/vector_stores', { token: project.key, body: { name: 'Handbook' } });

async function open(t: Test, email: string, at: string): Promise<Page> {
  const { page } = await browser.open(t);
  await page.goto('/panel');
  await signInAs(page, email, password);
  await page.goto(`/panel#${at}`);
  await settled(page);
  return page;
}

t.test('an owner finds a change by its type and while typing, and sees what it replaced', async (t) => {
  const page = await open(t, owner.email, `/o/${organizationId}/audit`);
  const rows = page.locator('tbody tr');
  await page.getByLabel('Event').selectOption('project.*');
  await page.locator('tbody tr', { hasText: 'vector_store.created' }).waitFor({ state: 'detached' });
  await page.locator('tbody tr', { hasText: 'project.created' }).first().waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('renamed');
  await counted(rows, 1);
  t.match(await rows.textContent(), new RegExp(`project\\.updated.*${owner.email}.*<b>Renamed</b>`));
  t.match(page.url(), /search=renamed/, 'a link shows the same rows');

  await rows.getByRole('button').click();
  const dialog = page.getByRole('dialog');
  const change = (field: string) => dialog.locator('tbody tr', { hasText: field }).locator('td').allTextContents();
  t.strictSame(await change('name'), ['Project', '<b>Renamed</b>']);
  t.strictSame(await change('limits.tokens_per_day'), ['none', '500']);
  await dialog
    .getByRole('button', { name: `Copy ${project.id}` })
    .first()
    .waitFor();
  await dialog.getByText('Details as JSON').click();
  t.strictSame(JSON.parse((await dialog.locator('pre').textContent()) ?? '').changes_requested, body);
  await page.keyboard.press('Escape');

  await page.getByLabel('Search').fill('occurs nowhere');
  await page.getByText('No results for these filters').waitFor();
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

/** Actions of operations whose services write entries of another type. */
const replaced = new Set([
  'account.updated',
  'account_password.updated',
  'admin_api_key.created',
  'admin_api_key.deleted',
  'admin_api_key.updated',
  'admin_config.updated',
  'browser_session.created',
  'confirm_password_reset',
  'end_browser_session',
  'end_login',
  'login.created',
  'project_api_key.created',
  'project_api_key.deleted',
  'project_api_key.updated',
  'refresh_browser_session',
  'refresh_login',
  'register_account',
  'reveal_admin_config',
  'user.created',
]);

t.test('the choice of events has the type of every audited operation, and of every entry here', async (t) => {
  const page = await open(t, owner.email, `/o/${organizationId}/audit`);
  const offered = (await page.evaluate(
    "[...document.querySelectorAll('select[name=event] option')].map(({ value }) => value)",
  )) as string[];
  const actions = Object.values(operationTable).flatMap((one) => ('audit' in one ? [one.audit.action] : []));
  const written = (await AuditEntry.findAll({ attributes: ['type'], group: ['type'] })).map(({ type }) => type);
  const expected = [...actions.filter((action) => !replaced.has(action)), ...written];
  t.strictSame(
    expected.filter((type) => !offered.includes(type)),
    [],
  );
});
