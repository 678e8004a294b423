// Generates clients of other languages from the published document, compiles them, and runs the journey of 16 steps
// with a started server. Run by `npm run test:languages [NAME …]`.

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import t from 'tap';
import { publishedDocument } from '../../../scripts/contract/command/document.ts';
import { type Generator, generators } from '../../../scripts/contract/sdk/generators.ts';
import * as sdk from '../../../scripts/contract/sdk/make.ts';
import { startInference } from '../../harness/inference.ts';
import { json, startUpstream } from '../../harness/upstream.ts';
import { password } from '../../harness/world.ts';
import { journeys } from './journeys.ts';
import { emptyTypesIn, numberedClassesIn } from './output.ts';
import { programs } from './programs.ts';

const steps = 16;
const maxNumberedClasses = 60;
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
// The server's time limit for a test file is too short for the compilers of all languages.
t.setTimeout(7_200_000);
const environment = { SVC_URL: app.url, SVC_EMAIL: admin.email, SVC_PASSWORD: password };
const table: string[] = [];

/** Returns the programs of a generator and its journey that the machine lacks. */
async function lackedBy([name, { needs, compile }]: [string, Generator]): Promise<string[]> {
  const programs = [...needs, ...compile.map(([program = '']) => program), journeys[name]?.needs ?? 'sh'];
  const all = [...new Set(programs)];
  const found = await Promise.all(all.map((program) => program.startsWith('$') || sdk.hasProgram(program)));
  return all.filter((_, place) => !found[place]);
}

/** Runs the journey of the client, and returns the number of steps that passed and the last one. */
async function journey(client: sdk.Client): Promise<string[]> {
  const { name, folder } = client;
  const { at, files = {}, run } = journeys[name] ?? { at: '', run: [] };
  const text = (await sdk.journeyOf(name))?.text ?? '';
  for (const [path, content] of Object.entries({ ...files, [at]: text })) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  const output = await sdk.runIn(client, folder, run, environment);
  return output.split('\n').flatMap((line) => /ok \d+ .*$/.exec(line)?.[0] ?? []);
}

const chosen = Object.entries(generators).filter(([name]) => wanted.length === 0 || wanted.includes(name));
// Between two tests nothing may wait: the run would end.
const lacking = await Promise.all(chosen.map(lackedBy));
for (const [place, [name, generator]] of chosen.entries()) {
  const { language, version } = generator;
  const lacked = lacking[place] ?? [];
  const skip = lacked.length > 0 ? `this machine has no ${lacked.join(', ')}` : false;
  const tell = (result: string) => table.push(`${language.padEnd(12)}${`${name} ${version}`.padEnd(44)}${result}`);
  if (skip !== false) tell(`skipped: ${skip}`);
  await t.test(`${language}: ${name} ${version}`, { skip }, async (t) => {
    t.setTimeout(1_200_000);
    const folder = await mkdtemp(join(tmpdir(), 'svc-client-'));
    t.teardown(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
    const client = { name, generator, package: generator.package, folder, programs };
    if (!sdk.isInstalled(client)) await sdk.install(client);
    await sdk.generate(client, publishedDocument(generator.form));
    await sdk.compile(client);
    if (name === 'datamodel-code-generator') {
      const numbered = numberedClassesIn(join(folder, `${client.package}.py`));
      t.ok(numbered.length <= maxNumberedClasses, `${numbered.length} numbered classes: ${numbered.join(', ')}`);
    }
    if (journeys[name] === undefined) {
      const empty = emptyTypesIn(folder, language);
      tell(generator.compile.length === 0 ? `${empty.length} empty types` : 'compiles');
      return t.strictSame(empty, [], 'no type is empty');
    }
    const passed = await journey(client);
    tell(`${passed.length} of ${steps}`);
    return t.equal(passed.length, steps, `the last step that passed: ${passed.at(-1)}`);
  });
}
t.comment(`${new Date().toISOString().slice(0, 10)}\n${table.join('\n')}`);
