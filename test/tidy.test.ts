// Tests the structure of the repository: import directions, one access point for each external system, consistent
// names.

import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import t from 'tap';
import ts from 'typescript';
import { migrationDigests, migrationProblems, releasedDigests } from '../scripts/checks/migrations.ts';

const root = join(import.meta.dirname, '..');
const rooms = ['models', 'services', 'handlers', 'http', 'scripts'];

/**
 * The rooms of a folder, from the top down. A room may import only rooms further down. The empty name stands for the
 * files at the top.
 */
const roomsOf: Record<string, string[]> = {
  services: [
    '',
    'maintenance',
    'ingestion',
    'answers',
    'apis',
    'stores',
    'vectors',
    'gateway',
    'limits',
    'people',
    'tenancy',
    'files',
    'webhooks',
    'audit',
    'mail',
    'settings',
    'openapi',
    'platform',
  ],
  http: ['', 'panel', 'validation', 'bodies', 'access', 'dispatch', 'records', 'replies', 'calls'],
  scripts: [
    '',
    'bench',
    'build',
    'checks',
    'sandbox',
    'start-sandbox',
    'process',
    'cli',
    'client',
    'command',
    'contract',
    'generate',
    'document',
    'fixtures',
    'packages',
    'parallel',
    'text',
  ],
};

