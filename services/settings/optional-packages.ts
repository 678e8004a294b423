// Optional peer dependencies: packages that npm does not install, and that only some settings need.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * Returns a sentence with the command that installs them if packages that the setting needs are missing.
 * @param setting the setting that needs the packages, such as `SVC_COLLECTIONS_URL`.
 */
export function missingPackages(setting: string, packages: string[]): string[] {
  const missing = packages.filter((name) => !isInstalled(name));
  if (missing.length === 0) return [];
  // In a clone, npm installs no optional peer dependency without --save-prod, and says nothing.
  const wanted = missing.map((name) => `${name}@${versionOf(name)}`);
  return [`${setting} needs a package that is not installed. Install it: npm install --save-prod ${wanted.join(' ')}`];
}

function isInstalled(name: string): boolean {
  try {
    require.resolve(name);
    return true;
  } catch {
    return false;
  }
}

/** Returns the oldest version that svc works with. */
function versionOf(name: string): string {
  const text = readFileSync(new URL(import.meta.resolve('svc-server/package.json')), 'utf8');
  const { peerDependencies } = JSON.parse(text) as { peerDependencies: Record<string, string> };
  return (peerDependencies[name] ?? 'latest').replace('^', '');
}
