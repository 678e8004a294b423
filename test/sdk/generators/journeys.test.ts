// The journeys of generated/journeys, each run against a started server by the tools that they are written for, and the
// overlays of generated/overlays, linted and applied. Run by `npm run test:sdk`, which installs the tools.

import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { parse } from 'yaml';
import { type Document, operationsOf } from '../../../scripts/document/document.ts';
import { readDocument } from '../../../scripts/document/read.ts';
import { startApp } from '../../harness/app.ts';
import { loopbackSettings, startReceiver } from '../../harness/receiver.ts';
import { createTenant, signUp } from '../../harness/world.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');
const redocly = join(root, 'test/node_modules/.bin/redocly');

interface Arazzo {
  workflows: { workflowId: string; summary: string; steps: { stepId: string }[] }[];
}

const app = await startApp(t, loopbackSettings);
const { organizationKey } = await createTenant(app, await signUp(app, { isAdmin: true }));
// A copy: the tools may write beside what they read.
const generated = await mkdtemp(join(tmpdir(), 'svc-journeys-'));
t.teardown(() => rm(generated, { recursive: true }));
for (const name of ['openapi.json', 'overlays', 'journeys'])
  await cp(join(root, 'generated', name), join(generated, name), { recursive: true });
const folder = join(generated, 'journeys');
const { workflows } = JSON.parse(await readFile(join(folder, 'journeys.arazzo.json'), 'utf8')) as Arazzo;
const requests = workflows.reduce((sum, { steps }) => sum + steps.length, 0);

/** Runs a program in the folder of the journeys and returns what it wrote. Throws with that if the program fails. */
async function tool(program: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', NO_COLOR: '1' };
  const { stdout, stderr } = await run(program, args, { cwd: folder, env, maxBuffer: 1 << 26 }).catch(
    ({ message, stdout = '', stderr = '' }: Error & { stdout?: string; stderr?: string }) => {
      throw new Error(`${message}\n${stdout}\n${stderr}`);
    },
  );
  return stdout + stderr;
}

/** Starts a receiver of events, and returns what the journeys ask of the caller. */
async function inputs(t: Parameters<typeof startReceiver>[0]) {
  const receiver = await startReceiver(t);
  return { receiver, values: { organization_key: organizationKey, webhook_url: receiver.url } };
}

t.test('redocly respect runs the Arazzo document', async (t) => {
  const { receiver, values } = await inputs(t);
  const output = await tool(
    redocly,
    ...['respect', 'journeys.arazzo.json', '--server', `svc=${app.url}`],
    ...Object.entries(values).flatMap(([name, value]) => ['--input', `${name}=${value}`]),
  );
  const ran = [...output.matchAll(/- step (\w+)/g)].map(([, id]) => id);
  const meant = workflows.flatMap(({ steps }) => steps.map(({ stepId }) => stepId));
  t.strictSame([...new Set(ran)].sort(), [...new Set(meant)].sort());
  t.equal((await receiver.wait(1)).length, 1);
});

t.test('newman runs the Postman collection', async (t) => {
  const { receiver, values } = await inputs(t);
  const variables = Object.entries({ base_url: app.url, ...values });
  const output = await tool(
    join(import.meta.dirname, 'node_modules/.bin/newman'),
    ...['run', 'postman.json', '--working-dir', folder, '--reporters', 'json', '--reporter-json-export', 'newman.json'],
    ...variables.flatMap(([name, value]) => ['--env-var', `${name}=${value}`]),
  );
  const report = JSON.parse(await readFile(join(folder, 'newman.json'), 'utf8'));
  t.match(report.run.stats.assertions, { total: requests, failed: 0 }, output);
  t.equal((await receiver.wait(1)).length, 1);
});

t.test("Bruno's command runs the Bruno collection", async (t) => {
  const { receiver, values } = await inputs(t);
  const variables = Object.entries({ base_url: app.url, ...values });
  for (const { summary, steps } of workflows) {
    const name = summary.toLowerCase().replaceAll(' ', '-');
    await tool(
      join(import.meta.dirname, 'node_modules/.bin/bru'),
      ...['run', name, '--env', 'local', '--output', `${name}.json`],
      ...variables.flatMap(([variable, value]) => ['--env-var', `${variable}=${value}`]),
    );
    const [report] = JSON.parse(await readFile(join(folder, `${name}.json`), 'utf8'));
    t.match(report.summary, { passedTests: steps.length, failedTests: 0, errorRequests: 0 }, summary);
  }
  t.equal((await receiver.wait(1)).length, 1);
});

t.test('httpyac sends the .http file', async (t) => {
  const { values } = await inputs(t);
  const text = await readFile(join(folder, 'journeys.http'), 'utf8');
  const given: Record<string, string> = { base_url: app.url, ...values };
  // As a person does it: by writing the values into the file.
  const filled = text.replace(/^@(\w+) = .*$/gm, (line, name: string) =>
    given[name] ? `@${name} = ${given[name]}` : line,
  );
  await writeFile(join(folder, 'filled.http'), filled);
  const output = await tool(
    join(import.meta.dirname, 'node_modules/.bin/httpyac'),
    ...['send', 'filled.http', '--all', '--json', '--no-color'],
  );
  const { summary } = JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1));
  t.match(summary, { totalRequests: requests, successRequests: requests, totalTests: requests, failedTests: 0 });
});

t.test('the overlays and the journeys keep the rules of their formats', async (t) => {
  const output = await tool(
    redocly,
    'lint',
    '../overlays/fern.json',
    '../overlays/speakeasy.json',
    'journeys.arazzo.json',
  );
  t.match(output, 'Your API descriptions are valid');
});

for (const [name, paging, repeats] of [
  ['fern', 'x-fern-pagination', 'x-fern-idempotent'],
  ['speakeasy', 'x-speakeasy-pagination', 'x-speakeasy-retries'],
] as const) {
  t.test(`the overlay for ${name} finds every place that it names`, async (t) => {
    const before = readDocument(await readFile(join(generated, 'openapi.json'), 'utf8'));
    const output = await tool(
      join(import.meta.dirname, 'node_modules/.bin/overlayjs'),
      ...['--openapi', '../openapi.json', '--overlay', `../overlays/${name}.json`],
    );
    const after = readDocument(JSON.stringify(parse(output)));
    const withHint = (document: Document, hint: string) =>
      operationsOf(document).flatMap(({ operation }) => (hint in operation ? [operation.operationId] : []));
    t.strictSame(withHint(before, paging), []);
    const { actions } = JSON.parse(await readFile(join(generated, `overlays/${name}.json`), 'utf8'));
    for (const hint of [paging, repeats]) {
      const meant = actions.filter(
        ({ target, update }: { target: string; update: object }) => target !== '$' && hint in update,
      );
      t.equal(withHint(after, hint).length, meant.length, hint);
    }
    const paged = withHint(after, paging);
    for (const id of ['listProjects', 'listVectorStores', 'listFiles', 'listUsers']) t.ok(paged.includes(id), id);
    for (const id of ['createProject', 'getVectorStore']) t.notOk(paged.includes(id), id);
  });
}
