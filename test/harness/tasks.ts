// Tests of what people do in the panel, from beginning to end. Each task runs in the window of a desk and of a phone, in
// both colour schemes; in a run of the whole suite in one of them, because pages.test.ts looks at every page in both. The
// pages and dialogs on its way must fit into the window and obey the rules of axe-core.

import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Test } from 'tap';
import { violationsAsShown } from './accessibility.ts';
import { type OpenOptions, settled, signInAs, type TestBrowser, type Visitor } from './browser.ts';
import { password } from './world.ts';

/** A folder for a screenshot of each inspected page. */
const pictures = process.env.SVC_TEST_PICTURES;

const looks = [
  ['at 1280 pixels, light', { viewport: { width: 1280, height: 900 }, colorScheme: 'light' }],
  ['at 390 pixels, dark', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' }],
] as const;

export interface Reader {
  /** Opens a page in a new browser profile. */
  open(path: string, options?: OpenOptions): Promise<Visitor>;
  /** Signs in in a new browser profile and opens a page of the panel, such as `/server/users`. */
  openSignedIn(email: string, path: string, options?: OpenOptions): Promise<Page>;
  /** Tests that the page, with the dialog over it, fits and is accessible. */
  inspect(page: Page, name: string): Promise<void>;
}

/** Returns a function that adds the tests of a task. Each run needs a tenant of its own. */
export function tasksIn(browser: TestBrowser) {
  return (name: string, run: (t: Test, reader: Reader) => Promise<void>): void => {
    const tried = process.env.SVC_TEST_WHOLE === 'true' ? [looks[name.length % 2] ?? looks[0]] : looks;
    browser.test.test(name, async (t) => {
      for (const [look, options] of tried) await t.test(look, (t) => run(t, readerOf(t, browser, options)));
    });
  };
}

function readerOf(t: Test, browser: TestBrowser, look: OpenOptions): Reader {
  const open: Reader['open'] = async (path, options = {}) => {
    const visitor = await browser.open(t, { ...look, ...options });
    await visitor.page.goto(path);
    return visitor;
  };
  return {
    open,
    async openSignedIn(email, path, options) {
      const { page } = await open('/panel', options);
      await signInAs(page, email, password);
      await page.goto(`/panel#${path}`);
      await settled(page);
      return page;
    },
    async inspect(page, name) {
      await settled(page);
      t.equal(await page.evaluate('svcTest.overflow()'), 0, `${name} fits`);
      t.strictSame(await violationsAsShown(page), [], `${name} is accessible`);
      if (pictures === undefined) return;
      const file = `${name} ${look.viewport?.width}`.replaceAll(/[^a-zA-Z0-9]+/g, '-');
      await page.screenshot({ path: join(pictures, `${file}.png`) });
    },
  };
}
