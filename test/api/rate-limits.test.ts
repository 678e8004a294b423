import t from 'tap';
import { question, startInference } from '../harness/inference.ts';
import { startUpstream } from '../harness/upstream.ts';

const upstream = await startUpstream(t, { models: ['one', 'two/large'] });
const world = await startInference(t, [upstream]);
const { app, project, sibling, organizationKey: token } = world;
const pathOf = (id: string): string => `/v1/organization/projects/${id}/rate_limits`;
const unlimited = Number.MAX_SAFE_INTEGER;

const list = async (id: string, query: Record<string, string | number> = {}) =>
  (await app.request('GET', pathOf(id), { token, query })).body;

async function limitOn(model: string, id = project.id) {
  const { data } = await list(id);
  return data.find((limit: { model: string }) => limit.model === model);
}

t.test('each model of a project has a limit, which shows those of the project', async (t) => {
  const { data, first_id: first, has_more: hasMore } = await list(project.id, { limit: 1 });
  t.equal(hasMore, true);
  t.equal(data.length, 1);
  const rest = await list(project.id, { after: first });
  t.equal(rest.data.length + 1, (await list(project.id)).data.length);
  t.strictSame((await list(project.id, { before: rest.first_id })).data, data);
  t.match(await limitOn('two/large'), {
    object: 'project.rate_limit',
    max_requests_per_1_minute: unlimited,
    max_tokens_per_1_minute: unlimited,
  });
  await world.allow({ limits: { requests_per_minute: 1000 } });
  t.match(await limitOn('one'), { max_requests_per_1_minute: 1000, max_tokens_per_1_minute: unlimited });
  await world.allow({ limits: { requests_per_minute: null } });
});

t.test('a model over its limit is refused, and another model and another project are not', async (t) => {
  const { id } = await limitOn('two/large');
  const update = (body: unknown, of = project.id) => app.request('POST', `${pathOf(of)}/${id}`, { token, body });
  const { body, headers } = await update({ max_requests_per_1_minute: 1, max_images_per_1_minute: 5 });
  t.match(body, { id, model: 'two/large', max_requests_per_1_minute: 1, max_tokens_per_1_minute: unlimited });
  t.equal(headers.get('svc-ignored-fields'), 'max_images_per_1_minute');
  const ask = (model: string) => world.post('/v1/chat/completions', question({ model }));
  const answers = [await ask('two/large'), await ask('two/large'), await ask('two/large')];
  // A minute may end between the calls.
  t.ok(answers.some(({ status }) => status === 429));
  t.match(answers.at(-1), {
    status: 429,
    body: { error: { code: 'rate_limit_exceeded', message: /1 calls a minute/ } },
  });
  t.equal((await ask('one')).status, 200);
  t.match(await limitOn('two/large', sibling.id), { max_requests_per_1_minute: unlimited });

  await update({ max_requests_per_1_minute: unlimited, max_tokens_per_1_minute: 1 });
  await ask('two/large');
  t.match(await ask('two/large'), { status: 429, body: { error: { type: 'tokens' } } });
  await update({ max_tokens_per_1_minute: unlimited });
  t.equal((await ask('two/large')).status, 200);
});

t.test('a limit of a model that the project does not have is not found', async (t) => {
  const id = `rl_${Buffer.from('three').toString('base64url')}`;
  for (const one of [id, 'rl_Z', 'none']) {
    const answer = await app.request('POST', `${pathOf(project.id)}/${one}`, { token, body: {} });
    t.equal(answer.status, 404, one);
  }
});

t.test('a cursor that is no id of a limit is refused, and does not begin with the first page again', async (t) => {
  for (const query of ['after=x', 'after=rl_', 'before=two/large', `after=${project.id}`]) {
    const { status, body } = await app.request('GET', `${pathOf(project.id)}?${query}`, { token });
    t.match([status, body.detail?.[0]?.type], [422, 'value_error'], query);
  }
});
