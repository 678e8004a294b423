// Tests vector stores whose texts are embedded, and whose images are described, by models of an upstream.

import t from 'tap';
import { VectorStore } from '../../../models/vector-store.ts';
import { pngHeader } from '../../../scripts/fixtures/documents.ts';
import { Embedders } from '../../../services/gateway/embeddings/index.ts';
import { upstreamSource } from '../../../services/gateway/embeddings/upstream.ts';
import { client } from '../../harness/app.ts';
import { shiftClock } from '../../harness/clock.ts';
import { type Embedding, embed, topics } from '../../harness/embedding.ts';
import { upload } from '../../harness/forms.ts';
import { type InferenceWorld, startInference, tenantOf } from '../../harness/inference.ts';
import { startServer, until } from '../../harness/process.ts';
import { createStore, finished, miscounts } from '../../harness/stores.ts';
import { type Answering, json, startUpstream } from '../../harness/upstream.ts';

const models = [
  { id: 'embedder', context_length: 900 },
  { id: 'sized', dimensions: 3 },
  { id: 'fixed', dimensions: 4 },
  { id: 'short', context_length: 300, max_inputs: 3 },
  'narrow',
  'seer',
  'numbers',
];
const upstream = await startUpstream(t);
const listing = await startUpstream(t, { models: ['late'] });
const settings = {
  SVC_UPSTREAMS: JSON.stringify([upstream.settings({ models }), listing.settings({ name: 'listing', models: null })]),
  SVC_EMBEDDING_MODEL: 'embedder',
  SVC_VISION_MODEL: 'seer',
};
// The upstream is unavailable when the server starts, and has not listed its models yet.
listing.always(({ response }) => response.destroy());
const { app, admin } = await startInference(t, [], settings);
const embedding = (how: Embedding = {}) => upstream.always((answering) => embed(answering, how));

/** Creates a project with a vector store that uses the model. */
async function createWorld({ model = 'embedder', store = {} } = {}) {
  const tenant = await tenantOf(app, admin);
  const storeId = await createStore(app, tenant.project.key, store);
  if (model !== 'embedder') await VectorStore.update({ embeddingModel: model }, { where: { id: storeId } });
  const token = tenant.project.key;
  const path = `/v1/vector_stores/${storeId}`;
  const attach = async (content: string | Uint8Array<ArrayBuffer>, filename = 'note.txt') => {
    const fileId = await upload(app, token, { content, filename });
    await app.request('POST', `${path}/files`, { token, body: { file_id: fileId } });
    return fileId;
  };
  const read = async (fileId: string) => (await app.request('GET', `${path}/files/${fileId}`, { token })).body;
  const done = (fileId: string) => finished(app, token, `${path}/files/${fileId}`);
  const search = (query: string, ranker = 'vector') =>
    app.request('POST', `${path}/search`, { token, body: { query, ranking_options: { ranker } } });
  return { ...tenant, storeId, token, path, attach, read, done, search };
}

/** Returns the project's usage of this kind. */
async function used(kind: string, { organizationKey }: Pick<InferenceWorld, 'organizationKey'>): Promise<number[]> {
  await app.app.services.usage.flush();
  const { body } = await app.request('GET', `/v1/organization/usage/${kind}`, {
    token: organizationKey,
    query: { start_time: Math.floor(Date.now() / 1000) - 3600 },
  });
  const results: Record<string, number>[] = body.data.flatMap((bucket: { results: unknown[] }) => bucket.results);
  const total = (name: string): number => results.reduce((sum, one) => sum + (one[name] ?? 0), 0);
  return [total('num_model_requests'), total('input_tokens')];
}

/** Returns the body of the last request to this path of the upstream. */
function lastAt(path: string): Record<string, unknown> {
  return upstream.seen.findLast((one) => one.path === path)?.body ?? {};
}

/** Returns the embedding models of a server with this default model. */
const embedders = (standard: string) => new Embedders([], [upstreamSource(app.app.services)], standard);

t.test('a store can be created while the upstream of its model is unavailable', async (t) => {
  t.strictSame(await embedders('late').standard(), { model: 'late', dimensions: undefined });
  t.strictSame(
    await embedders('sized')
      .standard()
      .then(({ dimensions }) => dimensions),
    3,
  );
});

