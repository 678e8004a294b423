// Tests layout, contrast and keyboard use of every page. The list of pages comes from the panel itself, so that new
// pages are included. SVC_TEST_PICTURES=<folder> saves a screenshot of each.

import { join } from 'node:path';
import type { Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { nowSeconds } from '../../models/clock.ts';
import { transaction } from '../../models/connection.ts';
import { UsageRollup, type UsageRow } from '../../models/usage-rollup.ts';
import { inAllWidths } from '../../services/limits/usage/recorder.ts';
import { violationsAsShown } from '../harness/accessibility.ts';
import { startApp } from '../harness/app.ts';
import { settled, signInAs, startBrowser, type Visitor } from '../harness/browser.ts';
import { newInvitation } from '../harness/fixtures.ts';
import { upload } from '../harness/forms.ts';
import { finished } from '../harness/stores.ts';
import { createTenant, password, signUp } from '../harness/world.ts';

const app = await startApp(t, { SVC_WORKER_TOKEN: 'a-secret-to-be-revealed' });
const browser = await startBrowser(t, app.url);
const admin = await signUp(app, { isAdmin: true });
const pictures = process.env.SVC_TEST_PICTURES;

const script = '<img src=x onerror=alert(1)>';
const long = `${'Wide'.repeat(40)} ${'y'.repeat(94)}`;
/** The bidirectional override reverses the following text. Its effect must stay inside the name. */
const turned = 'abc\u202ecba"><script>alert(1)</script>';

const { owner, organizationId, organizationKey, organizationKeyId, project } = await createTenant(app, admin);
await fill();
await use();
const [store] = (await app.request('GET', '/v1/vector_stores', { token: project.key })).body.data;

/** Creates resources with hostile names. */
async function fill(): Promise<void> {
  const post = async (token: string, path: string, body: unknown): Promise<void> => {
    const { status, text } = await app.request('POST', path, { token, body });
    if (status !== 200) throw new Error(text);
  };
  await post(owner.token, '/auth/me', { name: script });
  await post(admin.token, `/admin/organization/${organizationId}`, { name: script });
  await post(organizationKey, `/v1/organization/projects/${project.id}`, { name: long });
  await post(organizationKey, '/v1/organization/projects', { name: script });
  await post(organizationKey, `/v1/organization/admin_api_keys/${organizationKeyId}`, { name: long });
  await post(organizationKey, `/v1/organization/projects/${project.id}/api_keys`, { name: script });
  for (const name of [script, long, turned]) {
    await post(project.key, '/v1/vector_stores', { name, metadata: { [script]: turned, key: 'x'.repeat(512) } });
  }
  const scope = { app, admin, organizationId, projectId: project.id, tokens: {} as never };
  await newInvitation(scope, `${'a'.repeat(60)}@${'b'.repeat(60)}.example.com`);
}

/** Records a month of usage with more models than a chart has colours. One model has a hostile name. */
async function use(): Promise<void> {
  const models = [script, long, turned, 'small', 'smaller', 'smallest', 'rare', 'rarer'];
  const rows = Array.from({ length: 120 }, (_, index): UsageRow[] => {
    const amount = 500 + ((index * 7919) % 4001);
    const common = { organizationId, width: 'minute', projectId: project.id, callerId: project.keyId } as const;
    const row = {
      ...common,
      startsAt: nowSeconds() - index * 6 * 3600,
      requests: 3,
      failed: 1,
      cachedTokens: 0,
      cost: amount * 5000,
      bytes: 0,
    };
    const model = models[index % models.length] ?? '';
    return [
      { ...row, kind: 'chat', model, inputTokens: amount, outputTokens: amount },
      { ...row, startsAt: nowSeconds() - index * 700, kind: 'chat', model, inputTokens: amount, outputTokens: 1 },
      { ...row, kind: 'file_bytes', model: '', requests: 0, inputTokens: 0, outputTokens: 0, bytes: amount * 1e6 },
    ];
  });
  await transaction((tx) => UsageRollup.add(inAllWidths(rows.flat()), tx));
}

const ids: Record<string, string> = {
  organization: organizationId,
  project: project.id,
  store: store.id,
  delivery: await newDelivery(),
  group: await newGroup(),
};

/** Creates a group with a member and roles, whose names are hostile. */
async function newGroup(): Promise<string> {
  const post = async (path: string, body: object) => {
    const { status, body: answer, text } = await app.request('POST', path, { token: owner.token, body });
    if (status !== 200) throw new Error(text);
    return answer;
  };
  const { id } = await post('/v1/organization/groups', { name: long });
  await post('/v1/organization/groups', { name: script });
  await post(`/v1/organization/groups/${id}/users`, { user_id: owner.id });
  for (const [base, permissions] of [
    ['/v1/organization', ['usage.read', 'audit_log.read']],
    [`/v1/projects/${project.id}`, ['files.read', 'files.write', 'model.request']],
  ] as const) {
    const role = await post(`${base}/roles`, { role_name: long, description: long, permissions });
    await post(`${base}/roles`, { role_name: script, permissions });
    await post(`${base}/groups/${id}/roles`, { role_id: role.id });
  }
  await post(`/v1/organization/projects/${project.id}/users`, { user_id: owner.id, role: 'viewer' });
  await post(`/v1/organization/projects/${project.id}/service_accounts`, { name: long });
  return id;
}

/** Creates a delivery of the project's webhook, whose host does not exist. */
async function newDelivery(): Promise<string> {
  const path = `/v1/organization/projects/${project.id}`;
  await app.request('POST', path, { token: organizationKey, body: { webhook_url: 'https://hooks.invalid/' } });
  const body = { type: 'vector_store.file_batch.completed' };
  return (await app.request('POST', `${path}/webhook_test`, { token: organizationKey, body })).body.id;
}

await attach();

/** Attaches files with hostile names to the vector store. */
async function attach(): Promise<void> {
  for (const filename of [script.replaceAll('/', ''), `${long}.txt`, 'broken.pdf']) {
    const fileId = await upload(app, project.key, { content: 'Products can be returned.', filename });
    const body = { file_id: fileId };
    await app.request('POST', `/v1/vector_stores/${store.id}/files`, { token: project.key, body });
    await finished(app, project.key, `/v1/vector_stores/${store.id}/files/${fileId}`);
  }
}

/** Returns the addresses of all pages for signed-in users, from the panel's own table. */
async function addresses(page: Page): Promise<string[]> {
  const paths = (await page.evaluate(`
    import(new URL('pages.js', document.querySelector('script[src]').src)).then(({ pages }) =>
      pages.filter(({ scope }) => scope !== 'public').map(({ path }) => path))
  `)) as string[];
  return paths.map((path) =>
    path.replace(/:([a-z]+)/g, (_, name: string) => {
      const id = ids[name];
      if (id === undefined) throw new Error(`${path}: say in this test what ':${name}' is filled with`);
      return id;
    }),
  );
}

interface Looks {
  overflow(): number;
  faintTexts(): string[];
  squeezedTexts(): string[];
  coveredNames(): string[];
}

/** Tests the layout of the open page. */
async function look(t: Test, page: Page, name: string, colorScheme?: 'light' | 'dark'): Promise<void> {
  await settled(page);
  const { headings, ...looks } = await page.evaluate(() => {
    const { svcTest } = globalThis as unknown as { svcTest: Looks };
    const headings = (
      globalThis as unknown as { document: { querySelectorAll(s: string): { length: number } } }
    ).document.querySelectorAll('h1').length;
    const [faint, squeezed, covered] = [svcTest.faintTexts(), svcTest.squeezedTexts(), svcTest.coveredNames()];
    return { overflow: svcTest.overflow(), faint, squeezed, covered, headings };
  });
  t.strictSame(looks, { overflow: 0, faint: [], squeezed: [], covered: [] }, name);
  t.equal(headings, 1, name);
  // Each visit has one colour scheme, so that both are tried once.
  if (colorScheme !== undefined) t.strictSame(await violationsAsShown(page), [], `${name}: accessibility`);
  if (pictures !== undefined) {
    const file = `${name.replaceAll(/[^a-zA-Z0-9]+/g, '-').replace(organizationId, 'o')}.png`;
    await page.screenshot({ path: join(pictures, file), fullPage: true });
  }
}

async function openSignedIn(visitor: Visitor, email: string): Promise<Page> {
  await visitor.page.goto('/panel');
  await signInAs(visitor.page, email, password);
  await visitor.page.locator('#navigation').waitFor({ state: 'attached' });
  return visitor.page;
}

for (const [name, viewport, colorScheme] of [
  ['a small telephone in the dark', { width: 320, height: 640 }, 'dark'],
  ['a desk by day', { width: 1280, height: 900 }, 'light'],
] as const) {
  t.test(`on ${name} every page fits, is readable and accessible, and shows hostile names as text`, async (t) => {
    const visitor = await browser.open(t, { viewport, colorScheme });
    for (const path of ['/panel', '/panel#/forgotten', '/panel/reset', '/panel/invitation', '/panel/register']) {
      await visitor.page.goto(path);
      await look(t, visitor.page, `${colorScheme} ${path}`, colorScheme);
    }
    const page = await openSignedIn(visitor, admin.email);
    const paths = await addresses(page);
    t.ok(paths.length >= 12, `${paths.length} pages`);
    const usage = `/o/${organizationId}/usage`;
    const reports = ['1&group=model', '30&group=project_id', 'dates&group=api_key_id'].map(
      (query) => `${usage}?window=${query}`,
    );
    for (const path of [...paths, ...reports, '/nowhere']) {
      // A new query alone leaves the old page on the screen until the new one is ready.
      if (path.includes('?')) await page.goto('about:blank');
      await page.goto(`/panel#${path}`);
      await look(t, page, `${colorScheme} ${path}`, colorScheme);
      t.equal(await page.locator('main img, main script').count(), 0, `${path}: no name became an element`);
      const lists = await page.locator('main .list-bar').count();
      t.equal(
        await page
          .locator('main')
          .getByRole('searchbox', { name: /^Search / })
          .count(),
        lists + (path.endsWith(store.id) ? 1 : 0),
        `${path}: each list has a search`,
      );
    }
    await page.goto(`/panel#/o/${organizationId}/projects/${project.id}/stores`);
    await settled(page);
    for (const text of [script, long, turned]) {
      t.ok((await page.getByText(text, { exact: true }).count()) > 0, `${text.slice(0, 30)} is shown exactly`);
    }
    await page.emulateMedia({ media: 'print', colorScheme });
    t.equal(await page.evaluate('getComputedStyle(document.body).color'), 'rgb(22, 24, 27)', 'paper is white');
    t.equal(await page.getByRole('navigation').count(), 0);
  });
}

t.test('every empty list of an organization says what to do next', async (t) => {
  const { status, body } = await app.request('POST', '/admin/organization/', {
    token: admin.token,
    body: { name: 'Empty', owner_id: owner.id },
  });
  t.equal(status, 200);
  const page = await openSignedIn(await browser.open(t), owner.email);
  for (const list of ['projects', 'groups', 'invitations', 'keys']) {
    await page.goto(`/panel#/o/${body.organization.id}/${list}`);
    await settled(page);
    await page.locator('.empty').waitFor();
    await look(t, page, `empty ${list}`);
  }
});

/** Presses Tab until the element with this text has the focus. The focus must be visible. */
async function tabTo(page: Page, text: string): Promise<void> {
  const name = (): Promise<string> =>
    page.evaluate(
      "(document.activeElement?.textContent || document.activeElement?.labels?.[0]?.textContent || '').trim()",
    );
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    if (!(await name()).startsWith(text)) continue;
    const outline = await page.evaluate('getComputedStyle(document.activeElement).outlineStyle');
    if (outline === 'none') throw new Error(`The focus on ${text} cannot be seen`);
    return;
  }
  throw new Error(`Tab never comes to ${text}`);
}

t.test('the keyboard alone suffices to sign in, navigate, create, cancel and sign out', async (t) => {
  const { page } = await browser.open(t);
  await page.goto('/panel');
  await page.getByLabel('E-mail').waitFor();
  await tabTo(page, 'E-mail').catch(() => page.getByLabel('E-mail').focus());
  await page.keyboard.type(owner.email);
  await tabTo(page, 'Password');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();

  for (const name of ['Members', 'Invitations', 'Organization keys', 'Projects']) {
    await tabTo(page, name);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await settled(page);
    t.equal(await page.evaluate('document.activeElement.tagName'), 'H1', `${name}: the focus is on the heading`);
  }

  await tabTo(page, 'Create a project');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  t.equal(await page.evaluate('document.activeElement.textContent'), 'Create a project', 'the focus is back');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByLabel('Name').waitFor();
  await page.keyboard.type('By keyboard');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'By keyboard' }).waitFor();
  await page.getByRole('status').getByText('By keyboard').waitFor();

  await tabTo(page, 'Sign out');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
});