/** The external systems and libraries, with the only files that may access them. */
const doors: [what: string, pattern: RegExp, files: string[]][] = [
  ['openapi-backend', /from 'openapi-backend'/, ['http/dispatch/backend.ts']],
  ['argon2', /@node-rs\/argon2/, ['services/people/passwords.ts']],
  ['weaker password hashes', /setPasswordCost/, ['services/people/', 'scripts/sandbox/']],
  ['the environment', /process\.env/, ['services/settings/config.ts', 'scripts/']],
  ['the time of day', /Date\.now\(|new Date\(\)/, ['models/clock.ts', 'scripts/']],
  ['mysql2', /from 'mysql2/, ['models/', 'scripts/bench/', 'scripts/fixtures/']],
  ['node:sqlite', /from 'node:sqlite'/, ['models/', 'scripts/bench/']],
  ['Sequelize', /^import .*from 'sequelize'/m, ['models/', 'services/', 'scripts/bench/']],
  ['S3', /(?:from |import\()'@aws-sdk\//, ['services/files/s3.ts']],
  ['the network door', /from 'undici'/, ['services/platform/outbound', 'services/gateway/upstream', 'scripts/bench/']],
  ['the broker', /from 'rabbitmq-client'/, ['services/platform/broker.ts']],
  ['the metrics library', /from 'prom-client'/, ['services/platform/metrics.ts', 'services/platform/meters.ts']],
];

/** The modules of the panel, which run in the browser. */
const isOfBrowser = /^http\/panel\/\w+\//;

const sources = rooms.flatMap((room) => typescriptFiles(room));
const texts = new Map(
  [...sources, ...typescriptFiles('generated')].map((file) => [file, readFileSync(join(root, file), 'utf8')]),
);

/**
 * Processes that a server starts many times, commands, and the client, which runs in other people's programs. They import
 * single files of other rooms, because an index.ts would load its whole room.
 */
const lightProcesses = [
  'services/ingestion/reader.ts',
  'services/vectors/search-thread.ts',
  'scripts/cli/index.ts',
  'scripts/client/index.ts',
];

t.test('imports go down: scripts → http → handlers → services → models', async (t) => {
  const upwards = sources.flatMap((file) =>
    importsOf(file)
      .filter((target) => heightOf(target) > heightOf(file))
      .map((target) => `${file} imports ${target}`),
  );
  t.strictSame(upwards, []);
  t.equal(heightOf('generated/handlers.ts'), rooms.indexOf('handlers'), 'a generated file is as high as its imports');
  t.equal(heightOf('generated/openapi.ts'), -1, 'types and data of the contract are below all rooms');
});

t.test('commands, readers and search threads start without Sequelize', async (t) => {
  const loaded = lightProcesses.flatMap((entry) => [...loadedBy([entry])].map((file) => ({ entry, file })));
  t.ok(loaded.length > 100, `${loaded.length} files`);
  const heavy = loaded.filter(({ file }) => /^import (?!type )[^;]*from 'sequelize'/m.test(texts.get(file) ?? ''));
  t.strictSame(heavy, [], 'it takes 0.1 s of CPU, and the rooms that use it three times as much');
});

t.test('nothing outside of test/ imports the tests', async (t) => {
  const borrowed = [...texts].filter(([, text]) => /(?:from|import\()\s*'(?:\.\.\/)+test\//.test(text));
  t.strictSame(
    borrowed.map(([file]) => file),
    [],
  );
});

for (const folder of Object.keys(roomsOf)) {
  const files = sources.filter((file) => roomOf(file) === folder);

  t.test(`the rooms of ${folder}/ import only rooms further down in the list`, async (t) => {
    const unknown = files.filter((file) => levelOf(file) === -1);
    t.strictSame(unknown, [], 'every room is in the list');
    const upwards = files.flatMap((file) =>
      importsOf(file)
        .filter((target) => roomOf(target) === folder && levelOf(target) < levelOf(file))
        .map((target) => `${file} imports ${target}`),
    );
    t.strictSame(upwards, []);
    t.ok(files.filter((file) => innerRoomOf(file) === '').length <= 5, 'at most five files are at the top');
  });

  t.test(`other rooms import only the index.ts of a room of ${folder}/`, async (t) => {
    const light = loadedBy(lightProcesses);
    const isEntrance = (file: string): boolean => innerRoomOf(file) === '' || /^\w+\/[\w-]+\/index\.ts$/.test(file);
    const around = sources
      .filter((file) => !file.startsWith('scripts/bench/') && !light.has(file))
      .flatMap((file) =>
        importsOf(file)
          .filter((target) => roomOf(target) === folder && !isEntrance(target) && !isSameRoom(file, target))
          .map((target) => `${file} imports ${target}`),
      );
    t.strictSame(around, []);
  });
}

t.test('the map of the README lists the rooms in their order', async (t) => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  for (const folder of ['http', 'services']) {
    const [, rooms = ''] = new RegExp(`^${folder}/ .*\\n((?:  .*\\n)+)`, 'm').exec(readme) ?? [];
    const names = [...rooms.matchAll(/(?<= {2})([\w-]+)\/ /g)].map(([, name]) => name);
    t.strictSame(['', ...names], roomsOf[folder]);
  }
});

t.test('released migrations stay as they are, and new ones have higher numbers', async (t) => {
  const released = releasedDigests();
  t.strictSame(migrationProblems(released, migrationDigests()), []);
  const [name = '', ...others] = Object.keys(released);
  const { [name]: _, ...without } = released;
  t.ok(others.length > 0);
  for (const current of [{ ...released, [name]: 'another digest' }, without])
    t.match(migrationProblems(released, current), [/is released and never changes/]);
  for (const early of ['0001-labels', '0109-labels', name.replace(/\d+/, others.at(-1)?.slice(0, 4) ?? '')])
    t.match(migrationProblems(released, { ...released, [early]: '' }), [/needs a number above/]);
  t.strictSame(migrationProblems(released, { ...released, '9999-labels': '' }), []);
});

t.test('no imports are circular, types included', async (t) => {
  t.strictSame(importCircles(), []);
});

t.test('the contract run imports nothing of the server except the contract', async (t) => {
  const known = [
    'scripts/contract/',
    'scripts/generate/',
    'scripts/document/',
    'scripts/parallel/',
    'scripts/text/',
    'services/openapi/',
    'generated/',
  ];
  const strays = sources
    .filter((file) => file.startsWith('scripts/contract/') || file.startsWith('scripts/generate/contract/'))
    .flatMap((file) => importsOf(file).map((target) => [file, target] as const))
    .filter(([, target]) => !known.some((room) => target.startsWith(room)))
    .map(([file, target]) => `${file} imports ${target}`);
  t.strictSame(strays, []);
});

t.test('each external system is accessed in one place', async (t) => {
  for (const [what, pattern, files] of doors) {
    const trespassers = sources.filter(
      (file) =>
        pattern.test(texts.get(file) ?? '') && !files.some((door) => file.startsWith(door)) && !isOfBrowser.test(file),
    );
    t.strictSame(trespassers, [], `${what} is accessed only in ${files.join(', ')}`);
  }
});

t.test('every resource has the same name in spec, handlers and tests', async (t) => {
  const names = (folder: string, suffix: string): string[] =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith(suffix))
      .map((name) => name.slice(0, -suffix.length));
  const resources = names('spec', '.tsp').filter((name) => name !== 'main');
  const handlers = names('handlers', '.ts').filter((name) => !['index', 'handler', 'list'].includes(name));
  t.strictSame(handlers.sort(), resources.sort());
  t.strictSame(
    resources.filter((name) => !names('test/api', '.test.ts').includes(name)),
    [],
    'each resource has a test in test/api',
  );
});

t.test("no text leads to another project's package on the public registry", async (t) => {
  const astray = ['npx svc serve', 'npx --yes svc@1 x', '`npm exec svc`', 'npm i -g svc', "npx 'svc-contract' run"];
  const fine = [
    'npx --no svc serve',
    'npx ./svc-contract-0.2.0.tgz run',
    'npm uninstall svc',
    'npm install ./svc-server.tgz',
  ];
  t.strictSame([...astray, ...fine].filter(leadsAstray), astray);
  const folders = [...rooms, 'spec', 'deploy'];
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile() && !/node_modules|\.(?:gz|png|bin)$/.test(join(file.parentPath, file.name)))
      .map(({ parentPath, name }) => relative(root, join(parentPath, name))),
  );
  const lines = [...files, 'README.md', 'CHANGELOG.md'].flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .filter(leadsAstray)
      .map((line) => `${file}: ${line}`),
  );
  t.strictSame(lines, []);
});

/** Returns true for a command that takes `svc` or a package with a similar name from the public registry. */
function leadsAstray(line: string): boolean {
  return /\b(?:npx|npm (?:exec|install|i|add))(?: -(?!-no\b)\S+)* ['"]?svc(?:-\w+)?(?=[\s'"`@]|$)/.test(line);
}

t.test('no file exceeds the length limit', async (t) => {
  const long = sources.filter((file) => (texts.get(file) ?? '').split('\n').length > 400);
  t.strictSame(long, []);
});

t.test('a page of the panel has at most 120 lines, and no function of the panel more than 60', async (t) => {
  const ofPanel = sources.filter((file) => file.startsWith('http/panel/'));
  t.ok(ofPanel.length > 100, `${ofPanel.length} files`);
  const long = ofPanel.flatMap((file) => {
    const text = texts.get(file) ?? '';
    const isPage = file.startsWith('http/panel/pages/') && text.trimEnd().split('\n').length > 120;
    return [...(isPage ? [file] : []), ...longFunctions(file, text, 60)];
  });
  t.strictSame(long, []);
});

function longFunctions(file: string, text: string, most: number): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const lineAt = (position: number): number => source.getLineAndCharacterOfPosition(position).line + 1;
  const long: string[] = [];
  const visit = (node: ts.Node): void => {
    const first = lineAt(node.getStart(source));
    if (ts.isFunctionLike(node) && lineAt(node.end) - first + 1 > most) long.push(`${file}:${first}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return long;
}

t.test('a transaction is called tx, and nothing else is called transaction', async (t) => {
  const refused = [
    'const end = (inner: Transaction) => inner.commit();',
    'return transaction(async (transaction) => find(transaction));',
    'return sequelize.transaction((inner) => find(inner));',
    "const transaction = ['an address'];",
    'function name(id: string, transaction: string): void {',
    'const ended = ({ transaction }: Options) => transaction;',
    "const [above, ...transaction] = path.split('/');",
    'const text = (tx: string) => tx;',
  ];
  const fine = [
    'const end = (tx?: Transaction) => tx?.commit();',
    'return transaction(async (tx) => find(id, { transaction: tx }));',
    'export async function transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {',
    'const { transaction: tx, ...others } = options;',
  ];
  t.strictSame([...refused, ...fine].filter(misnamesTransaction), refused);
  const misnamed = [...texts].flatMap(([file, text]) =>
    text
      .split('\n')
      .filter(misnamesTransaction)
      .map((line) => `${file}: ${line}`),
  );
  t.strictSame(misnamed, []);
});

/** Returns true for a variable with the name of the function that runs a transaction, or a transaction of another name. */
function misnamesTransaction(line: string): boolean {
  return [
    /\b(?!tx\b|transaction\?)\w+\??: (?:null \| )?Transaction\b/,
    /\btransaction\((?:async )?\(?(?!tx\b)\w+\)? =>/,
    /\b(?:const|let) transaction\b/,
    /[(,{] ?transaction(?:: (?:string|unknown|any|number|null)\b|[,)]| \})(?!.*from ')/,
    /\.\.\.transaction\b|\btx: (?:string|unknown|any|number|null)\b/,
  ].some((pattern) => pattern.test(line));
}

t.test('the settings page names every setting, and no other page does', async (t) => {
  const page = readFileSync(join(root, 'generated/settings.md'), 'utf8');
  const guides = [
    'README.md',
    'spec/guides/deploying.md',
    'spec/guides/sizes.md',
    'spec/guides/operating.md',
    'services/gateway/README.md',
    'spec/README.md',
  ];
  const pages = [page, ...guides.map((file) => readFileSync(join(root, file), 'utf8'))].join('\n');
  const config = sources
    .filter((file) => file === 'services/settings/config.ts' || /^services\/settings\/[a-z]+-settings\.ts$/.test(file))
    .map((file) => texts.get(file))
    .join('');
  const settings = [...config.matchAll(/'(SVC_[A-Z0-9_]+)'/g)]
    .map(([, name]) => name as string)
    .filter((name) => !name.startsWith('SVC_TEST_'));
  t.strictSame(
    settings.filter((name) => !page.includes(`\`${name}\``)),
    [],
  );
  t.strictSame(
    [...pages.matchAll(/\bSVC_[A-Z0-9_]+\b/g)]
      .map(([name]) => name)
      // A secret can be given as the name of a file.
      .filter((name) => !settings.includes(name) && !settings.includes(name.replace(/_FILE$/, ''))),
    [],
  );
});