t.test("a file is embedded by an upstream's model, found by it, and its usage counts for the project", async (t) => {
  embedding();
  const world = await createWorld();
  t.match(await VectorStore.findByPk(world.storeId), { embeddingModel: 'embedder', embeddingDimensions: 0 });
  t.strictSame((await world.search('a cat')).body.data, [], 'no model is called for an empty store');
  const [light, pump] = [await world.attach('The lighthouse, a lighthouse'), await world.attach('A pump and a pump')];
  t.match(await world.done(light), { status: 'completed', last_error: null });
  t.match(await world.done(pump), { status: 'completed', last_error: null });
  t.match(lastAt('/v1/embeddings'), { model: 'embedder', encoding_format: 'base64' });
  t.equal((await VectorStore.findByPk(world.storeId))?.embeddingDimensions, topics.length);
  const { body } = await world.search('which lighthouse?');
  t.strictSame(
    body.data.map((hit: { file_id: string }) => hit.file_id),
    [light, pump],
  );
  t.ok(body.data[0].score > 0.9 && body.data[0].score <= 1, 'vectors are normalized');
  t.strictSame(await used('embeddings', world), [3, 15]);
});

t.test('many chunks are sent in several requests, in order', async (t) => {
  embedding();
  const strategy = { type: 'static', static: { max_chunk_size_tokens: 100, chunk_overlap_tokens: 0 } };
  const world = await createWorld({ store: { chunking_strategy: strategy } });
  const before = upstream.seen.length;
  const id = await world.attach(`${'word '.repeat(4000)} ${'cat '.repeat(99)} ${'word '.repeat(2000)}`);
  t.match(await world.done(id), { status: 'completed' });
  const sent = upstream.seen.slice(before).map(({ body }) => (body.input as string[]).length);
  t.ok(sent.length >= 2 && Math.max(...sent) <= 32);
  t.match((await world.search('cat')).body.data[0].content[0].text, /cat/);
});

t.test('texts are sent in halves to a model that takes fewer in one request, and later at once', async (t) => {
  const batches: number[] = [];
  upstream.always((answering) => {
    const { input } = answering.seen.body as { input: string[] };
    batches.push(input.length);
    const message = 'Value error, batch size is invalid, it should not be larger than 10.: input.contents';
    if (input.length > 10) json(answering.response, 400, { error: { message, code: 'InvalidParameter' } });
    else embed(answering, {});
  });
  const strategy = { type: 'static', static: { max_chunk_size_tokens: 100, chunk_overlap_tokens: 0 } };
  const world = await createWorld({ model: 'narrow', store: { chunking_strategy: strategy } });
  const words = (word: string) => `${`${word} `.repeat(99)}\n\n`;
  const id = await world.attach(`${words('pump').repeat(20)}${words('cat')}${words('pump').repeat(20)}`);
  t.match(await world.done(id), { status: 'completed', last_error: null });
  const { body } = await world.search('cat');
  t.match(body.data[0].content[0].text, /cat/, 'each text has its own vector');
  batches.length = 0;
  const next = await world.attach(words('pump').repeat(30));
  t.match(await world.done(next), { status: 'completed' });
  t.ok(
    batches.every((size) => size <= 10),
    'later requests are smaller at once',
  );
  shiftClock(601_000);
  const last = await world.attach(words('pump').repeat(30));
  t.match(await world.done(last), { status: 'completed' });
  t.ok(Math.max(...batches) > 10, 'and the number is tried again later');
  embedding();
});

t.test('a model that supports only numbers gets number requests', async (t) => {
  embedding({ numbersOnly: true });
  const world = await createWorld({ model: 'numbers' });
  t.match(await world.done(await world.attach('a parcel')), { status: 'completed' });
  const before = upstream.seen.length;
  t.equal((await world.search('parcel')).body.data.length, 1);
  t.strictSame(
    upstream.seen.slice(before).map(({ body }) => body.encoding_format),
    ['float'],
    'later requests use only this encoding',
  );
});

