// Lets Schemathesis judge a started server by the published document: `npm run test:judges
// [project_key|organization_key|admin …]`. It comes from PyPI into a private folder, so `npm test` leaves these tests out.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { hasProgram } from '../../scripts/contract/sdk/make.ts';
import { installPackages } from '../../scripts/packages/index.ts';

const root = join(import.meta.dirname, '../..');

if (await hasProgram('python3')) {
  await installPackages('test');
  const { status } = spawnSync(process.execPath, ['test/sdk/judges/schemathesis.test.ts'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, TAP_TIMEOUT: '7200', SVC_TEST_JUDGES: process.argv.slice(2).join(' ') },
  });
  process.exitCode = status ?? 1;
} else {
  console.log('# This machine has no python3, so nothing was tested.');
}
