// Compares generated/openapi.json with the document of the last release in spec/released/. Fails on a breaking change,
// unless CHANGELOG.md names it under the heading "### Breaking" of the newest version.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type BreakingChange, breakingChanges, readDocument, withOpenForwarded } from '../document/index.ts';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'spec/released');

/** Returns the findings that the newest version's "### Breaking" section of the changelog does not name. */
export function unannounced(findings: BreakingChange[], changelog: string): BreakingChange[] {
  const newest = changelog.split(/^## /m)[1] ?? '';
  const [, section = ''] = /^### Breaking\n(.*?)(?=^###|$(?![\s\S]))/ms.exec(newest) ?? [];
  const names = new Set(section.match(/\w+/g));
  return findings.filter(({ subject }) => !names.has(subject));
}

function main(): void {
  const document = readDocument(readFileSync(join(root, 'generated/openapi.json'), 'utf8'), withOpenForwarded);
  const released = readdirSync(folder).filter((name) => name.endsWith('.json.gz'));
  const [name] = released;
  if (name === undefined || released.length > 1)
    throw new Error('spec/released must hold one document, that of the last release: <version>.json.gz.');
  const before = readDocument(gunzipSync(readFileSync(join(folder, name))).toString());
  const left = unannounced(breakingChanges(before, document), readFileSync(join(root, 'CHANGELOG.md'), 'utf8'));
  if (left.length === 0) return;
  console.error(
    [
      `Breaking changes since ${name.replace('.json.gz', '')}:`,
      ...left.map(({ text }) => `  ${text}`),
      'Take them back, or name them in CHANGELOG.md under "### Breaking" of the newest version: ' +
        `${[...new Set(left.map(({ subject }) => subject))].join(', ')}.`,
    ].join('\n'),
  );
  process.exitCode = 1;
}

if (import.meta.main) main();
