// Runs tests that `npm test` leaves out: `npm run test:deploy`, `test:sdk`, `test:upgrade` and `test:ha`, each with
// `[-- PATTERN]` for some of their files.

import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { installPackages } from '../../scripts/packages/index.ts';
import { databaseKinds } from '../harness/database.ts';

interface Tier {
  files: string[];
  /** Folders whose packages are installed first. */
  packages?: Parameters<typeof installPackages>[0][];
  /** The files run once in each environment. */
  environments?: Record<string, string>[];
}

const tiers: Record<string, Tier> = {
  // The deployment. Needs a package registry and Debian packages.
  deploy: { files: ['test/deploy/*.test.ts'] },
  // Kills, freezes and moves the primaries of real clusters of databases under load. Needs root, Debian packages, network
  // namespaces for a split network, and about 15 minutes.
  ha: { files: ['test/ha/*.test.ts'] },
  // Other people's libraries, which are large packages: clients of applications with the server, and client generators
  // with the document. The examples of the reference run in every language.
  sdk: {
    files: ['test/docs/examples.test.ts', 'test/sdk/{clients,generators}/*.test.ts'],
    packages: ['test', 'test/sdk/clients', 'test/sdk/generators'],
    environments: [{ SVC_TEST_LANGUAGES: 'all' }],
  },
  // This version beside a running server of the last release, on both databases. Takes longer than `npm test` may.
  upgrade: {
    files: ['test/upgrade/beside/beside.test.ts'],
    environments: databaseKinds.map((kind) => ({ TAP_TIMEOUT: '900', SVC_TEST_DATABASE: kind })),
  },
};

const root = join(import.meta.dirname, '../..');
const [, , name = '', pattern = ''] = process.argv;
const { files, packages = [], environments = [{}] } = tiers[name] as Tier;

for (const folder of packages) await installPackages(folder);
for (const own of environments)
  for (const file of globSync(files, { cwd: root }).sort()) {
    if (!file.includes(pattern)) continue;
    const env = { ...process.env, ...own };
    const { status } = spawnSync(process.execPath, [file], { cwd: root, env, stdio: 'inherit' });
    if (status !== 0) process.exitCode = 1;
  }
