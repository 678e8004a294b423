// Installs large packages that have package files of their own, so that an installation of svc does not contain them:
// scripts/bench/ has the servers that benchmarks compare svc with, test/ has packages for tests and checks, test/sdk/clients/
// and test/sdk/generators/ have those of `npm run test:sdk`.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/**
 * Installs the packages of the folder's package.json with `npm ci`, unless they match the lock file already. Throws if
 * npm fails.
 */
export async function installPackages(
  folder: 'scripts/bench' | 'test' | 'test/sdk/clients' | 'test/sdk/generators',
): Promise<void> {
  // npm writes this file last. It is older than the lock file if an installation was interrupted, or used another lock
  // file.
  const installed = changedAt(join(folder, 'node_modules/.package-lock.json'));
  if (installed >= changedAt(join(folder, 'package-lock.json'))) return;
  console.error(`Installing the packages of ${folder} …`);
  const child = spawn('npm', ['ci'], { cwd: join(root, folder), stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`"npm ci" in ${folder} failed (exit code ${code}). See its output above.`);
}

function changedAt(file: string): number {
  return statSync(join(root, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
