// Tests generators of other languages with the document, and the guide's code for webhooks: `npm run test:languages
// [NAME …]`, where `webhooks` is a name too. The generators are installed in a private folder, so `npm test` leaves these
// tests out. What the machine lacks is skipped, and named.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { installPackages } from '../../scripts/packages/index.ts';
import { programs } from '../sdk/languages/programs.ts';

const root = join(import.meta.dirname, '../..');

await installPackages('test');
const names = process.argv.slice(2);
const files = [
  ...(names.join() === 'webhooks' ? [] : ['languages.test.ts']),
  ...(names.length === 0 || names.includes('webhooks') ? ['webhooks.test.ts'] : []),
];
for (const file of files) {
  const { status } = spawnSync(process.execPath, [join('test/sdk/languages', file)], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      // A compilation may take minutes.
      TAP_TIMEOUT: '7200',
      SVC_TEST_LANGUAGES: names.join(' '),
      // Go's compiler otherwise takes all processors, and gigabytes of memory for the large clients.
      GOFLAGS: process.env.GOFLAGS ?? '-p=1',
      CARGO_TARGET_DIR: process.env.CARGO_TARGET_DIR ?? join(programs, 'cargo'),
    },
  });
  if (status !== 0) process.exitCode = status ?? 1;
}