t.test('a release in the changelog has what breaks first, then at most 30 entries of two lines', async (t) => {
  // Also what is not released yet, or its release would fail.
  const releases = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
    .split(/^## (?=\[)/m)
    .filter((part) => part.startsWith('[') && /^- /m.test(part));
  t.ok(releases.length > 1);
  for (const release of releases) {
    const [version = ''] = release.split('\n');
    const entries = release.match(/^- .*(?:\n {2}.*)*/gm) ?? [];
    t.match(/^### .*/m.exec(release)?.[0], '### Breaking', version);
    t.ok(
      (release.split('### Breaking')[1]?.split('\n### ').slice(1).join('').match(/^- /gm) ?? []).length <= 30,
      version,
    );
    t.strictSame(
      entries.filter((entry) => entry.split('\n').length > 2),
      [],
      version,
    );
  }
});

function typescriptFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('node_modules/'))
    .map((name) => join(folder, name));
}

/** Returns the source files that a file imports. Ignores import statements in the text of generators. */
function importsOf(file: string): string[] {
  const text = texts.get(file) ?? '';
  return [...text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)]
    .map(([, target]) => relative(root, resolve(root, dirname(file), target as string)))
    .filter((target) => texts.has(target));
}

/**
 * Returns the files in import cycles. Repeatedly removes each file that imports no remaining file or that no remaining
 * file imports.
 */
