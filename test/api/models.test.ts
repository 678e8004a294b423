import t from 'tap';
import { startApp } from '../harness/app.ts';
import { createTenant, signUp } from '../harness/world.ts';

const app = await startApp(t);
const admin = await signUp(app, { isAdmin: true });
const builtIn = 'svc-embedding-384';

t.test('the built-in model is listed, and its details are shown on request', async (t) => {
  const { project } = await createTenant(app, admin);
  const { body } = await app.request('GET', '/v1/models', { token: project.key });
  t.strictSame(Object.keys(body).sort(), ['data', 'object']);
  t.match(body.data, [{ id: builtIn, object: 'model', owned_by: 'svc' }]);
  t.notOk('additional_data' in body.data[0]);
  const more = await app.request('GET', '/v1/models', { token: project.key, query: { additional_data: true } });
  t.match(more.body.data[0].additional_data, {
    kind: 'embedding',
    upstream: null,
    dimensions: 384,
    description: /hashing model without semantics.*SVC_EMBEDDING_MODEL/,
    embeds_new_stores: true,
  });
  const one = await app.request('GET', `/v1/models/${builtIn}`, { token: project.key });
  t.same(one.body, body.data[0]);
});

t.test('a boolean in a query is accepted in the spellings of other languages', async (t) => {
  const { project } = await createTenant(app, admin);
  const ask = (additional_data: string) =>
    app.request('GET', '/v1/models', { token: project.key, query: { additional_data } });
  for (const [words, meant] of [
    [['True', 'TRUE', '1', 'yes', 'On', 't', 'y'], true],
    [['False', '0', 'no', 'OFF', 'f', 'n'], false],
  ] as const) {
    for (const word of words) t.equal('additional_data' in (await ask(word)).body.data[0], meant, word);
  }
  for (const word of ['', ' ', ' true', '2', '1.0', 'null', 'ja']) {
    const { status, body } = await ask(word);
    t.equal(status, 422, word);
    t.match(body.detail, [{ loc: ['query', 'additional_data'], type: 'bool_parsing', input: word }]);
  }
});

t.test('a project lists its allowed models', async (t) => {
  const { project, organizationKey } = await createTenant(app, admin);
  const allow = (models: string[]) =>
    app.request('POST', `/v1/organization/projects/${project.id}`, { token: organizationKey, body: { models } });
  await allow(['something-else']);
  t.strictSame((await app.request('GET', '/v1/models', { token: project.key })).body.data, [], 'at once');
  const refused = await app.request('GET', `/v1/models/${builtIn}`, { token: project.key });
  t.equal(refused.status, 403);
  t.equal(refused.body.error.code, 'model_not_found');
  await allow([builtIn]);
  t.equal((await app.request('GET', '/v1/models', { token: project.key })).body.data.length, 1);
});

t.test('an unknown model is not found, also if its name contains a slash', async (t) => {
  const { project } = await createTenant(app, admin);
  const { status, body } = await app.request('GET', '/v1/models/org%2Fmodel:v1', { token: project.key });
  t.equal(status, 404);
  t.match(body.error.message, /org\/model:v1/);
});
