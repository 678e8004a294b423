// Generates generated/ from spec/, from the settings in services/settings/, and from the text of the scan kernel, and the
// monitoring files in deploy/ from the server's metrics. With --check, changes nothing and fails if a committed file is
// stale. With --schema, also writes generated/schema.sql, which takes a MariaDB.

import { execFile, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { type Document, withoutForwarded } from './document/index.ts';
import {
  addEnumTexts,
  addModelTexts,
  alertsFile,
  auditEventsModule,
  clientDocument,
  commandsModule,
  contractCases,
  dashboardFile,
  defaultsInterface,
  docsFiles,
  fileOfModel,
  idKindsModule,
  journeyFiles,
  json,
  kernelModule,
  operationsModule,
  operationsTable,
  overlayFiles,
  publish,
  readEnumTexts,
  readModelTexts,
  registries,
  rowsModule,
  runtime,
  served,
  settingsFile,
  share,
  withKnownKeywords,
  withNullableRequests,
  withOpenBodies,
  withOpenBytes,
} from './generate/index.ts';

const root = join(import.meta.dirname, '..');
const typesHeader = '// Made by `npm run generate` from spec/. Never edited by hand.\n\n';

/** Compiles spec/ and returns every generated file's text by its path in generated/. Without `write`, no file is changed. */
export async function generate({ write = false } = {}): Promise<Map<string, string>> {
  const registered = registries(root);
  // The spec imports this one, so the file must be there before the spec is compiled.
  if (write) await writeFile(join(root, 'generated/resources.tsp'), registered.get('resources.tsp') ?? '');
  const [compiled, compiledSandbox] = await Promise.all([compile('spec'), compile('spec/sandbox')]);
  const declared = publish(compiled);
  const sandbox = withKnownKeywords(compiledSandbox);
  addEnumTexts(declared, readEnumTexts(join(root, 'spec')));
  addModelTexts(declared, readModelTexts(join(root, 'spec')));
  const published = withNullableRequests(declared);
  const narrow = withoutForwarded(declared);
  return new Map([
    ['openapi.json', json(share(clientDocument(published)))],
    ['openapi.runtime.json', json(runtime(narrow))],
    ['openapi.ts', typesHeader + (await types(share(served(narrow)))) + defaultsInterface(narrow)],
    ['operations.ts', operationsModule(published)],
    ['commands.ts', commandsModule(published)],
    ['audit-events.ts', auditEventsModule(published)],
    ['rows.ts', rowsModule(published, (model) => fileOfModel(root, model))],
    ['id-kinds.ts', idKindsModule(published)],
    ['operations.txt', operationsTable(published)],
    ['kernel.ts', await kernelModule(join(root, 'services/vectors/kernel.wat'))],
    ['contract-cases.json', contractCases(withOpenBodies(withoutForwarded(published)))],
    // The calls of `svc sandbox` are no part of the published document.
    ['sandbox.json', json(sandbox)],
    ['sandbox.ts', typesHeader + (await types(sandbox))],
    ['settings.md', settingsFile()],
    ['../deploy/alerts.yaml', await alertsFile()],
    ['../deploy/dashboard.json', await dashboardFile()],
    ...docsFiles(published),
    ...overlayFiles(published),
    ...journeyFiles(published),
    ...registered,
  ]);
}

async function compile(folder: string): Promise<Document> {
  const output = await mkdtemp(join(tmpdir(), 'svc-spec-'));
  try {
    const compiler = join(root, 'node_modules/@typespec/compiler/cmd/tsp.js');
    const config = join(root, 'spec/tspconfig.yaml');
    const args = [compiler, 'compile', join(root, folder), '--config', config, '--output-dir', output];
    await promisify(execFile)(process.execPath, args, { cwd: root }).catch((error: { stdout?: string }) => {
      throw new Error(`The spec does not compile.\n${error.stdout ?? ''}`);
    });
    return JSON.parse(await readFile(join(output, 'openapi.raw.json'), 'utf8')) as Document;
  } finally {
    await rm(output, { recursive: true });
  }
}

async function types(document: Document): Promise<string> {
  return astToString(await openapiTypescript(JSON.stringify(withOpenBytes(document)), { defaultNonNullable: true }));
}

async function main(): Promise<void> {
  const check = process.argv.includes('--check');
  const stale: string[] = [];
  for (const [name, text] of await generate({ write: !check })) {
    const path = join(root, 'generated', name);
    if ((await readFile(path, 'utf8').catch(() => undefined)) === text) continue;
    stale.push(join('generated', name));
    if (check) continue;
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
  if (check && stale.length > 0) {
    console.error(`Generated files are stale: ${stale.join(', ')}. Run "npm run generate" and commit the result.`);
    process.exitCode = 1;
  } else {
    console.log(stale.length === 0 ? 'generated/ is fresh' : `wrote ${stale.join(', ')}`);
  }
}

/** Writes generated/schema.sql by the test that compares it with a database. */
function writeSchema(): void {
  const env = { ...process.env, UPDATE_SCHEMA: '1', SVC_TEST_DATABASE: 'mysql' };
  const { status, stdout } = spawnSync(process.execPath, ['test/models/schema.test.ts'], { cwd: root, env });
  if (status !== 0) throw new Error(`generated/schema.sql could not be written.\n${stdout.toString()}`);
  console.log('wrote generated/schema.sql: review its diff like code');
}

if (import.meta.main) {
  await main().catch((error: Error) => {
    console.error(error.message);
    process.exit(1);
  });
  if (process.argv.includes('--schema')) writeSchema();
}
