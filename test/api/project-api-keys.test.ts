import t from 'tap';
import { createTenant, startWithAdmin } from '../harness/world.ts';

const { app, admin } = await startWithAdmin(t);
const pathOf = (projectId: string) => `/v1/organization/projects/${projectId}/api_keys`;

t.test('a project key shows its value once, and is only accepted for its project', async (t) => {
  const { owner, organizationId, project, sibling } = await createTenant(app, admin);
  const created = await app.request('POST', pathOf(project.id), { token: owner.token, body: { name: 'App' } });
  const { value, ...rest } = created.body;
  t.match(value, /^svcproj_[0-9A-Za-z]{49}$/);
  t.match(rest, {
    object: 'organization.project.api_key',
    name: 'App',
    owner_project_access: 'active',
    expires_at: null,
  });
  t.match(rest.owner, { type: 'user', user: { id: owner.id, email: owner.email, role: 'owner' } });
  t.same((await app.request('GET', `${pathOf(project.id)}/${rest.id}`, { token: owner.token })).body, rest);
  const stores = (headers: Record<string, string>) =>
    app.request('GET', '/v1/vector_stores', { token: value, headers });
  t.equal((await stores({})).status, 200);
  t.equal((await stores({ 'compat-project': project.id, 'compat-organization': organizationId })).status, 200);
  const other = await stores({ 'compat-project': sibling.id });
  t.equal(other.status, 403);
  t.equal(other.body.error.code, 'mismatched_project');
});

t.test('a deleted project key is refused from the next request on', async (t) => {
  const { owner, project } = await createTenant(app, admin);
  t.equal((await app.request('GET', '/v1/models', { token: project.key })).status, 200);
  const deleted = await app.request('DELETE', `${pathOf(project.id)}/${project.keyId}`, { token: owner.token });
  t.strictSame(deleted.body, { id: project.keyId, object: 'organization.project.api_key.deleted', deleted: true });
  t.equal((await app.request('GET', '/v1/models', { token: project.key })).status, 401);
});

t.test('a project key shows whether its owner still has access to the project', async (t) => {
  const { organizationId, owner, project } = await createTenant(app, admin);
  const headers = { 'compat-organization': organizationId };
  const read = () => app.request('GET', `${pathOf(project.id)}/${project.keyId}`, { token: admin.token, headers });
  t.match((await read()).body, { owner_project_access: 'active', status: 'active' });
  await app.request('POST', `/admin/users/${owner.id}`, { token: admin.token, body: { disabled: true } });
  t.match((await read()).body, { owner_project_access: 'inactive', status: 'revoked' });
  t.equal((await app.request('GET', '/v1/models', { token: project.key })).status, 401);
});

t.test("project keys are filtered by their owner's access to the project", async (t) => {
  const { owner, member, organizationKey, project } = await createTenant(app, admin);
  const { id } = member;
  const promote = { token: owner.token, body: { role: 'owner' } };
  t.equal((await app.request('POST', `/v1/organization/users/${id}`, promote)).status, 200);
  const named = { token: member.token, body: { name: 'Theirs' } };
  const theirs = (await app.request('POST', pathOf(project.id), named)).body.id;
  const list = async (query: Record<string, string | number>): Promise<string[]> => {
    const { body, text } = await app.request('GET', pathOf(project.id), { token: organizationKey, query });
    if (body.data === undefined) throw new Error(text);
    return body.data.map((key: { id: string }) => key.id);
  };
  const both = [project.keyId, theirs];
  t.strictSame(await list({ owner_project_access: 'active' }), both);
  t.strictSame(await list({ owner_project_access: 'inactive' }), []);
  t.equal((await app.request('DELETE', `/v1/organization/users/${id}`, { token: owner.token })).status, 200);
  t.strictSame(await list({ owner_project_access: 'active' }), [project.keyId]);
  t.strictSame(await list({ owner_project_access: 'inactive', limit: 1 }), [theirs]);
  t.strictSame(await list({ owner_project_access: 'any' }), both);
  t.strictSame(await list({}), both);
});
