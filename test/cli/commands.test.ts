import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import t, { type Test } from 'tap';
import { resources } from '../../scripts/cli/resources.ts';
import { createAuthority, issue } from '../../scripts/fixtures/certificates.ts';
import { freePort } from '../../scripts/fixtures/mariadb.ts';
import { generateWebhookSecret, signatures } from '../../services/webhooks/signing.ts';
import { type Cli, createCli } from '../harness/cli.ts';
import { listenOnLoopback } from '../harness/loopback.ts';
import { startRecordingServer } from '../harness/recording-server.ts';
import { createTenant, join as joinOrganization, password, signUp, startWithAdmin } from '../harness/world.ts';

const { app, admin } = await startWithAdmin(t);
const webhookUrl = 'https://93.184.216.34/hook';

/** Creates a CLI, and the flags for commands in a new organization or project. */
async function createWorld(t: Test): Promise<{ svc: Cli; inOrganization: string[]; inProject: string[] }> {
  const svc = await createCli(t, app);
  const { organizationKey, project } = await createTenant(app, admin);
  return { svc, inOrganization: ['--token', organizationKey], inProject: ['--token', project.key] };
}

function ids(page: { data: { id: string }[] }): string[] {
  return page.data.map(({ id }) => id);
}

t.test('svc without arguments prints help, and every command has its own help', async (t) => {
  const svc = await createCli(t, app);
  const alone = await svc.start([]).result;
  t.equal(alone.code, 0);
  for (const { noun } of resources) t.match(alone.stdout, new RegExp(`^  ${noun} `, 'm'));
  const noun = await svc.run(['vector-store', '--help']);
  t.strictSame([noun.code, /Commands:/.test(noun.stdout)], [0, true]);
  const verb = await svc.run(['vector-store', 'create', '--help']);
  t.equal(verb.code, 0);
  t.equal((await svc.run(['help', 'vector-store', 'create'])).stdout, verb.stdout, '"svc help" takes the command');
  for (const args of [['help'], ['help', 'help']]) t.equal((await svc.run(args)).stdout, alone.stdout);
  for (const flag of ['--name', '--metadata <key=value>', '--expires-after-days', '--max-chunk-size-tokens', '--json'])
    t.match(verb.stdout, flag);
  t.match(verb.stdout, /\(100\s+to\s+4096/, 'the bounds come from the spec');
});

t.test('a mistyped command is reported in one line with the nearest valid one, with exit code 2', async (t) => {
  const { svc, inOrganization } = await createWorld(t);
  const cases: [args: string[], line: RegExp][] = [
    [['projct', 'list'], /^svc: unknown command 'projct' \(Did you mean project\?\)\n$/],
    [['project', 'lst'], /^svc: unknown command 'lst' \(Did you mean list\?\)\n$/],
    [['help', 'projct'], /^svc: unknown command 'projct' \(Did you mean project\?\)\n$/],
    [['help', 'project', 'lst'], /^svc: unknown command 'lst' \(Did you mean list\?\)\n$/],
    [['help', '--json', 'rainfall'], /"message": "unknown command 'rainfall'\. --help lists the commands\."/],
    [['help', '--url', 'x', 'server', 'logout'], /^svc: unknown command 'x'/],
    [['audit-log', 'list'], /^svc: unknown command 'audit-log' \(Did you mean audit\?\)\n$/],
    [['worker', 'run'], /^svc: unknown command 'run'\. --help lists the commands\.\n$/],
    [['login'], /^svc: unknown command 'login' \(Did you mean server login\?\)\n$/],
    [['project', 'list', '--since', '5'], /^svc: unknown option '--since'\. --help lists the options\.\n$/],
    [['project', 'list', '--limt', '5'], /^svc: unknown option '--limt' \(Did you mean --limit\?\)\n$/],
    [['project', 'list', '--limit', 'five'], /is invalid\. It must be a number\.\n$/],
    [['project', 'list', '--order', 'up'], /^svc: There is no order 'up'\. Choose one of asc, desc\.\n$/],
    [
      ['webhook', 'test', '--type', 'vector_store.file_batch.complete'],
      /^svc: There is no type '\S+'\. Did you mean 'vector_store\.file_batch\.completed'\? Choose one of /,
    ],
    [['usage', 'cots'], /^svc: There is no report 'cots'\. Did you mean 'costs'\? Choose one of completions, /],
    [['usage', 'rainfall'], /^svc: There is no report 'rainfall'\. Choose one of completions, .*costs\.\n$/],
    [['file-batch', 'list'], /^svc: unknown command 'list'\. --help lists the commands\.\n$/],
    [['project', 'create'], /^svc: Missing --name <text>\. --help shows an example\.\n$/],
    [['project', 'get'], /^svc: Missing <project_id>\. --help shows an example\.\n$/],
    [['project', 'get', ''], /^svc: '' is not a valid project_id\.\n$/],
    [['project', 'get', '..'], /^svc: '\.\.' is not a valid project_id\.\n$/],
    [['vector-store', 'create', '--metadata', 'pair'], /It must have the form KEY=VALUE\.\n$/],
    [['organization', 'list', '--url', 'nonsense'], /^svc: The server's address must have the form/],
  ];
  for (const [args, line] of cases) {
    const { code, stdout, stderr } = await svc.run([...args, ...inOrganization]);
    t.strictSame([code, stdout], [2, ''], args.join(' '));
    t.match(stderr, line);
  }
  const { code, stderr } = await svc.start(['project']).result;
  t.equal(code, 2);
  t.match(stderr, /Usage: svc project[\s\S]*svc: Name a command/);
});

t.test('a refusal of the server is reported in one line, with exit code 1', async (t) => {
  const { svc, inOrganization } = await createWorld(t);
  const invalid = await svc.run([
    'project',
    'create',
    '--name',
    '',
    '--webhook-url',
    'http://10.0.0.1',
    ...inOrganization,
  ]);
  t.equal(invalid.code, 1);
  t.equal(invalid.stderr, 'svc: --name must not be empty. --webhook-url must begin with https://.\n');
  const missing = await svc.run(['project', 'get', 'proj_none', ...inOrganization]);
  t.strictSame([missing.code, missing.stderr], [1, "svc: There is no project 'proj_none' here.\n"]);
  const forbidden = await svc.run(['user', 'list', ...inOrganization]);
  t.equal(forbidden.code, 1);
  const nobody = await svc.run(['organization', 'list'], { env: { SVC_TOKEN: 'svcorg_made_up_entirely' } });
  t.equal(nobody.code, 1);
  t.notMatch(nobody.stderr, 'made_up');
});

t.test('if no server listens, the error says how to start one', async (t) => {
  const svc = await createCli(t, app);
  const url = `http://127.0.0.1:${await freePort()}`;
  const { code, stderr } = await svc.run(['organization', 'list', '--url', url, '--token', 'svcuser_x']);
  t.strictSame(
    [code, stderr],
    [1, `svc: No server listens at ${url}. Start the server with "npm start", or name another with --url.\n`],
  );
});

t.test('an error names the flag, never a path of the API', async (t) => {
  const { svc, inOrganization } = await createWorld(t);
  const cases: [args: string[], line: RegExp][] = [
    [['project', 'create', '--name', 'A', '--limit-requests-per-minute', '0.5'], /^svc: --limit-requests-per-minute\b/],
    [['project', 'create', '--name', 'A', '--models', ''], /^svc: --models\b/],
    [['project', 'list', '--limit', '0'], /^svc: --limit\b/],
    [['audit', 'list', '--limit', '0'], /^svc: --limit\b/],
    [['organization', 'get', 'x'.repeat(300), '--token', admin.token], /^svc: <organization_id> must/],
  ];
  for (const [args, line] of cases) {
    const { code, stderr } = await svc.run([...inOrganization, ...args]);
    t.equal(code, 1, args.join(' '));
    t.match(stderr, line);
    t.notMatch(stderr, /(body|query|path|header)\.|_minute/);
  }
});

t.test('with --json a failure is JSON on standard error', async (t) => {
  const { svc, inOrganization } = await createWorld(t);
  const failures: [args: string[], code: number, error: object][] = [
    [['project', 'get', 'proj_none'], 1, { message: "There is no project 'proj_none' here.", status: 404 }],
    [['project', 'lst'], 2, { message: "unknown command 'lst' (Did you mean list?)" }],
    [['project'], 2, { message: /^Name a command/ }],
    [['vector-store', 'list'], 2, { message: /^Name the project/ }],
    [['project', 'archive', 'proj_none'], 2, { message: /^Nothing was changed/ }],
    [['project', 'list', '--url', 'nonsense'], 2, { message: /^The server's address/ }],
  ];
  for (const [args, code, error] of failures) {
    const failed = await svc.run([...args, '--json', ...inOrganization]);
    t.strictSame([failed.code, failed.stdout], [code, ''], args.join(' '));
    t.match(JSON.parse(failed.stderr), { error });
  }
});

t.test('an update without a change is wrong usage', async (t) => {
  const { svc, inOrganization } = await createWorld(t);
  for (const args of [
    ['project', 'update', 'proj_x'],
    ['api-key', 'update', 'key_x'],
    ['account', 'update'],
  ]) {
    const { code, stderr } = await svc.run([...args, ...inOrganization]);
    t.equal(code, 2);
    t.equal(stderr, `svc: Nothing to change. "svc ${args[0]} update --help" lists what can be changed.\n`);
  }
});

t.test('a dangerous command asks on a terminal, and needs --yes without one', async (t) => {
  const { svc, inOrganization } = await createWorld(t);
  const { id } = await svc.json('project', 'create', '--name', 'Kept', ...inOrganization);
  const refused = await svc.run(['project', 'archive', id, ...inOrganization]);
  t.match(refused, { code: 2, stdout: '', stderr: /^svc: Nothing was changed\. Confirm with --yes/ });
  const archive = (answer: string) =>
    svc.type(['project', 'archive', id, ...inOrganization], [["Type 'archive' to continue: ", answer]]);
  const hesitant = await archive('no');
  t.match(hesitant, { code: 1, screen: /Nothing was changed/ });
  t.match(hesitant.screen, `(project ${id})`);
  t.equal((await svc.json('project', 'get', id, ...inOrganization)).status, 'active');
  t.equal((await archive('archive')).code, 0);
  t.equal((await svc.json('project', 'get', id, ...inOrganization)).status, 'archived');
  for (const { noun, verbs } of resources)
    for (const verb of Object.keys(verbs).filter((name) => ['delete', 'archive'].includes(name)))
      t.match((await svc.run([noun, verb, '--help'])).stdout, /^ +--yes /m, `${noun} ${verb}`);
});

t.test('a command without an organization or a project says how to name one, with exit code 2', async (t) => {
  const { svc, inOrganization } = await createWorld(t);
  const stranger = await signUp(app);
  for (const args of [
    ['vector-store', 'list'],
    ['webhook', 'list'],
    ['file', 'list'],
    ['spend-limit', 'get'],
  ]) {
    const { code, stderr } = await svc.run([...args, ...inOrganization]);
    t.equal(code, 2, args.join(' '));
    t.equal(
      stderr,
      'svc: Name the project with --project, or once with "svc use --project ID". "svc project list" lists them.\n',
    );
  }
  for (const args of [
    ['project', 'list'],
    ['usage', 'requests'],
    ['audit', 'list'],
    ['invitation', 'list'],
  ]) {
    const { code, stderr } = await svc.run([...args, '--token', stranger.token]);
    t.equal(code, 2, args.join(' '));
    t.match(stderr, /^svc: Name the organization with --organization, .* "svc account get" lists yours/);
  }
});

t.test('svc use saves the organization and the project of later commands', async (t) => {
  const svc = await createCli(t, app);
  const { owner, organizationId, project, sibling } = await createTenant(app, admin);
  const other = await createTenant(app, admin);
  await joinOrganization(other.organizationId, owner, 'owner');
  t.match(await svc.run(['use', '--project', project.id]), { code: 1, stderr: /You are not signed in/ });
  const login = await svc.run(['server', 'login', '--email', owner.email], { input: `${password}\n` });
  t.equal(login.code, 0, login.stderr);
  t.match((await svc.run(['use'])).stderr, /^No default organization and no default project\. Set them with "svc use /);

  const both = await svc.run(['use', '--organization', organizationId, '--project', project.id]);
  t.strictSame([both.code, both.stdout], [0, `organization  ${organizationId}\nproject       ${project.id}\n`]);
  const store = await svc.json('vector-store', 'create', '--name', 'Default');
  t.equal(store.project_id, project.id);
  t.strictSame(ids(await svc.json('vector-store', 'list', '--project', sibling.id)), [], 'a flag is stronger');
  const inSibling = await svc.run(['vector-store', 'list', '--json'], { env: { SVC_PROJECT: sibling.id } });
  t.strictSame(ids(inSibling.json()), [], 'so is a variable');
  const elsewhere = await svc.run(['vector-store', 'list', '--organization', other.organizationId]);
  t.match(elsewhere, { code: 2, stderr: /Name the project/ }, 'the project is of another organization');
  const byKey = await svc.run(['vector-store', 'list', '--json', '--token', other.project.key]);
  t.strictSame([byKey.code, ids(byKey.json())], [0, []], 'a key has its own project');
  const keys = await svc.json('api-key', 'list', '--no-project');
  t.notMatch(JSON.stringify(keys), 'organization.project.api_key');

  t.match(await svc.run(['use', '--project', 'proj_none']), { code: 1, stderr: /There is no project 'proj_none'/ });
  t.match(await svc.run(['use', '--organization', 'org_none']), {
    code: 1,
    stderr: /^svc: There is no organization 'org_none' that you can use\..* "svc organization create --name NAME"/,
  });
  t.match(await svc.run(['use', '--project', project.id, '--token', owner.token]), {
    code: 2,
    stderr: /saved sign-in/,
  });
  t.match(await svc.json('use'), { organization: organizationId, project: project.id }, 'nothing has changed');
  t.match(await svc.json('use', '--organization', other.organizationId), { project: null });
  t.match(await svc.json('use', '--no-organization'), { organization: null, project: null });
  await svc.json('use', '--organization', organizationId);
  t.equal((await svc.run(['server', 'logout'])).code, 0);
  t.match(await svc.json('use'), { organization: null }, 'the logout ends the defaults');
});

t.test('svc use takes names that are unique', async (t) => {
  const svc = await createCli(t, app);
  const { owner, organizationId } = await createTenant(app, admin);
  const other = await createTenant(app, admin);
  await joinOrganization(other.organizationId, owner, 'owner');
  await svc.run(['server', 'login', '--email', owner.email], { input: `${password}\n` });
  const name = async (id: string, text: string): Promise<void> => {
    const { status } = await app.request('POST', `/admin/organization/${id}`, {
      token: admin.token,
      body: { name: text },
    });
    t.equal(status, 200);
  };
  const [one, two] = [`One ${organizationId}`, `Two ${organizationId}`];
  await name(organizationId, one);
  await name(other.organizationId, two);
  const inOne = ['--organization', organizationId];
  const search = await svc.json('project', 'create', '--name', 'Search', ...inOne);
  await svc.json('project', 'create', '--name', 'Search', '--organization', other.organizationId);
  const twins = [];
  for (const _ of [1, 2]) twins.push((await svc.json('project', 'create', '--name', 'Twin', ...inOne)).id);
  await svc.json('project', 'archive', (await svc.json('project', 'create', '--name', 'Old', ...inOne)).id, '--yes');

  const chosen = { organization: organizationId, project: search.id };
  t.match(await svc.json('use', '--organization', one, '--project', 'Search'), chosen);
  t.match(await svc.json('use', '--organization', one), chosen, 'the organization stays the same');
  const twin = await svc.run(['use', '--project', 'Twin']);
  t.equal(twin.code, 1);
  for (const id of twins) t.match(twin.stderr, new RegExp(`^svc: 2 projects have the name 'Twin'.*${id}`));
  const none = { code: 1, stderr: /There is no project 'search' here/ };
  t.match(await svc.run(['use', '--project', 'search']), none, 'names are compared by their case');
  t.match(await svc.run(['use', '--project', 'Old']), { code: 1 }, 'archived projects are not chosen by their names');
  await name(other.organizationId, one);
  t.match(await svc.run(['use', '--organization', one]), { code: 1, stderr: /^svc: 2 organizations have the name/ });
  t.match(await svc.json('use'), chosen, 'nothing has changed');
  await name(other.organizationId, two);

  const byAdmin = await createCli(t, app);
  await byAdmin.run(['server', 'login', '--email', admin.email], { input: `${password}\n` });
  const ofOther = { organization: other.organizationId };
  t.match(await byAdmin.json('use', '--organization', two), ofOther, 'an admin sees all organizations');
});

t.test('svc status shows the server, the caller and the state in ten lines', async (t) => {
  const { svc, inOrganization, inProject } = await createWorld(t);
  const shown = await svc.run(['status', '--token', admin.token]);
  t.equal(shown.code, 0, shown.stderr);
  t.equal(shown.stdout.trimEnd().split('\n').length, 10);
  t.match(shown.stdout, new RegExp(`^server +${app.url}$`, 'm'));
  t.match(await svc.json('status', '--token', admin.token), {
    version: /^\d+\.\d+\.\d+$/,
    state: 'ready',
    database: 'ok',
    account: /\(admin\)$/,
    fine_tuning_workers: Number,
    backlog_seconds: Number,
  });
  for (const key of [inOrganization, inProject]) t.match(await svc.json('status', ...key), { account: null });
});

t.test('SVC_ORGANIZATION and SVC_PROJECT are the defaults of every command', async (t) => {
  const svc = await createCli(t, app);
  const { organizationKey, organizationId, project } = await createTenant(app, admin);
  const env = { SVC_TOKEN: organizationKey, SVC_ORGANIZATION: organizationId, SVC_PROJECT: project.id };
  for (const args of [
    ['vector-store', 'list'],
    ['file', 'list'],
    ['webhook', 'list'],
    ['invitation', 'list'],
    ['member', 'list'],
    ['usage', 'requests'],
    ['audit', 'list'],
    ['api-key', 'list'],
  ]) {
    const { code, stderr } = await svc.run(args, { env });
    t.equal(code, 0, `${args.join(' ')}: ${stderr}`);
  }
});

t.test('an error of the server is reported with its request id', async (t) => {
  const svc = await createCli(t, app);
  const error = { message: 'The server failed.', type: 'server_error', param: null, code: 'internal_error' };
  const headers = { 'x-request-id': 'req-7' };
  const { url } = await startRecordingServer(t, () => ({ status: 500, headers, body: { error } }));
  const { code, stderr } = await svc.run(['organization', 'list', '--url', url, '--token', 'svcuser_x']);
  t.strictSame([code, stderr], [1, 'svc: The server failed. (request req-7)\n']);
  const { url: html } = await startRecordingServer(t, () => ({ status: 502 }));
  const stranger = await svc.run(['organization', 'list', '--url', html, '--token', 'svcuser_x']);
  t.strictSame(
    [stranger.code, stranger.stderr],
    [
      1,
      `svc: ${html} answered with a page that is not from svc. A proxy probably cannot reach the server: check that it runs, and try again.\n`,
    ],
  );
});

t.test('an answer of another server is no empty list and no crash', async (t) => {
  const svc = await createCli(t, app);
  let answer: { status: number; body?: unknown } = { status: 200 };
  const { url } = await startRecordingServer(t, () => answer);
  const at = ['--url', url, '--token', 'svcuser_x', '--project', 'proj_1'];
  const commands = [
    ['vector-store', 'list', '--all'],
    ['vector-store', 'get', 'vs_1'],
    ['organization', 'get', 'org_1'],
    ['ask', '--store', 'vs_1', '--model', 'm', 'why'],
    ['usage', 'requests'],
    ['audit', 'list'],
    ['status'],
    ['server', 'login', '--email', 'ada@example.com', '--password', 'x'],
  ];
  for (const body of [null, {}, [], 'text', { data: null }, { data: [null] }, { organization: null }])
    for (const args of commands)
      for (const status of [200, 404]) {
        answer = { status, body };
        const globals = args[0] === 'server' ? ['--url', url] : at;
        const { code, stdout, stderr } = await svc.run([...args, ...globals]);
        t.strictSame([code, stdout], [1, ''], `${args.join(' ')} gets ${JSON.stringify(body)} with ${status}`);
        t.equal(stderr, `svc: The server at ${url} is not an svc server. Name the svc server with --url or SVC_URL.\n`);
      }
  for (const body of [{ detail: [null] }, { detail: [{ loc: 'x' }] }, { detail: 'Not Found' }, { error: 'no' }]) {
    answer = { status: 404, body };
    t.match((await svc.run(['file', 'list', ...at])).stderr, /is not an svc server/, JSON.stringify(body));
  }
});

t.test('an unexpected error is one line with an incident number, and its stack is in a log', async (t) => {
  const svc = await createCli(t, app);
  // Every member that tells servers apart is there, and the others are not.
  const batch = { id: 'vsfb_1', object: 'vector_store.file_batch', status: 'completed' };
  const store = { id: 'vs_01M8D41E2Q1WKAXZRET3BN99Y1', object: 'vector_store' };
  const { url } = await startRecordingServer(t, ({ method }) => ({
    status: 200,
    body: method === 'GET' ? store : batch,
  }));
  const file = 'file-01M8D41E2Q1WKAXZRET3BN99Y1';
  const { code, stderr } = await svc.run(['vector-store', 'add', store.id, file, '--url', url, '--token', 'svcproj_x']);
  t.equal(code, 1);
  const [, incident, log = ''] =
    /^svc: This is a defect of svc \(incident ([0-9a-f]{8})\)\. The details are in (\S+): .*\n$/.exec(stderr) ?? [];
  t.match(await readFile(log, 'utf8'), new RegExp(`incident ${incident}\nTypeError: .*\n +at `), stderr);
  t.equal((await stat(log)).mode & 0o777, 0o600);
});

t.test('an unknown setting is reported with the one that was meant, and one setting is shown alone', async (t) => {
  const svc = await createCli(t, app);
  const config = (...args: string[]) => svc.run(['config', ...args, '--token', admin.token]);
  for (const args of [
    ['get', 'tokns.access_seconds'],
    ['set', 'tokens.acces_seconds', '60'],
  ]) {
    const { stderr } = await config(...args);
    t.equal(
      stderr,
      `svc: There is no setting '${args[1]}'. Did you mean 'tokens.access_seconds'? "svc config provenance" lists the settings.\n`,
    );
  }
  t.match(
    (await config('set', 'nothing.like.that', '1')).stderr,
    /^svc: There is no setting 'nothing\.like\.that'\. "svc/,
  );
  t.match(await config('get', 'tokens.access_seconds'), { code: 0, stdout: /^\d+\n$/ });
  t.match((await config('get', 'tokens')).stdout, /^access_seconds +/m);
  t.type((await config('get', 'tokens', '--json')).json().access_seconds, 'number');
  t.match((await config('get')).stdout, /^server\n +host/m);
});

t.test('no secret in a mistyped flag is shown', async (t) => {
  const svc = await createCli(t, app);
  const secret = 'svcorg_0123456789abcdefghij0123456789abcdefghij012345678';
  for (const args of [[`--tokn=${secret}`], [secret], ['project', 'list', `--passwrd=hunter2hunter2`]]) {
    const { code, stdout, stderr } = await svc.run(args);
    t.equal(code, 2);
    t.notMatch(stdout + stderr, /0123456789abc|hunter2/);
  }
});

t.test('a project shows an empty model list as all, and an empty list of custom endpoints as none', async (t) => {
  const { svc, inOrganization } = await createWorld(t);
  await svc.run(['project', 'create', '--name', 'Free', ...inOrganization]);
  const free = await svc.run(['project', 'get', 'Free', ...inOrganization]);
  t.match(free.stdout, /^models +all$/m);
  t.match(free.stdout, /^custom_endpoints +none$/m);
  t.match(free.stdout, /^mcp_prefixes +all$/m);
  const bound = await svc.json(
    ...['project', 'create', '--name', 'Bound', '--models', 'a', '--models', 'b', '--custom-endpoints', '/v1/ocr'],
    ...['--mcp-prefixes', 'docs', '--limit-requests-per-minute', '60', ...inOrganization],
  );
  t.match(bound, { models: ['a', 'b'], custom_endpoints: ['/v1/ocr'], mcp_prefixes: ['docs'] });
  t.equal(bound.limits.requests_per_minute, 60);
  const { stdout } = await svc.run(['project', 'list', ...inOrganization]);
  t.match(stdout, /Free +active +all +\d{4}-/);
  t.match(stdout, /Bound +active +a, b +\d{4}-/);
  const freed = await svc.json(
    ...['project', 'update', bound.id, '--no-models', '--mcp-prefixes', 'all', '--no-limit-requests-per-minute'],
    ...inOrganization,
  );
  t.match(freed, {
    models: [],
    custom_endpoints: ['/v1/ocr'],
    mcp_prefixes: 'all',
    limits: { requests_per_minute: null },
  });
});

t.test('the tools of MCP servers are restricted by project and by key', async (t) => {
  const { svc, inOrganization } = await createWorld(t);
  await svc.run(['project', 'create', '--name', 'Tools', ...inOrganization]);
  const free = await svc.run(['project', 'get', 'Tools', ...inOrganization]);
  t.match(free.stdout, /^mcp_tools +all$/m);
  const tools = ['--mcp-tool', 'docs/search', '--mcp-tool', 'docs/a/b', '--mcp-tool', 'away/'];
  const { id } = await svc.json('project', 'create', '--name', 'Other', ...inOrganization);
  const project = await svc.run(['project', 'update', id, ...tools, ...inOrganization]);
  t.match(project.stdout, /^mcp_tools\n +docs +search, a\/b\n +away +none$/m);
  const inProject = ['--project', id, ...inOrganization];
  const key = await svc.json('api-key', 'create', '--name', 'Narrow', '--mcp-tool', 'docs/search', ...inProject);
  t.strictSame(key.mcp_tools, { docs: ['search'] });
  const { mcp_tools: changed } = await svc.json('api-key', 'update', key.id, '--mcp-tool', 'docs/read', ...inProject);
  t.strictSame(changed, { docs: ['read'] });
  t.strictSame((await svc.json('api-key', 'update', key.id, '--no-mcp-tool', ...inProject)).mcp_tools, {});
  const wrong = await svc.run(['api-key', 'update', key.id, '--mcp-tool', 'docs', ...inProject]);
  t.equal(wrong.code, 2);
  t.match(wrong.stderr, /KEY\/ITEM/);
});

t.test('a webhook gets a generated secret that is shown once', async (t) => {
  const { svc, inOrganization } = await createWorld(t);
  const created = await svc.run(['project', 'create', '--name', 'A', '--webhook-url', webhookUrl, ...inOrganization]);
  t.match(created.stdout, /^created the project A \(proj_\S+\)\nwhsec_[A-Za-z0-9+/]{43}=\n$/);
  const literal = /^The webhook signs as 'literal', .* send --webhook-signing standard\.\n/;
  t.match(created.stderr, literal);
  t.match(created.stderr, /\nThe webhook secret is shown only once: save it now\.\n$/);

  const plain = await svc.json('project', 'create', '--name', 'B', ...inOrganization);
  const first = await svc.json('project', 'update', plain.id, '--webhook-url', webhookUrl, ...inOrganization);
  t.match(first.webhook_secret, /^whsec_/, 'the first webhook of a project');
  t.equal(first.webhook_signing, 'literal', 'nobody was asked');
  const again = await svc.run(['project', 'update', plain.id, '--webhook-url', `${webhookUrl}/1`, ...inOrganization]);
  t.notMatch(again.stderr, literal, 'a webhook that exists stays as it is');
  const moved = await svc.json('project', 'update', plain.id, '--webhook-url', `${webhookUrl}/2`, ...inOrganization);
  t.strictSame(
    [moved.webhook_url, moved.webhook_secret],
    [`${webhookUrl}/2`, '••••••••'],
    'the secret does not change',
  );
  const own = await svc.json(
    'project',
    'update',
    plain.id,
    '--webhook-secret',
    'a secret of my own',
    ...inOrganization,
  );
  t.equal(own.webhook_secret, '••••••••');
  const without = await svc.json('project', 'update', plain.id, '--no-webhook-url', ...inOrganization);
  t.strictSame([without.webhook_url, without.webhook_secret], [null, null]);
});

t.test('a terminal is asked how a new webhook signs', async (t) => {
  const { svc, inOrganization } = await createWorld(t);
  const create = (name: string, line: string) =>
    svc.type(
      ['project', 'create', '--name', name, '--webhook-url', webhookUrl, ...inOrganization],
      [['[standard] ', line]],
    );
  t.match(await create('Usual', ''), { code: 0, screen: /standard, literal, dual \[standard\]/ });
  t.equal((await create('Own', 'literal')).code, 0);
  t.match(await create('Wrong', 'none'), { code: 1, screen: /Nothing was changed\. Webhook signing is standard, / });
  const { data } = await svc.json('project', 'list', ...inOrganization);
  const signings = data.map((row: Record<string, unknown>) => [row.name, row.webhook_signing]);
  t.match(Object.fromEntries(signings), { Usual: 'standard', Own: 'literal', Wrong: undefined });
});

t.test('names work wherever ids do, if they are unique within their parent', async (t) => {
  const { svc, inOrganization, inProject } = await createWorld(t);
  const { id } = await svc.json('project', 'create', '--name', 'By name', ...inOrganization);
  const at = ['--project', 'By name', ...inOrganization];
  t.equal((await svc.json('project', 'get', 'By name', ...inOrganization)).id, id);
  const key = await svc.json('api-key', 'create', '--name', 'Named key', ...at);
  t.equal((await svc.json('api-key', 'get', 'Named key', ...at)).id, key.id);
  const store = await svc.json('vector-store', 'create', '--name', 'Handbook', ...at);
  t.equal((await svc.json('vector-store', 'get', 'Handbook', ...at)).id, store.id);
  t.equal((await svc.run(['vector-store', 'get', 'Handbook', ...inProject])).code, 1, 'another parent has none');
  const file = join(t.testdir({ 'a b.txt': 'about ferries' }), 'a b.txt');
  t.match((await svc.run(['vector-store', 'add', 'Handbook', file, ...at])).stdout, '1 completed');
  t.match((await svc.run(['vector-store', 'search', 'Handbook', 'ferries', ...at])).stdout, 'about ferries');
  t.equal((await svc.run(['file', 'content', 'a b.txt', ...at])).stdout, 'about ferries');
  t.equal((await svc.json('vector-store-file', 'get', 'Handbook', 'a b.txt', ...at)).vector_store_id, store.id);
  const made = await svc.run(['vector-store', 'add', 'New store', file, ...at]);
  t.match(made, { code: 0, stderr: /^created the vector store New store \(vs_\S+\)\n$/ });
  const twice = await svc.run(['file', 'get', 'a b.txt', ...at]);
  t.match(twice, { code: 1, stderr: /^svc: 2 files have the name 'a b\.txt'\. Use an id: file-\S+, file-\S+\.\n$/ });
  const person = await signUp(app);
  const asAdmin = ['--token', admin.token];
  t.equal((await svc.json('user', 'get', person.email, ...asAdmin)).id, person.id);
  const name = `Owned by ${person.id}`;
  const made2 = await svc.json('organization', 'create', '--name', name, '--owner-id', person.email, ...asAdmin);
  t.equal(made2.owner_id, person.id);
  const members = await svc.json('member', 'list', '--organization', name, ...asAdmin);
  t.strictSame(ids(members), [person.id]);
  t.equal((await svc.json('member', 'get', person.email, '--organization', name, ...asAdmin)).id, person.id);
  t.match(await svc.run(['project', 'list', '--organization', 'Nobody', ...asAdmin]), {
    code: 1,
    stderr: /^svc: There is no organization 'Nobody' that you can use\..*"svc organization create --name NAME"/,
  });
});

t.test('money is given in dollars, and cents still work with a note', async (t) => {
  const { svc, inOrganization } = await createWorld(t);
  await svc.json('project', 'create', '--name', 'Rich', ...inOrganization);
  const at = ['--project', 'Rich', ...inOrganization];
  const limit = (...args: string[]) => svc.run(['spend-limit', 'update', ...args, ...at]);
  for (const [text, cents] of [
    ['15', 1500],
    ['0.5', 50],
    ['$12.34', 1234],
  ] as const)
    t.equal((await limit('--usd', text, '--json')).json().threshold_amount, cents, text);
  t.match(await limit('--threshold-amount', '1600'), {
    code: 0,
    stdout: /\$16\.00/,
    stderr: /^--threshold-amount takes cents/,
  });
  for (const text of ['1.234', '-1', 'ten', ''])
    t.match(
      await limit('--usd', text),
      { code: 2, stderr: /It must be an amount in dollars, such as 15 or 0\.50/ },
      text,
    );
  t.match(await limit(), { code: 2, stderr: 'svc: Missing --usd <dollars>. --help shows an example.\n' });
  const key = await svc.json('api-key', 'create', '--name', 'K', '--limit-usd-per-month', '2.50', ...at);
  t.equal(key.limits.spend_per_month, 250);
  const freed = await svc.json('api-key', 'update', 'K', '--no-limit-usd-per-month', ...at);
  t.equal(freed.limits.spend_per_month, null);
});

t.test('a restriction is lifted with --all-x, and its earlier name still works', async (t) => {
  const { svc, inOrganization } = await createWorld(t);
  const bound = ['--models', 'a', '--custom-endpoints', '/v1/ocr', '--mcp-prefixes', 'docs'];
  await svc.json('project', 'create', '--name', 'Bound', ...bound, ...inOrganization);
  const update = (...flags: string[]) => svc.run(['project', 'update', 'Bound', ...flags, '--json', ...inOrganization]);
  const all = await update('--all-models', '--all-custom-endpoints', '--all-mcp-prefixes');
  t.match(all.json(), { models: [], custom_endpoints: [], mcp_prefixes: 'all' });
  t.equal(all.stderr, '');
  await update('--models', 'a');
  const earlier = await update('--no-models');
  t.strictSame([earlier.json().models, earlier.stderr], [[], '--no-models is called --all-models now.\n']);
  const { stdout } = await svc.run(['project', 'update', '--help']);
  t.match(stdout, '--all-models');
  t.notMatch(stdout, '--no-models');
});

t.test('a project can be archived and restored', async (t) => {
  const { svc, inOrganization } = await createWorld(t);
  const project = await svc.json('project', 'create', '--name', 'Old', ...inOrganization);
  t.equal((await svc.json('project', 'archive', '--yes', project.id, ...inOrganization)).status, 'archived');
  t.notOk(ids(await svc.json('project', 'list', ...inOrganization)).includes(project.id));
  t.ok(ids(await svc.json('project', 'list', '--include-archived', ...inOrganization)).includes(project.id));
  t.equal((await svc.json('project', 'update', project.id, '--status', 'active', ...inOrganization)).status, 'active');
});

t.test('keys belong to the organization, or with --project to the project', async (t) => {
  const { svc, inOrganization } = await createWorld(t);
  const project = await svc.json('project', 'create', '--name', 'P', ...inOrganization);
  const inProject = ['--project', project.id, ...inOrganization];
  const key = await svc.run(['api-key', 'create', '--name', 'K', ...inProject]);
  t.match(key.stdout, /^created the key K \(key_\S+\)\nsvcproj_\S+\n$/);
  t.equal(key.stderr, 'The key is shown only once: save it now.\n');
  const [id = ''] = ids(await svc.json('api-key', 'list', ...inProject));
  t.match(await svc.json('api-key', 'update', id, '--name', 'L', ...inProject), { id, name: 'L' });
  const limited = await svc.json('api-key', 'update', id, '--limit-tokens-per-day', '10', ...inProject);
  t.match(limited.limits, { tokens_per_day: 10, spend_per_month: null });
  const got = await svc.run(['api-key', 'get', id, ...inProject]);
  t.match(got.stdout, /^owner_project_access +active$/m);
  t.notMatch(got.stdout, /^value /m);
  t.notOk(ids(await svc.json('api-key', 'list', ...inOrganization)).includes(id));
  const deleted = await svc.run(['api-key', 'delete', '--yes', id, ...inProject]);
  t.strictSame([deleted.code, deleted.stdout], [0, `deleted ${id}\n`]);
  t.equal((await svc.run(['api-key', 'get', id, ...inProject])).code, 1);
  const { stdout: help } = await svc.run(['api-key', 'delete', '--help']);
  t.match(help.replace(/\s+/g, ' '), /Deletes an organization key\b.* With --project: deletes a project key\b/);
});

t.test('an admin manages organizations and users', async (t) => {
  const svc = await createCli(t, app);
  const asAdmin = ['--token', admin.token];
  const person = await signUp(app);
  const { id } = await svc.json('organization', 'create', '--name', 'Acme', '--owner-id', person.id, ...asAdmin);
  t.match(await svc.json('organization', 'get', id, ...asAdmin), { id, owner_id: person.id });
  t.match(await svc.json('organization', 'update', id, '--name', 'Ajax', ...asAdmin), { id, name: 'Ajax' });
  t.match(await svc.json('user', 'update', person.id, '--disabled', ...asAdmin), { disabled: true, is_admin: false });
  t.match(await svc.json('user', 'update', person.id, '--no-disabled', ...asAdmin), { disabled: false });
  const deleted = await svc.run(['organization', 'delete', '--yes', id, ...asAdmin]);
  t.equal(deleted.stdout, `deleted ${id}\n`);
});

t.test('the fields of a vector store are flags', async (t) => {
  const { svc, inProject } = await createWorld(t);
  const store = await svc.json(
    ...['vector-store', 'create', '--name', 'Handbook', '--metadata', 'team=support', '--metadata', 'url=a=b'],
    ...['--expires-after-days', '30', '--max-chunk-size-tokens', '600', ...inProject],
  );
  t.strictSame(store.metadata, { team: 'support', url: 'a=b' });
  t.equal(store.expires_after.days, 30);
  t.strictSame(store.chunking_strategy, {
    type: 'static',
    static: { max_chunk_size_tokens: 600, chunk_overlap_tokens: 300 },
  });
  const renamed = await svc.json(
    ...['vector-store', 'update', store.id, '--name', 'Manual', '--no-metadata', '--no-expires-after', ...inProject],
  );
  t.match(renamed, { name: 'Manual', expires_after: { days: 36_500 } });
  t.strictSame(renamed.metadata, {});
  t.match(await svc.json('vector-store', 'get', store.id, ...inProject), { id: store.id, name: 'Manual' });
  t.match(await svc.json('vector-store', 'delete', '--yes', store.id, ...inProject), { id: store.id, deleted: true });
});

t.test('lists are paged in both directions, and read to their end', async (t) => {
  const { svc, inProject } = await createWorld(t);
  const [, key = ''] = inProject;
  const created: string[] = [];
  for (let index = 0; index < 7; index += 1) {
    created.push((await app.request('POST', '/v1/vector_stores', { token: key, body: {} })).body.id);
  }
  const newestFirst = created.toReversed();
  const list = (...flags: string[]): Promise<{ data: { id: string }[]; has_more: boolean }> =>
    svc.json('vector-store', 'list', ...flags, ...inProject);
  t.strictSame(ids(await list('--limit', '3')), newestFirst.slice(0, 3));
  t.strictSame(ids(await list('--limit', '3', '--after', newestFirst[2] ?? '')), newestFirst.slice(3, 6));
  t.strictSame(ids(await list('--limit', '2', '--before', newestFirst[5] ?? '')), newestFirst.slice(3, 5));
  const all = await list('--all', '--limit', '2');
  t.strictSame([ids(all), all.has_more], [newestFirst, false]);
  t.strictSame(ids(await list('--all', '--limit', '2', '--order', 'asc')), created);
  t.strictSame(ids(await list('--all', '--limit', '2', '--before', newestFirst[5] ?? '')), newestFirst.slice(0, 5));
  const page = await svc.run(['vector-store', 'list', '--limit', '3', ...inProject]);
  t.equal(page.stderr, `There are more rows. Use --after ${newestFirst[2]}, or --all.\n`);
  t.equal(page.stdout.split('\n').length, 5, 'a header, three rows, and the end');
});

t.test('webhook deliveries are tested, listed, shown and resent', async (t) => {
  const { svc, inOrganization } = await createWorld(t);
  const { id } = await svc.json(
    'project',
    'create',
    '--name',
    'H',
    '--webhook-url',
    'https://hooks.invalid/',
    ...inOrganization,
  );
  const inProject = ['--project', id, ...inOrganization];
  t.equal(
    (await svc.run(['webhook', 'list', ...inProject])).stderr,
    'No deliveries yet. Send a test event with "svc webhook test".\n',
    'there is a webhook already',
  );
  const sent = await svc.json('webhook', 'test', '--type', 'vector_store.file_batch.failed', ...inProject);
  t.match(sent, { project_id: id, origin: 'test', event_type: 'vector_store.file_batch.failed' });
  const again = await svc.json('webhook', 'resend', sent.id, ...inProject);
  t.match(again, { event_id: sent.event_id, origin: 'resend' });
  t.strictSame(ids(await svc.json('webhook', 'list', ...inProject)), [again.id, sent.id]);
  t.match(
    (await svc.run(['webhook', 'list', ...inProject])).stdout,
    new RegExp(`^${sent.id} +vector_store.file_batch.failed +test`, 'm'),
  );
  t.match(await svc.json('webhook', 'get', sent.id, ...inProject), { id: sent.id, attempts: Array });
  t.strictSame((await svc.run(['webhook', 'list', ...inOrganization])).code, 2, 'the command needs a project');
});

t.test('a webhook secret is converted for libraries without a server', async (t) => {
  const svc = await createCli(t, app);
  const secret = generateWebhookSecret();
  const { code, stdout } = await svc.run(['webhook', 'secret', '--as', 'standard'], { input: `${secret}\n` });
  t.equal(code, 0);
  const body = '{}';
  const now = new Date();
  const signature = signatures('literal', [secret], 'whatt_1', Math.floor(now.getTime() / 1000), Buffer.from(body));
  const headers = {
    'webhook-id': 'whatt_1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': signature,
  };
  t.strictSame(new Webhook(stdout.trim()).verify(body, headers), {}, 'a library verifies literal signatures with it');
  t.throws(() => new Webhook(secret).verify(body, headers), 'and with the secret itself it does not');
  t.equal((await svc.run(['webhook', 'secret', '--as', 'standard'])).code, 2, 'the output has no secret');
});

t.test('models and workers are listed', async (t) => {
  const { svc, inProject } = await createWorld(t);
  const models = await svc.json('model', 'list', ...inProject);
  t.ok(models.data.length > 0);
  const got = await svc.run(['model', 'get', models.data[0].id, ...inProject]);
  t.match(got.stdout, /^owned_by +\S/m);
  const announced = await svc.json('worker', 'announce', '--name', 'gpu-1', '--models', 'm', '--token', admin.token);
  t.match(announced, { name: 'gpu-1', models: ['m'], status: 'online' });
  t.ok(ids(await svc.json('worker', 'list', ...inProject)).includes(announced.id));
});

t.test('text from a server reaches the terminal without control characters', async (t) => {
  const svc = await createCli(t, app);
  const name = 'a\u001b]0;owned\u0007b\u001b[31mc\u009b2Jd\u202ee\nf\u0000g\u007f';
  const answer = {
    object: 'list',
    data: [{ id: 'org_1', name, owner_id: '\u001b[2J', created_at: 0 }],
    has_more: false,
  };
  const error = { message: `no\u001b[2J ${name}`, code: 'x' };
  const { url } = await startRecordingServer(t, (request) =>
    request.url?.includes('refused') ? { status: 400, body: { error } } : { status: 200, body: answer },
  );
  const at = ['--url', url, '--token', 'svcuser_x'];

  const table = await svc.run(['organization', 'list', ...at]);
  t.match(table.stdout, /^org_1 {2}abcde fg +-$/m);
  const refused = await svc.run(['organization', 'get', 'refused', ...at]);
  t.strictSame([refused.code, refused.stderr], [1, 'svc: no abcde fg\n']);
  const json = await svc.run(['organization', 'list', '--json', ...at]);
  t.notMatch(json.stdout.replaceAll('\n', ''), /[\p{Cc}\u202e]/u, 'JSON escapes them');
  t.strictSame(json.json(), answer, 'the parsed JSON is the same');
});

t.test('colours are used only on terminals that support them', async (t) => {
  const { svc, inOrganization } = await createWorld(t);
  const { screen } = await svc.type(['project', 'list', ...inOrganization], []);
  t.ok(screen.startsWith('\u001b[1mID '), screen);
  const piped = await svc.run(['project', 'list', ...inOrganization]);
  t.match(piped.stdout, /^ID /);
});

t.test('an empty list says what is not there and how to get the first; with --json it is a list', async (t) => {
  const { svc, inProject } = await createWorld(t);
  const { owner, organizationId } = await createTenant(app, admin);
  const asOwner = ['--token', owner.token, '--organization', organizationId];
  const texts: [args: string[], text: RegExp][] = [
    [
      ['vector-store', 'list', ...inProject],
      /^No vector stores yet\. Create one with "svc vector-store create --name NAME"\.\n$/,
    ],
    [['file', 'list', ...inProject], /^No files yet\. Upload one with "svc file upload PATH"\.\n$/],
    [['file', 'list', '--purpose', 'evals', ...inProject], /^No files match these flags\.\n$/],
    [['invitation', 'list', ...asOwner], /^No invitations yet\. Invite people with "svc invitation create /],
    [['usage', 'costs', ...asOwner], /^No usage in this period\. /],
  ];
  for (const [args, text] of texts) {
    const { code, stdout, stderr } = await svc.run(args);
    t.strictSame([code, stdout], [0, ''], args.join(' '));
    t.match(stderr, text);
  }
  const json = await svc.run(['file', 'list', '--json', ...inProject]);
  t.strictSame([json.json().data, json.stderr], [[], '']);
  for (const { noun, verbs, first } of resources)
    t.ok(verbs.list === undefined || first, `${noun} says how to get one`);
});

t.test('a certificate of an unknown authority is reported with what to do', async (t) => {
  const { svc } = await createWorld(t);
  const server = createServer(issue(createAuthority(), ['127.0.0.1']));
  const port = await listenOnLoopback(server);
  t.teardown(() => server.close());
  const url = `https://127.0.0.1:${port}`;
  t.match(await svc.run(['project', 'list', '--url', url, '--token', 'svcuser_x']), {
    code: 1,
    stderr: `svc: The certificate of ${url} is from an unknown authority. Set NODE_EXTRA_CA_CERTS to a PEM file with`,
  });
});
