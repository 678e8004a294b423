// Tests `svc contract run` against a real server: a correct server passes and does not change; deviations are detected.

import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { AdminApiKey } from '../../models/admin-api-key.ts';
import { Membership } from '../../models/membership.ts';
import { Organization } from '../../models/organization.ts';
import { Project } from '../../models/project.ts';
import { ProjectApiKey } from '../../models/project-api-key.ts';
import { StoredFile } from '../../models/stored-file.ts';
import { VectorStore } from '../../models/vector-store.ts';
import { issue } from '../../scripts/fixtures/certificates.ts';
import { removeFolder } from '../../scripts/fixtures/folders.ts';
import { freePort } from '../../scripts/fixtures/mariadb.ts';
import { type CliResult, createCli } from '../harness/cli.ts';
import { type Lie, startLyingProxy } from '../harness/lying-proxy.ts';
import { authority, loopbackSettings } from '../harness/receiver.ts';
import { createTenant, signUp, startWithAdmin } from '../harness/world.ts';
import { startFront } from '../mutants/front.ts';
import type { Passing } from '../mutants/proxy.ts';

const { app, admin } = await startWithAdmin(t, loopbackSettings);
const { organizationKey } = await createTenant(app, admin);
const svc = await createCli(t, app);
const asAdmin = { env: { SVC_TOKEN: admin.token } };

/** Returns the counts of the resources that a run creates. */
function counts(): Promise<number[]> {
  return Promise.all([
    Organization.count(),
    Project.count(),
    AdminApiKey.count(),
    ProjectApiKey.count(),
    Membership.count(),
    StoredFile.count(),
    VectorStore.count(),
  ]);
}

function choosing(...operations: string[]): string[] {
  return ['contract', 'run', ...operations.flatMap((id) => ['--operation', id])];
}

t.test('a correct server passes, unmet needs are listed, and nothing is left behind', async (t) => {
  const before = await counts();
  const chosen = choosing(
    'createOrganization',
    'updateProjectApiKey',
    'createFile',
    'deleteVectorStore',
    'completeUpload',
    'updateMember',
    'createInvitation',
    'getPanelAsset',
  );
  const { code, stdout, stderr } = await svc.run(chosen, asAdmin);
  t.equal(code, 0, stdout + stderr);
  const lines = stdout.trim().split('\n');
  t.match(lines.at(-1), /^[0-9]{3} passed, 0 failed, [0-9]+ skipped$/);
  t.match(stdout, /^skipped \d+ cases for lack of account: --account EMAIL/m);
  t.match(stdout, /^skipped \d+ cases for lack of mail: the server has no mail server$/m);
  t.strictSame(await counts(), before);
});

t.test('with an account, the cases that need a user also run', async (t) => {
  const { email } = await signUp(app);
  const before = await counts();
  const chosen = [
    ...choosing('updateMember', 'deleteMember', 'refreshLogin', 'endBrowserSession', 'getAccount'),
    '--account',
  ];
  const env = { ...asAdmin.env, SVC_PASSWORD: 'correct horse battery' };
  const { code, stdout, stderr } = await svc.run([...chosen, email], { env });
  t.equal(code, 0, stdout + stderr);
  t.match(stdout, /^\d+ passed, 0 failed, 0 skipped$/m);
  t.strictSame(await counts(), before);
});