t.test('the configured dimensions of a model are requested for files and queries', async (t) => {
  embedding();
  const world = await createWorld({ model: 'sized' });
  const before = upstream.seen.length;
  t.match(await world.done(await world.attach('a pump')), { status: 'completed' });
  t.match(await VectorStore.findByPk(world.storeId), { embeddingDimensions: 3 });
  t.equal((await world.search('pump')).body.data.length, 1);
  t.strictSame(
    upstream.seen.slice(before).map(({ body }) => body.dimensions),
    [3, 3],
  );
  const unsaid = await createWorld();
  t.match(await unsaid.done(await unsaid.attach('a pump')), { status: 'completed' });
  t.notOk('dimensions' in lastAt('/v1/embeddings'), 'a model without configured dimensions gets none');
});

t.test('a store keeps its dimensions when the configured dimensions change', async (t) => {
  embedding();
  const world = await createWorld({ model: 'sized' });
  await VectorStore.update({ embeddingDimensions: 2 }, { where: { id: world.storeId } });
  t.match(await world.done(await world.attach('a lighthouse')), { status: 'completed' });
  t.match(lastAt('/v1/embeddings'), { dimensions: 2 });
  t.equal((await world.search('lighthouse')).body.data.length, 1);
  t.match(lastAt('/v1/embeddings'), { input: ['lighthouse'], dimensions: 2 });
});

t.test(
  'a model that cannot shorten its vectors gets no dimensions, and its vectors must have the configured length',
  async (t) => {
    embedding({ cannotShorten: true });
    const world = await createWorld({ model: 'fixed' });
    t.match(await world.done(await world.attach('a parcel')), { status: 'completed' });
    const before = upstream.seen.length;
    t.equal((await world.search('parcel')).body.data.length, 1);
    t.equal(upstream.seen.length, before + 1, 'later requests have no failed attempt');
    t.match(lastAt('/v1/embeddings'), { encoding_format: 'base64', dimensions: undefined });
    embedding({ dimensions: 6 });
    t.match(await world.done(await world.attach('another parcel')), {
      status: 'failed',
      last_error: { code: 'server_error', message: /vectors of 6 dimensions, where 4 are expected/ },
    });
    t.equal((await world.search('parcel', 'keyword')).body.data.length, 1, 'stored vectors do not change');
  },
);

t.test('a refusal or wrong response of the model fails the file at once with the reason', async (t) => {
  const fails = async (how: Embedding, message: RegExp, model = 'embedder') => {
    embedding(how);
    const world = await createWorld({ model });
    const file = await world.done(await world.attach('a cat'));
    t.match(file, { status: 'failed', last_error: { code: 'server_error', message } });
    t.strictSame(await miscounts(), []);
  };
  await fails(
    { refusal: 'The input is too long' },
    /'embedder' refused the request: The input is too long\. Attach the file again/,
  );
  await fails({ refusal: `Ask ${upstream.origin}` }, /refused the request with status 400/);
  await fails({ missing: 1 }, /answered 0 vectors for 1 texts/);
  await fails({ dimensions: 4 }, /vectors of 4 dimensions, where 3 are expected/, 'sized');
  await fails({ cannotShorten: true }, /vectors of 4 dimensions, where 3 are expected/, 'sized');
  upstream.always(({ response }) => json(response, 200, { data: [{ embedding: ['x'] }] }));
  const world = await createWorld();
  t.match(await world.done(await world.attach('x')), { last_error: { message: /an invalid vector/ } });
});

t.test('a text that is too long for llama.cpp, which answers 500, fails the file with what to do', async (t) => {
  const message =
    'input (596 tokens) is too large to process. increase the physical batch size (current batch size: 512)';
  const fails = async (code: number, said: string, told: RegExp) => {
    upstream.always(({ response }) => json(response, code, { error: { code, message: said, type: 'server_error' } }));
    const world = await createWorld();
    t.match(await world.done(await world.attach('a cat')), { status: 'failed', last_error: { message: told } });
    const body = { model: 'embedder', input: 'a cat' };
    const answer = await app.request('POST', '/v1/embeddings', { token: world.token, body });
    t.match(answer, { status: 400, body: { error: { message: said, type: /_error$/ } } });
  };
  await fails(500, message, /current batch size: 512\)\. The operator can make the chunks .* context_length.* Attach/);
  await fails(501, 'This server does not support embeddings.', /does not support embeddings\. Attach the file again/);
});

