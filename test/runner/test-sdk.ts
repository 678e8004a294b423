// Tests other people's libraries: clients of applications with the server, and client generators with the document: `npm
// run test:sdk`. They are large packages, so `npm test` leaves these tests out.

import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { installPackages } from '../../scripts/packages/index.ts';

const root = join(import.meta.dirname, '../..');

await installPackages('test');
await installPackages('test/sdk/clients');
await installPackages('test/sdk/generators');
for (const file of globSync('test/sdk/{clients,generators}/*.test.ts', { cwd: root }).sort()) {
  const { status } = spawnSync(process.execPath, [file], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
