// Tests that the README and the pages that it links are correct.

import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { loadConfig } from '../services/settings/config.ts';
import { createDatabase } from './harness/database.ts';
import { startInference, tenantOf } from './harness/inference.ts';
import { startServer, until } from './harness/process.ts';
import { chats } from './harness/scripted-chat.ts';
import { script } from './harness/scripted-model.ts';
import { startUpstream } from './harness/upstream.ts';

const root = join(import.meta.dirname, '..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');

// This file starts servers, which takes longer on a busy machine.
t.setTimeout(300_000);

/** Returns the fenced code block after the heading. */
function blockAfter(heading: string): string {
  return /```sh\n(.*?)```/s.exec(readme.slice(readme.indexOf(heading)))?.[1] ?? '';
}

t.test('the README is short', async (t) => {
  t.ok(readme.trimEnd().split('\n').length <= 130);
});

t.test('the links of the README lead to files', async (t) => {
  const targets = [...readme.matchAll(/\]\(([^)]+)\)/g)].map(([, target]) => target as string);
  t.ok(targets.includes('generated/settings.md'));
  t.strictSame(
    targets.filter((target) => !existsSync(join(root, target))),
    [],
  );
});

t.test('the commands of the README run as written', async (t) => {
  const database = await createDatabase();
  const settings = { SVC_DATA_DIR: database.dataDir, SVC_DATABASE_URL: database.url };
  const server = await startServer(settings);
  const journey = `set -eu\n${blockAfter('## First request').replace('http://127.0.0.1:8080', server.url)}`;
  const { stdout } = await promisify(execFile)('bash', ['-c', journey], {
    cwd: root,
    env: { PATH: `${dirname(process.execPath)}:${process.env.PATH}`, HOME: database.dataDir, ...settings },
  });
  const lines = stdout.trim().split('\n');
  t.match(lines[0], /^created the admin ada@example\.com/);
  const [organization, list, search] = lines
    .slice(1)
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
  t.equal(organization.organization.name, 'Analytical Engines');
  t.match(search.data, [{ filename: 'keys.md', content: [{ text: /behind the clock/ }] }]);
  t.match(list, { object: 'list', data: [{ name: 'Handbook', file_counts: { completed: 1 } }], has_more: false });
  // The shown result has exactly the members of a real one.
  const shown = [...readme.matchAll(/```json\n(.*?)\n```/gs)].map(([, text]) => JSON.parse(text as string));
  t.strictSame(shown.map(shapeOf), [search].map(shapeOf));
  await server.end();
  await database.drop();
});

t.test('the example of the SDK runs as written, and prints an answer with its citation', async (t) => {
  const upstream = await startUpstream(t, { models: ['large'] });
  const { app, admin } = await startInference(t, [upstream]);
  const text = 'Behind the clock [cite:1].';
  const search = { call: 'file_search', arguments: '{"queries":["key"]}' };
  const scripts = {
    'an upstream with responses': script([[{ search: ['key'] }], [{ text }]]),
    // The first one answers 404 to /v1/responses.
    'an upstream without': [[search], [search], [{ text }]].map((parts) => chats({ parts })),
  };
  const folder = await mkdtemp(join(root, 'test/node_modules/.readme-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const example = /```js\n(.*?)```/s.exec(readme)?.[1] ?? '';
  await writeFile(join(folder, 'ask.mjs'), example.replace('http://127.0.0.1:8080', app.url));
  await writeFile(join(folder, 'keys.md'), 'The key to the engine room hangs behind the clock.');
  for (const [kind, answers] of Object.entries(scripts)) {
    upstream.next(...answers);
    const { project } = await tenantOf(app, admin);
    const { stdout } = await promisify(execFile)(process.execPath, ['ask.mjs'], {
      cwd: folder,
      env: { PROJECT_KEY: project.key },
    });
    t.match(stdout, /^Behind the clock\. \[\n.*type: 'file_citation',.*filename: 'keys\.md',\n *index: 16/s, kind);
  }
});

t.test('the upstreams in the documentation of models are a valid configuration', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-readme-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const file = join(folder, 'config.yaml');
  const page = readFileSync(join(root, 'services/inference/README.md'), 'utf8');
  await writeFile(file, /```yaml\n(.*?)```/s.exec(page)?.[1] ?? '');
  const { upstreams } = loadConfig({ SVC_CONFIG: file });
  t.strictSame(
    upstreams.map(({ name, weight }) => [name, weight]),
    [
      ['main', 0],
      ['spare', 0],
    ],
  );
});

t.test("the server's start prints what the README shows", async (t) => {
  const database = await createDatabase();
  const server = await startServer({ SVC_DATA_DIR: database.dataDir, SVC_DATABASE_URL: database.url });
  // A terminal shows the hints as plain lines. Without a terminal they are JSON log lines.
  const lines = await until(() => {
    const found = server.output().split('\n').filter(Boolean);
    return found.some((line) => line.includes('/panel"')) ? found : undefined;
  });
  const printed = lines
    .map((line) => (line.startsWith('{') ? String(JSON.parse(line).msg) : line))
    .filter((line) => line !== 'migrated the database');
  const shown = /```\n(listening on .*?)```/s.exec(readme)?.[1]?.trim().replaceAll('http://127.0.0.1:8080', server.url);
  t.equal(printed.join('\n'), shown?.replace(/^ +/gm, ''));
  await server.end();
  await database.drop();
});

/** Returns the structure of a value: names and types without texts and numbers. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, shapeOf(item)]));
}
