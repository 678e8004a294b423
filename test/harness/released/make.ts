// Makes the archives of released installations in this folder, from the git history: `node
// test/harness/released/make.ts`.

import { join } from 'node:path';
import { databaseKinds } from '../database.ts';
import { checkOut, commits, type Release } from './checkout.ts';
import { makeInstallation, pack } from './installation.ts';

/** The kept releases. Only tests from the history use larger installations. */
const kept: [release: Release, size: string, count: number][] = [
  ['0.1.0-first', 'medium', 12],
  ['0.1.0', 'small', 0],
  ['0.1.0', 'medium', 12],
];

for (const [release, size, count] of kept) {
  const checkout = await checkOut(release);
  if (checkout === undefined) throw new Error(`The git history has no ${commits[release]}`);
  for (const kind of databaseKinds) {
    const { database, expected } = await makeInstallation(checkout.folder, kind, count);
    await pack(database, expected, join(import.meta.dirname, `${release}-${size}-${kind}.tar.gz`));
    await database.drop();
  }
  await checkout.remove();
}
