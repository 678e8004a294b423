// Tests third-party client generators with the document: `npm run test:sdk`. The generators are large packages, so `npm
// test` leaves these tests out.

import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { installPackages } from '../packages/index.ts';

const root = join(import.meta.dirname, '../..');

await installPackages('test');
await installPackages('test/sdk/generators');
for (const file of globSync('test/sdk/generators/*.test.ts', { cwd: root }).sort()) {
  const { status } = spawnSync(process.execPath, [file], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
