// Fixes the versions of all packages that the package needs, while `npm pack` runs, and takes this back afterwards
// (--remove), so that an installation has the tested versions whenever it is made:
//
//   npm-shrinkwrap.json  npm follows it where it installs the package from a registry. The repository does not keep it,
//                        because npm would read it instead of package-lock.json.
//   package.json         npm ignores the shrinkwrap of a tarball, so `dependencies` names every package at the top of
//                        node_modules. Packages below others have the newest version that those allow.

import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const target = join(root, 'npm-shrinkwrap.json');
const manifestFile = join(root, 'package.json');

interface Locked {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
  version?: string;
  /** True for a package that only some platforms need. */
  optional?: boolean;
  [member: string]: unknown;
}

interface Lock {
  packages: Record<string, Locked>;
  [member: string]: unknown;
}

/** The members of a locked package that only concern the repository, or are addresses. */
const left = ['resolved', 'funding', 'deprecated', 'dev', 'devOptional', 'peer', 'devDependencies'];

/** Returns the lock file without the packages that an installation does not have, and without addresses. */
export function shrinkwrapOf({ packages, ...members }: Lock): Lock {
  const places = new Set(['']);
  // Iterating a Set also visits the items that are added meanwhile.
  for (const place of places)
    for (const name of neededBy(packages[place] ?? {})) {
      const found = placeOf(packages, place, name);
      if (found !== undefined) places.add(found);
    }
  const kept = Object.entries(packages).filter(([place]) => places.has(place));
  const shrunk = Object.fromEntries(kept.map(([place, locked]) => [place, without(locked, left)]));
  return { ...members, packages: { ...shrunk, '': { ...shrunk[''], dependencies: versionsOf(shrunk) } } };
}

/** Returns the version of each package at the top of node_modules. Packages of some platforms are left out. */
function versionsOf(packages: Lock['packages']): Record<string, string> {
  const atTop = Object.entries(packages).flatMap(([place, { version, optional }]) => {
    const [, name, ...below] = place.split('node_modules/');
    return name === undefined || below.length > 0 || optional ? [] : [[name, version]];
  });
  return Object.fromEntries(atTop);
}

/** Returns the names of the packages that npm installs with a package. It leaves out optional peers. */
function neededBy({
  dependencies,
  optionalDependencies,
  peerDependencies = {},
  peerDependenciesMeta,
}: Locked): string[] {
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta?.[name]?.optional);
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers];
}

/** Returns the place where Node's upward search from the package in `from` finds the package `name`. */
function placeOf(packages: Lock['packages'], from: string, name: string): string | undefined {
  const place = from === '' ? `node_modules/${name}` : `${from}/node_modules/${name}`;
  if (place in packages || from === '') return place in packages ? place : undefined;
  return placeOf(packages, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name);
}

function without(locked: Locked, members: readonly string[]): Locked {
  return Object.fromEntries(Object.entries(locked).filter(([name]) => !members.includes(name)));
}

function main(): void {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
  const isOver = process.argv.includes('--remove');
  const shrinkwrap = shrinkwrapOf(lock);
  if (isOver) rmSync(target, { force: true });
  else writeJson(target, shrinkwrap);
  const { dependencies } = (isOver ? lock : shrinkwrap).packages[''] ?? {};
  writeJson(manifestFile, { ...(JSON.parse(readFileSync(manifestFile, 'utf8')) as object), dependencies });
}

/** Writes the file at once, because other processes may be reading it. */
function writeJson(file: string, value: unknown): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(value, null, 2)}\n`);
  renameSync(`${file}.new`, file);
}

if (import.meta.main) main();
