// Compiles the package to plain JavaScript with declarations in dist/: `npm run build`. `npm pack` runs it.
//
// Node strips no types of files under node_modules, so an installation cannot run the sources. dist/ has the folders of the
// repository, so that a file finds its neighbours by the same relative paths in both.

import { spawnSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { extname, join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const output = join(root, 'dist');

/** Files that the program reads or serves at run time, besides code that the compiler emits. */
const assets = [
  'generated/contract-cases.json',
  'generated/openapi.json',
  'generated/openapi.runtime.json',
  'generated/reference.html',
  'http/panel',
  'scripts/need-node.js',
];

rmSync(output, { recursive: true, force: true });
const compiler = join(root, 'node_modules/typescript/bin/tsc');
const { status } = spawnSync(process.execPath, [compiler, '-p', import.meta.dirname], { stdio: 'inherit' });
if (status !== 0) process.exit(1);
for (const asset of assets) {
  cpSync(join(root, asset), join(output, asset), { recursive: true, filter: isNeededAtRunTime });
}

/** The panel's folder also has its types and the settings of the compiler. */
function isNeededAtRunTime(path: string): boolean {
  return extname(path) !== '.ts' && !path.endsWith('tsconfig.json');
}
