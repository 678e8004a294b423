// Tests contract runs on a deployment in use: two runs and other traffic do not accuse each other, and a later run or
// `clean` deletes what a killed run has left.

import { hostname } from 'node:os';
import t from 'tap';
import { Organization } from '../../models/organization.ts';
import { Project } from '../../models/project.ts';
import { User } from '../../models/user.ts';
import { type RunReport, runContract } from '../../scripts/contract/run.ts';
import { newTag, stateOfRun } from '../../scripts/contract/tag.ts';
import { allCases } from '../../scripts/contract/tenants.ts';
import { createCli } from '../harness/cli.ts';
import { startLyingProxy } from '../harness/lying-proxy.ts';
import { startWithAdmin } from '../harness/world.ts';
import { startTraffic } from '../mutants/traffic.ts';

const { app, admin } = await startWithAdmin(t);
const svc = await createCli(t, app);
const asAdmin = { env: { SVC_TOKEN: admin.token } };

/** Operations on what all tenants share, and one of a project. */
const shared = ['createOrganization', 'updateAdminConfig', 'updateAccount', 'createUser', 'createVectorStore'];

function runOf(ids: string[], url = app.url): Promise<RunReport> {
  const operations = allCases().filter(({ operationId }) => ids.includes(operationId));
  return runContract({ url, credentials: { adminToken: admin.token }, operations });
}

const counts = (): Promise<number[]> =>
  Promise.all([Organization.count(), Project.count(), User.count({ where: { disabled: false } })]);

t.test('two simultaneous runs and other traffic: no failures', async (t) => {
  const before = await counts();
  const traffic = startTraffic({ url: app.url, adminToken: admin.token });
  const reports = await Promise.all([runOf(shared), runOf(shared)]);
  t.ok((await traffic.stop()) > 0);
  for (const { results, left } of reports) {
    const failed = results.filter(({ outcome }) => outcome === 'failed');
    t.strictSame(
      failed.map(({ id, findings }) => [id, findings]),
      [],
    );
    t.ok(results.length > 500, `${results.length} results`);
    t.strictSame(left, []);
  }
  t.strictSame(await counts(), before);
});

/** Organizations that a case and a rule were just creating or renaming when the run was killed. */
const underWay = 2;

t.test('what a killed run has left is deleted by the next run, and by clean', async (t) => {
  for (const next of ['run', 'clean']) {
    // Killed while it creates organizations with the names of cases, which it renames one after the other.
    const before = await counts();
    let renamed = 0;
    const url = await startLyingProxy(t, app.url, ({ body }, request) => {
      if (/^POST \/admin\/organization\/./.test(request) && /^contract-run-/.test(body?.organization?.name))
        renamed += 1;
      if (renamed === 4) child.kill('SIGKILL');
    });
    const operations = ['createOrganization', 'createProject'].flatMap((id) => ['--operation', id]);
    const { child, result } = svc.start(['contract', 'run', ...operations, '--url', url], asAdmin);
    t.equal((await result).code, null);
    t.not((await counts())[0], before[0], 'the killed run has left organizations');
    // Rows that a server hides behind a wrong has_more are found too.
    const liar = await startLyingProxy(t, app.url, (answer) => {
      if (Array.isArray(answer.body?.data)) answer.body.has_more = false;
    });
    if (next === 'run') await runOf(['getHealth'], liar);
    else t.match(await svc.run(['contract', 'clean', '--url', liar], asAdmin), { code: 0, stdout: /^deleted org/m });
    const [left = 0, ...others] = (await counts()).map((count, index) => count - (before[index] as number));
    t.strictSame(others, [0, 0]);
    t.ok(left <= underWay, `${left} organizations are left`);
  }
});

t.test('what a running run has made is kept, also by the runs of other machines, until its time is over', async (t) => {
  const name = newTag(1000);
  const [, , place = ''] = name.split('-');
  const elsewhere = name.replace(place, place === '00000000' ? '11111111' : '00000000');
  t.equal(stateOfRun(name), 'running', 'this process lives');
  t.equal(stateOfRun(elsewhere), 'running');
  t.equal(stateOfRun(elsewhere, Date.now() + 3_600_000), 'over');
  t.equal(stateOfRun(`A contract-run of ${hostname()}`), 'other');
  const { body } = await app.request('POST', '/admin/organization/', { token: admin.token, body: { name: elsewhere } });
  const { id } = body.organization;
  const kept = await svc.run(['contract', 'clean'], asAdmin);
  t.match(kept, { code: 0, stdout: `kept    organization ${id}: its run may still be running; --all deletes it` });
  const all = await svc.run(['contract', 'clean', '--all', '--json'], asAdmin);
  t.strictSame(all.json(), { deleted: [`organization ${id}`], kept: [], left: [] });
});

t.test('clean needs an admin, and a host that may be cleaned', async (t) => {
  const refused = await svc.run(['contract', 'clean'], { env: { SVC_TOKEN: 'nonsense' } });
  t.match(refused, { code: 2, stdout: '', stderr: /^svc: the server refuses the credential: sign in as an admin/ });
  const foreign = await svc.run(['contract', 'clean', '--url', 'https://svc.example.com'], asAdmin);
  t.match(foreign, { code: 2, stderr: /--allow-host svc\.example\.com/ });
});
