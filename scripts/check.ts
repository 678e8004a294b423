// Everything that a machine can say about the code without running it: `npm run check`.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const modules = join(root, 'node_modules');

type Check = [name: string, command: string, ...args: string[]];

const checks: Check[] = [
  ['generated is fresh', process.execPath, 'scripts/generate.ts', '--check'],
  ['format and lint', join(modules, '.bin/biome'), 'check', '--error-on-warnings', '.'],
  [
    'spec format',
    process.execPath,
    join(modules, '@typespec/compiler/cmd/tsp.js'),
    'format',
    '--check',
    'spec/**/*.tsp',
  ],
  types('types', '--noEmit'),
  types('types of the panel', '-p', 'http/panel'),
  // Their packages are there after `npm run bench`.
  ...(existsSync(join(root, 'scripts/bench/node_modules'))
    ? [types('types of the benchmarks', '-p', 'scripts/bench')]
    : []),
  ['the published document', join(modules, '.bin/redocly'), 'lint', 'generated/openapi.json'],
  ['tidy', process.execPath, 'test/tidy.test.ts'],
];

function types(name: string, ...args: string[]): Check {
  return [name, process.execPath, join(modules, 'typescript/bin/tsc'), ...args];
}

/** Runs a check; its output is shown only where it fails. */
async function passes([name, command, ...args]: Check): Promise<boolean> {
  const child = spawn(command, args, { cwd: root, env: { ...process.env, REDOCLY_TELEMETRY: 'off', NO_COLOR: '1' } });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  console.log(`${code === 0 ? 'ok' : 'FAILED'}  ${name}`);
  if (code !== 0) console.log(output);
  return code === 0;
}

/** Runs every check and says which failed. */
export async function check(): Promise<boolean> {
  const results: boolean[] = [];
  for (const one of checks) results.push(await passes(one));
  return results.every(Boolean);
}

if (import.meta.main) process.exitCode = (await check()) ? 0 : 1;
