// The permissions that GET /auth/me names are those by which the server decides. Each operation is called in the
// organization and in three projects. The requests have an unknown query parameter: with access they are refused with 422,
// and change nothing.

import t from 'tap';
import { operationTable } from '../../generated/operations.ts';
import type { OperationNeeds } from '../../http/calls/index.ts';
import { createProject, createTenant, type Person, startWithAdmin } from '../harness/world.ts';

const { app, admin } = await startWithAdmin(t, { SVC_RUN_WORKERS: 'false' });
const tenant = await createTenant(app, admin);
const { organizationId, owner, member, organizationKey } = tenant;
const other = await createProject(app, organizationKey);
const manage = async (path: string, body: object) => {
  const answer = await app.request('POST', `/v1/organization${path}`, { token: owner.token, body });
  t.equal(answer.status, 200, `${path}: ${answer.text}`);
  return answer.body;
};
const me = async ({ token }: Person) => (await app.request('GET', '/auth/me', { token })).body.organizations[0];

const operations = Object.entries<OperationNeeds>(operationTable).filter(
  ([, { access, path }]) =>
    ['organization', 'project'].includes(access.context) &&
    // The body names the organization, and these requests have none.
    access.organization?.startsWith('body.') !== true &&
    access.callers.includes('owner') &&
    access.permission !== 'none' &&
    !path.includes('custom_endpoint'),
);

async function isAllowed({ method, path, access }: OperationNeeds, token: string, project: string) {
  const at = path
    .replace('{project_id}', project)
    .replace(/\{(organization_)?id\}/, organizationId)
    .replace(/\{\w+\}/g, 'x_1');
  const headers = access.context === 'project' ? { 'compat-project': project } : {};
  const { status, body } = await app.request(method.toUpperCase(), `${at}?probe=1`, { token, headers });
  return !(status === 403 && body?.error?.code === 'insufficient_permissions');
}

async function checkAgainstServer(person: Person) {
  const { permissions, project_permissions: elsewhere, projects } = await me(person);
  const mistakes: string[] = [];
  for (const project of [tenant.project.id, tenant.sibling.id, other.id]) {
    const inProject: string[] = projects.find(({ id }: { id: string }) => id === project)?.permissions ?? elsewhere;
    for (const [id, needs] of operations) {
      const isOfProject = needs.access.context === 'project' || needs.path.includes('{project_id}');
      const named: string[] = isOfProject ? inProject : permissions;
      const allowed = await isAllowed(needs, person.token, project);
      if (named.includes(needs.access.permission) !== allowed) mistakes.push(`${id} in ${project}: ${allowed}`);
    }
  }
  return mistakes;
}

t.test('the permissions of a member with own roles are those that the server grants', async (t) => {
  await manage('/settings', { project_access: 'assigned' });
  const own = await manage('/roles', { role_name: 'Analyst', permissions: ['usage.read', 'keys.read'] });
  await manage(`/users/${member.id}/roles`, { role_id: own.id });
  await manage(`/projects/${tenant.project.id}/users`, { user_id: member.id, role: 'viewer' });
  await manage(`/projects/${tenant.sibling.id}/users`, { user_id: member.id, role: 'owner' });
  const found = await me(member);
  t.ok(found.permissions.includes('usage.read'), 'the own role in the organization');
  t.strictSame(found.project_permissions, ['keys.read', 'usage.read'], 'a project without an assignment');
  const ids = found.projects.map(({ id }: { id: string }) => id);
  t.strictSame(ids.toSorted(), [tenant.project.id, tenant.sibling.id].toSorted());
  t.ok(operations.length > 100, `${operations.length} operations`);
  t.strictSame(await checkAgainstServer(member), []);
});

t.test('a member without own roles has the same permissions in every project, and an owner all', async (t) => {
  const plain = await createTenant(app, admin);
  const found = await me(plain.member);
  t.strictSame(found.projects, []);
  t.ok(found.project_permissions.includes('files.write'), 'works in all projects');
  t.notOk(found.permissions.includes('usage.read'), 'sees no usage');
  t.strictSame(await checkAgainstServer(owner), []);
});

t.test('the roles of a group count, and a change shows within 5 seconds', async (t) => {
  const { id } = await manage('/groups', { name: 'Auditors' });
  const role = await manage('/roles', { role_name: 'Auditor', permissions: ['audit_log.read'] });
  await manage(`/groups/${id}/roles`, { role_id: role.id });
  t.notOk((await me(member)).permissions.includes('audit_log.read'), 'before');
  await manage(`/groups/${id}/users`, { user_id: member.id });
  t.ok((await me(member)).permissions.includes('audit_log.read'), 'after');
});
