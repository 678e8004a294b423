// Tests this version with a running server of the last release, on both databases: `npm run test:upgrade`. It takes longer
// than `npm test` may, which leaves these tests out.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { databaseKinds } from '../harness/database.ts';

for (const kind of databaseKinds) {
  const { status } = spawnSync(process.execPath, ['test/upgrade/beside/beside.test.ts'], {
    cwd: join(import.meta.dirname, '../..'),
    stdio: 'inherit',
    env: { ...process.env, TAP_TIMEOUT: '900', SVC_TEST_DATABASE: kind },
  });
  if (status !== 0) process.exitCode = status ?? 1;
}
