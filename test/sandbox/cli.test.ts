// Tests the CLI against `svc sandbox`: what it does when the server fails, which no other server does on demand.

import t from 'tap';
import { startSandbox } from '../../scripts/start-sandbox/index.ts';
import { createCli } from '../harness/cli.ts';

const sandbox = await startSandbox();
t.teardown(() => sandbox.close());
const { organization_key: organizationKey, project_key: projectKey, project_id: projectId } = sandbox.organization;
const cli = await createCli(t, {
  url: sandbox.url,
  database: { settings: { SVC_DATA_DIR: '', SVC_DATABASE_URL: '' } },
});
const run = (token: string, ...args: string[]) => cli.run([...args, '--token', token]);

t.beforeEach(() => sandbox.reset());

t.test('commands work with the prepared keys', async (t) => {
  const listed = await run(organizationKey, 'project', 'list', '--json');
  t.match(listed.json(), { data: [{ id: projectId }] });
  const made = await run(projectKey, 'vector-store', 'create', '--name', 'Handbook', '--json');
  t.equal(made.code, 0, made.stderr);
  t.match((await run(projectKey, 'vector-store', 'list')).stdout, 'Handbook');
  const models = await run(projectKey, 'model', 'list');
  t.match(models.stdout, 'sandbox-echo');
});

t.test('a failing server is an error of one line, with exit code 1', async (t) => {
  const cases = [
    ['server_error', /request id|internal/i],
    ['unavailable', /unavailable/],
    ['expired_key', /expired/],
    ['rate_limit', /rate limit/],
    ['lost_connection', /cannot be reached: other side closed/],
  ] as const;
  for (const [kind, message] of cases) {
    await sandbox.fault({ kind, times: null });
    const { code, stdout, stderr } = await run(projectKey, 'vector-store', 'list');
    t.equal(code, 1, kind);
    t.equal(stdout, '', kind);
    t.match(stderr, message, kind);
    t.equal(stderr.trimEnd().split('\n').length, 1, stderr);
    await sandbox.reset();
  }
});

t.test('a key that has expired is refused with its reason', async (t) => {
  const created = await run(
    organizationKey,
    ...['api-key', 'create', '--name', 'short', '--project', projectId, '--expires-in-seconds', '60', '--json'],
  );
  t.equal(created.code, 0, created.stderr);
  const { value } = created.json();
  t.equal((await run(value, 'vector-store', 'list')).code, 0);
  await sandbox.advance(61);
  const refused = await run(value, 'vector-store', 'list');
  t.equal(refused.code, 1);
  t.match(refused.stderr, /expired/);
});
