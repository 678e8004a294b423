// Installs the servers that tests need from Debian packages.

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** Includes the time to wait for other installations. */
const installTimeoutMs = 600_000;
/** Test files run concurrently, and apt-get fails if another apt-get is running, unless this option makes it wait. */
const lock = join(tmpdir(), 'svc-packages.lock');
const waits = ['-o', 'DPkg::Lock::Timeout=300'];

let updated: Promise<unknown> | undefined;

/** Installs the packages if one of the programs is missing. Throws if that fails. */
export async function ensurePackages(programs: string[], packages: string[]): Promise<void> {
  if (programs.every((program) => existsSync(program))) return;
  const options = { timeout: installTimeoutMs, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  const apt = (...words: string[]): Promise<unknown> => run('flock', [lock, 'apt-get', ...waits, ...words], options);
  try {
    updated ??= apt('update', '-q');
    await updated;
    await apt('install', '-q', '-y', '--no-install-recommends', ...packages);
  } catch (error) {
    throw new Error(`${programs.join(' and ')} are missing, and installing ${packages.join(' and ')} failed`, {
      cause: error,
    });
  }
}
