// Runs the deployment tests: `npm run test:deploy`. They need a package registry and Debian packages, so `npm test`
// leaves them out.

import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

for (const file of globSync('test/deploy/*.test.ts', { cwd: root }).sort()) {
  const { status } = spawnSync(process.execPath, [file], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
