// Runs all static checks of the code: `npm run check`.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { installPackages } from '../packages/index.ts';
import { inParallel } from '../parallel/index.ts';

const root = join(import.meta.dirname, '../..');
const modules = join(root, 'node_modules');
/** TypeScript 7 takes a fifth of the CPU time of version 5, which stays for openapi-typescript: that uses its interface. */
const compiler = join(modules, 'typescript7/bin/tsc');
/** Returns the path of a check's cache. It lies in node_modules, which git and editors ignore. */
const cacheOf = (name: string): string => join(modules, '.cache', 'svc-check', name);

type Check = [name: string, command: string, ...args: string[]];

/** Two checks run at a time, so the longest come first. */
const checks: Check[] = [
  types('types', 'test', 'types.json'),
  ['format and lint', join(modules, '.bin/biome'), 'check', '--error-on-warnings', '.'],
  ['generated is fresh', process.execPath, 'scripts/generate.ts', '--check'],
  ['the published document', join(root, 'test/node_modules/.bin/redocly'), 'lint', 'generated/openapi.json'],
  types('types of the panel', 'http/panel', 'panel.json'),
  // A type that is not exported may be missing in a declaration only.
  ['declarations of the package', process.execPath, compiler, '-p', 'scripts/build', '--noEmit'],
  // The packages of the benchmarks are installed by the first `npm run bench`.
  ...(existsSync(join(root, 'scripts/bench/node_modules'))
    ? [types('types of the benchmarks', 'scripts/bench', 'bench.json')]
    : []),
  [
    'spec format',
    process.execPath,
    join(modules, '@typespec/compiler/cmd/tsp.js'),
    'format',
    '--check',
    'spec/**/*.tsp',
  ],
  ['breaking changes', process.execPath, 'scripts/checks/breaking.ts'],
  ['tidy', process.execPath, 'test/tidy.test.ts'],
];

function types(name: string, project: string, cache: string): Check {
  return [
    name,
    process.execPath,
    compiler,
    '-p',
    project,
    '--noEmit',
    '--incremental',
    '--tsBuildInfoFile',
    cacheOf(cache),
  ];
}

/** Runs a check. Prints its output only if it fails. */
async function passes([name, command, ...args]: Check, ended: () => void): Promise<boolean> {
  const began = performance.now();
  const child = spawn(command, args, { cwd: root, env: { ...process.env, REDOCLY_TELEMETRY: 'off', NO_COLOR: '1' } });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.once('exit', ended);
  const code = await new Promise((resolve) => child.once('close', resolve));
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${code === 0 ? 'ok' : 'FAILED'}  ${name} (${seconds} s)`);
  if (code !== 0) console.log(output);
  return code === 0;
}

/**
 * Runs every check, and prints which ones fail. Returns true if all pass. Throws if the packages of test/ are missing
 * and cannot be installed.
 * @param ended called when the process of a check has ended.
 */
export async function check(ended = (): void => undefined): Promise<boolean> {
  await installPackages('test');
  return (await inParallel(2, checks, (one) => passes(one, ended))).every(Boolean);
}

if (import.meta.main) process.exitCode = (await check()) ? 0 : 1;
