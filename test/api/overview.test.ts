import t from 'tap';
import { transaction } from '../../models/connection.ts';
import { Project } from '../../models/project.ts';
import { ProjectApiKey } from '../../models/project-api-key.ts';
import { UsageRollup } from '../../models/usage-rollup.ts';
import { VectorStore } from '../../models/vector-store.ts';
import { WebhookDelivery } from '../../models/webhook-delivery.ts';
import { zeroSums } from '../../services/limits/usage/recorder.ts';
import { upload } from '../harness/forms.ts';
import { createTenant, startWithAdmin } from '../harness/world.ts';

const { app, admin } = await startWithAdmin(t);
const path = '/v1/organization/overview';

t.test('an organization without trouble needs no attention', async (t) => {
  const { organizationKey, member } = await createTenant(app, admin);
  const { body } = await app.request('GET', path, { token: organizationKey });
  t.strictSame(body, {
    object: 'organization.overview',
    project_count: 2,
    vector_store_bytes: 0,
    file_bytes: 0,
    matters: [],
    has_more: false,
  });
  t.equal((await app.request('GET', path, { token: member.token })).status, 403);
});

t.test('the storage is what is stored now', async (t) => {
  const { organizationKey, project, sibling } = await createTenant(app, admin);
  await upload(app, project.key, { content: 'twelve bytes' });
  const whole = (await app.request('GET', path, { token: organizationKey })).body;
  t.equal(whole.file_bytes, 12);
  const own = await app.request('GET', `${path}?project_id=${sibling.id}`, { token: organizationKey });
  t.match(own.body, { project_count: 1, file_bytes: 0 });
});

t.test('everything that needs attention is found in the oldest of 201 projects', async (t) => {
  const { organizationId, organizationKey, project, sibling } = await createTenant(app, admin);
  const token = organizationKey;
  const [row] = await Project.findAll({ where: { id: sibling.id }, raw: true });
  const others = Array.from({ length: 199 }, (_, index) => ({
    ...(row as Project),
    id: `proj_01ZZZZZZZZZZZZZZZZZZZZ${String(index).padStart(4, '0')}`,
    name: `Project ${index}`,
  }));
  await Project.bulkCreate(others);
  const now = Math.floor(Date.now() / 1000);
  const create = async (name: string) =>
    (await app.request('POST', '/v1/vector_stores', { token: project.key, body: { name } })).body.id as string;
  const [failed, expired] = [await create('Failed'), await create('Expired')];
  await VectorStore.update({ filesFailed: 3 }, { where: { id: failed } });
  await VectorStore.update({ expiresAt: now - 10 }, { where: { id: expired } });
  await ProjectApiKey.update({ expiresAt: now + 86_400 }, { where: { id: project.keyId } });
  const soon = await app.request('POST', '/v1/organization/admin_api_keys', {
    token,
    body: { name: 'soon', expires_in_seconds: 86_400 },
  });
  await Project.update({ webhookUrl: 'https://hooks.example.com/' }, { where: { id: project.id } });
  const tested = await app.request('POST', `/v1/organization/projects/${project.id}/webhook_test`, { token, body: {} });
  await WebhookDelivery.update({ status: 'failed' }, { where: { id: tested.body.id } });
  for (const [id, dollars] of [
    [project.id, 9],
    [sibling.id, 10],
  ] as const) {
    const limited = { token, body: { threshold_amount: 1000 } };
    await app.request('POST', `/v1/organization/projects/${id}/spend_limit`, limited);
    const used = { organizationId, projectId: id, callerId: '', kind: 'chat', model: 'm', width: 'day' } as const;
    const cost = dollars * 1e9;
    await transaction((tx) => UsageRollup.add([{ ...used, startsAt: now - (now % 86_400), ...zeroSums, cost }], tx));
  }
  const { body } = await app.request('GET', path, { token });
  t.equal(body.project_count, 201);
  t.match(
    body.matters.map(({ type, project_id, subject_id }: Record<string, unknown>) => [type, project_id, subject_id]),
    [
      ['spend_limit.reached', sibling.id, null],
      ['spend_limit.near', project.id, null],
      ['webhook.failed', project.id, null],
      ['vector_store.expired', project.id, expired],
      ['vector_store.files_failed', project.id, failed],
      ['api_key.expires_soon', null, soon.body.id],
      ['api_key.expires_soon', project.id, project.keyId],
    ],
  );
  t.match(body.matters[0], { spent: { value: 10, currency: 'usd' }, threshold_amount: 1000 });
  t.match(body.matters[4], { subject_name: 'Failed', file_count: 3 });
  const one = await app.request('GET', `${path}?project_id=${sibling.id}`, { token });
  t.match(one.body.matters, [{ type: 'spend_limit.reached' }]);
  const foreign = await createTenant(app, admin);
  const nothing = await app.request('GET', `${path}?project_id=${foreign.project.id}`, { token });
  t.match(nothing.body, { project_count: 0, file_bytes: 0, matters: [] });
  t.strictSame((await app.request('GET', path, { token: foreign.organizationKey })).body.matters, []);
});

t.test('an archived project needs no attention', async (t) => {
  const { organizationKey, project } = await createTenant(app, admin);
  const { body } = await app.request('POST', '/v1/vector_stores', { token: project.key, body: {} });
  await VectorStore.update({ filesFailed: 1 }, { where: { id: body.id } });
  await app.request('POST', `/v1/organization/projects/${project.id}/archive`, { token: organizationKey });
  const { matters, project_count: count } = (await app.request('GET', path, { token: organizationKey })).body;
  t.strictSame([matters, count], [[], 1]);
});
