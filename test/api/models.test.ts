import t from 'tap';
import { createTenant, startWithAdmin } from '../harness/world.ts';

// Nobody answers there: their models are in the settings.
const upstreams = ['a', 'b', 'c'].map((name) => ({ name, base_url: 'http://127.0.0.1:9/v1', models: [name] }));
const { app, admin } = await startWithAdmin(t, { SVC_UPSTREAMS: JSON.stringify(upstreams) });
const builtIn = 'svc-embedding-384';

t.test('the built-in model is listed, and its details are shown on request', async (t) => {
  const { project } = await createTenant(app, admin);
  const { body } = await app.request('GET', '/v1/models', { token: project.key });
  t.strictSame(Object.keys(body).sort(), ['data', 'object']);
  t.match(body.data[0], { id: builtIn, object: 'model', owned_by: 'svc' });
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

t.test("models have a second form, for Anthropic's clients, with its pages and its errors", async (t) => {
  const { project } = await createTenant(app, admin);
  const headers = { 'anthropic-version': '2023-06-01', 'x-api-key': project.key };
  const ask = (below: string, more: Record<string, unknown> = {}) =>
    app.request('GET', `/v1/messages/models${below}`, { headers, ...more });
  const list = (query: Record<string, string | number> = {}) => ask('', { query });
  const ids = (body: { data: { id: string }[] }) => body.data.map(({ id }) => id);
  const { body, headers: answered } = await list();
  t.strictSame(ids(body), ['a', 'b', 'c', builtIn]);
  t.match(body, { first_id: 'a', last_id: builtIn, has_more: false, data: [{ type: 'model', display_name: 'a' }] });
  t.match(body.data[3], { created_at: '2026-11-01T00:00:00Z', max_input_tokens: 8192, capabilities: null });
  t.equal(body.data[0].created_at, '1970-01-01T00:00:00Z');
  t.ok(answered.get('request-id'));
  for (const [query, found, more] of [
    [{ limit: 3 }, ['a', 'b', 'c'], true],
    [{ limit: 2, after_id: 'b' }, ['c', builtIn], false],
    [{ limit: 1, before_id: 'c' }, ['b'], true],
    [{ after_id: 'a', before_id: builtIn }, ['b', 'c'], false],
    [{ after_id: builtIn }, [], false],
    [{ after_id: 'bb' }, ['c', builtIn], false],
  ] as const) {
    const page = (await list(query)).body;
    t.strictSame([ids(page), page.has_more], [found, more], JSON.stringify(query));
    t.strictSame([page.first_id, page.last_id], [found.at(0) ?? null, found.at(-1) ?? null]);
  }
  for (const query of [{ limit: 0 }, { after: 'a' }]) {
    const refused = await list(query as Record<string, string>);
    t.match([refused.status, refused.body.error?.type], [400, 'invalid_request_error'], JSON.stringify(query));
  }
  const one = await ask('/b');
  t.match([one.status, one.body], [200, { id: 'b', type: 'model' }]);

  const open = async (path: string, more: Record<string, string> = {}) => {
    const response = await fetch(`${app.url}/v1/models${path}`, { headers: { ...headers, ...more } });
    return [response.status, await response.json()];
  };
  t.strictSame(await open(''), [200, body], 'the header selects the form');
  t.strictSame(await open('/b'), [200, one.body]);
  t.match(await open('/x'), [404, { type: 'error', error: { type: 'not_found_error' } }]);
  t.match(await open('', { 'x-api-key': 'wrong' }), [401, { type: 'error' }]);
});
