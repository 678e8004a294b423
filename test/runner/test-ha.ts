// Kills, freezes and moves the primaries of real clusters of databases under load: `npm run test:ha [PATTERN]`. It needs
// root, Debian packages, network namespaces for a split network, and about 15 minutes, so `npm test` leaves it out.

import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const [, , pattern = ''] = process.argv;

for (const file of globSync('test/ha/*.test.ts', { cwd: root }).sort()) {
  if (!file.includes(pattern)) continue;
  const { status } = spawnSync(process.execPath, [file], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
