import type { ServerResponse } from 'node:http';
import t from 'tap';
import { ModelResponse } from '../../models/model-response.ts';
import { holdBound } from '../harness/clock.ts';
import { question, startInference, tenantOf } from '../harness/inference.ts';
import { until } from '../harness/process.ts';
import { type Answering, json, startUpstream } from '../harness/upstream.ts';

const first = await startUpstream(t, { models: ['chat-model', 'responder'] });
const second = await startUpstream(t, { models: ['responder', 'other'] });
const world = await startInference(t, [first.settings(), second.settings({ name: 'second' })]);
const { app, post, open } = world;
const path = '/v1/responses';

let count = 0;

/** Returns an upstream that stores its responses. As `transformers serve` does, it streams unless `stream` is false. */
function keeper(prefix: string): (answering: Answering) => void {
  const kept = new Map<string, unknown>();
  return ({ seen, response }) => {
    const [, id = '', below] = /^\/v1\/responses\/([^/?]+)(\/[a-z_]+)?/.exec(seen.path) ?? [];
    if (seen.method === 'POST' && id === '') return create(seen.body);
    if (!kept.has(id)) return json(response, 404, { error: { message: `No response ${id}` } });
    if (seen.method === 'DELETE') kept.delete(id);
    if (seen.method === 'DELETE') return json(response, 200, { id, object: 'response', deleted: true });
    if (below === '/input_items')
      return json(response, 200, { object: 'list', data: [{ id: 'msg_1' }], has_more: false });
    if (seen.path.includes('starting_after=')) return void response.writeHead(200, eventStream).end();
    json(response, 200, below === '/cancel' ? { ...(kept.get(id) as object), status: 'cancelled' } : kept.get(id));

    function create({ model, stream, background }: Record<string, unknown>): void {
      count += 1;
      const made = {
        id: `resp_${prefix}${count}`,
        object: 'response',
        created_at: 1_700_000_000,
        status: background === true ? 'queued' : 'completed',
        model,
        output: [],
        usage: background === true ? null : { input_tokens: 11, output_tokens: 2, total_tokens: 13 },
      };
      kept.set(made.id, { ...made, usage: { input_tokens: 11, output_tokens: 2, total_tokens: 13 } });
      if (stream !== false) streamEvents(response, made);
      else json(response, 200, made);
    }
  };
}

const eventStream = { 'content-type': 'text/event-stream' };

