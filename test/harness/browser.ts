// A real browser for tests: Debian's Chromium, driven by playwright-core. Records what no page may cause: violations of
// the Content Security Policy, console errors, dialogs opened by scripts, and requests to other servers.

import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core';
import type { Test } from 'tap';
import { ensurePackages } from '../../scripts/fixtures/debian.ts';
import { removeFolder } from '../../scripts/fixtures/folders.ts';
import { patienceMs, until } from './process.ts';

const program = '/usr/bin/chromium';
const inPage = join(import.meta.dirname, '../panel/in-page.js');

export interface Visitor {
  /** A browser profile of its own, with its own cookies. */
  context: BrowserContext;
  page: Page;
  /** The recorded violations. The test fails at its end if there are any. */
  wrongs: string[];
}

export interface OpenOptions extends BrowserContextOptions {
  /** The statuses of requests that the server refuses in this test. The browser logs each of them as an error. */
  refusals?: number[];
  /** The addresses of other servers to which this test goes. */
  others?: string[];
}

export interface TestBrowser {
  /** The test that it was started for. */
  test: Test;
  /** Opens a new profile with one page. */
  open(t: Test, options?: OpenOptions): Promise<Visitor>;
}

/** Installs Chromium if it is missing. Throws if that fails. */
export function ensureBrowser(): Promise<void> {
  return ensurePackages([program], ['chromium']);
}

/**
 * Starts the browser, and stops it when the test ends. `scrollBars`: shows scroll bars that take up space, which
 * headless Chromium hides by default.
 */
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
      // Otherwise Chromium itself blocks requests of foreign pages to a server on loopback. Servers elsewhere have no
      // such protection.
      '--disable-features=LocalNetworkAccessChecks',
    ],
    env: { PATH: process.env.PATH ?? '', HOME: home, TMPDIR: home },
  });
  t.teardown(async () => {
    await browser.close();
    await removeFolder(home);
  });
  return {
    test: t,
    async open(t, { refusals = [], others = [], ...options } = {}) {
      const context = await browser.newContext({ baseURL: url, locale: 'en-GB', timezoneId: 'UTC', ...options });
      context.setDefaultTimeout(patienceMs);
      const wrongs = await watch(context, [url, ...others], refusals);
      t.teardown(async () => {
        await context.close();
        if (wrongs.length > 0) throw new Error(`The browser saw what must not be:\n${wrongs.join('\n')}`);
      });
      return { context, page: await context.newPage(), wrongs };
    },
  };
}

/** Records the violations of all pages in the context. */
async function watch(context: BrowserContext, urls: string[], refusals: number[]): Promise<string[]> {
  const wrongs: string[] = [];
  await context.addInitScript({ path: inPage });
  context.on('page', (page) => {
    page.on('pageerror', (error) => wrongs.push(`error: ${error.stack ?? error.message}`));
    page.on('console', (message) => {
      const refused = /^Failed to load resource: the server responded with a status of (\d+)/.exec(message.text())?.[1];
      if (refused !== undefined && refusals.includes(Number(refused))) return;
      if (['error', 'warning'].includes(message.type()))
        wrongs.push(`console: ${message.text()} ${message.location().url}`);
    });
    page.on('dialog', (dialog) => {
      wrongs.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('request', (request) => {
      if (!urls.some((url) => request.url().startsWith(`${url}/`))) wrongs.push(`request: ${request.url()}`);
    });
  });
  return wrongs;
}

/** Signs in on the open page, and waits for the next page. */
export async function signInAs(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor({ state: 'detached' });
}

/** Waits until the page of the URL is shown and has loaded its data, lists and reports included. */
export async function settled(page: Page): Promise<void> {
  const { pathname, hash } = new URL(page.url());
  const path = pathname === '/panel' ? decodeURI(hash.slice(1).split('?', 1)[0] ?? '') || '/' : pathname;
  await page.locator(`main[aria-busy="false"][data-path="${path}"]`).waitFor();
  await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' });
}

/** Waits until the locator matches `count` elements. While a page loads, it still shows the old elements. */
export async function counted(locator: Locator, count: number): Promise<void> {
  await until(async () => ((await locator.count()) === count ? true : undefined));
}

/** Opens the menu of a row, by the row's name, and chooses an action. */
export async function choose(page: Page, row: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions: ${row}`, exact: true }).click();
  await page.locator('.row-menu:popover-open').getByText(action, { exact: true }).click();
}
