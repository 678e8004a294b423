// Tests that the README and the pages that it links are correct.

import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { script } from '../scripts/fixtures/scripted-model.ts';
import { loadConfig } from '../services/settings/config.ts';
import { holdBound } from './harness/clock.ts';
import { createDatabase } from './harness/database.ts';
import { startInference, tenantOf } from './harness/inference.ts';
import { startServer, until } from './harness/process.ts';
import { chats } from './harness/scripted-chat.ts';
import { json, startUpstream } from './harness/upstream.ts';

const root = join(import.meta.dirname, '..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');

// This file starts servers, which takes longer on a busy machine.
t.setTimeout(300_000);

/** Returns the fenced shell blocks between two texts, as one script. */
function blocksBetween(from: string, to: string): string {
  const begin = readme.indexOf(from);
  const blocks = readme.slice(begin, readme.indexOf(to, begin + from.length)).matchAll(/```sh\n(.*?)```/gs);
  return [...blocks].map(([, block]) => block).join('');
}

t.test('the README is short', async (t) => {
  t.ok(readme.trimEnd().split('\n').length <= 155);
});

t.test('the links of the README lead to files', async (t) => {
  const targets = [...readme.matchAll(/\]\(([^)]+)\)/g)].map(([, target]) => target as string);
  t.ok(targets.includes('generated/settings.md'));
  t.strictSame(
    targets.filter((target) => !existsSync(join(root, target))),
    [],
  );
});

/** Returns the commands of shell blocks: a line and its continuations; `&&` and `;` begin another one. */
function commandsIn(script: string): string[] {
  const lines = script
    .replaceAll('\\\n', ' ')
    .replaceAll(/ # .*$/gm, '')
    .split('\n');
  return lines
    .flatMap((line) =>
      line.startsWith('npm ci && npm start') || /^\w+\(\) \{/.test(line) ? [line] : line.split(/&&|;/),
    )
    .map((command) => command.trim())
    .filter((command) => command !== '' && !command.startsWith('cd '));
}

t.test('the first answer takes at most 6 commands', async (t) => {
  const beforeTests = blocksBetween('# svc', '## Test');
  const commands = commandsIn(beforeTests + blocksBetween('## First answer', 'OpenAI'));
  const answer = commands.findIndex((command) => command.startsWith('svc ask '));
  t.ok(answer >= 0 && answer < 6, `${answer + 1} commands`);
});

t.test('the commands of the README run as written, from an empty folder', async (t) => {
  const database = await createDatabase();
  const upstream = await startUpstream(t, { models: ['large'] });
  const answers = [
    chats({ parts: [{ call: 'file_search', arguments: '{"queries":["backup"]}' }] }),
    chats({ parts: [{ text: 'Run svc backup.' }] }),
  ];
  upstream.always(({ seen, response, ...rest }) => {
    if (seen.path === '/v1/models') return json(response, 200, { object: 'list', data: [{ id: 'large' }] });
    if (seen.path !== '/v1/chat/completions') return json(response, 404, { detail: 'Not Found' });
    return answers.shift()?.({ seen, response, ...rest });
  });
  const settings = database.settings;
  const begin = performance.now();
  const server = await startServer({ ...settings, SVC_UPSTREAM_ALLOWED_CIDRS: '127.0.0.0/8' });
  t.teardown(() => server.end());
  const lines = commandsIn(blocksBetween('## First answer', 'OpenAI')).map((line) =>
    line.replace('https://llm.example.com/v1', upstream.url).replace('sk-0123456789', upstream.key),
  );
  const env = {
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    HOME: database.dataDir,
    SVC_URL: server.url,
    SVC_PASSWORD: 'correct horse battery staple',
    ...settings,
  };
  const run = async (commands: string[]): Promise<string> =>
    (await promisify(execFile)('bash', ['-c', ['set -eu', ...commands].join('\n')], { cwd: root, env })).stdout;
  const [define = '', quickstart = '', search = '', ...further] = lines;
  await run([define, quickstart]);
  const found = await run([define, search]);
  const shown = /```\n(0\.\d+ .*?) …\n```/s.exec(readme)?.[1] ?? '';
  const withoutId = (text: string): string => text.replace(/file-\w+/, 'file-…');
  t.equal(withoutId(found).slice(0, withoutId(shown).length), withoutId(shown), 'the first search');
  const seconds = (performance.now() - begin) / 1000;
  holdBound(t, `seconds and ${lines.indexOf(search) + 2} commands to the first search`, seconds, 30);
  t.match(await run([define, ...further]), /Run svc backup\./, 'the first answer');
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
  const page = readFileSync(join(root, 'services/gateway/README.md'), 'utf8');
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
  const server = await startServer(database.settings);
  // A terminal shows the hints as plain lines. Without a terminal they are JSON log lines.
  const lines = await until(() => {
    const found = server.output().split('\n').filter(Boolean);
    return found.some((line) => line.includes('/panel"')) ? found : undefined;
  });
  const printed = lines
    .map((line) => (line.startsWith('{') ? String(JSON.parse(line).msg) : line))
    .filter((line) => line !== 'created the database' && !line.startsWith('this server has no account'));
  const shown = /```\n(listening on .*?)```/s.exec(readme)?.[1]?.trim().replaceAll('http://127.0.0.1:8080', server.url);
  t.equal(printed.join('\n'), shown?.replace(/^ +/gm, ''));
  await server.end();
  await database.drop();
});
