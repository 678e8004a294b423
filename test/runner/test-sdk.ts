// Tests other people's libraries: clients of applications with the server, and client generators with the document: `npm
// run test:sdk`. They are large packages, so `npm test` leaves these tests out. The examples of the reference run in every
// language here.

import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { installPackages } from '../../scripts/packages/index.ts';

const root = join(import.meta.dirname, '../..');

await installPackages('test');
await installPackages('test/sdk/clients');
await installPackages('test/sdk/generators');
const files = globSync(['test/docs/examples.test.ts', 'test/sdk/{clients,generators}/*.test.ts'], { cwd: root });
const env = { ...process.env, SVC_TEST_LANGUAGES: 'all' };
for (const file of files.sort()) {
  const { status } = spawnSync(process.execPath, [file], { cwd: root, env, stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
