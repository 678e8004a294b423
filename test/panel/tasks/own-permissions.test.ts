// People who are no owners see the pages and the buttons of what they may do, and no others.

import type { Page } from 'playwright-core';
import t from 'tap';
import { startApp } from '../../harness/app.ts';
import { choose, settled, startBrowser } from '../../harness/browser.ts';
import { storeWith } from '../../harness/stores.ts';
import { tasksIn } from '../../harness/tasks.ts';
import { createTenant, join, signUp } from '../../harness/world.ts';

const app = await startApp(t);
const task = tasksIn(await startBrowser(t, app.url));
const admin = await signUp(app, { isAdmin: true });

/** Makes a tenant whose members reach only the projects in which they have a role. */
async function assignedTenant() {
  const tenant = await createTenant(app, admin);
  const manage = async (path: string, body: object) => {
    const answer = await app.request('POST', path, { token: tenant.owner.token, body });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.text}`);
    return answer.body;
  };
  await manage('/v1/organization/settings', { project_access: 'assigned' });
  return { ...tenant, manage };
}

const open = async (page: Page, path: string) => {
  await page.goto(`/panel#${path}`);
  await settled(page);
};
const links = (page: Page, name: string) =>
  page.locator(`nav[aria-label="${name}"] ul`).first().locator('a').allTextContents();
const buttons = (page: Page) => page.locator('main').getByRole('button').allTextContents();

task('the pages of a role with two permissions', async (t, { openSignedIn, inspect }) => {
  const { member, organizationId, manage } = await assignedTenant();
  const role = { role_name: 'Controller', permissions: ['usage.read', 'audit_log.read'] };
  const { id } = await manage('/v1/organization/roles', role);
  await manage(`/v1/organization/users/${member.id}/roles`, { role_id: id });
  const page = await openSignedIn(member.email, `/o/${organizationId}`);
  await page.getByRole('heading', { name: 'Needs attention' }).waitFor();
  t.strictSame(await links(page, 'Main'), ['Overview', 'Projects', 'Members', 'Usage', 'Audit log']);
  await inspect(page, 'the overview of a controller');
  await open(page, `/o/${organizationId}/usage`);
  await page.getByRole('button', { name: 'Download CSV' }).waitFor();
  await open(page, `/o/${organizationId}/audit`);
  await page.getByText('Changes in the organization.').waitFor();
  for (const closed of ['groups', 'roles', 'invitations', 'keys', 'settings']) {
    await open(page, `/o/${organizationId}/${closed}`);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  }
  await open(page, `/o/${organizationId}/members`);
  t.strictSame(
    (await buttons(page)).filter((text) => /Invite|Remove|Roles|Make|Actions/.test(text)),
    [],
  );
});

task('the keys of a project by a role of its own', async (t, { openSignedIn, inspect }) => {
  const { member, organizationId, project, manage } = await assignedTenant();
  const role = { role_name: 'Key keeper', permissions: ['projects.read', 'keys.read', 'keys.write'] };
  const { id } = await manage(`/v1/projects/${project.id}/roles`, role);
  await manage(`/v1/projects/${project.id}/users/${member.id}/roles`, { role_id: id });
  const page = await openSignedIn(member.email, `/o/${organizationId}/projects/${project.id}/keys`);
  const dialog = page.getByRole('dialog');
  t.strictSame(await links(page, 'Project'), ['Overview', 'API keys', 'Service accounts', 'Webhook', 'Settings']);
  await page.getByRole('button', { name: 'Create a key' }).click();
  await dialog.getByLabel('Name').fill('By a keeper');
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await dialog.getByRole('button', { name: 'I have copied it' }).click();
  await page.locator('tbody tr', { hasText: 'By a keeper' }).waitFor();
  await inspect(page, 'the keys of a keeper');
  await open(page, `/o/${organizationId}/projects/${project.id}`);
  await page.getByRole('heading', { name: 'Needs attention' }).waitFor();
  await open(page, `/o/${organizationId}/projects/${project.id}/webhook`);
  await page.getByText('Address').waitFor();
  t.equal(await page.locator('main form').count(), 0, 'no form of a webhook');
});

task('the roles that a host of a project may give', async (t, { openSignedIn, inspect }) => {
  const { member, owner, organizationId, project, manage } = await assignedTenant();
  const guest = await signUp(app);
  await join(organizationId, guest, 'member');
  await manage(`/v1/organization/projects/${project.id}/users`, { user_id: guest.id, role: 'viewer' });
  const role = { role_name: 'Host', permissions: ['projects.read', 'roles.read', 'roles.write'] };
  const { id } = await manage(`/v1/projects/${project.id}/roles`, role);
  await manage(`/v1/projects/${project.id}/users/${member.id}/roles`, { role_id: id });
  const page = await openSignedIn(member.email, `/o/${organizationId}/projects/${project.id}/members`);
  const dialog = page.getByRole('dialog');
  const offered = (label: string) => dialog.getByLabel(label).locator('option').allTextContents();
  await choose(page, guest.email, 'Roles');
  await dialog.getByText('more than you may give').waitFor();
  t.strictSame(await offered('Give another role'), ['Host']);
  await inspect(page, 'the roles that a host may give');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add a member or a group' }).click();
  await dialog.getByLabel('E-mail of a member').fill(owner.email);
  t.strictSame(await offered('Role in the project'), ['Host']);
});

task('what a viewer of a project sees', async (t, { openSignedIn, inspect }) => {
  const { member, organizationId, project, manage } = await assignedTenant();
  await manage(`/v1/organization/projects/${project.id}/users`, { user_id: member.id, role: 'viewer' });
  const { id: store } = await storeWith(app, project.key, { 'notes.txt': 'Some notes.' });
  const base = `/o/${organizationId}/projects/${project.id}`;
  const page = await openSignedIn(member.email, `${base}/stores`);
  t.strictSame(await links(page, 'Project'), ['Overview', 'Vector stores', 'Files', 'Webhook', 'Settings']);
  for (const [path, text] of [
    ['stores', store],
    ['files', 'notes.txt'],
    [`stores/${store}`, 'notes.txt'],
    [`stores/${store}/retrieval`, store],
  ] as const) {
    await open(page, `${base}/${path}`);
    await page.getByText(text).first().waitFor();
    const shown = await buttons(page);
    t.strictSame(
      shown.filter((one) => /Create|Upload|Add files|Delete|Edit|Read again|Remove/.test(one)),
      [],
      path,
    );
    t.equal(await page.getByRole('button', { name: /^Actions/ }).count(), 0, `${path} has no menu of a row`);
  }
  await open(page, base);
  await page.getByRole('heading', { name: 'Needs attention' }).waitFor();
  await inspect(page, 'the project of a viewer');
});
