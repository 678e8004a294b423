// The command lines of messages to people: npm scripts in a clone of the repository, the package's executable in an
// installation.

import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const isSource = import.meta.url.endsWith('.ts');
const installedCommand = process.env.npm_command === 'exec' ? 'npx --no svc' : 'svc';

/**
 * The command line before the arguments of `svc`. Without --no, npx would install another project's package from the public
 * registry in a folder without this one.
 */
export const svcCommand = isSource ? 'npm run --silent svc --' : installedCommand;

export const serveCommand = isSource ? 'npm start' : `${svcCommand} serve`;

/**
 * Returns a warning if the package `svc` of version 0.2.0 is installed beside this package. Both have the command
 * `svc`, and npm decides which of them runs. Returns undefined otherwise, and in a clone.
 */
export function oldPackageWarning(): string | undefined {
  // The folder of this package lies in node_modules.
  const modules = join(import.meta.dirname, '../../../..');
  if (basename(modules) !== 'node_modules' || !isOldPackage(join(modules, 'svc'))) return undefined;
  // npm writes a package.json above the packages of a folder, and none above those of "npm install -g".
  const where = existsSync(join(modules, '../package.json')) ? '' : ' -g';
  return (
    'The package svc of an earlier version is still installed, and has the same command. ' +
    `Run "npm uninstall${where} svc" first, then "npm rebuild${where} svc-server".`
  );
}

/** Returns true for the package of version 0.2.0, and false for other projects' packages of that name. */
function isOldPackage(folder: string): boolean {
  try {
    const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { bin?: { svc?: string } };
    return bin?.svc === 'dist/scripts/cli.js';
  } catch {
    return false;
  }
}
