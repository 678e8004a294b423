// Runs the examples of the reference for every operation: the code that the page shows, with real ids and addresses in
// the place of the example ones. One process for each language runs them one after the other. `npm test` runs the
// examples of curl, `npm run test:sdk` those of the other languages too.

import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { document, operations } from '../../scripts/contract/answers.ts';
import { contractCases, filler } from '../../scripts/contract/requests.ts';
import { expand, type Json, type OperationAt, type OperationCases } from '../../scripts/document/index.ts';
import { ensurePackages } from '../../scripts/fixtures/debian.ts';
import { exampleRequest, filled, sentFile } from '../../scripts/generate/reference/request.ts';
import { type Language, requestCode } from '../../scripts/generate/reference/request-code.ts';
import { startApp } from '../harness/app.ts';
import { createScope, fillingOf } from '../harness/fixtures.ts';
import { settingsOfProvider } from '../harness/forging-provider.ts';
import { startSmtp } from '../harness/smtp.ts';
import { startUpstream } from '../harness/upstream.ts';
import { join as joinOrganization, signUp } from '../harness/world.ts';

interface Example {
  id: string;
  code: string;
  /** The environment of the reader. */
  env: Record<string, string>;
}

type Failures = Record<string, string>;

/** Runs the examples in examples.json, and prints the failures as JSON: the reason by the example's id. */
const runners: Record<Exclude<Language, 'curl'>, { extension: string; run: string[]; source: string }> = {
  javascript: {
    extension: '.mjs',
    run: [process.execPath, 'run.mjs'],
    source: `import { readFileSync, writeFileSync } from 'node:fs';
const { fetch, console: { log } } = globalThis;
let failure;
globalThis.fetch = async (...request) => {
  const response = await fetch(...request);
  if (!response.ok) failure = response.status + ' ' + await response.clone().text();
  return response;
};
console.log = () => {};
const failures = {};
for (const { id, code, env } of JSON.parse(readFileSync('examples.json', 'utf8'))) {
  failure = undefined;
  Object.assign(process.env, env);
  writeFileSync(id + '.mjs', code);
  await import('./' + id + '.mjs').catch((error) => { failure ??= String(error.cause ?? error); });
  if (failure !== undefined) failures[id] = failure;
}
log(JSON.stringify(failures));`,
  },
  python: {
    extension: '.py',
    run: ['/usr/bin/python3', 'run.py'],
    source: `import json, os
failures = {}
for example in json.load(open("examples.json")):
    os.environ.update(example["env"])
    try:
        exec(compile(example["code"], example["id"], "exec"), {"print": lambda *values: None})
    except Exception as error:
        failures[example["id"]] = repr(error) + (error.read().decode() if hasattr(error, "read") else "")
print(json.dumps(failures))`,
  },
};

const run = promisify(execFile);

/** Runs the examples in the folder. Returns the reasons of those that fail. */
async function runAll(language: Language, examples: Example[], cwd: string): Promise<Failures> {
  if (language === 'curl') return runInShell(examples, cwd);
  const { extension, run: command, source } = runners[language];
  const [program = '', ...rest] = command;
  await writeFile(join(cwd, 'examples.json'), JSON.stringify(examples));
  await writeFile(join(cwd, `run${extension}`), source);
  return JSON.parse((await run(program, rest, { cwd, env: { PATH: '/usr/bin:/bin' }, maxBuffer: 1e8 })).stdout);
}

/** One shell runs all examples; each that fails leaves its output behind. */
async function runInShell(examples: Example[], cwd: string): Promise<Failures> {
  const steps = examples.map(({ id, code, env }) => {
    const settings = Object.entries(env).map(([name, value]) => `${name}='${value}'`);
    return `{ ${settings.join('; ')}\n${code}\n} > ${id}.out 2>&1 || echo ${id} >> failed`;
  });
  const failing = 'curl() { command curl -sS --fail-with-body "$@"; }';
  await writeFile(join(cwd, 'all.sh'), [failing, ': > failed', ...steps].join('\n'));
  await run('/bin/bash', ['all.sh'], { cwd, env: { PATH: '/usr/bin:/bin' } });
  const failures: Failures = {};
  for (const id of (await readFile(join(cwd, 'failed'), 'utf8')).split('\n').filter(Boolean))
    failures[id] = await readFile(join(cwd, `${id}.out`), 'utf8');
  return failures;
}

