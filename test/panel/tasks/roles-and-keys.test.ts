// Tasks of owners: a role that a group gives and takes, members of a project, and a key with rules that is rotated.

import type { Page } from 'playwright-core';
import t from 'tap';
import { startApp } from '../../harness/app.ts';
import { choose, settled, startBrowser } from '../../harness/browser.ts';
import { until } from '../../harness/process.ts';
import { tasksIn } from '../../harness/tasks.ts';
import { createTenant, signUp } from '../../harness/world.ts';

const app = await startApp(t);
const task = tasksIn(await startBrowser(t, app.url));
const admin = await signUp(app, { isAdmin: true });

/** Waits until the call has the status: a change of roles reaches the server's cache a moment after its answer. */
async function answers(status: number, path: string, token: string, project?: string): Promise<void> {
  const headers = project === undefined ? {} : { 'compat-project': project };
  const query = path.includes('usage') ? { start_time: 1 } : {};
  await until(async () => (await app.request('GET', path, { token, headers, query })).status === status || undefined);
}

const submit = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

task('a role for a group', async (_t, { openSignedIn, inspect }) => {
  const { owner, member, organizationId } = await createTenant(app, admin);
  const usage = '/v1/organization/usage/requests';
  await answers(403, usage, member.token);
  const page = await openSignedIn(owner.email, `/o/${organizationId}/roles`);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Create a role' }).click();
  await dialog.getByLabel('Name').fill('Auditor');
  await dialog.getByLabel('Usage and costs: Read').check();
  await dialog.getByLabel('Audit log: Read').check();
  await inspect(page, 'the form of a role');
  await submit(page, 'Create');
  await page
    .locator('tbody tr', { hasText: 'Auditor' })
    .getByText('Usage and costs (read), Audit log (read)')
    .waitFor();

  await page.goto(`/panel#/o/${organizationId}/groups`);
  await page.getByRole('button', { name: 'Create a group' }).first().click();
  await dialog.getByLabel('Name').fill('Controllers');
  await submit(page, 'Create');
  await page.getByRole('heading', { level: 1, name: 'Controllers' }).waitFor();
  await page.getByLabel('Give a role').selectOption('Auditor');
  await page.getByRole('button', { name: 'Give the role' }).click();
  await page.getByRole('button', { name: 'Remove the role Auditor' }).waitFor();
  await page.getByRole('button', { name: 'Add a member' }).click();
  await dialog.getByLabel('E-mail of a member').fill('nobody@example.com');
  await submit(page, 'Add');
  await dialog.getByText('No member of the organization has this address.').waitFor();
  await dialog.getByLabel('E-mail of a member').fill(member.email);
  await submit(page, 'Add');
  await page.locator('tbody tr', { hasText: member.email }).waitFor();
  await inspect(page, 'a group');
  await answers(200, usage, member.token);

  await page.goto(`/panel#/o/${organizationId}/members`);
  await settled(page);
  await choose(page, member.email, 'Roles');
  await dialog.getByText('by a group').waitFor();
  await inspect(page, 'the roles of a member');
  await page.keyboard.press('Escape');

  await page.goto(`/panel#/o/${organizationId}/roles`);
  await settled(page);
  await choose(page, 'Auditor', 'Delete');
  await dialog.getByText('1 person loses Usage and costs (read), Audit log (read).').waitFor();
  await inspect(page, 'the deletion of a role');
  await submit(page, 'Delete the role');
  await page.locator('tbody tr', { hasText: 'Auditor' }).waitFor({ state: 'detached' });
  await answers(403, usage, member.token);
});

task('members of a project', async (_t, { openSignedIn, inspect }) => {
  const { owner, member, organizationId, project } = await createTenant(app, admin);
  const page = await openSignedIn(owner.email, `/o/${organizationId}/settings`);
  const dialog = page.getByRole('dialog');
  await page.getByLabel('Members reach').selectOption('assigned');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('status').getByText('The project access is saved.').waitFor();
  await answers(403, '/v1/files', member.token, project.id);
  await page.goto(`/panel#/o/${organizationId}/projects/${project.id}/members`);
  await page.getByRole('button', { name: 'Add a member or a group' }).click();
  await dialog.getByLabel('E-mail of a member').fill(member.email);
  await dialog.getByLabel('Role in the project').selectOption('viewer');
  await inspect(page, 'the form of a project member');
  await submit(page, 'Add');
  await page.locator('tbody tr', { hasText: member.email }).getByText('viewer').waitFor();
  await answers(200, '/v1/files', member.token, project.id);
  await choose(page, member.email, 'Remove');
  await submit(page, 'Remove the member');
  await page.getByText('No members of this project yet.').waitFor();
  await answers(403, '/v1/files', member.token, project.id);
});

