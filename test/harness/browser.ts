// A real browser for tests: the Chromium of Debian's packages, driven by playwright-core. Every page notes what it must
// never have: violations of the policy, errors on the console, dialogs of scripts, requests to anywhere else.

import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core';
import type { Test } from 'tap';
import { ensurePackages } from './debian.ts';
import { removeFolder } from './folders.ts';
import { until } from './process.ts';

const program = '/usr/bin/chromium';
const inPage = join(import.meta.dirname, '../panel/in-page.js');
const patienceMs = 60_000;

export interface Visitor {
  /** A browser profile of its own: cookies and all. */
  context: BrowserContext;
  page: Page;
  /** What its pages did that they must not; the test fails at its end if there is anything. */
  wrongs: string[];
}

export interface TestBrowser {
  /** A new profile with one page. */
  open(t: Test, options?: BrowserContextOptions): Promise<Visitor>;
}

/** Sees to it that there is a browser. Throws where there is none, and none can be installed. */
export function ensureBrowser(): Promise<void> {
  return ensurePackages([program], ['chromium']);
}

/** Starts the browser, and ends it with the test. `scrollBars`: with those that take place, which a test has not else. */
export async function startBrowser(t: Test, url: string, { scrollBars = false } = {}): Promise<TestBrowser> {
  await ensureBrowser();
  const home = await mkdtemp(join(tmpdir(), 'svc-browser-'));
  const browser = await chromium.launch({
    executablePath: program,
    ...(scrollBars ? { ignoreDefaultArgs: ['--hide-scrollbars'] } : {}),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Else the browser itself keeps a foreign page from a server on the loopback, which no other server has for a guard.
      '--disable-features=LocalNetworkAccessChecks',
    ],
    env: { PATH: process.env.PATH ?? '', HOME: home, TMPDIR: home },
  });
  t.teardown(async () => {
    await browser.close();
    await removeFolder(home);
  });
  return {
    async open(t, options = {}) {
      const context = await browser.newContext({ baseURL: url, locale: 'en-GB', timezoneId: 'UTC', ...options });
      context.setDefaultTimeout(patienceMs);
      const wrongs = await watch(context, url);
      t.teardown(async () => {
        await context.close();
        if (wrongs.length > 0) throw new Error(`The browser saw what must not be:\n${wrongs.join('\n')}`);
      });
      return { context, page: await context.newPage(), wrongs };
    },
  };
}

/** What the pages of the context do that they must not. */
async function watch(context: BrowserContext, url: string): Promise<string[]> {
  const wrongs: string[] = [];
  await context.addInitScript({ path: inPage });
  context.on('page', (page) => {
    page.on('pageerror', (error) => wrongs.push(`error: ${error.stack ?? error.message}`));
    page.on('console', (message) => {
      // A refused call is what many tests are about; the browser notes it by itself.
      if (message.text().startsWith('Failed to load resource')) return;
      if (['error', 'warning'].includes(message.type())) wrongs.push(`console: ${message.text()}`);
    });
    page.on('dialog', (dialog) => {
      wrongs.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(`${url}/`)) wrongs.push(`request: ${request.url()}`);
    });
  });
  return wrongs;
}

/** Signs in on the page that is open, and waits for the one behind it. */
export async function signInAs(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor({ state: 'detached' });
}

/** The page that the address names is there, with all that it waits for: its lists and reports as well. */
export async function settled(page: Page): Promise<void> {
  const { pathname, hash } = new URL(page.url());
  const path = pathname === '/panel' ? decodeURI(hash.slice(1).split('?', 1)[0] ?? '') || '/' : pathname;
  await page.locator(`main[aria-busy="false"][data-path="${path}"]`).waitFor();
  await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' });
}

/** Waits until so many are there: a page that has yet to show what was asked of it still shows what was there before. */
export async function counted(locator: Locator, count: number): Promise<void> {
  await until(async () => ((await locator.count()) === count ? true : undefined), patienceMs);
}
