// Tests the search engine of PostgreSQL on a real server: `npm run test:postgres [-- PATTERN]`. PostgreSQL with pgvector
// comes from Debian's unstable suite; the first run downloads it. `npm test` runs most of these files on PGlite.

import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { runPostgres, startRealPostgres } from '../../scripts/fixtures/postgres.ts';
import { importsOf } from './imports.ts';

const root = join(import.meta.dirname, '../..');
const parts = ['postgres', 'collections'].map((part) => join(root, 'test/harness', `${part}.ts`));

const server = await startRealPostgres().catch((error: Error) => {
  console.log(`# PostgreSQL cannot be had, so nothing was tested: ${error.message}`);
  if (process.env.CI === 'true') process.exitCode = 1;
});
if (server !== undefined) {
  try {
    process.exitCode = await runTests(server.url);
  } finally {
    await server.stop();
  }
}

async function runTests(url: string): Promise<number> {
  await runPostgres(url, 'CREATE EXTENSION vector');
  const [versions] = await runPostgres<{ server: string; vector: string }>(
    url,
    "SELECT current_setting('server_version') AS server, extversion AS vector FROM pg_extension WHERE extname = 'vector'",
  );
  console.log(`PostgreSQL ${versions?.server} with pgvector ${versions?.vector}`);
  const environment = { ...process.env, SVC_TEST_POSTGRES: url };
  const patterns = process.argv.slice(2);
  const isNamed = (file: string): boolean =>
    patterns.length === 0 || patterns.some((pattern) => file.includes(pattern));
  const all = globSync('test/**/*.test.ts', {
    cwd: root,
    exclude: ['**/node_modules', 'test/{deploy,ha,sdk}/**'],
  }).sort();
  const isOwn = (file: string): boolean => file.startsWith('test/postgres/');
  const shared = all.filter((file) => !isOwn(file) && isNamed(file) && usesEngine(file));
  let code = 0;
  if (shared.length > 0) code = await run([join(root, 'test/runner/test.ts'), ...shared], environment);
  for (const file of all.filter((file) => isOwn(file) && isNamed(file)))
    code = Math.max(code, await run([join(root, file)], environment));
  return code;
}

function usesEngine(file: string): boolean {
  const imports = importsOf(join(root, file));
  return parts.some((part) => imports.has(part));
}

function run(words: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn(process.execPath, words, { cwd: root, env, stdio: 'inherit' });
  return new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)));
}
