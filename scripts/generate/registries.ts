// Registers spec files, handlers, models and migrations by their folders, so that a new resource needs no entry in a
// list. The registries are generated code, because the compiler then reports missing files.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files of handlers/ that are not resources. */
const sharedHandlerFiles = ['handler', 'list'];
const madeBy = (from: string): string =>
  `// Made by \`npm run generate\` from the files of ${from}. Never edited by hand.\n\n`;

/**
 * Returns the text of each registry by its name in generated/. Throws a sentence that names the file if a spec file has no
 * handler file, or the reverse.
 */
export function registries(root: string): Map<string, string> {
  const resources = resourceNames(root);
  return new Map([
    ['resources.tsp', resourcesFile(resources)],
    ['handlers.ts', handlersModule(resources)],
    ['models.ts', modelsModule(root)],
    ['migrations.ts', migrationsModule(root)],
  ]);
}

function resourceNames(root: string): string[] {
  const specs = namesIn(root, 'spec', '.tsp').filter((name) => name !== 'main');
  const handlers = namesIn(root, 'handlers', '.ts').filter((name) => !sharedHandlerFiles.includes(name));
  for (const name of specs) {
    if (!handlers.includes(name))
      throw new Error(
        `spec/${name}.tsp has no handlers: add handlers/${name}.ts, which exports one for each operation.`,
      );
  }
  for (const name of handlers) {
    if (!specs.includes(name))
      throw new Error(`handlers/${name}.ts has no spec: add spec/${name}.tsp, or remove the file.`);
  }
  return specs;
}

function resourcesFile(resources: string[]): string {
  return `${madeBy('spec/')}${resources.map((name) => `import "../spec/${name}.tsp";\n`).join('')}`;
}

function handlersModule(resources: string[]): string {
  const imports = resources.map((name) => `import * as ${camel(name)} from '../handlers/${name}.ts';\n`);
  const members = resources.map((name) => `  ...${camel(name)},\n`);
  return [
    madeBy('handlers/'),
    "import type { Handlers } from '../handlers/handler.ts';\n",
    ...imports,
    '\n/** Every operation once: the compiler refuses a gap. */\n',
    'export const handlers: Handlers = {\n',
    ...members,
    '};\n',
  ].join('');
}

/** A model: a class that declares its table (models/table.ts). */
const modelClass = /^export class (\w+) extends table\(/gm;

function modelsModule(root: string): string {
  const found = exportsOf(root, 'models', modelClass);
  const classes = Map.groupBy(found, ({ file }) => file);
  return [
    madeBy('models/'),
    ...[...classes].map(([file, all]) => `import { ${all.map(({ name }) => name).join(', ')} } from '../${file}';\n`),
    '\n/** The model of each table. */\n',
    'export const models = [\n',
    ...found.map(({ name }) => `  ${name},\n`),
    '];\n',
  ].join('');
}

/** Returns the file of a model's class. Throws if no file exports it. */
export function fileOfModel(root: string, model: string): string {
  const found = exportsOf(root, 'models', modelClass).find(({ name }) => name === model);
  if (found === undefined) throw new Error(`An x-row in spec/ names the model ${model}, which models/ does not have.`);
  return found.file;
}

/** Returns the list of migrations. Each has a file of its own: see scripts/checks/migrations.ts. */
function migrationsModule(root: string): string {
  const pattern = /^export const (\w+): Migration = \{\s*name: '(\d{4}-[a-z0-9-]+)'/gm;
  const found = exportsOf(root, 'models/migrations', pattern);
  const numbered = found.sort((a, b) => (String(a.detail) < String(b.detail) ? -1 : 1));
  for (const [index, { detail, file }] of numbered.entries()) {
    const before = numbered[index - 1];
    if (before?.detail?.slice(0, 4) === detail?.slice(0, 4))
      throw new Error(
        `${before?.file} and ${file} have the same migration number: give the newer one the next free number.`,
      );
  }
  return [
    madeBy('models/migrations/'),
    "import type { Migration } from '../models/migration.ts';\n",
    '\n/**\n * Every migration, in the order of the numbers. One that has been released is never changed: add another. A start',
    ' without\n * migrations loads none of them.\n */\n',
    'export const migrations: Migration[] = [\n',
    ...numbered.map(
      ({ detail, file, name }) =>
        `  { name: '${detail}', up: async (schema) => (await import('../${file}')).${name}.up(schema) },\n`,
    ),
    '];\n',
  ].join('');
}

interface Export {
  file: string;
  name: string;
  detail: string | undefined;
}

/** Returns the exports of a folder that match the pattern, whose first group is the name. */
function exportsOf(root: string, folder: string, pattern: RegExp): Export[] {
  return namesIn(root, folder, '.ts').flatMap((fileName) => {
    const file = `${folder}/${fileName}.ts`;
    const text = readFileSync(join(root, file), 'utf8');
    return [...text.matchAll(pattern)].map(([, name = '', detail]) => ({ file, name, detail }));
  });
}

function namesIn(root: string, folder: string, suffix: string): string[] {
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith(suffix))
    .map((name) => name.slice(0, -suffix.length))
    .sort();
}

function camel(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
