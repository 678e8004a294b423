import t from 'tap';
import { question, startInference } from '../harness/inference.ts';
import { startUpstream } from '../harness/upstream.ts';

const upstream = await startUpstream(t, { models: ['one', 'two'] });
const { app, project, sibling, organizationKey: token, post } = await startInference(t, [upstream]);
const path = `/v1/organization/projects/${project.id}/model_permissions`;
const object = 'project.model_permissions';

const set = (body: unknown) => app.request('POST', path, { token, body });
const ask = async (model: string): Promise<number> => (await post('/v1/chat/completions', question({ model }))).status;

t.test('a deny list refuses its models, an allow list all others, and none is not found', async (t) => {
  t.equal((await app.request('GET', path, { token })).status, 404);
  t.strictSame((await set({ mode: 'deny_list', model_ids: ['two'] })).body, {
    object,
    mode: 'deny_list',
    model_ids: ['two'],
  });
  t.strictSame([await ask('one'), await ask('two')], [200, 403]);
  const { body: models } = await app.request('GET', '/v1/models', { token: project.key });
  t.notOk(models.data.some(({ id }: { id: string }) => id === 'two'));
  await set({ mode: 'allow_list', model_ids: ['two'] });
  t.strictSame([await ask('one'), await ask('two')], [403, 200]);
  t.match((await app.request('GET', path, { token })).body, { mode: 'allow_list', model_ids: ['two'] });
  t.strictSame((await app.request('DELETE', path, { token })).body, { object: `${object}.deleted`, deleted: true });
  t.strictSame([await ask('one'), await ask('two')], [200, 200]);
  t.equal((await app.request('DELETE', path, { token })).status, 404);
});

t.test("an allow list is the project's `models`, and a new one ends a deny list", async (t) => {
  const projectPath = `/v1/organization/projects/${project.id}`;
  await set({ mode: 'allow_list', model_ids: ['one'] });
  t.strictSame((await app.request('GET', projectPath, { token })).body.models, ['one']);
  await set({ mode: 'deny_list', model_ids: ['one'] });
  t.strictSame((await app.request('GET', projectPath, { token })).body.models, []);
  await app.request('POST', projectPath, { token, body: { models: [], name: 'Renamed' } });
  t.equal(await ask('one'), 403, 'a form that sends all members does not end a deny list');
  await app.request('POST', projectPath, { token, body: { models: ['one'] } });
  t.match((await app.request('GET', path, { token })).body, { mode: 'allow_list', model_ids: ['one'] });
  t.equal((await set({ mode: 'allow_list', model_ids: [] })).status, 422, 'an empty list would mean all');
  const other = `/v1/organization/projects/${sibling.id}/model_permissions`;
  t.equal((await app.request('GET', other, { token })).status, 404);
});
