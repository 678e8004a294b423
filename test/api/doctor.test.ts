// Tests the checks of a running server: GET /admin/doctor.

import t from 'tap';
import { createCli } from '../harness/cli.ts';
import { startInference } from '../harness/inference.ts';
import { until } from '../harness/process.ts';
import { json, startUpstream } from '../harness/upstream.ts';

const upstream = await startUpstream(t);
const { app, admin, owner, organizationKey } = await startInference(t, [upstream.settings({ name: 'hosted' })]);
const read = () => app.request('GET', '/admin/doctor', { token: admin.token });
interface Check {
  part: string;
  state: string;
  message: string;
}
const partsOf = ({ checks }: { checks: Check[] }): string[] => checks.map(({ part }) => part);

t.test('a running server checks the same parts as svc doctor, twice at the same time', async (t) => {
  // The server adds its periodic jobs after it listens.
  const { status, body } = await until(async () => {
    const report = await read();
    return report.body.checks.find(({ part }: Check) => part === 'workers')?.state === 'skipped' ? undefined : report;
  });
  t.equal(status, 200);
  t.match(body, { object: 'doctor.report', healthy: true });
  t.match(
    body.checks.find(({ part }: Check) => part === 'upstreams'),
    { state: 'ok', message: 'hosted answers.' },
  );
  const cli = await createCli(t, app);
  const reports = await Promise.all([cli.run(['doctor', '--json']), cli.run(['doctor', '--json'])]);
  for (const report of reports) t.strictSame([report.code, ...partsOf(report.json())], [0, ...partsOf(body)]);
});

t.test('a part that fails makes the report unhealthy, and says what to do', async (t) => {
  upstream.always(({ response }) => json(response, 401, { error: { message: 'no' } }));
  t.match((await read()).body, {
    healthy: false,
    checks: { length: Number },
  });
  const failed = (await read()).body.checks.filter(({ state }: Check) => state === 'failed');
  t.match(failed, [{ part: 'upstreams', message: /^hosted: .*\/models answers 401\. Check its api_key\.$/ }]);
  t.equal(failed.length, 1);
  upstream.always(undefined);
  t.equal((await read()).body.healthy, true);
});

t.test('calls at the same time share the checks', async (t) => {
  const before = upstream.seen.length;
  const reports = await Promise.all([read(), read(), read()]);
  t.ok(reports.every(({ body }) => body.healthy));
  t.equal(upstream.seen.length, before + 1);
});

t.test('only admins read the checks', async (t) => {
  t.equal((await app.request('GET', '/admin/doctor', { token: owner.token })).status, 403);
  t.equal((await app.request('GET', '/admin/doctor', { token: organizationKey })).status, 403);
  t.equal((await app.request('GET', '/admin/doctor')).status, 401);
});