/**
 * Returns the example with the values of a contract case in the place of ids, tokens and what must be unique. The case
 * has the same members, and marks these values.
 */
function withReal(example: Json, given: Json | undefined, fill: ReturnType<typeof filler>): Json {
  if (Array.isArray(example))
    return example.map((item, index) => withReal(item, Array.isArray(given) ? given[index] : undefined, fill));
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return example;
  if ('$fixture' in given || '$unique' in given) return expand(given, fill);
  if (typeof example !== 'object' || example === null) return example;
  return Object.fromEntries(Object.entries(example).map(([name, item]) => [name, withReal(item, given[name], fill)]));
}

/** Returns the example of an operation in a language, with fixtures of its own. */
async function exampleOf(at: OperationAt, language: Language): Promise<Example> {
  const id = at.operation.operationId;
  const operation = contractCases.find(({ operationId }) => operationId === id) as OperationCases;
  const accepted = (name: string) => operation.cases.find((one) => one.id.endsWith(`/accepted/-/${name}`));
  const { token = '', headers = {}, fixtures } = await fillingOf(scope, operation);
  const values = new Map(Object.entries(operation.fixtures).map(([name, key]) => [name, fixtures.get(key) ?? '']));
  const request = exampleRequest(document, at);
  const given = (accepted('full-1') ?? accepted('least'))?.request.body;
  const body = request.body === undefined ? undefined : withReal(request.body, given, filler(fixtures));
  const code = requestCode({ ...request, path: filled(at.path, values), body })[language];
  const cookie = headers.cookie?.replace(/^[^=]+=/, '');
  return { id, code, env: { SVC_URL: app.url, SVC_TOKEN: token, SVC_REFRESH_TOKEN: cookie ?? token } };
}

const upstream = await startUpstream(t);
const { url: smtpUrl } = await startSmtp(t);
const app = await startApp(t, {
  SVC_SSO_PROVIDERS: await settingsOfProvider(t),
  SVC_SMTP_URL: smtpUrl,
  SVC_UPSTREAMS: JSON.stringify([
    upstream.settings({ custom_endpoints: ['/v1/ocr'], mcp_servers: { tools: `${upstream.origin}/mcp` } }),
  ]),
});
const scope = await createScope(app, await signUp(app, { isAdmin: true }));
// The examples of operations for people name no organization.
await joinOrganization(scope.organizationId, scope.admin, 'owner');
const { status: isDefault } = await app.request('POST', '/auth/me', {
  token: scope.tokens.owner,
  body: { default_organization_id: scope.organizationId },
});
t.equal(isDefault, 200);
await ensurePackages(['/usr/bin/curl', '/usr/bin/python3'], ['curl', 'python3']);

const languages =
  process.env.SVC_TEST_LANGUAGES === 'all' ? (['curl', 'javascript', 'python'] as const) : ['curl' as const];
for (const language of languages) {
  t.test(`the example of every operation runs in ${language}`, async (t) => {
    const examples: Example[] = [];
    for (const at of operations) examples.push(await exampleOf(at, language));
    t.equal(examples.length, contractCases.length);
    // The upload that gets a part declares the size of this text.
    const failures = await runAll(language, examples, t.testdir({ [sentFile]: 'part' }));
    t.match(failures.createFirstAdmin, '400', 'the first admin exists');
    delete failures.createFirstAdmin;
    t.match(failures.getSignInCallback, '400', 'nobody has signed in at the provider');
    delete failures.getSignInCallback;
    t.match(failures.endProviderLogins, '400', 'no provider has signed the token');
    delete failures.endProviderLogins;
    t.strictSame(failures, {});
  });
}
