// Accessibility rules, by axe-core. `evaluate` runs it inside the page in spite of the Content Security Policy.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const schemes = ['light', 'dark'] as const;

/**
 * Returns the violations of the open page: of all rules in the given colour scheme, and of contrast in the other one,
 * because no other rule depends on colours.
 */
export async function violations(page: Page, colorScheme: 'light' | 'dark'): Promise<string[]> {
  const found: string[] = [];
  for (const scheme of schemes) {
    await page.emulateMedia({ colorScheme: scheme });
    const rules = scheme === colorScheme ? '' : "runOnly: ['color-contrast'], ";
    found.push(...(await violationsAsShown(page, rules)).map((violation) => `${scheme}: ${violation}`));
  }
  await page.emulateMedia({ colorScheme });
  return found;
}

/** Returns the violations of the open page in its present colour scheme, of all rules by default. */
export async function violationsAsShown(page: Page, rules = ''): Promise<string[]> {
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(source);
  const report = `axe.run(document, { ${rules}resultTypes: ['violations'] }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ target, html }) => id + ' ' + target + ' ' + html.slice(0, 200))))`;
  return (await page.evaluate(report)) as string[];
}
