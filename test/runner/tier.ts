// Runs the test files that use a part of the harness, with an environment that changes what they do.

import { spawn } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Returns the exit code. `part` is the name of a file in test/harness that the test files import directly. */
export function runTestsUsing(part: string, environment: Record<string, string>): Promise<number> {
  const files = globSync('test/**/*.test.ts', {
    cwd: root,
    exclude: ['**/node_modules', 'test/sdk/{clients,generators,judges,languages}/**', 'test/upgrade/beside/**'],
  }).filter((file) => readFileSync(join(root, file), 'utf8').includes(`harness/${part}.ts`));
  const child = spawn(process.execPath, [join(root, 'test/runner/test.ts'), ...files.sort()], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: 'inherit',
  });
  return new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)));
}
