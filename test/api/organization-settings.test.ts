import t from 'tap';
import { createTenant, startWithAdmin } from '../harness/world.ts';

const { app, admin } = await startWithAdmin(t);
const get = (path: string, token: string, headers = {}) => app.request('GET', path, { token, headers });
const post = (path: string, token: string, body: object, headers = {}) =>
  app.request('POST', path, { token, body, headers });
const remove = (path: string, token: string) => app.request('DELETE', path, { token });
const code = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [status, body.error?.code];
const refused = [403, 'insufficient_permissions'];
const inProject = (id: string) => ({ 'compat-project': id });

t.test('under "assigned" a member sees assigned projects, a viewer only reads, a key follows its maker', async (t) => {
  const tenant = await createTenant(app, admin);
  const { owner, member, project, sibling } = tenant;
  const files = (id: string) => get('/v1/files', member.token, inProject(id));
  t.match((await get('/v1/organization/settings', owner.token)).body, { project_access: 'all' });
  t.equal((await files(project.id)).status, 200, 'all');
  t.strictSame((await post('/v1/organization/settings', owner.token, { project_access: 'assigned' })).body, {
    object: 'organization.settings',
    project_access: 'assigned',
  });
  const projects = async () =>
    (await get('/v1/organization/projects', member.token)).body.data.map(({ id }: { id: string }) => id);
  t.strictSame(await projects(), []);
  t.strictSame(code(await files(project.id)), refused);
  t.strictSame(code(await get(`/v1/organization/projects/${project.id}`, member.token)), refused);
  t.strictSame(
    code(await get('/v1/organization/projects/proj_01KF0G0WCHRK34H1GGF5TREFPF', member.token)),
    refused,
    'an unknown project gets the same answer',
  );

  const users = `/v1/organization/projects/${project.id}/users`;
  const added = (await post(users, owner.token, { user_id: member.id, role: 'viewer' })).body;
  t.match(added, { object: 'organization.project.user', id: member.id, role: 'viewer', email: member.email });
  t.strictSame(await projects(), [project.id]);
  t.equal((await get(`/v1/organization/projects/${project.id}`, member.token)).status, 200);
  t.equal((await files(project.id)).status, 200);
  t.strictSame(code(await files(sibling.id)), refused);
  const store = { name: 'By a viewer' };
  t.strictSame(code(await post('/v1/vector_stores', member.token, store, inProject(project.id))), refused);
  t.match((await post(`${users}/${member.id}`, owner.token, { role: 'owner' })).body, { role: 'owner' });
  t.equal((await post('/v1/vector_stores', member.token, store, inProject(project.id))).status, 200);
  const keys = `/v1/organization/projects/${project.id}/api_keys`;
  const key = (await post(keys, member.token, { name: 'Theirs' })).body.value;
  t.equal((await get('/v1/files', key)).status, 200);
  t.strictSame(
    code(await post(`/v1/organization/projects/${sibling.id}/api_keys`, member.token, { name: 'X' })),
    refused,
  );

  t.match((await get(users, owner.token)).body, { data: [{ id: member.id, role: 'owner' }], has_more: false });
  t.match((await remove(`${users}/${member.id}`, owner.token)).body, { deleted: true });
  t.strictSame(code(await get('/v1/files', key)), refused, 'the key of somebody who has lost the project');
  t.strictSame(code(await files(project.id)), refused);
  t.equal((await get(`${users}/${member.id}`, owner.token)).status, 404);
  const accepted = [tenant.organizationKey, owner.token].map((token) => get('/v1/files', token, inProject(project.id)));
  t.strictSame(
    (await Promise.all(accepted)).map(({ status }) => status),
    [200, 200],
  );
  t.equal((await get('/v1/files', project.key)).status, 200, 'a key of an owner');
  const back = await app.request('POST', `/admin/organization/${tenant.organizationId}`, {
    token: admin.token,
    body: { project_access: 'all' },
  });
  t.match(back.body.organization, { project_access: 'all' });
  t.equal((await files(project.id)).status, 200, 'all again');
});

t.test('under "assigned" a member reads the pages of the assigned projects, also with the archived ones', async (t) => {
  const { owner, member, project, sibling } = await createTenant(app, admin);
  await post('/v1/organization/settings', owner.token, { project_access: 'assigned' });
  for (const { id } of [project, sibling])
    await post(`/v1/organization/projects/${id}/users`, owner.token, { user_id: member.id, role: 'viewer' });
  const [older = '', newer = ''] = [project.id, sibling.id].toSorted();
  for (const query of ['', '&include_archived=true', '&search=proj', '&search=proj&include_archived=true']) {
    const page = await get(`/v1/organization/projects?after=${newer}${query}`, member.token);
    t.match(page, { status: 200, body: { data: [{ id: older }], has_more: false } }, query);
  }
});
