// Tests the parts of `npm run release`. `npm run test:deploy` makes a whole release in a copy of the repository.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import packageFile from '../package.json' with { type: 'json' };
import {
  currentVersionsIn,
  refuseVersion,
  releasedChangelog,
  versionedFiles,
  withCommit,
} from '../scripts/checks/release.ts';

const root = join(import.meta.dirname, '..');
const changelog = `# Changelog

## [Unreleased]

### Added

- One thing.

## [0.2.0] - 2026-11-25

Commit \`04ec\`.

- Another thing.
`;

t.test('the unreleased entries become those of the version', async (t) => {
  const released = releasedChangelog(changelog, '0.3.0', '2026-12-01');
  t.equal(released, changelog.replace('[Unreleased]', '[Unreleased]\n\n## [0.3.0] - 2026-12-01'));
  t.throws(() => releasedChangelog(released, '0.4.0', '2026-12-02'), /has no entries below "## \[Unreleased\]"/);
  t.throws(() => releasedChangelog('# Changelog\n', '0.4.0', '2026-12-02'), /has no entries/);
  t.equal(withCommit(released, '0.3.0', 'abc'), released.replace('2026-12-01\n', '2026-12-01\n\nCommit `abc`.\n'));
});

t.test('only a higher version is released', async (t) => {
  for (const version of ['0.2.1', '0.10.0', '1.0.0']) t.doesNotThrow(() => refuseVersion(version, '0.2.0'), version);
  for (const version of ['0.2.0', '0.1.9']) t.throws(() => refuseVersion(version, '0.2.0'), /is not above/);
  for (const version of [undefined, '', 'v0.3.0', '0.3', '0.3.0-rc.1'])
    t.throws(() => refuseVersion(version, '0.2.0'), /malformed version/);
  const { status, stderr } = spawnSync(process.execPath, ['scripts/checks/release.ts', packageFile.version], {
    cwd: root,
    encoding: 'utf8',
  });
  t.equal(status, 1);
  t.match(stderr, /^The version \S+ is not above the current version \S+\.\n$/);
});

t.test('every text that names the current version names that of package.json', async (t) => {
  const forms = ['svc-server-0.1.0.tgz', 'svc:0.1.0', 'svc-migrate-0.1.0', 'version: "0.1.0"', 'version       0.1.0'];
  t.strictSame(currentVersionsIn(forms.join('\n')), ['0.1.0', '0.1.0', '0.1.0', '0.1.0', '0.1.0']);
  t.strictSame(currentVersionsIn('Since version 0.1.0, as 10.0.0.1 and typescript-5.0.1 have it.'), []);
  const files = versionedFiles();
  for (const file of ['README.md', 'deploy/Dockerfile', 'spec/main.tsp']) t.ok(files.includes(file), file);
  const wrong = files.flatMap((file) =>
    currentVersionsIn(readFileSync(join(root, file), 'utf8'))
      .filter((version) => version !== packageFile.version)
      .map((version) => `${file}: ${version}`),
  );
  t.strictSame(wrong, []);
});
