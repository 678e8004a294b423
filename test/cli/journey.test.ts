import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { startApp } from '../harness/app.ts';
import { createCli } from '../harness/cli.ts';
import { password } from '../harness/world.ts';

const app = await startApp(t);

t.test('the commands lead from the first admin to a list of vector stores', async (t) => {
  const svc = await createCli(t, app);

  const creating = ['server', 'create-admin', '--email', 'ada@example.com', '--name', 'Ada'];
  const created = await svc.start(creating, { input: `${password}\n` }).result;
  t.equal(created.code, 0, created.stderr);
  t.match(created.stdout, /^created the admin ada@example\.com \(user_[0-9A-Z]{26}\)\n$/);

  const signingIn = ['server', 'login', '--email', 'ada@example.com'];
  const login = await svc.start(signingIn, { env: { SVC_PASSWORD: password } }).result;
  t.strictSame([login.code, login.stdout], [0, `signed in to ${app.url} as ada@example.com\n`]);
  t.equal((await stat(join(svc.folder, 'logins.json'))).mode & 0o777, 0o600, 'only the owner can read the tokens');
  t.equal((await stat(svc.folder)).mode & 0o777, 0o700);

  const organization = await svc.json('organization', 'create', '--name', 'Acme');
  t.match(organization, { id: /^org_/, name: 'Acme' });
  const organizationKey = await svc.json(
    'api-key',
    'create',
    '--organization',
    organization.id,
    '--name',
    'Deployment',
  );
  t.match(organizationKey, { object: 'organization.admin_api_key', value: /^svcorg_/ });
  const project = await svc.json('project', 'create', '--organization', organization.id, '--name', 'Search');
  t.match(project, { id: /^proj_/, models: [], custom_endpoints: [], webhook_secret: null });
  const projectKey = await svc.json(
    ...['api-key', 'create', '--organization', organization.id, '--project', project.id, '--name', 'Indexer'],
  );
  t.match(projectKey, { object: 'organization.project.api_key', value: /^svcproj_/ });

  const store = await svc.json('vector-store', 'create', '--token', projectKey.value, '--name', 'Handbook');
  t.match(store, { object: 'vector_store', name: 'Handbook', project_id: project.id });
  const asKey = await svc.json('vector-store', 'list', '--project', project.id, '--token', organizationKey.value);
  t.strictSame(
    asKey.data.map(({ id }: { id: string }) => id),
    [store.id],
  );

  const table = await svc.start(['vector-store', 'list'], { env: { SVC_TOKEN: projectKey.value } }).result;
  const [head = '', row = '', ...rest] = table.stdout.split('\n');
  t.match(head, /^ID +NAME +STATUS +FILES +SIZE +CREATED$/);
  t.match(row, new RegExp(`^${store.id}  Handbook  \\w+ +0 +0 bytes +20\\d\\d-\\d\\d-\\d\\d [0-9:]{5}$`));
  t.strictSame(rest, [''], 'one row, and nothing after it');
  t.notMatch(table.stdout, '\u001b', 'a pipe gets no colours');

  const logout = await svc.run(['server', 'logout']);
  t.strictSame([logout.code, logout.stdout], [0, `signed out of ${app.url}\n`]);
  const after = await svc.run(['organization', 'list']);
  t.equal(after.code, 1);
  t.match(after.stderr, /^svc: You are not signed in to http:.*server login.*\n$/);
});
