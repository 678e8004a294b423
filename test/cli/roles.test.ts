// Tests roles, groups, their assignments and the users of projects on the command line.

import t from 'tap';
import { createCli } from '../harness/cli.ts';
import { createTenant, startWithAdmin } from '../harness/world.ts';

const { app, admin } = await startWithAdmin(t);
const cli = await createCli(t, app);

/** Returns a tenant and a function that runs the CLI as its owner. */
async function asOwner() {
  const tenant = await createTenant(app, admin);
  const as = ['--token', tenant.owner.token, '--organization', tenant.organizationId];
  return { ...tenant, as, svc: (...words: string[]) => cli.run([...words, ...as]) };
}

t.test('a role is defined, given by names to a group and a user, and deleted', async (t) => {
  const { svc, as, member } = await asOwner();
  const made = await svc('role', 'create', '--name', 'Auditor', '--permission', 'usage.read');
  t.match(made, { code: 0, stdout: /^created the role Auditor \(role_\w+\)\n$/, stderr: '' });
  t.match((await svc('role', 'list')).stdout, /^role_\w+ +Auditor +no/m);
  t.match(await svc('role', 'get', 'Auditor'), { stdout: /^permissions +usage\.read$/m });
  t.match(await svc('group', 'create', '--name', 'Research'), {
    stdout: /^created the group Research \(group_\w+\)\n$/,
  });
  t.match(await svc('role', 'assign', 'Auditor', '--group', 'Research'), {
    stdout: 'assigned the role Auditor to the group Research\n',
  });
  const usage = () =>
    app.request('GET', '/v1/organization/usage/requests', { token: member.token, query: { start_time: 1 } });
  t.equal((await usage()).status, 403);
  t.match(await svc('group', 'add-user', 'Research', member.email), {
    stdout: `added ${member.email} to the group Research\n`,
  });
  t.equal((await usage()).status, 200);
  t.match((await svc('group', 'users', 'Research')).stdout, member.email);
  t.match((await svc('role', 'assigned', '--user', member.email)).stdout, /Auditor +by the group Research$/m);
  t.match((await cli.json('role', 'assigned', '--user', member.email, ...as)).data, [
    { name: 'member' },
    { name: 'Auditor' },
  ]);
  const deletion = await svc('group', 'delete', 'Research');
  t.match(deletion, { code: 2, stderr: /^1 person loses the roles of the group Research: Auditor\.\nsvc: .*--yes/ });
  t.match(await svc('group', 'remove-user', 'Research', member.email), { code: 0 });
  t.equal((await usage()).status, 403);
  await svc('role', 'assign', 'Auditor', '--user', member.email);
  const typed = await cli.type(['role', 'delete', 'Auditor', ...as], [["Type 'delete' to continue: ", 'delete']]);
  t.match(typed, { code: 0, screen: /1 person loses the role Auditor: usage\.read\./ });
  t.notMatch((await svc('role', 'assigned', '--user', member.email)).stdout, 'Auditor');
  t.match(await svc('group', 'delete', 'Research', '--yes'), {
    code: 0,
    stderr: 'The group Research gives no roles.\n',
  });
});

t.test('a service account is made with a key that works, is listed with its last use, and is deleted', async (t) => {
  const { svc, project, as } = await asOwner();
  const inProject = ['--project', project.id];
  const made = await svc('service-account', 'create', '--name', 'Nightly', ...inProject);
  t.match(made, {
    code: 0,
    stdout: /^created the service account Nightly \(svc_acct_\w+\)\nsvcproj_\w+\n$/,
    stderr: 'The key is shown only once: save it now.\n',
  });
  const token = made.stdout.split('\n')[1] as string;
  t.equal((await app.request('GET', '/v1/models', { token })).status, 200);
  const alone = await svc('service-account', 'create', '--name', 'Idle', '--without-key', ...inProject);
  t.match(alone, { code: 0, stdout: /^created the service account Idle \(svc_acct_\w+\)\n$/, stderr: '' });
  const changed = await cli.json('service-account', 'update', 'Nightly', '--role', 'viewer', ...inProject, ...as);
  t.match(changed, { name: 'Nightly', role: 'viewer' });
  t.match((await svc('service-account', 'list', ...inProject)).stdout, /^svc_acct_\w+ +Nightly +viewer /m);
  t.match(await svc('service-account', 'delete', 'Nightly', '--yes', ...inProject), { code: 0 });
  t.equal((await app.request('GET', '/v1/models', { token })).status, 401);
});

