// Tasks of owners and admins: add an upstream, read the usage, find a change in the audit log, change a setting.

import { readFileSync } from 'node:fs';
import t from 'tap';
import { nowSeconds } from '../../../models/clock.ts';
import { transaction } from '../../../models/connection.ts';
import { UsageRollup, type UsageRow } from '../../../models/usage-rollup.ts';
import { inAllWidths } from '../../../services/limits/usage/recorder.ts';
import { startApp } from '../../harness/app.ts';
import { choose, counted, settled, startBrowser } from '../../harness/browser.ts';
import { question } from '../../harness/inference.ts';
import { until } from '../../harness/process.ts';
import { tasksIn } from '../../harness/tasks.ts';
import { startUpstream } from '../../harness/upstream.ts';
import { createTenant, signUp } from '../../harness/world.ts';

const upstream = await startUpstream(t, { models: ['small', 'large'] });
const app = await startApp(t, { SVC_UPSTREAM_ALLOWED_CIDRS: '127.0.0.0/8' });
const task = tasksIn(await startBrowser(t, app.url));
const admin = await signUp(app, { isAdmin: true });

task('upstream', async (t, { openSignedIn, inspect }) => {
  const { project } = await createTenant(app, admin);
  const ask = async (model: string) =>
    (await app.request('POST', '/v1/chat/completions', { token: project.key, body: question({ model }) })).status;
  const page = await openSignedIn(admin.email, '/server/upstreams', { refusals: [422] });
  await page.getByText('No upstreams yet.').waitFor();
  await page.getByRole('button', { name: 'Add an upstream' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('hosted');
  await dialog.getByLabel('Address').fill('ftp://127.0.0.1/v1');
  await dialog.getByLabel('API key').fill(upstream.key);
  await dialog.getByRole('button', { name: 'Add' }).click();
  await dialog.locator('.field', { hasText: 'Address' }).locator('.trouble', { hasText: 'http://' }).waitFor();
  await inspect(page, 'the form');
  await dialog.getByLabel('Address').fill('http://10.0.0.1/v1');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await dialog.locator('.trouble', { hasText: 'SVC_UPSTREAM_ALLOWED_CIDRS' }).waitFor();
  await dialog.getByLabel('Address').fill(upstream.url);
  await dialog.getByRole('button', { name: 'Add' }).click();
  const row = page.locator('tbody tr', { hasText: 'hosted' });
  await row.waitFor();
  // The page waits only a limited time for the upstream's list, so the test reloads it.
  await until(async () => {
    if (/small, largeas listed by the upstream.*no failures/.test((await row.textContent()) ?? '')) return true;
    await page.reload();
    await row.waitFor();
    return undefined;
  });
  t.match(await row.textContent(), /no model has a price/);
  t.equal(await ask('small'), 200);
  t.notOk((await page.content()).includes(upstream.key));
  await inspect(page, 'the list');

  await choose(page, 'hosted', 'Edit');
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
  t.strictSame(await dialog.locator('.price-rows .trouble:not(:empty)').allTextContents(), [
    'Output: a number from 0 to 10000, such as 2.5.',
  ]);
  t.equal(await dialog.locator('fieldset > .trouble').textContent(), '', 'the field alone says it');
  await inspect(page, 'all settings of an upstream');
  await page.locator(':focus').fill('10');
  const second = dialog.locator('.price-row').nth(1).locator('input[name=model]');
  await second.fill('large');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.locator('input[name=model][aria-invalid=true]').first().waitFor();
  t.strictSame(
    await dialog.locator('.price-rows .trouble:not(:empty)').allTextContents(),
    Array(2).fill('Model: it has two prices here. Remove one of them.'),
  );
  await second.fill('large 2');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.locator('tbody tr', { hasText: 'large, larger' }).waitFor();
  t.equal(await ask('small'), 404);
  t.equal(await ask('large'), 200, 'the key is unchanged');
  t.equal(upstream.seen.at(-1)?.headers.authorization, `Bearer ${upstream.key}`);
  t.equal(await ask('larger'), 200);
  t.equal(upstream.seen.at(-1)?.body.model, 'org/larger:v2');
  await choose(page, 'hosted', 'Edit');
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
  await choose(page, 'spare', 'Try first');
  await dialog.getByRole('button', { name: 'Try first' }).click();
  await page.locator('tbody tr:first-child', { hasText: 'spare' }).waitFor();
  await choose(page, 'hosted', 'Remove');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await counted(page.locator('tbody tr'), 1);
  t.not(await ask('large'), 200);
  // No file is configured, so nothing remains.
  await page.getByRole('button', { name: 'Remove all upstreams' }).click();
  await dialog.getByRole('button', { name: 'Remove all upstreams' }).click();
  await page.getByText('No upstreams yet.').waitFor();
});

task('usage', async (t, { openSignedIn, inspect }) => {
  const { organizationId, owner, project } = await createTenant(app, admin);
  const row = {
    organizationId,
    width: 'minute',
    projectId: project.id,
    callerId: project.keyId,
    startsAt: nowSeconds(),
    kind: 'chat',
    failed: 0,
    cachedTokens: 0,
    bytes: 0,
  } as const;
  const rows = [
    { ...row, model: 'large', requests: 2, inputTokens: 900, outputTokens: 100, cost: 2_500_000_000 },
    { ...row, model: 'small', requests: 1, inputTokens: 200, outputTokens: 34, cost: 400_000 },
  ];
  await transaction((tx) => UsageRollup.add(inAllWidths(rows), tx));
  const page = await openSignedIn(owner.email, `/o/${organizationId}/usage`);
  const totalOf = (title: string) => page.locator('h2', { hasText: title }).locator('.total').textContent();
  const cells = (name: string) => page.locator('tbody tr', { hasText: name }).first().locator('td').allTextContents();
  await page.locator('h2', { hasText: 'Tokens' }).waitFor();
  t.equal(await totalOf('Tokens'), '1,234');
  t.equal(await totalOf('Model calls'), '3');
  t.match(await totalOf('Spend'), /\$2\.50/);
  const tokens = page.locator('.usage-charts section', { hasText: 'Tokens' });
  await tokens.locator('.bars g').last().hover();
  await tokens.locator('.readout', { hasText: 'Tokens: 1,234' }).waitFor();
  await inspect(page, 'the values of a bar');

  await page.getByLabel('Group by').selectOption('model');
  await page.getByRole('status').getByText('The report is shown.').waitFor();
  await settled(page);
  t.match(await cells('large'), [/\$2\.50/, '100%', '2', '0', '900', '100']);
  t.match(await cells('small'), [/\$0\.0004/, '0%', '1', '0', '200', '34']);
  await counted(tokens.locator('.series-1').locator('visible=true'), 2); // The bar of the second model, and its legend.
  await inspect(page, 'the usage by model');
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

  const csv = async () => {
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    return readFileSync(await (await file).path(), 'utf8')
      .trim()
      .split('\r\n');
  };
  const [head, ...lines] = await csv();
  t.equal(
    head,
    'start,end,api_key_id,name,spend_usd,model_calls,failed_model_calls,input_tokens,output_tokens,api_requests,stored_bytes',
  );
  t.match(
    lines.find((line) => line.includes(project.keyId)),
    `,${project.keyId},Key,2.5004,3,0,1100,134,`,
  );

  await page.getByLabel('Group by').selectOption('project_id');
  await page.getByRole('link', { name: 'Project', exact: true }).click();
  await page.getByText('Only the project Project.').waitFor();
  t.match(await cells('large'), [/\$2\.50/, '100%', '2', '0', '900', '100']);
  await page.reload();
  await page.getByText('Only the project Project.').waitFor();
  await page.getByRole('link', { name: 'Show all usage' }).click();
  await page.getByText('Only the project Project.').waitFor({ state: 'detached' });
  await page.goto(`/panel#/o/${organizationId}/projects/${project.id}/keys`);
  await choose(page, 'Key', 'Usage');
  await page.getByText('Only the key Key.').waitFor();
  t.match(await cells('small'), [/\$0\.0004/, '0%', '1', '0', '200', '34']);
  await page.getByRole('link', { name: 'Show all usage' }).click();
  await page.getByText('Only the key Key.').waitFor({ state: 'detached' });

  // More groups than the tables have rows.
  const path = `/v1/organization/projects/${project.id}/api_keys`;
  const made = Array.from({ length: 52 }, (_, at) =>
    app.request('POST', path, { token: owner.token, body: { name: `Many ${at}` } }),
  );
  const many = (await Promise.all(made)).map(({ body }) => ({ ...rows[0], callerId: body.id, cost: 1 }) as UsageRow);
  await transaction((tx) => UsageRollup.add(inAllWidths(many), tx));
  await page.reload();
  await page.getByLabel('Group by').selectOption('api_key_id');
  await page.getByText('The 50 largest of 53 are shown.').waitFor();
  await page.getByText('Chart data').click();
  await counted(page.locator('details tbody tr'), 6); // Five groups, and all others as one.
  t.equal((await csv()).filter((line) => line.includes(',Many ')).length, 52, 'the file has all of them with names');
});

task('audit', async (t, { openSignedIn, inspect }) => {
  const { organizationId, owner, project } = await createTenant(app, admin);
  const body = { name: '<b>Renamed</b>', limits: { tokens_per_day: 500 } };
  await app.request('POST', `/v1/organization/projects/${project.id}`, { token: owner.token, body });
  const made = { name: 'Handbook', metadata: { floor: '1', room: 'engine' } };
  const store = await app.request('POST', '/v1/vector_stores', { token: project.key, body: made });
  const change = { name: 'Manual', metadata: { floor: '2' } };
  await app.request('POST', `/v1/vector_stores/${store.body.id}`, { token: project.key, body: change });

  const page = await openSignedIn(owner.email, `/o/${organizationId}/audit`);
  const rows = page.locator('tbody tr');
  await inspect(page, 'the list');
  await page.getByLabel('Event').selectOption('project.*');
  await page.locator('tbody tr', { hasText: 'vector_store.created' }).waitFor({ state: 'detached' });
  await page.locator('tbody tr', { hasText: 'project.created' }).first().waitFor();
  await page.getByLabel('Search').fill('renamed');
  await counted(rows, 1);
  t.match(await rows.textContent(), new RegExp(`project\\.updated.*${owner.email}.*<b>Renamed</b>`));
  // A link shows the same rows.
  await page.waitForURL(/search=renamed/);
  await settled(page);

  // A server with many entries ends a page before it has found anything.
  await page.route('**/audit_logs?*', async (route) => {
    if (route.request().url().includes('after=')) return route.continue();
    const nothing = { data: [], first_id: null, last_id: 'audit_7ZZZZZZZZZZZZZZZZZZZZZZZZZ', has_more: true };
    return route.fulfill({ json: { object: 'list', ...nothing } });
  });
  await page.reload();
  await rows.filter({ hasText: 'project.updated' }).waitFor();
  await page.unroute('**/audit_logs?*');

  let loads = 0;
  page.on('request', (one) => {
    if (one.url().includes('/audit_logs')) loads += 1;
  });
  await rows.getByRole('button').click();
  const dialog = page.getByRole('dialog');
  const changed = (field: string) => dialog.locator('tbody tr', { hasText: field }).locator('td').allTextContents();
  t.strictSame(await changed('name'), ['Project', '<b>Renamed</b>']);
  t.strictSame(await changed('limits.tokens_per_day'), ['none', '500']);
  await dialog
    .getByRole('button', { name: `Copy ${project.id}` })
    .first()
    .waitFor();
  await inspect(page, 'the entry');
  await dialog.getByText('Details as JSON').click();
  t.strictSame(JSON.parse((await dialog.locator('pre').textContent()) ?? '').changes_requested, {
    ...body,
    title: body.name,
  });
  await page.keyboard.press('Escape');
  t.equal(loads, 0, 'the click after the search loads nothing again');

  await page.getByLabel('Search').fill('');
  await page.getByLabel('Event').selectOption('vector_store.updated');
  await rows.filter({ hasText: 'vector_store.updated' }).waitFor();
  await settled(page);
  await counted(rows, 1);
  await rows.getByRole('button').click();
  t.strictSame(await changed('name'), ['Handbook', 'Manual']);
  t.strictSame(await changed('metadata.floor'), ['1', '2']);
  t.strictSame(await changed('metadata.room'), ['engine', 'none']);
  await page.keyboard.press('Escape');
  await page.getByLabel('Search').fill('occurs nowhere');
  await page.getByText('No results for these filters').waitFor();
});

task('configuration', async (t, { openSignedIn, inspect }) => {
  const page = await openSignedIn(admin.email, '/server/configuration', { refusals: [422] });
  const shownOf = (path: string): Promise<string | null> =>
    page.locator('tr', { hasText: path }).locator('td').first().textContent();
  await page.getByLabel('Find a setting').fill('reset_seconds');
  await counted(page.locator('tbody tr:visible'), 1);
  await page.getByRole('button', { name: 'Change: tokens.reset_seconds' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Value').fill('0');
  await dialog.getByRole('button', { name: 'Change' }).click();
  await dialog.locator('.trouble', { hasText: 'whole number from 1' }).waitFor();
  await inspect(page, 'the form');
  await dialog.getByLabel('Value').fill('1800');
  await dialog.getByRole('button', { name: 'Change' }).click();
  await page.getByRole('button', { name: 'Reset: tokens.reset_seconds' }).waitFor();
  t.match(await shownOf('tokens.reset_seconds'), /^1800\s*30 minutes$/);
  const { body } = await app.request('GET', '/admin/config', { token: admin.token });
  t.equal(body.tokens.reset_seconds, 1800, 'the server has the new value');
  await inspect(page, 'the page');
  await page.getByRole('button', { name: 'Reset: tokens.reset_seconds' }).click();
  await dialog.getByRole('button', { name: 'Reset' }).click();
  await page.getByRole('button', { name: 'Reset: tokens.reset_seconds' }).waitFor({ state: 'detached' });
  t.match(await shownOf('tokens.reset_seconds'), /^3600\s*1 hour$/);
});