function importCircles(): string[] {
  const imports = new Map([...texts.keys()].map((file) => [file, importsOf(file)]));
  for (let size = -1; size !== imports.size; ) {
    size = imports.size;
    const imported = new Set([...imports.values()].flat());
    for (const [file, targets] of imports)
      if (!imported.has(file) || !targets.some((target) => imports.has(target))) imports.delete(file);
  }
  return [...imports].map(
    ([file, targets]) => `${file} imports ${targets.filter((target) => imports.has(target)).join(', ')}`,
  );
}

function roomOf(file: string): string {
  return file.split('/')[0] ?? '';
}

/** Returns the place of a file's room among the rooms. A generated file is as high as the highest room that it imports. */
function heightOf(file: string): number {
  if (roomOf(file) !== 'generated') return rooms.indexOf(roomOf(file));
  return Math.max(-1, ...importsOf(file).map((target) => rooms.indexOf(roomOf(target))));
}

function isSameRoom(file: string, target: string): boolean {
  return roomOf(file) === roomOf(target) && innerRoomOf(file) === innerRoomOf(target);
}

/** Returns the files that Node loads for these entries: imports of types alone are not loaded. */
function loadedBy(entries: readonly string[]): Set<string> {
  const loaded = new Set<string>();
  const load = (file: string): void => {
    if (loaded.has(file)) return;
    loaded.add(file);
    for (const [, clause = '', target = ''] of (texts.get(file) ?? '').matchAll(
      /^(?:import|export) (?!type )([^;]*?) from '(\.[^']+)';/gm,
    )) {
      const names = clause
        .replace(/[{}]/g, '')
        .split(',')
        .map((name) => name.trim())
        .filter(Boolean);
      if (names.some((name) => !name.startsWith('type '))) load(relative(root, resolve(root, dirname(file), target)));
    }
  };
  for (const entry of entries) load(entry);
  return loaded;
}

