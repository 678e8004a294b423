// Runs the tests that kill and starve things, many times over: `npm run test:faults [ROUNDS]`. The suite runs the same
// files with few rounds.

import { spawn } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const rounds = process.argv[2] ?? '25';
const files = globSync('test/**/*.test.ts', { cwd: root, exclude: ['**/node_modules'] }).filter((file) =>
  readFileSync(join(root, file), 'utf8').includes('harness/faults.ts'),
);
const child = spawn(process.execPath, [join(root, 'scripts/checks/test.ts'), ...files.sort()], {
  cwd: root,
  env: { ...process.env, SVC_TEST_ROUNDS: rounds },
  stdio: 'inherit',
});
process.exitCode = await new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? 1)));
