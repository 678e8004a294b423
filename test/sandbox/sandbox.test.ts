// Tests `svc sandbox`: the start, the prepared organizations, the models and the reset.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import t from 'tap';
import { send } from '../../scripts/contract/send.ts';
import { startSandbox } from '../../scripts/start-sandbox/index.ts';
import { startApp } from '../harness/app.ts';
import { holdBound } from '../harness/clock.ts';
import { importsOf } from '../runner/imports.ts';

const root = join(import.meta.dirname, '../..');
const began = performance.now();
const sandbox = await startSandbox();
const readyAfterMs = performance.now() - began;
t.teardown(() => sandbox.close());
const { organization, admin } = sandbox;

type Options = Parameters<typeof send>[3];
const ask = (method: string, path: string, options?: Options) => send(sandbox.url, method, path, options);
const chat = async (content: string, more: Record<string, unknown> = {}) =>
  ask('POST', '/v1/chat/completions', {
    token: organization.project_key,
    body: { model: 'sandbox-echo', messages: [{ role: 'user', content }], ...more },
  });

t.test('it is ready within a second', async (t) => {
  holdBound(t, 'ms until the sandbox is ready', readyAfterMs, 1000);
  t.match(sandbox.url, /^http:\/\/127\.0\.0\.1:\d+$/);
});

t.test('the printed keys work, and are the same at every start', async (t) => {
  t.equal(organization.project_key, 'svcproj_5SMbMoBxQDHJ1yb1DBBWKfrbzFJ1bOoDErQs6oseOJi2pMV1Q');
  t.equal(organization.organization_id, 'org_01KDVDNA00P65AZ80SRBFV1JHZ');
  const { body } = await ask('GET', '/auth/me', { token: organization.user_token });
  t.match(body, { id: organization.user_id, default_organization_id: organization.organization_id });
  const projects = await ask('GET', '/v1/organization/projects', { token: organization.organization_key });
  t.match(projects.body.data, [{ id: organization.project_id }]);
  t.equal((await ask('GET', '/admin/users', { token: admin.user_token })).status, 200);
  const login = { email: organization.email, password: organization.password };
  t.equal((await ask('POST', '/auth/login', { body: login })).status, 200);
});

t.test('the model echoes, and follows scripts', async (t) => {
  const echo = await chat('Hello there, you');
  t.match(echo.body.choices[0], { message: { content: 'Hello there, you' }, finish_reason: 'stop' });
  t.match(echo.body.usage, { prompt_tokens: 3, completion_tokens: 3 });
  t.match((await chat('one two three', { max_tokens: 2 })).body.choices[0], {
    message: { content: 'one two' },
    finish_reason: 'length',
  });
  const called = await chat('Weather? sandbox: {"tool_calls": [{"name": "weather", "arguments": {"city": "Paris"}}]}');
  t.match(called.body.choices[0], {
    message: { content: null, tool_calls: [{ function: { name: 'weather', arguments: '{"city":"Paris"}' } }] },
    finish_reason: 'tool_calls',
  });
  const metadata = { sandbox: JSON.stringify({ say: 'scripted', usage: { output_tokens: 500 } }) };
  const said = await chat('ignored', { metadata });
  t.equal(said.body.choices[0].message.content, 'scripted');
  t.equal(said.body.usage.completion_tokens, 500);
  t.equal((await chat('Hi', { model: 'sandbox-refusing' })).body.choices[0].message.refusal, 'I refuse every request.');
  const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } };
  const seen = await ask('POST', '/v1/chat/completions', {
    token: organization.project_key,
    body: { model: 'sandbox-vision', messages: [{ role: 'user', content: [image] }] },
  });
  t.match(seen.body.choices[0].message.content, /^An image of the type image\/png with 8 bytes/);
  const wrong = await chat('sandbox: {"shout": true}');
  t.equal(wrong.status, 400);
  t.match(wrong.body.error, { message: /shout/, code: 'invalid_sandbox_script' });
});

