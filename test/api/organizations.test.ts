import t from 'tap';
import { UsageRollup } from '../../models/usage-rollup.ts';
import { createTenant, join, signUp, startWithAdmin } from '../harness/world.ts';

const { app, admin } = await startWithAdmin(t);
const call = (method: string, path: string, body?: unknown) => app.request(method, path, { token: admin.token, body });

t.test('an organization is created with and without the slash, for the caller or the named owner', async (t) => {
  const owner = await signUp(app);
  for (const path of ['/admin/organization/', '/admin/organization']) {
    const { status, body } = await call('POST', path, { name: 'Engines' });
    t.equal(status, 200);
    t.strictSame(Object.keys(body.organization).sort(), ['created_at', 'id', 'name', 'owner_id', 'project_access']);
    t.equal(body.organization.owner_id, admin.id);
    t.equal((await call('GET', path)).body.object, 'list');
  }
  const { body } = await call('POST', '/admin/organization/', { name: 'Engines', owner_id: owner.id });
  t.equal(body.organization.owner_id, owner.id);
  const { organizations } = (await app.request('GET', '/auth/me', { token: owner.token })).body;
  t.match(
    organizations,
    [{ id: body.organization.id, name: 'Engines', role: 'owner' }],
    'the owner sees the organization at once',
  );
});

t.test('an unknown owner is refused, and no organization is created', async (t) => {
  const before = (await call('GET', '/admin/organization/')).body.first_id;
  const { status } = await call('POST', '/admin/organization/', {
    name: 'Engines',
    owner_id: 'user_01M7XY3JZR2E7JP3HNP3VFFZ2W',
  });
  t.equal(status, 404);
  t.equal((await call('GET', '/admin/organization/')).body.first_id, before);
});

t.test('an admin renames an organization and makes another user accountable', async (t) => {
  const { organizationId, owner, member } = await createTenant(app, admin);
  const renamed = await call('POST', `/admin/organization/${organizationId}`, { name: 'Difference Engines' });
  t.match(renamed.body.organization, { name: 'Difference Engines', owner_id: owner.id });
  const handed = await call('POST', `/admin/organization/${organizationId}`, { owner_id: member.id });
  t.equal(handed.body.organization.owner_id, member.id);
  const roleOf = async (token: string) => (await app.request('GET', '/auth/me', { token })).body.organizations[0].role;
  t.equal(await roleOf(member.token), 'owner');
  t.equal(await roleOf(owner.token), 'owner');
});

t.test('an organization without active projects is deleted with everything that belongs to it', async (t) => {
  const { organizationId, organizationKey, project, sibling, owner } = await createTenant(app, admin);
  const store = await app.request('POST', '/v1/vector_stores', { token: project.key, body: {} });
  t.equal(store.status, 200);
  const refused = await call('DELETE', `/admin/organization/${organizationId}`);
  t.equal(refused.status, 409);
  t.equal(refused.body.error.code, 'organization_has_projects');
  for (const { id } of [project, sibling]) {
    await app.request('POST', `/v1/organization/projects/${id}/archive`, { token: organizationKey });
  }
  const deleted = await call('DELETE', `/admin/organization/${organizationId}`);
  t.strictSame(deleted.body, { id: organizationId, object: 'organization.deleted', deleted: true });
  t.equal((await call('GET', `/admin/organization/${organizationId}`)).status, 404);
  for (const token of [organizationKey, project.key]) {
    t.equal((await app.request('GET', '/v1/fine_tuning/workers', { token })).status, 401, 'its keys are refused');
  }
  const me = (await app.request('GET', '/auth/me', { token: owner.token })).body;
  t.match(me, { organizations: [], default_organization_id: null });
});

t.test('no statement deletes more than 10,000 rows with an organization', async (t) => {
  const { organizationId, organizationKey, project, sibling } = await createTenant(app, admin);
  for (const { id } of [project, sibling])
    await app.request('POST', `/v1/organization/projects/${id}/archive`, { token: organizationKey });
  const sums = { requests: 1, failed: 0, inputTokens: 0, outputTokens: 0, cachedTokens: 0, cost: 0, bytes: 0 };
  const row = {
    organizationId,
    width: 'minute',
    projectId: project.id,
    callerId: '',
    kind: 'chat',
    model: '',
  } as const;
  const rows = Array.from({ length: 10_001 }, (_, startsAt) => ({ ...row, ...sums, startsAt }));
  await UsageRollup.bulkCreate(rows);
  const calls = t.capture(UsageRollup, 'destroy', UsageRollup.destroy.bind(UsageRollup));
  t.equal((await call('DELETE', `/admin/organization/${organizationId}`)).status, 200);
  const deleted = await Promise.all(calls().map((done) => 'returned' in done && done.returned));
  t.strictSame(deleted.slice(0, 2), [10_000, 1]);
});

t.test('the users of a deleted default organization get their next organization as the default', async (t) => {
  const doomed = await call('POST', '/admin/organization/', { name: 'First' });
  const owner = await signUp(app);
  const { id } = doomed.body.organization;
  await join(id, owner, 'member');
  const { body } = await call('POST', '/admin/organization/', { name: 'Second', owner_id: owner.id });
  const me = async () => (await app.request('GET', '/auth/me', { token: owner.token })).body;
  t.equal((await me()).default_organization_id, id);
  t.equal((await call('DELETE', `/admin/organization/${id}`)).status, 200);
  t.equal((await me()).default_organization_id, body.organization.id);
});
