// Tests contract runs without an admin's token: with an organization key, a project key, and the keys of two projects.
// Each runs what the credentials allow, and says what it did not check.

import t from 'tap';
import { AdminApiKey } from '../../models/admin-api-key.ts';
import { Project } from '../../models/project.ts';
import { StoredFile } from '../../models/stored-file.ts';
import { VectorStore } from '../../models/vector-store.ts';
import type { Credentials } from '../../scripts/contract/credentials.ts';
import { type RunReport, runContract } from '../../scripts/contract/run.ts';
import { allCases } from '../../scripts/contract/tenants.ts';
import { createCli } from '../harness/cli.ts';
import { startLyingProxy } from '../harness/lying-proxy.ts';
import { createTenant, startWithAdmin } from '../harness/world.ts';

const { app, admin } = await startWithAdmin(t);
const { organizationKey, project, sibling } = await createTenant(app, admin);

const operations = [
  'createOrganization',
  'getProject',
  'createProject',
  'createAdminApiKey',
  'createFile',
  'getVectorStore',
  'createVectorStore',
  'getHealth',
];

function run(credentials: Credentials, url = app.url): Promise<RunReport> {
  const chosen = allCases().filter(({ operationId }) => operations.includes(operationId));
  return runContract({ url, credentials, operations: chosen });
}

/** Returns the outcome and the lack of a case. */
function outcomeOf({ results }: RunReport, id: string): (string | undefined)[] {
  const result = results.find((one) => one.id === id);
  return [result?.outcome, result?.lack].filter((text) => text !== undefined);
}

/** Returns what a run could leave behind. */
const counts = (): Promise<number[]> =>
  Promise.all([
    AdminApiKey.count(),
    Project.count({ where: { status: 'active' } }),
    VectorStore.count(),
    StoredFile.count(),
  ]);

const byCredentials: [name: string, credentials: Credentials, expected: Record<string, string[]>][] = [
  [
    'an organization key',
    { organizationKey },
    {
      'createOrganization/accepted/-/least': ['skipped', 'an admin'],
      'createOrganization/protocol/-/no-credential': ['passed'],
      'getProject/accepted/-/plain': ['passed'],
      'createProject/rules/-/access': ['skipped', 'an admin'],
      'createProject/rules/-/precedence': ['passed'],
      'createVectorStore/rules/-/idempotency': ['passed'],
      'getVectorStore/tenant/-/another-project': ['passed'],
      'getVectorStore/tenant/-/another-organization': ['skipped', 'an admin'],
    },
  ],
  [
    'a project key',
    { projectKey: project.key },
    {
      'getProject/accepted/-/plain': ['skipped', 'an organization key'],
      'getProject/protocol/-/no-credential': ['passed'],
      'createFile/accepted/-/least': ['passed'],
      'createVectorStore/rules/-/idempotency': ['passed'],
      'getVectorStore/accepted/-/plain': ['passed'],
      'getVectorStore/tenant/-/another-project': ['skipped', "another project's key"],
    },
  ],
  [
    'the keys of two projects',
    { projectKey: project.key, otherProjectKey: sibling.key },
    { 'getVectorStore/tenant/-/another-project': ['passed'], 'getHealth/accepted/-/plain': ['passed'] },
  ],
];

for (const [name, credentials, expected] of byCredentials) {
  t.test(`${name}: what it allows is run and deleted, and the rest is listed`, async (t) => {
    const before = await counts();
    const report = await run(credentials);
    const failed = report.results.filter(({ outcome }) => outcome === 'failed');
    t.strictSame(
      failed.map(({ id, findings }) => [id, findings]),
      [],
    );
    for (const [id, outcome] of Object.entries(expected)) t.strictSame(outcomeOf(report, id), outcome, id);
    t.strictSame(report.left, []);
    t.strictSame(await counts(), before);
  });
}

