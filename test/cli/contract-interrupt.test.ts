// Tests Ctrl-C during `svc contract run`: the first one deletes what the run created, the second one lists what is
// left.

import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { Organization } from '../../models/organization.ts';
import { Project } from '../../models/project.ts';
import { removeFolder } from '../../scripts/fixtures/folders.ts';
import { createCli, type Started } from '../harness/cli.ts';
import { startLyingProxy } from '../harness/lying-proxy.ts';
import { until } from '../harness/process.ts';
import { startWithAdmin } from '../harness/world.ts';
import type { Takeover } from '../mutants/proxy.ts';

const { app, admin } = await startWithAdmin(t);
const svc = await createCli(t, app);
const folder = await mkdtemp(join(tmpdir(), 'svc-interrupt-'));
t.teardown(() => removeFolder(folder));

const report = join(folder, 'report.xml');
/** A run of both is interrupted during the second operation, after the first has created organizations. */
const both = ['createOrganization', 'createVectorStore'];
/** A run of one is interrupted during it. The organizations and projects of its tenants exist by then. */
const one = ['createVectorStore'];

async function counts(): Promise<number[]> {
  return [await Organization.count(), await Project.count()];
}

/** Starts a run. `interrupt` is called at the first vector store. */
async function startRun(
  t: Test,
  { ids = one, byNpm = false, hold, takeover }: { ids?: string[]; byNpm?: boolean; hold?: RegExp; takeover?: Takeover },
  interrupt: (started: Started) => void,
): Promise<Started> {
  let isInterrupted = false;
  const url = await startLyingProxy(
    t,
    app.url,
    async (_, request) => {
      if (request === 'POST /v1/vector_stores' && !isInterrupted) {
        isInterrupted = true;
        interrupt(started);
      }
      // The request is not answered, and ends with the connection.
      if (hold?.test(request)) await new Promise(() => undefined);
    },
    takeover,
  );
  const chosen = ids.flatMap((id) => ['--operation', id]);
  const args = ['contract', 'run', ...chosen, '--junit', report, '--url', url];
  const started = svc.start(args, { env: { SVC_TOKEN: admin.token }, byNpm });
  return started;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  t.test(`${signal} ends the run, and everything that it created is deleted`, async (t) => {
    const before = await counts();
    const { result } = await startRun(t, { ids: both }, ({ child }) => child.kill(signal));
    const { code, stdout, stderr } = await result;
    t.equal(code, 2, stdout + stderr);
    t.equal(
      stderr,
      'svc: stopping, and deleting the resources of the run; press Ctrl-C again to stop at once\nsvc: interrupted before its end.\n',
    );
    t.match(stdout, /^skipped \d+ cases: the run was interrupted$/m);
    t.match(stdout, /^[1-9]\d* passed, 0 failed, [1-9]\d* skipped$/m);
    t.strictSame(await counts(), before);
    const xml = await readFile(report, 'utf8');
    t.match(xml, '<error type="cut off" message="the run was interrupted"/>');
    t.match(xml, /<testcase name="createOrganization\/accepted[^>]*\/>/, 'the finished cases are reported');
  });
}

t.test('what an aborted request still kept from being deleted is deleted a little later', async (t) => {
  const before = await counts();
  let refused = 0;
  // As if a project had been created between the archiving of the organization's projects and its deletion.
  const takeover: Takeover = ({ method, url }, response) => {
    if (method !== 'DELETE' || url?.startsWith('/admin/organization/') !== true || refused > 0) return false;
    refused += 1;
    response
      .writeHead(409, { 'content-type': 'application/json' })
      .end('{"error":{"code":"organization_has_projects"}}');
    return true;
  };
  const { result } = await startRun(t, { takeover }, ({ child }) => child.kill('SIGINT'));
  t.match(await result, { code: 2, stderr: /^svc: interrupted before its end\.$/m });
  t.equal(refused, 1, 'a deletion was refused');
  t.strictSame(await counts(), before);
});

t.test("simultaneous signals count as one, because npm forwards the terminal's signal to its child", async (t) => {
  const before = await counts();
  const { result } = await startRun(t, {}, ({ child }) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) child.kill(signal);
  });
  t.match(await result, { code: 2, stderr: /^svc: interrupted before its end\.$/m });
  t.strictSame(await counts(), before);
});

t.test('Ctrl-C at a terminal ends a run that npm started', async (t) => {
  const before = await counts();
  const { result } = await startRun(t, { byNpm: true }, ({ child }) => process.kill(-(child.pid as number), 'SIGINT'));
  const { code, stderr } = await result;
  // npm itself is ended by the signal.
  t.not(code, 0);
  t.match(stderr, /^svc: interrupted before its end\.$/m);
  t.strictSame(await counts(), before);
});

t.test('a second signal ends the run at once, and lists what may be left', async (t) => {
  const before = await counts();
  let isEnding = false;
  const { child, result } = await startRun(t, { ids: both, hold: /\/archive$/ }, (started) => {
    isEnding = started.child.kill('SIGINT');
  });
  // Repeats the signal, because one within a second of the first counts as the first.
  await until(() => {
    if (isEnding) child.kill('SIGINT');
    return child.exitCode ?? undefined;
  });
  const { code, stdout, stderr } = await result;
  t.equal(code, 2, stdout + stderr);
  const [, ids = '', tag] =
    /^svc: stopped at once\. Resources that may be left on the server: (.*); any other resource whose name begins with (contract-run-[0-9a-f-]+)\. The next run or the command clean deletes them\.$/m.exec(
      stderr,
    ) ?? [];
  const organizations = await Organization.findAll();
  const isListed = ({ id }: Organization): boolean => ids.includes(`organization ${id}`);
  t.ok(
    organizations.some((one) => isListed(one) && one.name === tag),
    stderr,
  );
  // The run did not see the answers of the requests that it aborted.
  const unknown = organizations.filter((one) => !isListed(one) && !one.name.startsWith(`${tag}`));
  t.equal(unknown.length, before[0], 'every remaining resource is listed, or named by the tag');
  const xml = await readFile(report, 'utf8');
  t.match(xml, '<error type="cut off" message="the run was interrupted"/>');
  t.match(xml, /<testcase name="createOrganization\/accepted[^>]*\/>/, 'the finished cases are reported');
});
