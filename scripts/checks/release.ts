// Makes a release: `npm run release -- 0.3.0`, in a clone without changes.
//
// Two commits. The first is the release: the version, the heading of the changelog with today's date, the document in
// spec/released/ and the digests of the migrations. The second records the id of the first, which no commit can contain
// itself, and adds archives of filled installations for the upgrade tests. Push both as they are: a rebase would give the
// release another id.

import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { migrationDigests } from './migrations.ts';

const root = join(import.meta.dirname, '../..');
const heading = '## [Unreleased]\n';
/** The files that may name the current version. */
const documents = [
  'README.md',
  'deploy/**/*.{md,yaml,yml}',
  'deploy/Dockerfile',
  'scripts/contract/README.md',
  'spec/guides/*.md',
  'spec/main.tsp',
];
/** The forms in which a text names the current version. Other versions are about the past. */
const mention = /(?<=\b(?:svc-server-|svc-contract-|svc-migrate-|svc:|version(?:=|: | {2,})"?))\d+\.\d+\.\d+(?!\.?\d)/g;

/** Returns the versions that a text names as the current one. */
export function currentVersionsIn(text: string): string[] {
  return text.match(mention) ?? [];
}

/** Returns the files that may name the current version. */
export function versionedFiles(): string[] {
  return globSync(documents, { cwd: root }).sort();
}

/** Returns the changelog with the unreleased entries below the version. Throws if there are none. */
export function releasedChangelog(changelog: string, version: string, date: string): string {
  const [, entries = ''] = changelog.split(heading);
  if (!/^- /m.test(entries.split(/^## /m)[0] ?? ''))
    throw new Error(`CHANGELOG.md has no entries below "${heading.trim()}".`);
  return changelog.replace(heading, () => `${heading}\n## [${version}] - ${date}\n`);
}

/** Returns the changelog with the id of the version's commit. */
export function withCommit(changelog: string, version: string, commit: string): string {
  return changelog.replace(/^## \[(.+?)\].*\n/gm, (line, found) =>
    found === version ? `${line}\nCommit \`${commit}\`.\n` : line,
  );
}

/** Throws a sentence if the version cannot follow this one. */
export function refuseVersion(version: string | undefined, current: string): void {
  if (version === undefined || !/^\d+\.\d+\.\d+$/.test(version))
    throw new Error('Missing or malformed version. Use it like this: npm run release -- 0.3.0');
  if (version.localeCompare(current, 'en', { numeric: true }) <= 0)
    throw new Error(`The version ${version} is not above the current version ${current}.`);
}

function release(version: string, date: string): void {
  edit('CHANGELOG.md', (text) => releasedChangelog(text, version, date));
  run('npm', 'version', version, '--no-git-tag-version');
  for (const file of versionedFiles()) edit(file, (text) => text.replace(mention, version));
  run('npm', 'run', '--silent', 'generate');
  const document = readFileSync(join(root, 'generated/openapi.json'), 'utf8');
  rmSync(join(root, 'spec/released'), { recursive: true });
  mkdirSync(join(root, 'spec/released'));
  writeFileSync(
    join(root, `spec/released/${version}.json.gz`),
    gzipSync(JSON.stringify(JSON.parse(document)), { level: 9 }),
  );
  writeJson('test/harness/released/migrations.json', migrationDigests());
  run('npm', 'run', '--silent', 'check');
  commitAll(`Release ${version}`);
}

function record(version: string): void {
  const commit = git('rev-parse', 'HEAD');
  const file = 'test/harness/released/commits.json';
  writeJson(file, { ...(JSON.parse(readFileSync(join(root, file), 'utf8')) as object), [version]: commit });
  edit('CHANGELOG.md', (text) => withCommit(text, version, commit));
  run(process.execPath, 'test/harness/released/make.ts', version);
  commitAll(`Record the commit of ${version}, and installations of it`);
}

function edit(file: string, change: (text: string) => string): void {
  const before = readFileSync(join(root, file), 'utf8');
  const after = change(before);
  if (after !== before) writeFileSync(join(root, file), after);
}

function writeJson(file: string, value: unknown): void {
  writeFileSync(join(root, file), `${JSON.stringify(value, null, 2)}\n`);
}

function run(command: string, ...args: string[]): void {
  console.log(`$ ${[command, ...args].join(' ')}`);
  execFileSync(command, args, { cwd: root, stdio: 'inherit' });
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
}

function commitAll(message: string): void {
  git('add', '--all');
  git('commit', '--quiet', '--message', message);
}

function main(version: string | undefined): void {
  const { version: current } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  refuseVersion(version, current);
  if (git('status', '--porcelain') !== '') throw new Error('The clone has changes. Commit them, or take them back.');
  const before = git('rev-parse', 'HEAD');
  try {
    release(version as string, new Date().toISOString().slice(0, 10));
    record(version as string);
  } catch (error) {
    throw new Error(`${(error as Error).message}\nTake the unfinished release back: git reset --hard ${before}`);
  }
  console.log(`Made the release ${version}. Run "npm test", then push both commits as they are.`);
}

if (import.meta.main) {
  try {
    main(process.argv[2]);
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
