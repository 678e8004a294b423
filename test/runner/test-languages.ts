// Tests generators of other languages with the document: `npm run test:languages [NAME …]`. They are installed with
// pip and go into a private folder, so `npm test` leaves these tests out. What the machine lacks is skipped, and named.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { installPackages } from '../../scripts/packages/index.ts';

const root = join(import.meta.dirname, '../..');

await installPackages('test');
const { status } = spawnSync(process.execPath, ['test/sdk/languages/languages.test.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, SVC_TEST_LANGUAGES: process.argv.slice(2).join(' ') },
});
process.exitCode = status ?? 1;
