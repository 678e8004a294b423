// Generates clients of other languages from the published document, compiles them, and runs the journey of 16 steps
// with a started server. Run by `npm run test:languages [NAME …]`.

import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { startInference } from '../../harness/inference.ts';
import { json, startUpstream } from '../../harness/upstream.ts';
import { password } from '../../harness/world.ts';
import { type Generator, generators } from './generators.ts';

const steps = 16;
const root = join(import.meta.dirname, '../../..');
/** Kept between runs. */
const programs = join(root, 'node_modules/.cache/svc-languages');
const wanted = (process.env.SVC_TEST_LANGUAGES ?? '').split(' ').filter((name) => name !== '');

const upstream = await startUpstream(t, { models: ['chat-model'] });
const call = { id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{"city":"Paris"}' } };
upstream.always(({ response }) =>
  json(response, 200, {
    id: 'chat_1',
    object: 'chat.completion',
    created: 1,
    model: 'chat-model',
    choices: [
      { index: 0, finish_reason: 'tool_calls', message: { role: 'assistant', content: null, tool_calls: [call] } },
    ],
    usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 },
  }),
);
const { app, admin } = await startInference(t, [upstream]);
const environment = (folder: string) => ({
  ...process.env,
  // openapi-python-client formats its code with ruff.
  PATH: `${join(programs, 'bin')}:${process.env.PATH}`,
  GOBIN: programs,
  MYPY_CACHE_DIR: join(folder, '.mypy_cache'),
  SVC_URL: app.url,
  SVC_EMAIL: admin.email,
  SVC_PASSWORD: password,
});

/** Runs a command in the folder, and returns its output. Throws with the output if it fails. */
async function runIn(folder: string, command: string[]): Promise<string> {
  const [program = '', ...args] = command.map((word) => word.replace('$BIN', programs));
  const { stdout } = await promisify(execFile)(program, args, {
    cwd: folder,
    env: environment(folder),
    maxBuffer: 1 << 26,
  }).catch((error: Error & { stdout: string; stderr: string }) => {
    throw new Error(`${command.join(' ')}\n${error.stdout.slice(-4000)}\n${error.stderr.slice(-4000)}`);
  });
  return stdout;
}

async function isInstalled(program: string): Promise<boolean> {
  return promisify(execFile)('which', [program]).then(
    () => true,
    () => false,
  );
}

async function prepare(name: string, { form, files = {}, journey, generate, compile }: Generator): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `svc-${name}-`));
  const kit = ['scripts/contract/main.ts', 'document', ...(form === undefined ? [] : ['--for', form])];
  await writeFile(join(folder, 'openapi.json'), await runIn(root, [process.execPath, ...kit]));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  await runIn(folder, generate);
  if (journey !== undefined) await cp(join(import.meta.dirname, `${name}${extname(journey)}`), join(folder, journey));
  for (const command of compile) await runIn(folder, command);
  return folder;
}

await mkdir(programs, { recursive: true });
for (const [name, generator] of Object.entries(generators)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const { language, version, needs, install, run } = generator;
  const skip = (await isInstalled(needs)) ? false : `this machine has no ${needs}`;
  await t.test(`${language}: a client of ${name} ${version} compiles, and makes the journey`, { skip }, async (t) => {
    t.setTimeout(600_000);
    for (const command of install) await runIn(root, command);
    const folder = await prepare(name, generator);
    t.teardown(() => rm(folder, { recursive: true }));
    if (run === undefined) return t.pass('it compiles');
    const lines = (await runIn(folder, run)).split('\n').filter((line) => line.startsWith('ok '));
    t.equal(lines.length, steps, `the last step that passed: ${lines.at(-1)}`);
  });
}