function streamEvents(response: ServerResponse, made: unknown): void {
  response.writeHead(200, eventStream);
  for (const type of ['response.created', 'response.completed']) {
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, response: made })}\n\n`);
  }
  response.end();
}

first.always(keeper('a'));
second.always(keeper('b'));
const ask = (more: Record<string, unknown> = {}) => ({ model: 'responder', input: 'Hello?', ...more });

t.test('a response is created, read, cancelled, listed and deleted', async (t) => {
  const { body } = await post(path, ask());
  t.match(body, { object: 'response', model: 'responder', status: 'completed' });
  t.match((await post(path, ask({ stream: null }))).body, { status: 'completed' });
  const token = world.project.key;
  const at = `${path}/${body.id}`;
  t.equal((await app.request('GET', at, { token })).body.id, body.id);
  t.equal((await post(`${at}/cancel`, undefined)).body.status, 'cancelled');
  const items = await app.request('GET', `${at}/input_items`, { token, query: { limit: 5, order: 'asc' } });
  t.equal(items.body.data[0].id, 'msg_1');
  t.match(first.seen.at(-1)?.path, /\/input_items\?limit=5&order=asc$/);
  t.match((await app.request('DELETE', at, { token })).body, { id: body.id, deleted: true });
  for (const method of ['GET', 'DELETE']) t.equal((await app.request(method, at, { token })).status, 404, method);
});

t.test('a streamed response can be read afterwards', async (t) => {
  const text = await (await open(path, ask({ stream: true }))).text();
  const id = /"id":"(resp_a\d+)"/.exec(text)?.[1];
  t.match(text, /event: response\.completed/);
  t.equal((await app.request('GET', `${path}/${id}`, { token: world.project.key })).status, 200);
});

t.test('a stream tells the id of a response only after its project is recorded', async (t) => {
  const earlier = (await post(path, ask())).body.id;
  const write = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  ModelResponse.addHook('beforeCreate', 'hold', () => {
    begun.resolve();
    return write.promise;
  });
  t.teardown(() => ModelResponse.removeHook('beforeCreate', 'hold'));
  const { body } = await open(path, ask({ stream: true }));
  let text = '';
  const read = (async () => {
    for await (const chunk of body ?? []) text += Buffer.from(chunk);
  })();
  await begun.promise;
  // The upstream has sent everything, and takes another request meanwhile.
  t.equal((await app.request('GET', `${path}/${earlier}`, { token: world.project.key })).status, 200);
  t.equal(text, '', 'nobody can ask for the response yet');
  write.resolve();
  await read;
  t.match(text, /event: response\.created.*event: response\.completed/s);
});

t.test('the query parameters of a response are forwarded in every spelling of the SDKs', async (t) => {
  const { body } = await post(path, ask());
  const token = world.project.key;
  const sent = () => [...new URL(first.seen.at(-1)?.path ?? '', 'http://upstream').searchParams].sort();
  for (const name of ['include', 'include[]']) {
    const query = `${name}=reasoning.encrypted_content&${name}=a%26b&include_obfuscation=False`;
    t.equal((await app.request('GET', `${path}/${body.id}?${query}`, { token })).status, 200, name);
    const included = [
      ['include[]', 'a&b'],
      ['include[]', 'reasoning.encrypted_content'],
    ];
    t.strictSame(sent(), [...included, ['include_obfuscation', 'false']]);
    const items = await app.request('GET', `${path}/${body.id}/input_items?limit=5&${name}=a`, { token });
    t.equal(items.status, 200, name);
    t.strictSame(sent(), [
      ['include[]', 'a'],
      ['limit', '5'],
    ]);
  }
  t.equal((await app.request('GET', `${path}/${body.id}?includes=a`, { token })).status, 422);
});

t.test('the events after the last one of a stored response are none, and no error', async (t) => {
  const { id } = (await post(path, ask())).body;
  const rest = await fetch(`${app.url}${path}/${id}?stream=true&starting_after=9`, {
    headers: { authorization: `Bearer ${world.project.key}` },
  });
  t.equal(await rest.text(), '');
});

t.test('a response belongs to its project, and no other project finds it', async (t) => {
  const { body } = await post(path, ask());
  const stranger = await tenantOf(app, world.admin);
  const before = first.seen.length + second.seen.length;
  for (const token of [stranger.project.key, world.sibling.key]) {
    for (const [method, below] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/cancel'],
      ['GET', '/input_items'],
    ] as const) {
      const refused = await app.request(method, `${path}/${body.id}${below}`, { token });
      const unknown = await app.request(method, `${path}/resp_unknown${below}`, { token });
      t.equal(refused.status, 404);
      t.equal(refused.text.replace(body.id, ''), unknown.text.replace('resp_unknown', ''));
    }
    const goesOn = { token, body: ask({ previous_response_id: body.id }) };
    const refused = await app.request('POST', path, goesOn);
    t.equal(refused.status, 404);
    t.equal(refused.body.error.param, 'previous_response_id');
  }
  t.equal(first.seen.length + second.seen.length, before, 'nothing reaches an upstream');
});

t.test('a continued response is sent to the upstream that stores the first', async (t) => {
  const { body } = await post(path, { ...ask(), model: 'other' });
  t.match(body.id, /^resp_b/);
  const next = await post(path, ask({ previous_response_id: body.id }));
  t.match(next.body.id, /^resp_b/, 'although the first upstream offers the model too');
  t.equal(second.seen.at(-1)?.body.previous_response_id, body.id);
});

t.test('a response that is not stored cannot be read', async (t) => {
  const { body } = await post(path, ask({ store: false }));
  t.equal((await app.request('GET', `${path}/${body.id}`, { token: world.project.key })).status, 404);
});

t.test('the usage of a background response is counted once, however often it is read', async (t) => {
  const tokens = async (): Promise<number> => {
    const { text } = await app.request('GET', '/metrics');
    return Number(/kind="response",direction="input"\} (\d+)/.exec(text)?.[1] ?? 0);
  };
  const before = await tokens();
  const { body } = await post(path, ask({ background: true }));
  t.equal(await tokens(), before);
  const read = () => app.request('GET', `${path}/${body.id}`, { token: world.project.key });
  for (let time = 0; time < 3; time += 1) t.equal((await read()).status, 200);
  // The usage is counted after the response.
  await until(async () => ((await tokens()) - before === 11 ? true : undefined));
  t.equal((await read()).status, 200);
  const usual = await post(path, ask());
  await app.request('GET', `${path}/${usual.body.id}`, { token: world.project.key });
  await until(async () => ((await tokens()) - before >= 22 ? true : undefined));
  t.equal((await tokens()) - before, 22);
});

t.test('an upstream cancels a background response within 5 seconds after its key is deleted', async (t) => {
  const tenant = await tenantOf(app, world.admin);
  const keys = `/v1/organization/projects/${tenant.project.id}/api_keys`;
  const as = { token: tenant.organizationKey };
  const { body: key } = await app.request('POST', keys, { ...as, body: { name: 'short' } });
  const { body } = await app.request('POST', path, { token: key.value, body: ask({ background: true }) });
  const isCancelled = () => first.seen.some(({ path }) => path === `/v1/responses/${body.id}/cancel`) || undefined;
  t.notOk(isCancelled());
  t.equal((await app.request('DELETE', `${keys}/${key.id}`, as)).status, 200);
  const deletedAt = Date.now();
  await until(async () => isCancelled());
  holdBound(t, 'ms until the upstream is told', Date.now() - deletedAt, 5000);
  const used = await until(async () => {
    const page = await app.request('GET', '/v1/organization/usage/completions', { ...as, query: { limit: 7 } });
    const sums: { input_tokens: number }[] = page.body.data.flatMap(({ results }: { results: unknown[] }) => results);
    // The call that requested the response counts at once, without tokens.
    return sums.find(({ input_tokens: tokens }) => tokens > 0);
  });
  t.match(used, { input_tokens: 11, output_tokens: 2 }, 'billed what was used');
});

t.test("the project's model allow list applies to responses too", async (t) => {
  const restricted = await tenantOf(app, world.admin);
  await restricted.allow({ models: ['chat-model'] });
  const { status, body } = await restricted.post(path, ask());
  t.equal(status, 403);
  t.equal(body.error.code, 'model_not_found');
  t.equal((await restricted.post('/v1/chat/completions', question({ model: 'responder' }))).status, 403);
});
