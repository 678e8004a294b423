// The code that the panel shows in several languages: reads it from the page, and runs it as a reader would.

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Locator } from 'playwright-core';

/** The folder whose packages the JavaScript code may import. */
const cwd = join(import.meta.dirname, '..');

/** The programs that run the code, for `ensurePackages`. */
export const interpreters = ['/usr/bin/curl', '/usr/bin/python3'];

export async function codeIn(place: Locator): Promise<[language: string, code: string][]> {
  const found: [string, string][] = [];
  for (const language of ['curl', 'JavaScript', 'Python']) {
    await place.getByRole('button', { name: language }).click();
    found.push([language, (await place.getByRole('group', { name: language }).textContent()) ?? '']);
  }
  return found;
}

/** Runs the code, and returns what it prints. `key` is the value of SVC_API_KEY. */
export async function runCode(language: string, code: string, key?: string): Promise<string> {
  const commands: Record<string, [string, string[]]> = {
    curl: ['sh', ['-c', `${code.replace('curl ', 'curl -sS ')}`]],
    JavaScript: [process.execPath, ['--input-type=module', '-e', code]],
    Python: ['/usr/bin/python3', ['-c', code]],
  };
  const [program, options] = commands[language] as [string, string[]];
  const env = { PATH: process.env.PATH, ...(key === undefined ? {} : { SVC_API_KEY: key }) };
  return (await promisify(execFile)(program, options, { cwd, env })).stdout;
}