t.test('a service account gets another key, whose value is shown once', async (t) => {
  const { svc, project, as } = await asOwner();
  const inProject = ['--project', project.id];
  await svc('service-account', 'create', '--name', 'Nightly', '--without-key', ...inProject);
  const words = ['service-account', 'create-key', 'Nightly', ...inProject];
  const made = await svc(...words);
  t.match(made, {
    code: 0,
    stdout: /^created the key Nightly \(key_\w+\)\nsvcproj_\w+\n$/,
    stderr: 'The key is shown only once: save it now.\n',
  });
  const second = await cli.json(...words, '--name', 'Second', '--expires-in-seconds', '3600', ...as);
  t.match(second, { name: 'Second', value: /^svcproj_/ });
  t.equal(second.expires_at - second.created_at, 3600);
  for (const token of [made.stdout.split('\n')[1] as string, second.value])
    t.equal((await app.request('GET', '/v1/models', { token })).status, 200);
  t.match((await svc('api-key', 'list', ...inProject)).stdout, /Second/);
  t.match(await svc('service-account', 'create-key', 'Idle', ...inProject), {
    code: 1,
    stderr: "svc: There is no service account 'Idle' here.\n",
  });
});

t.test('a mistyped permission, role or person gets a suggestion', async (t) => {
  const { svc, member } = await asOwner();
  t.match(await svc('role', 'create', '--name', 'X', '--permission', 'usage.raed'), {
    code: 2,
    stderr: /^svc: There is no permission 'usage\.raed'\. Did you mean 'usage\.read'\?/,
  });
  t.match(await svc('api-key', 'create', '--name', 'X', '--scopes', 'files.raed'), {
    code: 2,
    stderr: /Did you mean 'files\.read'\?/,
  });
  t.match(await svc('role', 'assign', 'ownr', '--user', member.email), {
    code: 1,
    stderr: "svc: There is no role 'ownr'. Did you mean 'owner'? \"svc role list\" lists them.\n",
  });
  t.match(await svc('role', 'assign', 'owner'), { code: 2, stderr: /Missing --user <user> or --group <group>/ });
  t.match(await svc('role', 'assign', 'owner', '--user', 'a', '--group', 'b'), { code: 2 });
});

t.test('users of a project are added, changed and removed where members see only their projects', async (t) => {
  const { svc, member, project } = await asOwner();
  t.match(await svc('organization-settings', 'update', '--project-access', 'assigned'), {
    stdout: /^project_access +assigned$/m,
  });
  t.match((await svc('organization-settings', 'get')).stdout, /^project_access +assigned$/m);
  const of = ['--project', project.id];
  const stores = () =>
    app.request('GET', '/v1/vector_stores', { token: member.token, headers: { 'compat-project': project.id } });
  t.equal((await stores()).status, 403);
  t.match(await svc('project-user', 'add', member.email, ...of), {
    stdout: `added ${member.email} to the project as member\n`,
  });
  t.equal((await stores()).status, 200);
  t.match((await svc('project-user', 'list', ...of)).stdout, new RegExp(`${member.email} .*member`));
  t.match((await svc('project-user', 'update', member.email, '--role', 'viewer', ...of)).stdout, /^role +viewer$/m);
  await svc('role', 'create', '--name', 'Searcher', '--permission', 'vector_stores.read', ...of);
  t.match(await svc('role', 'assign', 'Searcher', '--user', member.email, ...of), { code: 0 });
  t.match((await svc('role', 'assigned', '--user', member.email, ...of)).stdout, /Searcher +directly$/m);
  t.match(await svc('role', 'unassign', 'Searcher', '--user', member.email, ...of), {
    stdout: `took the role Searcher from ${member.email}\n`,
  });
  t.match(await svc('project-user', 'remove', member.email, ...of), { code: 0 });
  t.equal((await stores()).status, 403);
  t.match(await svc('project-user', 'add', member.email), { code: 2, stderr: /Name the project with --project/ });
});
