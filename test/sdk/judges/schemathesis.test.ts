// Runs Schemathesis with the kit's configuration and hooks against a started server with data, once with each kind of
// credential. Run by `npm run test:judges`.

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { publishedDocument } from '../../../scripts/contract/command/document.ts';
import { startApp } from '../../harness/app.ts';
import { createScope, createThings, type Scope } from '../../harness/fixtures.ts';
import { startUpstream } from '../../harness/upstream.ts';
import { password, signUp } from '../../harness/world.ts';
import { programs } from '../languages/programs.ts';

const version = '4.32.5';
const judges = join(import.meta.dirname, '../../../scripts/contract/judges');
const callers = { project_key: 'project_key', organization_key: 'organization_key', admin: 'admin' } as const;
const collections = [
  ...['vector_stores', 'files', 'file_batches', 'uploads', 'models', 'responses', 'conversations'],
  ...['projects', 'api_keys', 'webhook_deliveries', 'admin_api_keys', 'users', 'organization'],
  ...['roles', 'groups', 'service_accounts', 'spend_alerts', 'rate_limits'],
];
const wanted = (process.env.SVC_TEST_JUDGES ?? '').split(' ').filter((name) => name !== '');
const run = promisify(execFile);

/** Returns the program, which is installed once into the private folder. */
async function schemathesis(): Promise<string> {
  const folder = join(programs, `schemathesis-${version}`);
  const program = join(folder, 'bin/schemathesis');
  if (!existsSync(program)) {
    await run('python3', ['-m', 'venv', folder]);
    await run(join(folder, 'bin/pip'), ['install', '--quiet', `schemathesis==${version}`]);
  }
  return program;
}

interface Report {
  failures: { code: string; title: string; operations: string[] }[];
  errors: unknown[];
  warnings: { missing_auth?: string[] };
  test_cases: { generated: number };
  operations: { tested: number };
  filtered: number;
}

/** Returns ids of the tenant's things, and the ids that must stay. */
async function dataOf(scope: Scope): Promise<{ ids: string; kept: string }> {
  const { app, admin, tokens } = scope;
  const kept = [admin.id, scope.organizationId, scope.projectId];
  const keys = `/v1/organization/projects/${scope.projectId}/api_keys`;
  for (const path of ['/v1/organization/admin_api_keys', keys]) {
    const { body } = await app.request('GET', path, { token: tokens.organization_key });
    kept.push(...body.data.map(({ id }: { id: string }) => id));
  }
  // Its token is the credential of a run.
  const sessions = await app.request('GET', '/auth/me/sessions', { token: tokens.admin });
  kept.push(...sessions.body.data.map(({ id }: { id: string }) => id));
  const things = await createThings(scope, collections);
  // The list of invitations has the id of the organization in its path.
  things.set('invitations', scope.organizationId);
  // SCIM has the members and the groups of the organization too.
  for (const [part, as] of [
    ['Users', 'users'],
    ['Groups', 'groups'],
  ] as const)
    things.set(part, things.get(as) ?? '');
  return { ids: [...things].map((pair) => pair.join('=')).join(), kept: kept.join() };
}

const models = ['chat-model', { id: 'embedding-model', kind: 'embedding' }, { id: 'rerank-model', kind: 'rerank' }];
const upstream = await startUpstream(t, { models });
const app = await startApp(t, { SVC_UPSTREAMS: JSON.stringify([upstream.settings()]) });
t.setTimeout(7_200_000);
const admin = await signUp(app, { isAdmin: true });
const program = await schemathesis();

for (const [caller, token] of Object.entries(callers)) {
  if (wanted.length > 0 && !wanted.includes(caller)) continue;
  await t.test(`Schemathesis ${version} with the credential ${caller}`, async (t) => {
    t.setTimeout(3_600_000);
    const folder = await mkdtemp(join(tmpdir(), 'svc-judge-'));
    t.teardown(() => rm(folder, { recursive: true, force: true }));
    // Schemathesis finds hooks in the working folder.
    await cp(judges, folder, { recursive: true });
    const scope = await createScope(app, admin);
    const { ids, kept } = await dataOf(scope);
    const report = join(folder, 'report.json');
    const words = [
      ...['--config-file', 'schemathesis.toml', 'run', `${app.url}/openapi.json`, '--url', app.url],
      ...['--no-color', '--report', 'json', '--report-json-path', report],
      ...(process.env.SVC_JUDGE_OPTIONS ?? '').split(' ').filter((word) => word !== ''),
    ];
    const { stdout } = await run(program, words, {
      cwd: folder,
      maxBuffer: 1 << 28,
      env: {
        ...process.env,
        PYTHONDONTWRITEBYTECODE: '1',
        SVC_TOKEN: scope.tokens[token],
        SVC_CALLER: caller,
        SVC_MODELS: '/v1/embeddings=embedding-model,/v1/rerank=rerank-model,*=chat-model',
        SVC_IDS: ids,
        SVC_KEPT: kept,
        ...(caller === 'admin' && { SVC_EMAIL: admin.email, SVC_PASSWORD: password }),
        SVC_ORGANIZATION: caller === 'admin' ? scope.organizationId : '',
        SVC_PROJECT: caller === 'project_key' ? '' : scope.projectId,
      },
    }).catch(({ stdout, stderr }: { stdout: string; stderr: string }) => ({ stdout: `${stdout}${stderr}` }));
    const found = JSON.parse(await readFile(report, 'utf8').catch(() => '{}')) as Partial<Report>;
    const { failures = [], errors = [stdout.slice(-2000)], warnings, test_cases, operations, filtered } = found;
    t.comment(`${test_cases?.generated} cases of ${operations?.tested} operations; ${filtered} refusals with a reason`);
    if (failures.length + errors.length > 0) t.comment(findingsIn(stdout));
    t.ok((operations?.tested ?? 0) > 0, 'operations are tested');
    t.strictSame(errors, [], 'no error');
    t.strictSame(failures, [], 'no finding');
    t.strictSame(warnings?.missing_auth ?? [], [], 'no operation is out of reach');
  });
}

t.test('the hooks leave out operations of the document', async (t) => {
  const text = await readFile(join(judges, 'schemathesis_hooks.py'), 'utf8');
  const [, entries = ''] = /LEFT_OUT = \{\n(.*?)\n\}/s.exec(text) ?? [];
  const names = [...entries.matchAll(/^ {4}"(\w+)":/gm)].map(([, name]) => name);
  const document = JSON.stringify(publishedDocument(undefined));
  t.ok(names.length > 0);
  for (const name of names) t.match(document, `"operationId":"${name}"`);
});

/** Returns the part of the output that has the findings, without what is the same for each. */
function findingsIn(output: string): string {
  return (output.split(/=+ (?:ERRORS|FAILURES) =+/)[1] ?? output).split(/=+ WARNINGS =+/)[0] ?? '';
}