task('a key with rules', async (t, { openSignedIn, inspect }) => {
  const { owner, organizationId, project } = await createTenant(app, admin);
  const page = await openSignedIn(owner.email, `/o/${organizationId}/projects/${project.id}/keys`, { refusals: [422] });
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Create a key' }).click();
  await dialog.getByLabel('Name').fill('Indexer');
  await dialog.getByText('Permissions, models and networks').click();
  await dialog.getByRole('group', { name: 'Permissions' }).getByLabel('Only these').check();
  await dialog.getByLabel('Files: Read').check();
  await dialog.getByLabel('Only from these').check();
  await dialog.getByLabel('Networks, one per line').fill('nowhere');
  await inspect(page, 'the rules of a key');
  await submit(page, 'Create');
  await dialog.locator('.trouble', { hasText: /\S/ }).first().waitFor();
  await dialog.getByLabel('Networks, one per line').fill('127.0.0.0/8');
  await submit(page, 'Create');
  const value = async () => (await dialog.getByRole('group', { name: 'key' }).textContent()) ?? '';
  const first = await value();
  await dialog.getByRole('button', { name: 'I have copied it' }).click();
  const row = page.locator('tbody tr', { hasText: 'Indexer' });
  await row.getByText('only 1 permission, 1 network').waitFor();
  await answers(200, '/v1/files', first);
  await answers(403, '/v1/vector_stores', first);

  await choose(page, 'Indexer', 'Rotate');
  await dialog.getByLabel('The old value works').selectOption('for an hour');
  await submit(page, 'Rotate');
  const second = await value();
  await dialog.getByRole('button', { name: 'I have copied it' }).click();
  t.not(second, first);
  for (const key of [first, second]) await answers(200, '/v1/files', key);
  await inspect(page, 'a rotated key');

  await choose(page, 'Indexer', 'Edit');
  await dialog.getByText('Permissions, models and networks').click();
  await dialog.getByLabel('All that the maker of the key has').check();
  await submit(page, 'Save');
  await row.getByText('only 1 network').waitFor();
  await answers(200, '/v1/vector_stores', second);
  await choose(page, 'Indexer', 'Disable');
  await submit(page, 'Disable');
  await row.getByText('disabled', { exact: true }).waitFor();
  await answers(401, '/v1/files', second);
  await choose(page, 'Indexer', 'Enable');
  await row.getByText('disabled', { exact: true }).waitFor({ state: 'detached' });
  await answers(200, '/v1/files', second);
});

task('the keys of a service account', async (t, { openSignedIn, inspect }) => {
  const { owner, organizationId, project } = await createTenant(app, admin);
  const page = await openSignedIn(owner.email, `/o/${organizationId}/projects/${project.id}/service-accounts`);
  const dialog = page.getByRole('dialog');
  const copied = async () => {
    const value = (await dialog.getByRole('group', { name: 'key' }).textContent()) ?? '';
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    return value;
  };
  await page.getByRole('button', { name: 'Create a service account' }).first().click();
  await dialog.getByLabel('Name').fill('Nightly');
  await submit(page, 'Create');
  const first = await copied();
  await choose(page, 'Nightly', 'Another key');
  await dialog.getByLabel('Name of the key').fill('Second');
  await dialog.getByLabel('Expires').selectOption({ index: 1 });
  await inspect(page, 'another key of a service account');
  await submit(page, 'Create');
  const second = await copied();
  t.not(second, first);
  for (const key of [first, second]) await answers(200, '/v1/files', key);
  await inspect(page, 'the service accounts');
  await page.goto(`/panel#/o/${organizationId}/projects/${project.id}/keys`);
  const row = page.locator('tbody tr', { hasText: 'Second' });
  await row.getByText('by Nightly').waitFor();
  await page.goto(`/panel#/o/${organizationId}/projects/${project.id}/service-accounts`);
  await settled(page);
  await choose(page, 'Nightly', 'Delete');
  await submit(page, 'Delete the service account');
  await page.getByText('No service accounts yet.').waitFor();
  for (const key of [first, second]) await answers(401, '/v1/files', key);
});