t.test('vectors of changed dimensions are neither mixed with the stored ones nor hide them', async (t) => {
  embedding();
  const world = await createWorld();
  t.match(await world.done(await world.attach('The cat sleeps.')), { status: 'completed' });
  embedding({ dimensions: 6 });
  const later = await world.done(await world.attach('The pump runs.'));
  t.match(later, { status: 'failed', last_error: { message: /vectors of 6 dimensions, where 4 are expected/ } });
  const refused = await world.search('cat');
  t.equal(refused.status, 502);
  t.match(refused.body.error, { code: 'upstream_failed', message: /6 dimensions, where 4.*ranker 'keyword'/ });
  t.equal((await world.search('cat', 'keyword')).body.data.length, 1);
  embedding();
  t.equal((await world.search('cat')).body.data.length, 1);
});

t.test('a file that failed does not fix the dimensions of a store', async (t) => {
  const strategy = { type: 'static', static: { max_chunk_size_tokens: 100, chunk_overlap_tokens: 0 } };
  const world = await createWorld({ store: { chunking_strategy: strategy } });
  let calls = 0;
  upstream.always((answering) => {
    calls += 1;
    embed(answering, { dimensions: calls === 1 ? 6 : 4 });
  });
  const torn = await world.done(await world.attach('word '.repeat(20_000)));
  t.match(torn, { status: 'failed', last_error: { message: /vectors of 4 dimensions, where 6 are expected/ } });
  t.ok(calls > 1);
  const whole = await world.done(await world.attach('The cat sleeps.'));
  t.match(whole, { status: 'completed', last_error: null });
  t.match(await VectorStore.findByPk(world.storeId), { embeddingDimensions: 4 });
  t.match((await world.search('cat')).body.data, [{ file_id: whole.id }]);
  embedding({ dimensions: 6 });
  t.match(await world.done(await world.attach('The pump runs.')), {
    status: 'failed',
    last_error: { message: /vectors of 6 dimensions, where 4 are expected/ },
  });
});

t.test('a file waits for an unavailable upstream, and is processed when it is back', async (t) => {
  embedding();
  const world = await createWorld();
  t.match(await world.done(await world.attach('The cat sleeps.')), { status: 'completed' });
  const before = upstream.seen.length;
  upstream.always(({ response }) => json(response, 503, {}));
  const id = await world.attach('The parcel is late.');
  await until(() => (upstream.seen.length > before ? true : undefined));
  const refused = await world.search('cat');
  t.equal(refused.status, 502);
  t.match(refused.body.error, { code: 'upstream_failed', message: /'embedder' failed to answer.*ranker 'keyword'/ });
  t.equal((await world.search('cat', 'keyword')).body.data.length, 1);
  t.match(await world.read(id), { status: 'in_progress', last_error: null });
  embedding();
  t.match(await world.done(id), { status: 'completed', last_error: null });
  t.strictSame(await miscounts(), []);
});

t.test('the files of a project without tokens left fail with the name of the limit', async (t) => {
  embedding();
  const world = await createWorld();
  t.match(await world.done(await world.attach('The cat sleeps.')), { status: 'completed' });
  await app.request('POST', `/v1/organization/projects/${world.project.id}`, {
    token: world.organizationKey,
    body: { limits: { tokens_per_month: 3 } },
  });
  await until(async () => ((await world.search('cat')).status === 429 ? true : undefined));
  const file = await world.done(await world.attach('The pump runs.'));
  t.match(file, { status: 'failed', last_error: { message: /limit tokens_per_month, which is 3 tokens, is used up/ } });
  await app.request('POST', `/v1/organization/projects/${world.project.id}/spend_limit`, {
    token: world.organizationKey,
    body: { threshold_amount: 0 },
  });
  const unpaid = await world.done(await world.attach('The pump stops.'));
  t.match(unpaid, { status: 'failed', last_error: { message: /spend limit, and the model .* has no price/ } });
});

