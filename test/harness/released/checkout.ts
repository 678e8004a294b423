// The code of released versions, from the git history. A tarball of the source has no history: then there is no such code.

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { removeFolder } from '../../../scripts/fixtures/folders.ts';
import commits from './commits.json' with { type: 'json' };

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');

/** The last commit of each release, and the first state of 0.1.0 that had users, which has the fewest migrations. */
export type Release = keyof typeof commits;

/** All releases, oldest first. */
export const releases = Object.keys(commits) as Release[];

/** The release before this version. */
export const previousRelease = releases.at(-1) as Release;

export interface Checkout {
  /** The folder with the release's code, which runs with the packages of this clone. */
  folder: string;
  remove(): Promise<void>;
}

/** Returns the code of a release; undefined if the git history is not there. */
export async function checkOut(release: Release): Promise<Checkout | undefined> {
  const commit = commits[release];
  const isThere = await run('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root }).then(
    () => true,
    () => false,
  );
  if (!isThere) return undefined;
  const above = await mkdtemp(join(tmpdir(), 'svc-release-'));
  const folder = join(above, 'svc');
  const archive = join(above, 'svc.tar');
  await mkdir(folder);
  await run('git', ['archive', '--output', archive, commit], { cwd: root });
  await run('tar', ['-xf', archive, '-C', folder]);
  // Hard links and no symbolic one: the processes that read files may open nothing outside of the release's folder.
  await run('cp', ['-al', join(root, 'node_modules'), folder]).catch(() =>
    run('cp', ['-a', join(root, 'node_modules'), folder]),
  );
  await installMissing(folder);
  return { folder, remove: () => removeFolder(above) };
}

/** Installs packages that the release needs and this version does not. */
async function installMissing(folder: string): Promise<void> {
  const require = createRequire(join(folder, 'package.json'));
  const { dependencies } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const missing = Object.entries(dependencies).filter(
    ([name]) => !require.resolve.paths(name)?.some((path) => existsSync(join(path, name))),
  );
  if (missing.length === 0) return;
  const apart = join(folder, 'apart');
  await mkdir(apart);
  await writeFile(join(apart, 'package.json'), '{"private": true}');
  const wanted = missing.map(([name, version]) => `${name}@${version}`);
  await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...wanted], { cwd: apart });
  for (const [name] of missing) await rename(join(apart, 'node_modules', name), join(folder, 'node_modules', name));
}
