// Tests client generators with their default options on the published document: the code must compile, have readable
// names, and work with a real server. Run by `npm run test:sdk`, which installs the generators.

import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import t from 'tap';
import { createTenant, startWithAdmin } from '../../harness/world.ts';
import type { Outcome } from './journey.ts';

const run = promisify(execFile);
const here = import.meta.dirname;
const published = join(here, '../../../generated/openapi.json');

/** The command that generates each client into a folder with the generator's name. */
const generators: Record<string, string[]> = {
  'openapi-typescript': ['openapi-typescript', 'openapi.json', '-o', 'openapi-typescript/schema.ts'],
  'hey-api': ['openapi-ts', '-i', 'openapi.json', '-o', 'hey-api'],
  'swagger-typescript-api': [
    ...['swagger-typescript-api', 'generate', '-p', 'openapi.json'],
    ...['-o', 'swagger-typescript-api', '-n', 'api.ts'],
  ],
  orval: ['orval', '--config', 'orval.config.mjs'],
  oazapfts: ['oazapfts', 'openapi.json', 'oazapfts/client.ts'],
  kubb: ['kubb', 'generate', '--config', 'kubb.config.mjs'],
};

const { app, admin } = await startWithAdmin(t);
const folder = await mkdtemp(join(tmpdir(), 'svc-generators-'));
t.teardown(() => rm(folder, { recursive: true }));
await cp(published, join(folder, 'openapi.json'));
for (const name of ['clients', 'journey.ts', 'kubb.config.mjs', 'orval.config.mjs', 'tsconfig.json'])
  await cp(join(here, name), join(folder, name), { recursive: true });
await symlink(join(here, 'node_modules'), join(folder, 'node_modules'));
await writeFile(join(folder, 'package.json'), '{ "type": "module" }');

/** Runs an installed program in the folder. Throws with its output if it fails. */
async function tool(name: string, ...args: string[]): Promise<string> {
  const environment = { ...process.env, SVC_URL: app.url, NO_COLOR: '1' };
  const { stdout } = await run(join(here, 'node_modules/.bin', name), args, { cwd: folder, env: environment });
  return stdout;
}

for (const [name, [program = '', ...args]] of Object.entries(generators)) {
  await t.test(`${name} generates a client that can upload and list`, async (t) => {
    await mkdir(join(folder, name));
    await tool(program, ...args);
    await tool(
      'esbuild',
      `clients/${name}.ts`,
      ...['--bundle', '--platform=node', '--format=esm', '--log-level=error', `--outfile=${name}.mjs`],
    );
    const client = (await import(pathToFileURL(join(folder, `${name}.mjs`)).href)) as {
      journey: (url: string, key: string) => Promise<Outcome>;
    };
    const { project } = await createTenant(app, admin);
    const outcome = await client.journey(app.url, project.key);
    const file = await app.request('GET', `/v1/files/${outcome.fileId}`, { token: project.key });
    t.match(file.body, { purpose: 'assistants', filename: 'keys.md', bytes: 31 });
    t.match(outcome, {
      storeId: /^vs_/,
      expiresAt: file.body.created_at + 3600,
      filenames: ['keys.md'],
      storeNames: ['Handbook'],
      refusal: 'not_found',
    });
  });

  await t.test(`${name} generates no numbered names of its own`, async (t) => {
    t.strictSame(await numberedNames(join(folder, name)), []);
  });
}

t.test('the generated code, and a program that uses it, pass the type check', async (t) => {
  const errors = await tool('tsc', '-p', '.').catch(({ stdout }: { stdout: string }) => stdout);
  t.equal(errors, '');
});

/** Returns exported names that end in a number which is neither a status nor in the document. */
async function numberedNames(generated: string): Promise<string[]> {
  const files = await readdir(generated, { recursive: true });
  const texts = await Promise.all(
    // The files in `client` and `core` belong to the generator and are the same for every document.
    files
      .filter((file) => /^(?!client\/|core\/).*\.ts$/.test(file))
      .map((file) => readFile(join(generated, file), 'utf8')),
  );
  const declared = /^export (?:declare )?(?:type|interface|const|function|enum|class) (\w*[a-z_]\d+)\b/gim;
  const names = texts.flatMap((text) => [...text.matchAll(declared)].map(([, name = '']) => name));
  t.ok(texts.length > 0);
  return [...new Set(names)].filter((name) => !/[a-z][1-5]\d\d$|Utf8$/i.test(name));
}
