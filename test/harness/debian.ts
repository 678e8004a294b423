// Servers that tests run against come from Debian's packages.

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** With the waiting for others who install. */
const installTimeoutMs = 600_000;
/** Test files run side by side, and apt-get does not wait for another one: it fails, unless it is told to. */
const lock = join(tmpdir(), 'svc-packages.lock');
const waits = ['-o', 'DPkg::Lock::Timeout=300'];

let updated: Promise<unknown> | undefined;

/** Sees to it that the programs are there, by installing the packages where they are not. Throws where that fails. */
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
