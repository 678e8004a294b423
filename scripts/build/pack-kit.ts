// Packs the contract kit, dist/svc-contract-VERSION.tgz: scripts/contract with the files that it loads, and no package.

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const entry = 'scripts/contract/main.js';
const library = 'scripts/contract/index.js';
/** The data of the kit, without the whitespace of the repository's files. */
const data = ['generated/contract-cases.json', 'generated/openapi.json'];
/** Other files and folders, as they are. */
const others = ['scripts/contract/sdk/journeys', 'scripts/contract/judges'];

/** Packs the compiled kit in `output` as a tarball in the same folder. */
export function packKit(root: string, output: string): void {
  const { version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, string>;
  const folder = join(output, 'svc-contract');
  for (const file of loadedBy(output, [entry, library, library.replace(/\.js$/, '.d.ts')]))
    cpSync(join(output, file), join(folder, file));
  for (const file of data) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), JSON.stringify(JSON.parse(readFileSync(join(root, file), 'utf8'))));
  }
  for (const path of others) cpSync(join(root, path), join(folder, path), { recursive: true });
  cpSync(join(root, 'scripts/contract/README.md'), join(folder, 'README.md'));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(version, license), null, 2)}\n`);
  const { status } = spawnSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', output], {
    cwd: folder,
    env: withoutNpmSettings(),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  rmSync(folder, { recursive: true });
  if (status !== 0) throw new Error('npm pack of the contract kit failed');
}

function manifest(version: string | undefined, license: string | undefined): object {
  return {
    name: 'svc-contract',
    version,
    description: 'Tests over HTTP whether a server keeps the contract of the svc API.',
    license,
    type: 'module',
    engines: { node: '>=20.12' },
    bin: { 'svc-contract': entry },
    exports: { '.': `./${library}`, './package.json': './package.json' },
  };
}

/** Returns the compiled files that the entries load, directly and indirectly, also by `import()`. */
function loadedBy(output: string, entries: string[]): Set<string> {
  const found = new Set(entries);
  // Iterating a Set also visits the items that are added meanwhile.
  for (const file of found) {
    const text = readFileSync(join(output, file), 'utf8');
    for (const [, from, called] of text.matchAll(
      /^(?:import|export)\s[^'"]*?['"](\.{1,2}\/[^'"]+)['"]|import\(["'](\.{1,2}\/[^'"]+)["']\)/gm,
    ))
      found.add(
        join(dirname(file), (from ?? called ?? '').replace(/\.[jt]s$/, file.endsWith('.d.ts') ? '.d.ts' : '.js')),
      );
  }
  return found;
}

/** Returns the environment without the options of an `npm pack` of svc, which runs this build. */
function withoutNpmSettings(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_config_/i.test(name)));
}
