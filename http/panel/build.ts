// Builds the panel: its modules become a few scripts and one style sheet, which the server reads into memory.
//
// esbuild makes them in a tenth of a second, and only if the sources have changed: node_modules/.cache keeps what was built
// under the hash of its sources. The package contains the built files and no sources.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';

const folder = import.meta.dirname;
/** The only source in another folder. */
const generated = '../../generated/audit-events.ts';
const cache = join(folder, '../../node_modules/.cache/svc-panel');
/** The folder of the built files in the package. */
const packaged = join(folder, 'built');
/** The number of builds that the cache keeps, for checkouts that share it and for switching between branches. */
const kept = 5;

const flags = ['--bundle', '--minify', '--splitting', '--format=esm', '--target=es2023', '--legal-comments=none'];
flags.push('--jsx=automatic', '--jsx-import-source=preact');
const entries = ['main.ts', 'pages.ts', 'styles/main.css'];

/** A panel for a checkout without esbuild in which none has been built. */
const missing = new Map([
  ['main.css', ''],
  ['main.js', `document.body.textContent = 'The panel is not built, because esbuild is not installed. Run "npm ci".'`],
]);

/** Returns the scripts and styles of the panel by their names. Without esbuild, these are the ones that were built last. */
export function builtPanel(): Map<string, string> {
  if (existsSync(packaged)) return filesOf(packaged);
  const hash = hashOfSources();
  return tryFiles(join(cache, hash)) ?? (findEsbuild() === undefined ? lastBuilt() : build(hash));
}

/** Builds the panel into a folder. Throws if esbuild is not installed. */
export function buildPanel(to: string): void {
  const esbuild = findEsbuild();
  if (esbuild === undefined) throw new Error('esbuild is not installed. Run "npm ci".');
  const sources = entries.map((entry) => join(folder, entry));
  execFileSync(esbuild, [...sources, ...flags, '--entry-names=[name]', `--outdir=${to}`, '--log-level=warning']);
}

function hashOfSources(): string {
  const hash = createHash('sha256').update(JSON.stringify(flags));
  for (const name of [...readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort(), generated]) {
    const path = join(folder, name);
    if (statSync(path).isFile()) hash.update(`${name}\0`).update(readFileSync(path)).update('\0');
  }
  return hash.digest('hex').slice(0, 20);
}

/** Builds in a folder beside the others of the cache, or in a temporary one if the checkout cannot be written to. */
function build(hash: string): Map<string, string> {
  const work = newFolder(cache) ?? mkdtempSync(join(tmpdir(), 'svc-panel-'));
  try {
    buildPanel(work);
    const files = filesOf(work);
    if (work.startsWith(cache)) keep(work, join(cache, hash));
    return files;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Returns the path of esbuild's program. The package of a platform contains nothing but it. */
function findEsbuild(): string | undefined {
  const name = process.platform === 'win32' ? 'esbuild.exe' : 'bin/esbuild';
  try {
    return createRequire(import.meta.url).resolve(`@esbuild/${process.platform}-${process.arch}/${name}`);
  } catch {
    return undefined;
  }
}

function newFolder(parent: string): string | undefined {
  try {
    mkdirSync(parent, { recursive: true });
    return mkdtempSync(join(parent, '.new-'));
  } catch {
    return undefined;
  }
}

/** Names a finished build, and removes the oldest ones. */
function keep(work: string, place: string): void {
  try {
    renameSync(work, place);
  } catch {
    // Another process was faster. It has built the same.
    return;
  }
  for (const path of builds().slice(kept)) rmSync(path, { recursive: true, force: true });
}

/** Returns the folders of the finished builds, newest first. */
function builds(): string[] {
  const names = existsSync(cache) ? readdirSync(cache).filter((name) => !name.startsWith('.')) : [];
  const dated = names.map((name) => ({ path: join(cache, name), at: statSync(join(cache, name)).mtimeMs }));
  return dated.sort((one, other) => other.at - one.at).map(({ path }) => path);
}

function lastBuilt(): Map<string, string> {
  const [last] = builds();
  return (last === undefined ? undefined : tryFiles(last)) ?? new Map(missing);
}

/** Returns undefined if the folder does not exist, or another process has removed it. */
function tryFiles(from: string): Map<string, string> | undefined {
  try {
    return filesOf(from);
  } catch {
    return undefined;
  }
}

function filesOf(from: string): Map<string, string> {
  const names = readdirSync(from).filter((name) => ['.js', '.css'].includes(extname(name)));
  return new Map(names.sort().map((name) => [name, readFileSync(join(from, name), 'utf8')]));
}
