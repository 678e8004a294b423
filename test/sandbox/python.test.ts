// Runs a client's tests in Python against `svc sandbox`: nothing of the sandbox needs Node or an SDK.

import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import t from 'tap';
import { startSandbox } from '../../scripts/start-sandbox/index.ts';
import { notTried } from '../harness/skip-reason.ts';

const suite = join(import.meta.dirname, 'urllib_suite.py');

t.test('the suite in Python passes', async (t) => {
  if (spawnSync('python3', ['--version']).status !== 0) return notTried(t, 'python3 is not installed');
  const sandbox = await startSandbox();
  t.teardown(() => sandbox.close());
  const child = spawn('python3', [suite], { env: { ...process.env, SANDBOX_URL: sandbox.url } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk));
  const code = await new Promise((resolve) => child.once('close', resolve));
  t.equal(code, 0, output);
  t.match(output, /^Ran 7 tests/m, output);
});
