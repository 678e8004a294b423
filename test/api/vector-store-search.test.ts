import t from 'tap';
import { nowSeconds } from '../../models/clock.ts';
import { VectorStore } from '../../models/vector-store.ts';
import { upload } from '../harness/forms.ts';
import { until } from '../harness/process.ts';
import { createStore, finished } from '../harness/stores.ts';
import { createTenant, startWithAdmin, type TestProject } from '../harness/world.ts';

const { app, admin } = await startWithAdmin(t);

interface Document {
  filename: string;
  content: string;
  attributes?: Record<string, string | number | boolean>;
}

const documents: Document[] = [
  {
    filename: 'returns.txt',
    content: 'Products can be returned within thirty days.',
    attributes: { year: 2024, lang: 'en' },
  },
  {
    filename: 'shipping.md',
    content: 'Parcels to islands take two extra days.',
    attributes: { year: 2023, lang: 'en' },
  },
  {
    filename: 'errors.txt',
    content: 'Error E-4711 means that the pump is blocked.',
    attributes: { year: 2022, lang: 'de' },
  },
];

/** Creates a vector store in the project with searchable documents. */
async function fill(project: TestProject, files = documents) {
  const storeId = await createStore(app, project.key);
  const path = `/v1/vector_stores/${storeId}`;
  const ids = await Promise.all(files.map(({ content, filename }) => upload(app, project.key, { content, filename })));
  for (const [index, fileId] of ids.entries()) {
    const body = { file_id: fileId, attributes: files[index]?.attributes ?? {} };
    await app.request('POST', `${path}/files`, { token: project.key, body });
  }
  for (const fileId of ids) await finished(app, project.key, `${path}/files/${fileId}`);
  const search = (body: unknown, token = project.key) => app.request('POST', `${path}/search`, { token, body });
  return { storeId, path, ids, search };
}

async function createWorld() {
  const { project, sibling } = await createTenant(app, admin);
  return { project, sibling, ...(await fill(project)) };
}

t.test('a search returns the passage with its file, attributes and score', async (t) => {
  const { search, ids } = await createWorld();
  const { status, body } = await search({ query: 'within how many days can I return a product?' });
  t.equal(status, 200);
  t.match(body, {
    object: 'vector_store.search_results.page',
    search_query: ['within how many days can I return a product?'],
    has_more: false,
    next_page: null,
  });
  const [first] = body.data;
  t.match(first, {
    file_id: ids[0],
    filename: 'returns.txt',
    attributes: { year: 2024, lang: 'en' },
    content: [{ type: 'text', text: 'Products can be returned within thirty days.' }],
  });
  t.equal(body.data.length, 3);
  const scores = body.data.map(({ score }: { score: number }) => score);
  t.strictSame(
    scores,
    [...scores].sort((a: number, b: number) => b - a),
  );
  t.ok(scores.every((score: number) => score >= 0 && score <= 1));
});

t.test('each result has the position of its chunk in its file', async (t) => {
  const { project } = await createTenant(app, admin);
  const content = Array.from({ length: 60 }, (_, index) => `Pump ${index} has a valve of its own. `.repeat(9)).join(
    '\n\n',
  );
  const { search, path, ids } = await fill(project, [{ filename: 'pumps.txt', content }]);
  const { body: file } = await app.request('GET', `${path}/files/${ids[0]}/content`, { token: project.key });
  t.ok(file.data.length > 5, `${file.data.length} chunks`);
  for (const ranker of ['vector', 'keyword', 'hybrid']) {
    const { body } = await search({ query: 'pump 41', max_num_results: 50, ranking_options: { ranker } });
    const positions: number[] = body.data.map(({ chunk_index: index }: { chunk_index: number }) => index);
    t.equal(new Set(positions).size, body.data.length, `${ranker}: no position comes twice`);
    t.ok(Math.max(...positions) > 0);
    for (const { chunk_index: index, content } of body.data) t.equal(content[0].text, file.data[index].text);
  }
});

t.test('a passage of a table begins with its headings and the names of its columns', async (t) => {
  const rows = Array.from({ length: 80 }, (_, index) => `<tr><td>pump ${index}</td><td>${index}00 litres</td></tr>`);
  const content = `<h1>Pumps</h1><h2>Capacity</h2><table><tr><th>Name<th>Per hour</tr>${rows.join('')}</table>`;
  const { project } = await createTenant(app, admin);
  const { search } = await fill(project, [{ filename: 'pumps.html', content }]);
  const { body } = await search({ query: 'pump 79', max_num_results: 1 });
  const [{ text }] = body.data[0].content;
  t.match(text, /^Pumps > Capacity\n\| Name \| Per hour \|\n\| --- \| --- \|\n\| pump \d+ \| \d+00 litres \|\n/);
  t.match(text, '\n| pump 79 | 7900 litres |');
});

