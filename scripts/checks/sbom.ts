// Prints the software bill of materials in CycloneDX format: every package of an installation, with version, licence
// and hash. Usage: `npm run --silent sbom`.
//
// npm writes it from the lock file, development packages included. Its `--omit dev` is wrong: it also omits packages
// that both production and development need. So this script removes the packages that npm marks as development-only.

import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

interface Component {
  'bom-ref': string;
  properties?: { name: string; value: string }[];
}

interface Bill {
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

const root = join(import.meta.dirname, '../..');
const command = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'];
const maxBuffer = 64 * 1024 ** 2;

// In a copy, because `npm pack` adds npm-shrinkwrap.json, which npm prefers, and changes package.json while it runs.
const folder = mkdtempSync(join(tmpdir(), 'svc-sbom-'));
const readJson = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));
const lock = readJson('package-lock.json');
const { dependencies } = lock.packages[''];
for (const [file, value] of [
  ['package.json', { ...readJson('package.json'), dependencies }],
  ['package-lock.json', lock],
] as const)
  writeFileSync(join(folder, file), JSON.stringify(value));
const { stdout } = await promisify(execFile)('npm', command, { cwd: folder, maxBuffer });
rmSync(folder, { recursive: true });
const bill = JSON.parse(stdout) as Bill;

const isInstalled = ({ properties = [] }: Component): boolean =>
  !properties.some(({ name, value }) => name === 'cdx:npm:package:development' && value === 'true');
const left = new Set(bill.components.filter((one) => !isInstalled(one)).map((one) => one['bom-ref']));

const installed: Bill = {
  ...bill,
  components: bill.components.filter(isInstalled),
  dependencies: bill.dependencies
    .filter(({ ref }) => !left.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((on) => !left.has(on)) })),
};
console.log(JSON.stringify(installed, null, 2));
