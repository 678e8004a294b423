// Compares the bill of materials with the lock file.

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';

const root = join(import.meta.dirname, '..');

interface Component {
  purl: string;
  hashes?: { alg: string; content: string }[];
}

interface Locked {
  version: string;
  name?: string;
  dev?: boolean;
  devOptional?: boolean;
  optional?: boolean;
  integrity?: string;
  /** True for a folder of the repository. */
  link?: boolean;
}

t.setTimeout(600_000);

t.test('npm run sbom prints every package of an installation, with its version and hash', async (t) => {
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'sbom'], { cwd: root, maxBuffer: 2 ** 26 });
  const { bomFormat, components } = JSON.parse(stdout) as { bomFormat: string; components: Component[] };
  t.equal(bomFormat, 'CycloneDX');
  const listed = new Map(components.map((component) => [decodeURIComponent(component.purl), component]));
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const installed = Object.entries(lock.packages).flatMap(([folder, { name, version, dev, ...rest }]) =>
    folder === '' || rest.link === true || dev === true || rest.devOptional === true || rest.optional === true
      ? []
      : [{ purl: `pkg:npm/${name ?? folder.split('node_modules/').at(-1)}@${version}`, ...rest }],
  );
  t.ok(installed.length > 50, `${installed.length} packages`);
  t.strictSame(
    installed.filter(({ purl }) => !listed.has(purl)).map(({ purl }) => purl),
    [],
  );
  const unproven = installed.filter(({ purl, integrity = '' }) => {
    const sha512 = Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex');
    return !listed.get(purl)?.hashes?.some(({ alg, content }) => alg === 'SHA-512' && content === sha512);
  });
  t.strictSame(unproven, []);
  t.notOk(
    components.some(({ purl }) => purl.startsWith('pkg:npm/typescript@')),
    'no development package',
  );
});