t.test('several queries make one search, with optional bounds for the number and score of results', async (t) => {
  const { search } = await createWorld();
  const both = await search({ query: ['extra days for islands', 'blocked pump'], max_num_results: 2 });
  t.strictSame(both.body.search_query, ['extra days for islands', 'blocked pump']);
  t.strictSame(both.body.data.map(({ filename }: { filename: string }) => filename).sort(), [
    'errors.txt',
    'shipping.md',
  ]);
  const strong = await search({ query: 'blocked pump', ranking_options: { score_threshold: 0.3 } });
  t.strictSame(
    strong.body.data.map(({ filename }: { filename: string }) => filename),
    ['errors.txt'],
  );
  t.strictSame((await search({ query: 'blocked pump', ranking_options: { score_threshold: 1 } })).body.data, []);
});

t.test('every ranker ranks, and the keyword ranker scores only words', async (t) => {
  const { search } = await createWorld();
  for (const ranker of ['auto', 'default-2024-11-15', 'none', 'hybrid', 'vector', 'keyword']) {
    const { body } = await search({ query: 'E-4711', ranking_options: { ranker } });
    t.equal(body.data[0].filename, 'errors.txt', ranker);
    t.equal(body.data.length, ranker === 'keyword' ? 1 : 3, ranker);
  }
});

t.test('the weights of the hybrid ranker decide between words and vectors, and only their ratio matters', async (t) => {
  const { search } = await createWorld();
  // Misspelt words of one document, and a word of another.
  const query = 'Productz canx bee returnedz withinz thirtyz dayz, blocked';
  const first = async (embedding_weight: number, text_weight: number, ranker = 'auto') => {
    const ranking_options = { ranker, hybrid_search: { embedding_weight, text_weight } };
    const { body } = await search({ query, ranking_options });
    return [body.data[0].filename, body.data[0].score];
  };
  const [byVectors, vectorScore] = await first(1, 0);
  const [byWords, wordScore] = await first(0, 1);
  t.strictSame([byVectors, byWords], ['returns.txt', 'errors.txt']);
  t.strictSame(await first(1, 1), await first(1000, 1000));
  t.strictSame(await first(0, 0.001, 'hybrid'), [byWords, wordScore]);
  t.strictSame(await first(0, 1, 'vector'), [byVectors, vectorScore], 'other rankers have no weights');
  t.strictSame(await first(1, 0, 'keyword'), [byWords, wordScore]);
});

t.test('weights of the hybrid ranker are two numbers from 0 on, and not both 0', async (t) => {
  const { search } = await createWorld();
  const refused = async (hybrid_search: unknown) => {
    const { status, body } = await search({ query: 'pump', ranking_options: { hybrid_search } });
    t.equal(status, 422);
    return body.detail.map(({ loc, type }: { loc: string[]; type: string }) => [loc.slice(2).join('.'), type]);
  };
  t.strictSame(await refused({ embedding_weight: 0, text_weight: 0 }), [['hybrid_search', 'value_error']]);
  t.strictSame(await refused({ embedding_weight: -1 }), [
    ['hybrid_search.text_weight', 'missing'],
    ['hybrid_search.embedding_weight', 'greater_than_equal'],
  ]);
});

t.test('filters select files by attributes, in nested filters and in lists', async (t) => {
  const { search } = await createWorld();
  const found = async (filters: unknown): Promise<string> => {
    const { body } = await search({ query: 'days', filters });
    return body.data
      .map(({ filename }: { filename: string }) => filename)
      .sort()
      .join(' ');
  };
  t.equal(await found({ type: 'eq', key: 'lang', value: 'de' }), 'errors.txt');
  t.equal(await found({ type: 'gte', key: 'year', value: 2023 }), 'returns.txt shipping.md');
  t.equal(await found({ type: 'in', key: 'year', value: [2022, 2023, 'x'] }), 'errors.txt shipping.md');
  t.equal(await found({ type: 'nin', key: 'year', value: [2022] }), 'returns.txt shipping.md');
  const english = { type: 'eq', key: 'lang', value: 'en' };
  const deep = { type: 'or', filters: [{ type: 'and', filters: [{ type: 'or', filters: [english] }, english] }] };
  t.equal(await found(deep), 'returns.txt shipping.md');
  t.equal(await found({ type: 'and', filters: [english, { type: 'lt', key: 'year', value: 2024 }] }), 'shipping.md');
});