t.test('a run receives webhooks over its own TLS, and over HTTP behind what ends TLS', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-contract-'));
  t.teardown(() => removeFolder(folder));
  const [port, tunnelled] = [await freePort(), await freePort()];
  const { cert, key } = issue(authority, ['127.0.0.1']);
  const certificate = join(folder, 'receiver.pem');
  await writeFile(certificate, `${cert}${key}`);
  const tunnel = await startFront(tunnelled);
  t.teardown(() => tunnel.close());
  const receivers = {
    'its own TLS': [`https://127.0.0.1:${port}/`, '--webhook-certificate', certificate],
    'a tunnel': [tunnel.url, '--webhook-port', String(tunnelled)],
  };
  for (const [name, [url = '', ...rest]] of Object.entries(receivers)) {
    const args = [...choosing('testWebhook'), '--tap', '--webhook-receiver', url, ...rest];
    const { code, stdout, stderr } = await svc.run(args, asAdmin);
    t.equal(code, 0, `${name}: ${stdout}${stderr}`);
    t.match(stdout, /^ *ok \d+ - testWebhook\/rules\/-\/deliveries \([^#]*\)$/m, name);
  }
});

t.test('--list and --dry-run show the cases and change nothing', async (t) => {
  const before = await counts();
  const list = await svc.run(['contract', 'run', '--list'], { env: { SVC_URL: 'http://127.0.0.1:1' } });
  t.match(list, {
    code: 0,
    stdout: /^createProject +\d+ {2}POST \/v1\/organization\/projects {2}\(.*public-webhooks/m,
  });
  const plan = await svc.run(['contract', 'run', '--dry-run'], asAdmin);
  t.match(plan, { code: 0, stdout: /^\d{4,} would be run, \d+ skipped\n$/m });
  t.strictSame(await counts(), before);
});

t.test('TAP, JSON and table output have the same results', async (t) => {
  const tap = await svc.run([...choosing('getProject', 'updateMember'), '--tap'], asAdmin);
  t.match(tap, { code: 0, stdout: /^TAP version 14\n# Subtest: getProject\n {4}ok 1 - getProject\// });
  t.match(tap.stdout, /^ {4}ok \d+ - updateMember\/accepted\/-\/least \(required\) # SKIP account: /m);
  t.match(tap.stdout, /\n1\.\.2\n# \d+ passed, 0 failed, \d+ skipped\n$/);
  const json = await svc.run([...choosing('getProject'), '--json'], asAdmin);
  t.match(json.json(), { failed: 0, failures: [], left_behind: [] });
});

t.test('a run that cannot start exits with 2 and says what to do', async (t) => {
  const foreign = ['--url', 'https://svc.example.com'];
  const receiver = ['--webhook-receiver', 'https://127.0.0.1/'];
  const cases: [args: string[], env: Record<string, string>, line: RegExp][] = [
    [foreign, asAdmin.env, /^svc: svc\.example\.com is not this machine\. .*--allow-host svc\.example\.com\n$/],
    [['--allow-host', 'other.example.com', ...foreign], asAdmin.env, /is not this machine/],
    [[], {}, /^svc: You are not signed in to \S+\. Run "svc server login/],
    [[], { SVC_TOKEN: organizationKey }, /^svc: the credential is not an admin's: sign in as an admin/],
    [['--url', 'nonsense'], asAdmin.env, /^svc: The server's address must have the form/],
    [['--url', `http://127.0.0.1:${await freePort()}`], asAdmin.env, /^svc: No server listens at \S+ Start the server/],
    [['--operation', 'createNothing'], asAdmin.env, /^svc: There is no operation 'createNothing'\. --list/],
    [['--allow', 'everything'], asAdmin.env, /^svc: --allow takes mail, failed-logins, settings, users, workers/],
    [['--concurrency', '0'], asAdmin.env, /^svc: --concurrency takes a number from 1 to 32, not '0'\.\n$/],
    [
      ['--webhook-receiver', 'http://127.0.0.1/'],
      asAdmin.env,
      /^svc: --webhook-receiver takes an HTTPS URL, not 'http:/,
    ],
    [['--webhook-port', '9443'], asAdmin.env, /^svc: --webhook-port and --webhook-certificate need --webhook-receiver/],
    [
      [...receiver, '--webhook-port', '0'],
      asAdmin.env,
      /^svc: --webhook-port takes a number from 1 to 65535, not '0'\.\n$/,
    ],
    [
      [...receiver, '--webhook-certificate', '/none.pem'],
      asAdmin.env,
      /^svc: The certificate .* cannot be read: ENOENT/,
    ],
  ];
  for (const [args, env, line] of cases) {
    const { code, stdout, stderr } = await svc.run(['contract', 'run', ...args], { env });
    t.strictSame([code, stdout], [2, ''], args.join(' '));
    t.match(stderr, line);
  }
});

t.test('a run that exceeds its time limit says so, and deletes what it created', async (t) => {
  const before = await counts();
  const { code, stdout, stderr } = await svc.run(['contract', 'run', '--within', '1'], asAdmin);
  t.equal(code, 2, stdout);
  t.match(stderr, /^svc: the time limit was reached: raise --within/);
  t.match(stdout, /^skipped \d+ cases: the time limit/m);
  t.strictSame(await counts(), before);
});

const update = /^POST \/v1\/organization\/projects\/[^/]+\/api_keys\/[^/]+$/;

/** Changes the refusals of updateProjectApiKey, each in another way, in turn. */
function inTurn(...lies: ((answer: Passing) => unknown)[]): Lie {
  let seen = 0;
  return (answer, request) => {
    if (!update.test(request) || answer.status !== 422) return;
    lies[seen % lies.length]?.(answer);
    seen += 1;
  };
}

/** Changes the first issue of a refusal. */
const issued =
  (change: object) =>
  ({ body }: Passing): unknown =>
    Object.assign(body.detail[0], change);

const causes = [
  /status 423 instead of 422/,
  /an issue is missing/,
  /loc of an issue/,
  /type of an issue/,
  /ctx of an issue/,
  /input of an issue/,
];

t.test('a contract run reports refusals with another status, and other, missing and misplaced issues', async (t) => {
  const before = await counts();
  const lie = inTurn(
    (answer) => Object.assign(answer, { status: 423 }),
    ({ body }) => body.detail.pop(),
    issued({ loc: ['shifted'] }),
    issued({ type: 'value_error' }),
    issued({ ctx: { max_length: 1 } }),
    issued({ input: 'something else' }),
  );
  const url = await startLyingProxy(t, app.url, lie);
  const { code, stdout, stderr } = await svc.run([...choosing('updateProjectApiKey'), '--url', url], asAdmin);
  t.equal(code, 1, stdout + stderr);
  t.match(stderr, /^svc: the contract is broken in \d+ cases?\.\n$/);
  for (const { source } of causes)
    t.match(stdout, new RegExp(`^FAILED {2}.*(${source}).*: \\d+ cases? of updateProjectApiKey$`, 'im'));
  t.match(stdout, /^FAILED {2}/, 'the failures come first');
  t.match(
    stdout,
    /^ {2}updateProjectApiKey, rule .+\n {4}spec {6}[A-Z].+\n {4}expected {2}.+\n {4}got {2}.+\n {4}.*curl -i -X /m,
  );
  t.notOk(stdout.includes(admin.token), 'no credential is shown');
  t.notMatch(stdout, /svc(org|proj|user)_[A-Za-z0-9]{8}/);
  t.match(stdout, /^\d+ passed, [1-9]\d* failed, 0 skipped$/m);
  t.strictSame(await counts(), before);
});

t.test('a waived failure does not fail the run, and an expired or unneeded waiver does', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-waivers-'));
  t.teardown(() => removeFolder(folder));
  const file = join(folder, 'waivers.yaml');
  const junit = join(folder, 'report.xml');
  const url = await startLyingProxy(t, app.url, ({ status, headers }) => {
    if (status === 405) headers.delete('allow');
  });
  const known = 'getProject/protocol/-/other-method';
  const passing = 'getProject/protocol/-/no-credential';
  const unchanged = 'getProjectApiKey/refused/-/unchanged';
  const elsewhere = 'createFile/protocol/-/no-credential';
  const waiver = (id: string, until: string): string =>
    `- { case: ${id}, until: ${until}, reason: "The proxy; ticket <7>" }\n`;
  const run = async (text: string, ...more: string[]): Promise<CliResult> => {
    await writeFile(file, text);
    const chosen = choosing('getProject', 'getProjectApiKey');
    return svc.run([...chosen, '--waivers', file, '--url', url, ...more], asAdmin);
  };
  const other = waiver('getProjectApiKey/protocol/-/other-method', '2999-12-31');

  const held = await run(other + waiver(known, '2999-12-31') + waiver(elsewhere, '2999-12-31'), '--junit', junit);
  t.equal(held.code, 0, held.stdout + held.stderr);
  t.match(held.stdout, `\n${known}: waived until 2999-12-31: The proxy; ticket <7>\n`.slice(1));
  t.match(held.stdout, /^\d+ passed, 0 failed, 0 skipped, 2 waived$/m);
  t.match(await readFile(junit, 'utf8'), '<skipped message="waived until 2999-12-31: The proxy; ticket &lt;7&gt;"/>');

  const tap = await run(other + waiver(known, '2999-12-31'), '--tap');
  t.match(tap, {
    code: 0,
    stdout: /^ {4}not ok \d+ - getProject\/protocol\/-\/other-method .* # TODO waived until 2999/m,
  });

  const over = await run(other + waiver(known, '2020-01-31'), '--junit', junit);
  t.match(over, { code: 1, stderr: 'svc: the contract is broken in 1 case.\n' });
  t.match(over.stdout, `WAIVER  ${known}: the waiver expired on 2020-01-31: fix the failure, or renew the waiver\n`);
  t.match(await readFile(junit, 'utf8'), /<testsuite name="waivers" tests="1" failures="1"/);

  const idle = waiver(passing, '2999-12-31') + waiver(unchanged, '2999-12-31');
  const unused = await run(other + waiver(known, '2999-12-31') + idle);
  t.match(unused, { code: 1, stderr: 'svc: 2 waivers are expired or unneeded: see the lines WAIVER.\n' });
  for (const id of [passing, unchanged]) t.match(unused.stdout, `WAIVER  ${id}: the case passes: remove the waiver\n`);
});

t.test('invalid waivers are reported before the run', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-waivers-'));
  t.teardown(() => removeFolder(folder));
  const file = join(folder, 'waivers.json');
  const good = { case: 'getProject/accepted/-/plain', reason: 'Known', until: '2999-12-31' };
  const wrong: [content: string, line: RegExp][] = [
    ['{', /^svc: the waivers in \S+ cannot be used: /],
    ['', /the file must be a list of entries/],
    [JSON.stringify([good, good]), /entry 2 names the case 'getProject\/accepted\/-\/plain' again\.\n$/],
    [JSON.stringify([{ ...good, case: 'getProject/nothing' }]), /entry 1 names the case .* does not exist\.\n$/],
    [JSON.stringify([{ ...good, reason: ' ' }]), /entry 1 gives no reason\.\n$/],
    [JSON.stringify([{ ...good, until: '2999-02-30' }]), /entry 1 ends at '2999-02-30', which is not a date such as/],
    [
      JSON.stringify([{ case: good.case, until: good.until }]),
      /entry 1 must have case, reason, until, as strings\.\n$/,
    ],
    ['- just text', /entry 1 must have/],
  ];
  for (const [content, line] of wrong) {
    await writeFile(file, content);
    t.match(await svc.run(['contract', 'run', '--waivers', file], asAdmin), { code: 2, stdout: '', stderr: line });
  }
  const missing = await svc.run(['contract', 'run', '--waivers', join(folder, 'none')], asAdmin);
  t.match(missing, { code: 2, stdout: '', stderr: /cannot be used: .*no such file/ });
});
