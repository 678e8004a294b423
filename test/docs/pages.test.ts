// Tests the pages of /docs in a browser: no page scrolls sideways on a phone, and none breaks a rule of axe-core, light
// and dark. SVC_TEST_PICTURES=<folder> saves a screenshot of each.

import { join } from 'node:path';
import t from 'tap';
import { guideNames } from '../../scripts/generate/docs/guides.ts';
import { violations } from '../harness/accessibility.ts';
import { startApp } from '../harness/app.ts';
import { startBrowser } from '../harness/browser.ts';

const app = await startApp(t);
const browser = await startBrowser(t, app.url);
const pictures = process.env.SVC_TEST_PICTURES;
/** All operations are written by the same code, so these many of them show what axe-core would say of all. */
const operationCount = 8;

for (const width of [390, 1280]) {
  t.test(`the pages of /docs fit a screen of ${width} pixels, and anyone can read them`, async (t) => {
    const { page } = await browser.open(t, { viewport: { width, height: 900 }, colorScheme: 'light' });
    for (const path of ['/docs', ...guideNames.map((name) => `/docs/${name}`)]) {
      await page.goto(path);
      await page.locator('.tabs .languages, main').first().waitFor();
      const scrolled = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      t.ok(Number(scrolled) <= 0, `${path} does not scroll sideways`);
      await page.evaluate(
        `[...document.querySelectorAll('article.o')].slice(${operationCount}).forEach((one) => one.remove())`,
      );
      t.strictSame(await violations(page, 'light'), [], `${path} breaks no rule of accessibility`);
      if (pictures === undefined) continue;
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const name = `docs${path.replaceAll('/', '-').slice(5)}-${width}-${colorScheme}.png`;
        await page.screenshot({ path: join(pictures, name), fullPage: true });
      }
    }
  });
}
