// Servers that tests run against come from Debian's packages.

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);
const installTimeoutMs = 300_000;

let updated: Promise<unknown> | undefined;

/** Sees to it that the programs are there, by installing the packages where they are not. Throws where that fails. */
export async function ensurePackages(programs: string[], packages: string[]): Promise<void> {
  if (programs.every((program) => existsSync(program))) return;
  const options = { timeout: installTimeoutMs, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  try {
    updated ??= run('apt-get', ['update', '-q'], options);
    await updated;
    await run('apt-get', ['install', '-q', '-y', '--no-install-recommends', ...packages], options);
  } catch (error) {
    throw new Error(`${programs.join(' and ')} are missing, and installing ${packages.join(' and ')} failed`, {
      cause: error,
    });
  }
}