t.test('the files of a project with a limit of zero tokens per minute fail, and do not wait for ever', async (t) => {
  embedding();
  const world = await createWorld();
  await app.request('POST', `/v1/organization/projects/${world.project.id}`, {
    token: world.organizationKey,
    body: { limits: { tokens_per_minute: 0 } },
  });
  const file = await world.done(await world.attach('The cat sleeps.'));
  t.match(file, {
    status: 'failed',
    last_error: { code: 'server_error', message: /^rate_limit_exceeded: .*0 tokens/ },
  });
});

t.test('an image is described by the vision model, and found by its description', async (t) => {
  upstream.always((answering) => {
    if (answering.seen.path === '/v1/embeddings') return embed(answering, {});
    const message = { role: 'assistant', content: 'A lighthouse at night. A sign reads "Pier 9".' };
    const usage = { prompt_tokens: 700, completion_tokens: 12, total_tokens: 712 };
    json(answering.response, 200, { choices: [{ index: 0, message, finish_reason: 'stop' }], usage });
  });
  const world = await createWorld({ store: { image_processing_mode: 'description' } });
  const image = pngHeader(10, 10);
  const id = await world.attach(image, 'pier.png');
  t.match(await world.done(id), { status: 'completed', last_error: null });
  const asked = lastAt('/v1/chat/completions') as { max_tokens: number; messages: { content: unknown[] }[] };
  const url = `data:image/png;base64,${Buffer.from(image).toString('base64')}`;
  t.match(asked, { model: 'seer', max_tokens: Number });
  t.match(asked.messages[0]?.content[1], { type: 'image_url', image_url: { url } });
  t.match((await world.search('lighthouse')).body.data, [
    { file_id: id, filename: 'pier.png', content: [{ type: 'text', text: /Pier 9/ }] },
  ]);
  t.strictSame(await used('completions', world), [1, 700]);
});

t.test('an image that cannot be described fails with the reason', async (t) => {
  const failure = async (answer: (answering: Answering) => unknown, image = pngHeader(10, 10)) => {
    upstream.always(answer);
    const world = await createWorld({ store: { image_processing_mode: 'description' } });
    const { status, last_error: error } = await world.done(await world.attach(image, 'x.png'));
    t.equal(status, 'failed');
    return `${error.code}: ${error.message}`;
  };
  const refuses = ({ response }: Answering) => json(response, 400, { error: { message: 'seer sees no images' } });
  t.match(await failure(refuses), /^server_error: The model 'seer' refused the request: seer sees no images\. Attach/);
  const silent = ({ response }: Answering) => json(response, 200, { choices: [{ message: { content: ' ' } }] });
  t.match(await failure(silent), /^server_error: The vision model 'seer' returned an empty description/);
  const huge = new Uint8Array((20 << 20) + 1);
  huge.set(pngHeader(10, 10));
  const before = upstream.seen.length;
  t.match(await failure(refuses, huge), /^invalid_file: The image has 20971521 bytes; the limit is 20971520/);
  t.equal(upstream.seen.length, before, 'no model was called');
});

t.test(
  'a file waits for an unavailable vision model, and a model that needs the other token limit gets it',
  async (t) => {
    const world = await createWorld({ store: { image_processing_mode: 'description' } });
    upstream.always(({ response }) => response.destroy());
    const before = upstream.seen.length;
    const id = await world.attach(pngHeader(10, 10), 'x.png');
    await until(() => (upstream.seen.length > before ? true : undefined));
    t.match(await world.read(id), { status: 'in_progress' });
    upstream.always((answering) => {
      const { path, body } = answering.seen;
      if (path === '/v1/embeddings') return embed(answering, {});
      if ('max_tokens' in body)
        return json(answering.response, 400, { error: { message: 'Use max_completion_tokens' } });
      json(answering.response, 200, { choices: [{ message: { content: [{ type: 'text', text: 'A cat' }] } }] });
    });
    t.match(await world.done(id), { status: 'completed' });
  },
);

