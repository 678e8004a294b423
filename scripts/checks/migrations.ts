// Compares the migrations with those of the last release, which `test/harness/released/migrations.json` records. A
// database that ran a released migration never runs it again, so a change would leave two kinds of databases.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const folder = 'models/migrations';
const record = 'test/harness/released/migrations.json';

/** SHA-256 digests of migrations by their names, which begin with their numbers. */
export type Digests = Record<string, string>;

/** Returns the digests of all migrations. Imports and the comments at the top of the files do not count. */
export function migrationDigests(): Digests {
  const names = readdirSync(join(root, folder)).sort();
  return Object.fromEntries(
    names.map((file) => {
      const code = readFileSync(join(root, folder, file), 'utf8').replace(/^(?:import .*|\/\/.*|)\n/gm, '');
      return [file.replace('.ts', ''), createHash('sha256').update(code).digest('hex')];
    }),
  );
}

/** Returns the digests of the migrations of the last release. */
export function releasedDigests(): Digests {
  return JSON.parse(readFileSync(join(root, record), 'utf8')) as Digests;
}

/** Returns a sentence for each migration that breaks a rule: released ones stay, and new ones come after them. */
export function migrationProblems(released: Digests, current: Digests): string[] {
  const numberOf = (name: string): number => Number(name.slice(0, 4));
  const highest = Math.max(0, ...Object.keys(released).map(numberOf));
  const [changed, early] = [
    Object.keys(released).filter((name) => current[name] !== released[name]),
    Object.keys(current).filter((name) => !(name in released) && !(numberOf(name) > highest)),
  ];
  return [
    ...changed.map((name) => `${folder}/${name}.ts is released and never changes: take it back, and add a migration.`),
    ...early.map((name) => `${folder}/${name}.ts needs a number above ${highest}, the highest that is released.`),
  ];
}
