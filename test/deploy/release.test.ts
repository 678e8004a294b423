// Tests `npm run release` in a copy of the repository. It makes the release with everything that a release records.

import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { removeFolder } from '../../scripts/fixtures/folders.ts';
import { notTried } from '../harness/skip-reason.ts';

const root = join(import.meta.dirname, '../..');
const version = '99.0.0';

t.setTimeout(1_200_000);

t.test('npm run release makes a release that the checks and upgrade tests accept', async (t) => {
  if (!existsSync(join(root, '.git'))) return notTried(t, 'the git history is not there');
  const above = mkdtempSync(join(tmpdir(), 'svc-release-'));
  t.teardown(() => removeFolder(above));
  const folder = join(above, 'svc');
  const run = async (command: string, ...args: string[]): Promise<string> => {
    const who = { NAME: 'Ada', EMAIL: 'ada@example.com' };
    const people = ['AUTHOR', 'COMMITTER'].flatMap((role) =>
      Object.entries(who).map(([name, value]) => [`GIT_${role}_${name}`, value]),
    );
    const env = { ...process.env, ...Object.fromEntries(people) };
    return (await promisify(execFile)(command, args, { cwd: folder, env, maxBuffer: 2 ** 26 })).stdout.trim();
  };
  await promisify(execFile)('git', ['clone', '--quiet', root, folder]);
  for (const place of ['', 'test']) await run('cp', '-al', join(root, place, 'node_modules'), join(folder, place));
  const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
  const readJson = (file: string): Record<string, string> => JSON.parse(read(file));

  writeFileSync(join(folder, 'notes.txt'), '');
  await t.rejects(run('npm', 'run', '--silent', 'release', '--', version), /The clone has changes/);
  await run('rm', 'notes.txt');
  const head = await run('git', 'rev-parse', 'HEAD');
  const entries = read('CHANGELOG.md').split('## [Unreleased]\n')[1] ?? '';
  if (!entries.trimStart().startsWith('#')) return notTried(t, 'the changelog has no unreleased entries');

  await run('npm', 'run', '--silent', 'release', '--', version);
  t.equal(await run('git', 'rev-parse', 'HEAD~2'), head, 'two commits');
  t.equal(await run('git', 'status', '--porcelain'), '');
  const commit = await run('git', 'rev-parse', 'HEAD~1');
  t.equal(readJson('test/harness/released/commits.json')[version], commit);
  t.match(
    read('CHANGELOG.md'),
    `## [Unreleased]\n\n## [${version}] - ${new Date().toISOString().slice(0, 10)}\n\nCommit \`${commit}\`.\n`,
  );
  t.ok(read('CHANGELOG.md').includes(entries), 'no entry is lost');
  for (const file of ['package.json', 'package-lock.json']) t.equal(readJson(file).version, version, file);
  t.match(read('generated/openapi.json'), `"version": "${version}"`);
  t.strictSame(readdirSync(join(folder, 'spec/released')), [`${version}.json.gz`]);
  t.strictSame(
    Object.keys(readJson('test/harness/released/migrations.json')).map((name) => `${name}.ts`),
    readdirSync(join(folder, 'models/migrations')).sort(),
  );
  for (const file of ['tidy', 'release', 'server/deploy-files', 'upgrade/released'])
    await t.resolves(run(process.execPath, `test/${file}.test.ts`), file);
});