t.test('stores keep their model when the setting changes', async (t) => {
  embedding();
  const world = await createWorld();
  t.match(await world.done(await world.attach('The cat sleeps.')), { status: 'completed' });
  const process = await startServer({
    ...settings,
    SVC_EMBEDDING_MODEL: 'svc-embedding-384',
    SVC_RUN_WORKERS: 'false',
    SVC_LOG_LEVEL: 'silent',
    ...app.database.settings,
  });
  t.teardown(() => process.end());
  const there = { request: client(t, process.url) };
  const body = { query: 'cat', ranking_options: { ranker: 'vector' } };
  const before = upstream.seen.length;
  const found = await there.request('POST', `${world.path}/search`, { token: world.token, body });
  t.equal(found.body.data.length, 1);
  t.match(upstream.seen.slice(before), [{ path: '/v1/embeddings', body: { model: 'embedder', input: ['cat'] } }]);
  const fresh = await createStore(there, world.token);
  t.match(await VectorStore.findByPk(fresh), { embeddingModel: 'svc-embedding-384', embeddingDimensions: 384 });
  t.match(await VectorStore.findByPk(world.storeId), { embeddingModel: 'embedder', embeddingDimensions: 4 });
});

t.test('chunks are not longer than the model reads, and requests have as many texts as it takes', async (t) => {
  embedding();
  const sizes = (max_chunk_size_tokens: number, chunk_overlap_tokens: number) => ({
    static: { max_chunk_size_tokens, chunk_overlap_tokens },
  });
  const asked = (most: number, overlap: number) => ({ chunking_strategy: { type: 'static', ...sizes(most, overlap) } });
  const { token, path } = await createWorld({ model: 'short' });
  for (const [store, shown] of [
    [{}, sizes(800, 400)],
    [asked(2000, 1000), sizes(900, 450)],
    [asked(2000, 100), sizes(900, 100)],
    [asked(200, 50), sizes(200, 50)],
  ] as const) {
    const { body } = await app.request('POST', '/v1/vector_stores', { token, body: store });
    t.match(body.chunking_strategy, shown);
  }
  const before = upstream.seen.length;
  const file_id = await upload(app, token, { content: 'A lighthouse. '.repeat(900), filename: 'long.txt' });
  await app.request('POST', `${path}/files`, { token, body: { file_id, ...asked(2000, 0) } });
  const done = await finished(app, token, `${path}/files/${file_id}`);
  t.match(done, { status: 'completed', chunking_strategy: sizes(300, 0) });
  const counts = upstream.seen.slice(before).map(({ body }) => (body.input as string[]).length);
  t.ok(counts.length > 1 && counts.every((count) => count <= 3), String(counts));
});

t.test('a model that its upstream has never listed is waited for, and used once it is listed', async (t) => {
  const world = await createWorld({ model: 'late' });
  const before = listing.seen.length;
  const attached = Promise.withResolvers<string>();
  const released = new Promise<void>((resolve) => {
    listing.always(async (answering) => {
      if (answering.seen.path === '/v1/embeddings') return embed(answering, {});
      // The upstream may also receive the request earlier.
      const file = await attached.promise;
      await until(async () => ((await world.read(file)).status === 'in_progress' ? true : undefined));
      resolve();
      json(answering.response, 200, { object: 'list', data: [{ id: 'late' }] });
    });
  });
  const id = await world.attach('The parcel is late.');
  attached.resolve(id);
  await released;
  t.ok(listing.seen.length > before);
  t.match(await world.done(id), { status: 'completed', last_error: null });
  t.equal((await world.search('parcel')).body.data.length, 1);
  const orphaned = await createWorld({ model: 'nobody' });
  const file = await orphaned.done(await orphaned.attach('A cat'));
  t.match(file.last_error, { message: /No upstream of this server offers the embedding model 'nobody'/ });
  const refused = await orphaned.search('cat', 'keyword');
  t.strictSame(refused.body.data, []);
  const standard = await embedders('nobody')
    .standard()
    .catch((error: unknown) => error);
  t.match(standard, { code: 'unavailable', message: /'nobody'.*SVC_EMBEDDING_MODEL/ });
});
