// Makes archives of released installations in this folder, from the git history: `node test/harness/released/make.ts
// [RELEASE]`. Without a release, it makes all archives again.

import { join } from 'node:path';
import { databaseKinds } from '../database.ts';
import { checkOut, type Release, releases } from './checkout.ts';
import { makeInstallation, pack } from './installation.ts';

/** Sizes of the kept installations, as counts. Only tests from the history use larger installations. */
const sizesOf = (release: Release): Record<string, number> => ({
  ...(release === '0.1.0' ? { small: 0 } : {}),
  medium: 12,
});
const [, , wanted] = process.argv;

for (const release of releases.filter((release) => wanted === undefined || wanted === release)) {
  const checkout = await checkOut(release);
  if (checkout === undefined) throw new Error(`The git history does not have the commit of ${release}`);
  for (const [size, count] of Object.entries(sizesOf(release)))
    for (const kind of databaseKinds) {
      const { database, expected } = await makeInstallation(checkout.folder, kind, count);
      await pack(checkout.folder, database, expected, join(import.meta.dirname, `${release}-${size}-${kind}.tar.gz`));
      await database.drop();
    }
  await checkout.remove();
}
