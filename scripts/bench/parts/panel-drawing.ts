// Measures the panel in a browser: the overview until nothing on it loads, a page of 100 rows of 5,000 from the click
// until it is drawn, and the size of the scripts. The values are the lowest of the rounds: a busy machine only adds to
// them.

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium, type Page } from 'playwright-core';
import { transaction } from '../../../models/connection.ts';
import { closeDatabase } from '../../../models/index.ts';
import { StoredFile } from '../../../models/stored-file.ts';
import { openDatabaseWithRetries } from '../../../services/database.ts';
import { createUser } from '../../../services/people/index.ts';
import { createLog } from '../../../services/platform/index.ts';
import { loadConfig } from '../../../services/settings/index.ts';
import { ensurePackages } from '../../fixtures/debian.ts';
import type { Bench, Part } from '../part.ts';
import type { Findings, Goal } from '../report.ts';
import { Servers } from '../server-process.ts';
import { createTenant, type DatabaseSettings } from '../tenant.ts';
import { file } from './list-search.ts';

const program = '/usr/bin/chromium';
const [files, rowsPerStatement] = [5000, 1000];
const visits = 10;
const admin = { email: 'admin@example.com', password: 'correct horse battery staple' };
const [interactiveMs, scriptBytes] = [300, 120 * 1024];

export const panelDrawing: Part = {
  name: 'panel-drawing',
  about: `the panel in Chromium on the embedded database, ${files} files, the lowest of ${visits} visits`,
  async run(bench) {
    await ensurePackages([program], ['chromium']);
    const settings = { SVC_DATA_DIR: join(bench.folder, 'data'), SVC_DATABASE_URL: '' };
    await mkdir(settings.SVC_DATA_DIR, { recursive: true });
    const { organizationId, projectId } = await createTenant(settings, 20);
    await fill(settings, projectId);
    const servers = new Servers();
    const browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox', '--disable-gpu'] });
    try {
      const { url } = await servers.startSvc(bench.cores?.servers, settings);
      return await measure(browser, url, `/o/${organizationId}`, projectId, bench);
    } finally {
      await browser.close();
      await servers.stop();
    }
  },
};

async function measure(browser: Browser, url: string, organization: string, projectId: string, bench: Bench) {
  const page = await (await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 900 } })).newPage();
  await page.addInitScript({ content: noteWhenDrawn });
  await page.goto('/panel');
  await page.getByLabel('E-mail').fill(admin.email);
  await page.getByLabel('Password', { exact: true }).fill(admin.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('#navigation').waitFor();
  bench.note('measuring');
  const overview = await interactive(page, `/panel#${organization}`);
  const drawn = await nextPages(page, `/panel#${organization}/projects/${projectId}/files?limit=100`);
  const goals: Goal[] = [
    {
      what: 'the overview, interactive',
      sense: 'at most',
      must: interactiveMs,
      measured: overview,
      unit: 'ms',
      slack: 0,
    },
    {
      what: 'all scripts, compressed',
      sense: 'at most',
      must: scriptBytes,
      measured: await bytesOf(url),
      unit: 'bytes',
      slack: 0,
    },
  ];
  const figures = [
    { what: `a page of 100 of ${files} rows, from the click until it is drawn`, value: drawn, unit: 'ms' },
  ];
  return { figures, goals } satisfies Findings;
}

/** Notes in the page when it and its lists and reports have been loaded and drawn for the first time. */
const noteWhenDrawn = `
  requestAnimationFrame(function check() {
    const isDrawn =
      document.querySelector('main[aria-busy="false"] h1') !== null &&
      document.querySelector('main [aria-busy="true"]') === null;
    if (isDrawn) globalThis.drawnAt = performance.now();
    else requestAnimationFrame(check);
  });
`;

/** Returns what it has noted. */
const drawnAt = `(async () => {
  while (globalThis.drawnAt === undefined) await new Promise(requestAnimationFrame);
  return globalThis.drawnAt;
})()`;

/** Goes to the next page of the list. Returns the milliseconds until its rows are on the screen. */
const turn = `(async () => {
  const first = () => document.querySelector('tbody tr')?.textContent;
  const before = first();
  const buttons = [...document.querySelectorAll('nav.pager button')];
  const begin = performance.now();
  buttons.find((button) => button.textContent === 'Next').click();
  while (first() === before) await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  return performance.now() - begin;
})()`;

/** Returns the milliseconds from the navigation until the page is drawn, with a warm cache as at each further visit. */
async function interactive(page: Page, path: string): Promise<number> {
  const times: number[] = [];
  for (let visit = 0; visit < visits; visit += 1) {
    await page.goto('about:blank');
    await page.goto(path);
    times.push(await page.evaluate<number>(drawnAt));
  }
  return Math.min(...times);
}

async function nextPages(page: Page, path: string): Promise<number> {
  await page.goto('about:blank');
  await page.goto(path);
  await page.locator('tbody tr').nth(99).waitFor();
  const times: number[] = [];
  for (let visit = 0; visit < visits; visit += 1) times.push(await page.evaluate<number>(turn));
  return Math.min(...times);
}

async function bytesOf(url: string): Promise<number> {
  const html = await (await fetch(`${url}/panel`)).text();
  const names = new Set([...html.matchAll(/(?:href|src)="([^"]+\.js)"/g)].map(([, name = '']) => name));
  const texts = await Promise.all([...names].map(async (name) => (await fetch(new URL(name, url))).text()));
  return texts.reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0);
}

async function fill(settings: DatabaseSettings, projectId: string): Promise<void> {
  await openDatabaseWithRetries(loadConfig({ ...settings }), await createLog('warn'));
  await createUser({ ...admin, name: 'Admin', isAdmin: true });
  for (let first = 0; first < files; first += rowsPerStatement) {
    const rows = Array.from({ length: rowsPerStatement }, (_, index) => file(projectId, first + index));
    await transaction((tx) => StoredFile.bulkCreate(rows, { transaction: tx }));
  }
  await closeDatabase();
}