/** Returns the room within the folder; empty for a file at its top. */
function innerRoomOf(file: string): string {
  return file.split('/').length === 2 ? '' : (file.split('/')[1] ?? '');
}

/** Returns the place of a file's room in the list: 0 is the top. */
function levelOf(file: string): number {
  return (roomsOf[roomOf(file)] ?? []).indexOf(innerRoomOf(file));
}

interface PackageFile {
  peerDependencies?: Record<string, string>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** The folders with a package.json and a lock file of their own. */
const packageFolders = ['', 'scripts/bench/', 'test/'];

t.test('the lock file has every platform of every package, which npm ci requires', async (t) => {
  for (const folder of packageFolders) {
    const { packages } = readJson<{ packages: Record<string, { optionalDependencies?: object }> }>(
      `${folder}package-lock.json`,
    );
    const missing = Object.entries(packages).flatMap(([place, { optionalDependencies }]) =>
      Object.keys(optionalDependencies ?? {}).filter((name) => !isLocked(packages, place, name)),
    );
    t.strictSame(missing, [], `${folder}package-lock.json`);
  }
});

/** Returns true if Node's upward search from the package in `folder` would find the package `name`. */
function isLocked(packages: Record<string, unknown>, folder: string, name: string): boolean {
  const place = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
  if (place in packages) {
    return true;
  }
  return folder !== '' && isLocked(packages, folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/'))), name);
}

/** The first version of a package without a known vulnerability. The versions of unused packages do not matter. */
const floors: Record<string, string> = {
  mysql2: '3.23.1',
  sequelize: '6.37.8',
  nodemailer: '9.1.1',
  'pdfjs-dist': '4.2.67',
  mammoth: '1.11.0',
  'openapi-backend': '5.21.2',
};

t.test('no package is older than its last security fix, and all match the lock file', async (t) => {
  for (const folder of packageFolders) {
    const { dependencies, devDependencies } = readJson<PackageFile>(`${folder}package.json`);
    const loose = Object.entries({ ...dependencies, ...devDependencies })
      .filter(([, version]) => !/^((npm:[\w@/-]+@)?\d+\.\d+\.\d+|file:scripts\/programs)$/.test(version))
      .map(([name]) => name);
    t.strictSame(loose, [], `${folder}package.json`);
    const { packages } = readJson<{
      packages: Record<string, { version?: string; integrity?: string; link?: boolean }>;
    }>(`${folder}package-lock.json`);
    const locked = Object.entries(packages).filter(([place]) => place.includes('node_modules/'));
    t.strictSame(
      locked.filter(([, { integrity, link }]) => integrity === undefined && link !== true).map(([place]) => place),
      [],
    );
    const old = locked.filter(([place, { version = '0' }]) => {
      const floor = floors[place.split('node_modules/').at(-1) ?? ''];
      return floor !== undefined && version.localeCompare(floor, 'en', { numeric: true }) < 0;
    });
    t.strictSame(old, []);
  }
});

/**
 * Commands that only developers run, in a clone with all packages. The server, the worker and the CLI never load them.
 */
const developerScripts = ['generate'];

t.test('an installation has every package that server, worker and CLI import, or a setting asks for it', async (t) => {
  const { dependencies, peerDependencies } = readJson<PackageFile>('package.json');
  const wanted = { ...dependencies, ...peerDependencies };
  const entries = readdirSync(join(root, 'scripts'))
    .filter((name) => name.endsWith('.ts') && !developerScripts.includes(name.slice(0, -'.ts'.length)))
    .map((name) => join('scripts', name));
  const installed = [...Object.keys(wanted), ...builtinModules];
  const { files, packages } = reachedFrom(entries);
  t.ok(files.has('http/app.ts') && files.has('scripts/cli/main.ts'), 'the imports are followed');
  t.strictSame(
    [...packages]
      .filter(([name]) => !installed.includes(name) && name !== 'svc-server')
      .map(([name, file]) => `${file} imports ${name}`),
    [],
  );
  t.strictSame(
    Object.keys(wanted).filter((name) => !packages.has(name)),
    [],
    'a package that the program does not import is a devDependency',
  );
});

/**
 * Returns all files that the entries import, directly and indirectly, and for each package the first file that imports
 * it.
 */
function reachedFrom(entries: string[]): { files: Set<string>; packages: Map<string, string> } {
  const files = new Set(entries);
  const packages = new Map<string, string>();
  // Iterating a Set also visits the items that are added meanwhile.
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const [, from, bare, called, script] of text.matchAll(runtimeImport)) {
      const target = from ?? bare ?? called ?? `./${script}.ts`;
      if (target.startsWith('.')) files.add(join(dirname(file), target));
      else if (!target.startsWith('node:')) packages.set(packageOf(target), packages.get(packageOf(target)) ?? file);
    }
  }
  return { files, packages };
}

/**
 * Matches imports of every form, and scripts that a file starts as a process. Type imports do not count, because they
 * do not exist at run time.
 */
const runtimeImport =
  /^(?:import|export)(?! type )[^;]*? from '([^']+)'|^import '([^']+)'|(?:import|require|lazyRequire(?:<[^;]*>)?)\('([^']+)'\)|`([\w-]+)\$\{extname\(/gm;

function packageOf(target: string): string {
  return target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/');
}

function readJson<Content>(file: string): Content {
  return JSON.parse(readFileSync(join(root, file), 'utf8')) as Content;
}
