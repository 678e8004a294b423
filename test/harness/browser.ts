// A real browser for tests: the Chromium of Debian's packages, driven by playwright-core. Every page notes what it must
// never have: violations of the policy, errors on the console, dialogs of scripts, requests to anywhere else.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import type { Test } from 'tap';
import { ensurePackages } from './debian.ts';

const program = '/usr/bin/chromium';
const patienceMs = 20_000;

export interface Person {
  /** A window of a browser of its own: cookies and all. */
  context: BrowserContext;
  page: Page;
}

export interface TestBrowser {
  /** A new browser profile with one page. What it does wrong fails the test at its end. */
  open(t: Test, options?: BrowserContextOptions): Promise<Person>;
}

/** Starts the browser, and ends it with the test. */
export async function startBrowser(t: Test, url: string): Promise<TestBrowser> {
  await ensurePackages([program], ['chromium']);
  const home = await mkdtemp(join(tmpdir(), 'svc-browser-'));
  const browser = await chromium.launch({
    executablePath: program,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
    env: { PATH: process.env.PATH ?? '', HOME: home, TMPDIR: home },
  });
  t.teardown(async () => {
    await browser.close();
    await rm(home, { recursive: true, force: true });
  });
  return {
    async open(t, options = {}) {
      const context = await browser.newContext({ baseURL: url, locale: 'en-GB', timezoneId: 'UTC', ...options });
      context.setDefaultTimeout(patienceMs);
      const wrongs = watch(context, url);
      t.teardown(async () => {
        await context.close();
        t.strictSame(wrongs, [], 'the browser saw nothing wrong');
      });
      return { context, page: await context.newPage() };
    },
  };
}

/** What the pages of the context do that they must not. */
function watch(context: BrowserContext, url: string): string[] {
  const wrongs: string[] = [];
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