t.test('with two keys, a resource that another project sees is found', async (t) => {
  const stores = new Map<string, unknown>();
  const url = await startLyingProxy(t, app.url, (answer, request) => {
    const id = /^GET \/v1\/vector_stores\/([^/?]+)$/.exec(request)?.[1] ?? '';
    if (request === 'POST /v1/vector_stores' && answer.status === 200) stores.set(answer.body.id, answer.body);
    if (answer.status === 404 && stores.has(id)) Object.assign(answer, { status: 200, body: stores.get(id) });
  });
  const report = await run({ projectKey: project.key, otherProjectKey: sibling.key }, url);
  t.strictSame(outcomeOf(report, 'getVectorStore/tenant/-/another-project'), ['failed']);
});

t.test('a run waits out the rate limit of a given key, and ends in time if it lasts', async (t) => {
  let [calls, refusals, share] = [0, 0, 3];
  const url = await startLyingProxy(t, app.url, (answer, request) => {
    if (!/^GET \/v1\/vector_stores\/./.test(request) || answer.status === 401) return;
    calls += 1;
    if (calls % share !== 0) return;
    refusals += 1;
    answer.status = 429;
    answer.headers.set('retry-after', '1');
    answer.body = { error: { message: 'Too many.', type: 'requests', param: null, code: 'rate_limit_exceeded' } };
  });
  const chosen = allCases().filter(({ operationId }) => operationId === 'getVectorStore');
  const options = { url, credentials: { projectKey: project.key }, operations: chosen };
  const report = await runContract(options);
  t.ok(refusals > 0);
  t.strictSame(
    report.results.filter(({ outcome }) => outcome === 'failed').map(({ id, findings }) => [id, findings]),
    [],
  );
  share = 1;
  const late = await runContract({ ...options, budgetMs: 2000 });
  t.equal(late.ending, 'time');
  t.ok(late.results.some(({ outcome, lack }) => outcome === 'skipped' && lack === 'time'));
});

t.test('a run repeats what a busy server refuses with 503, but not for ever', async (t) => {
  let [calls, refusals, share] = [0, 0, 3];
  const url = await startLyingProxy(t, app.url, (answer, request) => {
    if (!/^GET \/v1\/vector_stores\/./.test(request) || answer.status !== 200) return;
    calls += 1;
    if (calls % share !== 0 || refusals > 10) return;
    refusals += share === 1 ? 0 : 1;
    answer.status = 503;
    answer.headers.set('retry-after', '1');
    answer.body = { error: { message: 'Busy.', type: 'server_error', param: null, code: 'unavailable' } };
  });
  const chosen = allCases().filter(({ operationId }) => operationId === 'getVectorStore');
  const options = { url, credentials: { adminToken: admin.token }, operations: chosen };
  const failed = ({ results }: RunReport) => results.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id);
  t.strictSame(failed(await runContract(options)), []);
  t.ok(refusals > 0);
  [refusals, share] = [0, 1];
  const report = await runContract(options);
  t.equal(report.ending, undefined);
  t.ok(failed(report).length > 0, 'a server that is always busy fails');
});

t.test('the command takes the keys, and says what it did not check and why', async (t) => {
  const svc = await createCli(t, app);
  const args = ['contract', 'run', '--operation', 'getProject', '--operation', 'listModels'];
  const { code, stdout, stderr } = await svc.run(args, { env: { SVC_PROJECT_KEY: project.key } });
  t.equal(code, 0, stdout + stderr);
  t.match(stdout, /^skipped \d+ cases for lack of an organization key: --organization-key or SVC_ORGANIZATION_KEY$/m);
  const wrong = await svc.run([...args, '--project-key', 'nonsense']);
  t.match(wrong, { code: 2, stdout: '', stderr: /^svc: the server refuses a key\. The server answered 401/ });
  const lone = await svc.run([...args, '--other-project-key', sibling.key]);
  t.match(lone, { code: 2, stderr: '--other-project-key needs --project-key' });
});