t.test('a reset puts everything back, and the same request works again', async (t) => {
  const create = () =>
    ask('POST', '/v1/vector_stores', {
      token: organization.project_key,
      body: { name: 'Handbook' },
      headers: { 'idempotency-key': 'once' },
    });
  const project = `/v1/organization/projects/${organization.project_id}`;
  const limit = { token: organization.organization_key, body: { limits: { requests_per_minute: 2 } } };
  for (let round = 1; round <= 3; round += 1) {
    const made = await create();
    t.equal(made.status, 200, `round ${round}`);
    t.equal((await ask('GET', '/v1/vector_stores', { token: organization.project_key })).body.data.length, 1);
    t.equal((await ask('POST', project, limit)).status, 200);
    const calls = [];
    for (let call = 0; call < 3; call += 1) calls.push((await chat('Hi')).status);
    t.strictSame(calls, [200, 200, 429], 'the limit counts from 0');
    await sandbox.reset(round === 2 ? organization.organization_key : undefined);
    const stores = await ask('GET', '/v1/vector_stores', { token: organization.project_key });
    t.strictSame(stores.body.data, []);
    const read = await ask('GET', project, { token: organization.organization_key });
    t.equal(read.body.limits.requests_per_minute, null);
  }
});

t.test('organizations are isolated, also when one is reset', async (t) => {
  const [one, other] = [await sandbox.prepare('worker-1'), await sandbox.prepare('worker-2')];
  for (const { project_key: token } of [one, other])
    await ask('POST', '/v1/vector_stores', { token, body: { name: 'Handbook' } });
  const countOf = async (token: string) => (await ask('GET', '/v1/vector_stores', { token })).body.data.length;
  await sandbox.reset(one.project_key);
  t.equal(await countOf(one.project_key), 0);
  t.equal(await countOf(other.project_key), 1);
  await sandbox.reset();
  t.equal((await ask('GET', '/v1/vector_stores', { token: one.project_key })).status, 401);
  t.strictSame(await sandbox.prepare('worker-1'), one, 'the name gives the same keys again');
});

t.test('the answers of its own calls are those of its document', async (t) => {
  const document = JSON.parse(readFileSync(join(root, 'generated/sandbox.json'), 'utf8'));
  const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(document, 'sandbox');
  const state = await sandbox.control('GET', '/sandbox');
  t.ok(ajv.validate('sandbox#/components/schemas/SandboxState', state), ajv.errorsText());
  t.strictSame(await sandbox.control('GET', '/sandbox/openapi.json'), document);
  const refused = await ask('POST', '/sandbox/organizations', { body: { name: 'Not a name' } });
  t.equal(refused.status, 422);
  t.ok(ajv.validate('sandbox#/components/schemas/Failure', refused.body), ajv.errorsText());
  t.equal((await ask('POST', '/sandbox/unknown')).status, 404);
  t.equal((await ask('POST', '/sandbox/reset', { token: 'svcproj_unknown' })).status, 401);
});

t.test('a reset takes less than 20 ms', async (t) => {
  const times: number[] = [];
  for (let round = 0; round < 100; round += 1) {
    await ask('POST', '/v1/vector_stores', { token: organization.project_key, body: { name: 'Handbook' } });
    const began = performance.now();
    await sandbox.reset();
    times.push(performance.now() - began);
  }
  times.sort((one, other) => one - other);
  holdBound(t, 'ms of a reset, median of 100', times[50] as number, 20);
  holdBound(t, 'ms of a reset, 95 of 100', times[95] as number, 20);
  t.equal((await ask('GET', '/v1/vector_stores', { token: organization.project_key })).body.data.length, 0);
});

t.test('svc serve and svc worker have nothing of it', async (t) => {
  const app = await startApp(t);
  for (const [method, path] of [
    ['GET', '/sandbox'],
    ['POST', '/sandbox/reset'],
    ['POST', '/sandbox/organizations'],
  ] as const)
    t.match(await app.request(method, path, { token: admin.user_token }), { status: 404, body: { error: {} } }, path);
  const faulty = await app.request('GET', '/healthz', { headers: { 'svc-sandbox-fault': 'server_error' } });
  t.equal(faulty.status, 200, 'the header has no effect');
  const { project_key: token } = organization;
  t.equal((await app.request('GET', '/v1/models', { token })).status, 401, 'the printed keys are unknown');
  for (const entry of ['scripts/process/server.ts', 'scripts/worker.ts']) {
    const loaded = [...importsOf(join(root, entry))];
    t.ok(loaded.includes(join(root, 'services/index.ts')), 'the imports are followed');
    t.strictSame(
      loaded.filter((file) => /sandbox|models\/rewind/.test(file.slice(root.length))),
      [],
      entry,
    );
  }
});
