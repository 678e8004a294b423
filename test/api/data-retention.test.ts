import t from 'tap';
import { createTenant, startWithAdmin, type Tenant } from '../harness/world.ts';

const { app, admin } = await startWithAdmin(t);
const organizationPath = '/v1/organization/data_retention';
const projectsPath = '/v1/organization/projects';

/** Sets the data retention of a project, or of the organization. */
const set = ({ organizationKey: token }: Tenant, type: string, project?: string) =>
  app.request('POST', project === undefined ? organizationPath : `${projectsPath}/${project}/data_retention`, {
    token,
    body: { retention_type: type },
  });

/** Returns the project's data retention, and whether it stores responses. */
async function stateOf({ organizationKey: token }: Tenant, project: string): Promise<[type: string, stores: boolean]> {
  const { body } = await app.request('GET', `${projectsPath}/${project}/data_retention`, { token });
  const { body: shown } = await app.request('GET', `${projectsPath}/${project}`, { token });
  return [body.type, shown.store_responses];
}

/** Stores a conversation. Returns the status. */
const store = async (token: string): Promise<number> =>
  (await app.request('POST', '/v1/conversations', { token, body: { items: [{ role: 'user', content: 'Hi' }] } }))
    .status;

t.test("projects follow the organization's data retention until they have their own", async (t) => {
  const tenant = await createTenant(app, admin);
  const { project, sibling, organizationKey: token } = tenant;
  t.strictSame((await app.request('GET', organizationPath, { token })).body, {
    object: 'organization.data_retention',
    type: 'modified_abuse_monitoring',
  });
  t.strictSame(await stateOf(tenant, project.id), ['organization_default', true]);
  t.match(await set(tenant, 'none', sibling.id), { body: { object: 'project.data_retention', type: 'none' } });
  const { body } = await set(tenant, 'zero_data_retention');
  t.strictSame(body, { object: 'organization.data_retention', type: 'zero_data_retention' });
  t.strictSame(await stateOf(tenant, project.id), ['organization_default', false]);
  t.strictSame(await stateOf(tenant, sibling.id), ['none', true]);
  t.equal(await store(project.key), 409);
  t.equal(await store(sibling.key), 200);
  const made = (await app.request('POST', projectsPath, { token, body: { name: 'New' } })).body;
  t.strictSame(await stateOf(tenant, made.id), ['organization_default', false], 'a new project follows too');

  await set(tenant, 'zero_data_retention', sibling.id);
  await set(tenant, 'modified_abuse_monitoring');
  t.strictSame(await stateOf(tenant, project.id), ['organization_default', true]);
  t.strictSame(await stateOf(tenant, sibling.id), ['zero_data_retention', false]);
  await set(tenant, 'organization_default', sibling.id);
  t.strictSame(await stateOf(tenant, sibling.id), ['organization_default', true]);
});

t.test('`store_responses` of a project sets its own data retention, unless it changes nothing', async (t) => {
  const tenant = await createTenant(app, admin);
  const { project, organizationKey: token } = tenant;
  const update = (stores: boolean) =>
    app.request('POST', `${projectsPath}/${project.id}`, { token, body: { store_responses: stores } });
  await update(true);
  t.strictSame(await stateOf(tenant, project.id), ['organization_default', true]);
  await update(false);
  t.strictSame(await stateOf(tenant, project.id), ['zero_data_retention', false]);
  await update(true);
  t.strictSame(await stateOf(tenant, project.id), ['none', true]);
});

t.test('members change no data retention, and protections that this server does not give are refused', async (t) => {
  const tenant = await createTenant(app, admin);
  const { member, project, organizationId } = tenant;
  for (const type of ['enhanced_zero_data_retention', 'enhanced_modified_abuse_monitoring']) {
    t.equal((await set(tenant, type)).status, 422);
    t.equal((await set(tenant, type, project.id)).status, 422);
  }
  t.equal((await set(tenant, 'organization_default')).status, 422);
  const headers = { 'compat-organization': organizationId };
  const body = { retention_type: 'zero_data_retention' };
  t.equal((await app.request('POST', organizationPath, { token: member.token, headers, body })).status, 403);
  const audited = await app.request('GET', '/v1/organization/audit_logs', { token: tenant.organizationKey });
  t.notOk(audited.body.data.some(({ type }: { type: string }) => type === 'organization.updated'));
});