t.test('an invalid filter is reported for the filter type that it names', async (t) => {
  const { search } = await createWorld();
  const issues = async (filters: unknown): Promise<[string, string][]> => {
    const { status, body } = await search({ query: 'x', filters });
    t.equal(status, 422);
    return body.detail.map(({ loc, type }: { loc: string[]; type: string }) => [loc.slice(2).join('.'), type]);
  };
  t.strictSame(await issues({ type: 'eq', key: 'a' }), [['value', 'missing']]);
  t.strictSame(await issues({ type: 'in', key: 'a', value: 'b' }), [['value', 'list_type']]);
  t.strictSame(await issues({ type: 'like', key: 'a', value: 'b' }), [['type', 'literal_error']]);
  t.strictSame(await issues({ key: 'a', value: 'b' }), [['type', 'missing']]);
  t.strictSame(await issues({ type: 'and', filters: [] }), [['filters', 'too_short']]);
  t.strictSame(await issues({ type: 'and', filters: [{ type: 'gt', key: '', value: 1 }] }), [
    ['filters.0.key', 'string_too_short'],
  ]);
  t.strictSame(await issues('eq'), [['', 'model_attributes_type']]);
  const three = { type: 'or', filters: [{ type: 'eq', key: 'a', value: 1 }] };
  const four = { type: 'or', filters: [{ type: 'or', filters: [{ type: 'or', filters: [three] }] }] };
  t.strictSame(await issues(four), [['filters.0.filters.0.filters.0.type', 'literal_error']]);
});

t.test('a file is found as soon as it is completed, and never after it is detached or deleted', async (t) => {
  const { search, path, ids, project } = await createWorld();
  const names = async (): Promise<string> => {
    const { body } = await search({ query: 'days pump' });
    return body.data
      .map(({ filename }: { filename: string }) => filename)
      .sort()
      .join(' ');
  };
  t.equal(await names(), 'errors.txt returns.txt shipping.md');
  await app.request('DELETE', `${path}/files/${ids[0]}`, { token: project.key });
  t.equal(await names(), 'errors.txt shipping.md');
  await app.request('DELETE', `/v1/files/${ids[2]}`, { token: project.key });
  t.equal(await names(), 'shipping.md');
  await app.request('POST', `${path}/files/${ids[1]}`, { token: project.key, body: { attributes: { fresh: true } } });
  const { body } = await search({ query: 'days', filters: { type: 'eq', key: 'fresh', value: true } });
  t.strictSame(body.data[0].attributes, { fresh: true });
});

t.test('three projects with the same texts find only their own', async (t) => {
  const { project, sibling } = await createTenant(app, admin);
  const other = (await createTenant(app, admin)).project;
  const worlds = await Promise.all([project, sibling, other].map((one) => fill(one)));
  for (const [index, { search, ids }] of worlds.entries()) {
    for (const ranker of ['hybrid', 'vector', 'keyword']) {
      const { body } = await search({ query: 'days pump products', max_num_results: 50, ranking_options: { ranker } });
      t.strictSame(body.data.map((hit: { file_id: string }) => hit.file_id).sort(), [...ids].sort(), ranker);
    }
    const stranger = worlds[(index + 1) % 3];
    t.equal(
      (
        await app.request('POST', `${stranger?.path}/search`, {
          token: [project, sibling, other][index]?.key,
          body: { query: 'days' },
        })
      ).status,
      404,
    );
  }
});

t.test('a search counts as use and extends the life of the store', async (t) => {
  const { search, storeId } = await createWorld();
  const past = nowSeconds() - 1000;
  await VectorStore.update(
    { lastActiveAt: past, expiresAfterDays: 1, expiresAt: past + 86_400 },
    { where: { id: storeId } },
  );
  t.equal((await search({ query: 'days' })).status, 200);
  const store = await until(async () => {
    const row = await VectorStore.findByPk(storeId);
    return row !== null && row.lastActiveAt > past ? row : undefined;
  });
  t.ok(store.lastActiveAt >= past + 1000);
  t.equal(store.expiresAt, store.lastActiveAt + 86_400);
});

t.test('an expired store cannot be searched', async (t) => {
  const { search, storeId } = await createWorld();
  await VectorStore.update({ expiresAt: nowSeconds() - 1 }, { where: { id: storeId } });
  const { status, body } = await search({ query: 'days' });
  t.equal(status, 409);
  t.match(body.error, { code: 'vector_store_expired', type: 'invalid_request_error' });
});

t.test('a store without files returns no results, and an unknown store is not found', async (t) => {
  const { project } = await createTenant(app, admin);
  const id = await createStore(app, project.key);
  const empty = await app.request('POST', `/v1/vector_stores/${id}/search`, {
    token: project.key,
    body: { query: 'x' },
  });
  t.strictSame(empty.body.data, []);
  const path = '/v1/vector_stores/vs_01M7XY3JZR2E7JP3HNP3VFFZ2W/search';
  t.equal((await app.request('POST', path, { token: project.key, body: { query: 'x' } })).status, 404);
});
