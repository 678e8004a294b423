// What svc is measured against has a package file of its own, so that an installation of svc does not carry it.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';

const folder = import.meta.dirname;

/** Installs the packages of scripts/bench/package.json, unless they are there. Throws where npm fails. */
export async function installPackages(): Promise<void> {
  // npm writes this file last: it is older than the lock where an installation broke off, or was of another lock.
  if (changedAt('node_modules/.package-lock.json') >= changedAt('package-lock.json')) return;
  console.error('Installing the packages of scripts/bench …');
  const child = spawn('npm', ['ci'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`"npm ci" in scripts/bench failed (exit code ${code}). See its output above.`);
}

function changedAt(file: string): number {
  return statSync(join(folder, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
