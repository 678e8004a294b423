// Tests `svc-contract sdk` with programs that stand in for generators: `npm run test:languages` runs the real ones.

import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import t from 'tap';
import { generators } from '../../scripts/contract/sdk/generators.ts';
import { journeyOf } from '../../scripts/contract/sdk/make.ts';
import { formNames } from '../../services/openapi/index.ts';

const root = join(import.meta.dirname, '../..');
const home = t.testdir();
const sdk = (...args: string[]) => sdkWith({}, ...args);
const sdkWith = (env: object, ...args: string[]) =>
  spawnSync(process.execPath, [join(root, 'scripts/contract/main.ts'), 'sdk', ...args], {
    encoding: 'utf8',
    env: { ...process.env, SVC_SDK_HOME: join(home, 'programs'), ...env },
  });

function program(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, 0o755);
}

t.test('the list has every generator with its version, options and tests', async (t) => {
  const rows = JSON.parse(sdk('--list', '--json').stdout) as Record<string, string>[];
  t.strictSame(
    rows.map(({ generator }) => generator),
    Object.keys(generators),
  );
  t.match(rows[0], { language: 'python', generator: 'openapi-python-client', version: '0.29.1', tested: '16 of 16' });
  t.match(sdk('--list').stdout, /^language +generator +version[\s\S]+\nphp +openapi-generator-php/);
});

t.test('a generator has a known form, and a journey if it is tested with one', async (t) => {
  for (const [name, { form, tested }] of Object.entries(generators)) {
    t.ok(form === undefined || formNames.includes(form), `${name}: ${form}`);
    t.equal((await journeyOf(name)) !== undefined, tested === '16 of 16', `${name}: ${tested}`);
  }
});

t.test('wrong usage ends with exit code 2 and names the choices', async (t) => {
  for (const [args, text] of [
    [['cobol', '--out', 'x'], /no language 'cobol'\. sdk takes python, go/],
    [['python', '--out', join(home, 'x'), '--generator', 'ogen'], /no generator 'ogen' of python\. --generator takes/],
    [['python'], /Missing --out DIR/],
    [['python', '--out', root], /is not empty/],
    [['python', '--out', join(home, 'x'), '--package', 'a b'], /--package 'a b' is not a name/],
    [['python', '--out', join(home, 'x')], /is not installed\. Install it with: svc-contract sdk python .*--install/],
  ] as const) {
    const { status, stderr } = sdk(...args);
    t.equal(status, 2, stderr);
    t.match(stderr, text);
  }
  t.notOk(existsSync(join(home, 'x')), 'nothing is written');
});

t.test('a client is generated, compiled, and has a README with the first calls', async (t) => {
  const bin = join(home, 'programs/openapi-python-client-0.29.1/bin');
  program(join(bin, 'openapi-python-client'), 'mkdir acme && cp openapi.json acme/ && echo "$@" > acme/arguments');
  program(join(bin, 'mypy'), 'echo "$@" > compiled');
  const out = join(home, 'client');
  const url = 'https://svc.example.com';
  const { status, stdout, stderr } = sdk('python', '--out', out, '--package', 'acme', '--url', url);
  t.strictSame([status, stderr], [0, '']);
  t.match(stdout, /a client for python, by openapi-python-client 0\.29\.1/);
  t.equal(JSON.parse(readFileSync(join(out, 'acme/openapi.json'), 'utf8')).openapi, '3.1.0');
  t.match(readFileSync(join(out, 'acme/arguments'), 'utf8'), /--output-path acme/);
  t.match(readFileSync(join(out, 'compiled'), 'utf8'), /acme\/api/);
  const readme = readFileSync(join(out, 'README.md'), 'utf8');
  t.match(readme, url);
  t.match(readme, /from acme\.api\.login import create_login[\s\S]+passed\("project key"/);
  t.notMatch(readme, /svc_client|passed\("list of keys"/);
});

t.test('a generator on the PATH is taken in the pinned version only', async (t) => {
  const bin = join(home, 'path');
  const env = { SVC_SDK_HOME: join(home, 'none'), PATH: [bin, process.env.PATH].join(delimiter) };
  const generatorOf = (version: string) =>
    program(
      join(bin, 'openapi-python-client'),
      `[ "$1" = --version ] && echo "client version: ${version}" || mkdir made`,
    );
  generatorOf('0.29.10');
  t.match(sdkWith(env, 'python', '--out', join(home, 'newer')).stderr, 'is not installed');
  generatorOf('0.29.1');
  const { stdout, stderr } = sdkWith(env, 'python', '--out', join(home, 'found'));
  t.match([stdout, stderr], [/by openapi-python-client 0\.29\.1\nNot compiled: this machine has no mypy\.\n$/, '']);
  t.ok(existsSync(join(home, 'found/made')), 'it generates in the folder');
});

t.test('an installation that was interrupted is not taken for a whole one', async (t) => {
  const folder = join(home, 'programs/openapi-python-client-0.29.1');
  writeFileSync(join(folder, '.unfinished'), '');
  const { status, stderr } = sdk('python', '--out', join(home, 'interrupted'));
  t.equal(status, 2);
  t.match(stderr, 'is not installed');
  rmSync(join(folder, '.unfinished'));
  rmSync(join(folder, 'bin/mypy'));
  t.match(sdk('python', '--out', join(home, 'uncompiled')).stdout, /^Not compiled: this machine has no mypy\.$/m);
});

t.test('a generator that fails ends the command with its output', async (t) => {
  program(join(home, 'programs/openapi-python-client-0.29.1/bin/openapi-python-client'), 'echo no schema >&2; exit 3');
  const { status, stderr } = sdk('python', '--out', join(home, 'failed'));
  t.equal(status, 2);
  t.match(stderr, /openapi-python-client generate[\s\S]+no schema/);
});
