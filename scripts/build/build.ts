// Compiles the package to JavaScript with declarations in dist/: `npm run build`. `npm pack` runs it too. Also leaves the
// contract kit in dist/, as a package of its own.
//
// Node does not strip types from files in node_modules, so an installed package cannot run the TypeScript sources.
// dist/ has the folder structure of the repository, so that relative paths between files stay valid.

import { spawnSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildPanel } from '../../http/panel/index.ts';
import { packKit } from './pack-kit.ts';

const root = join(import.meta.dirname, '../..');
const output = join(root, 'dist');

/** Files that the program reads or serves at run time, besides the compiled code. */
const assets = [
  'generated/contract-cases.json',
  'generated/openapi.json',
  'generated/openapi.runtime.json',
  'generated/sandbox.json',
  'generated/docs',
  'http/panel/icon.svg',
  'http/panel/index.html',
  'scripts/need-node.js',
];

rmSync(output, { recursive: true, force: true });
const compiler = join(root, 'node_modules/typescript7/bin/tsc');
const { status } = spawnSync(process.execPath, [compiler, '-p', import.meta.dirname], { stdio: 'inherit' });
if (status !== 0) process.exit(1);
for (const asset of assets) {
  cpSync(join(root, asset), join(output, asset), { recursive: true });
}
buildPanel(join(output, 'http/panel/built'));
// The scripts contain Preact.
cpSync(join(root, 'node_modules/preact/LICENSE'), join(output, 'http/panel/built/LICENSE-preact'));
cpSync(join(root, 'node_modules/pdfjs-dist/cmaps'), join(output, 'services/ingestion/extract/pdf/cmaps'), {
  recursive: true,
});
packKit(root, output);
