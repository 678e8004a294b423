// Tests every engine of vector search with the same requirements. On the embedded database also those that have no SQL of
// this database's own: PostgreSQL, and the files of a store that is larger than the cache.

import { readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import t, { type Test } from 'tap';
import { ChunkSet } from '../../../models/chunk-set.ts';
import { CollectionFile } from '../../../models/collection.ts';
import { transaction } from '../../../models/connection.ts';
import { openReader, type Reader } from '../../../models/reader.ts';
import { VectorStore } from '../../../models/vector-store.ts';
import { inParallel } from '../../../scripts/parallel/index.ts';
import { embedText } from '../../../services/gateway/embeddings/built-in.ts';
import { createLog } from '../../../services/platform/log.ts';
import { bytesOfCodes } from '../../../services/vectors/codes.ts';
import { CodesFolder } from '../../../services/vectors/codes-folder.ts';
import type { SearchHit, SearchRequest, Staged } from '../../../services/vectors/collections.ts';
import type { Filter } from '../../../services/vectors/filter.ts';
import { SearchCache } from '../../../services/vectors/search-cache.ts';
import { encodeTerms, termsOf } from '../../../services/vectors/terms.ts';
import { type Engine, type EngineKind, engines, sameAsPlain } from '../../harness/collections.ts';
import { databaseKind } from '../../harness/database.ts';
import { textsOf } from '../../harness/stores.ts';
import { createTenant, startWithAdmin } from '../../harness/world.ts';

const { app, admin } = await startWithAdmin(t);
const log = await createLog('silent');
/** The message of a StagedChunksLostError. */
const lost = { message: /cannot be published/ };

async function createStore(): Promise<string> {
  const { project } = await createTenant(app, admin);
  return (await app.request('POST', '/v1/vector_stores', { token: project.key, body: {} })).body.id;
}

const isEmbedded = databaseKind() === 'sqlite';
const once = { skip: !isEmbedded && 'the embedded database is enough' };

for (const { name, open } of engines(app, log).slice(0, isEmbedded ? undefined : 1)) {
  t.test(name, async (t) => {
    const engine = await open(t);
    await suite(t, engine, () => open(t));
    await t.test('deleted stores leave nothing behind', async (t) => {
      await VectorStore.destroy({ where: {} });
      await engine.collections.sweep();
      t.strictSame(await engine.storedChunks(), []);
      t.equal(await ChunkSet.count(), 0);
      t.equal(await CollectionFile.count(), 0);
    });
  });
}

t.test('a store that is larger than the search cache', once, async (t) => {
  const [relational] = engines(app, log);
  const engine = await (relational as EngineKind).open(t);
  const { url, dataDir } = app.database;
  const reader = openReader({ url, dataDir, poolSize: 2, timeoutMs: 8000 });
  t.teardown(() => reader.close());
  let reads = 0;
  const counting: Reader = {
    ...reader,
    select: (sql, values) => {
      if (sql.includes('vector, terms FROM chunk_vectors')) reads += 1;
      return reader.select(sql, values);
    },
  };
  const settings = { folder: join(t.testdir(), 'codes'), limitBytes: 2 ** 30, reserveBytes: 0 };
  const folder = new CodesFolder(settings);
  const small = { budgetBytes: 2 ** 21 };
  // The lengths differ, so that no two scores are equal.
  const words = (index: number): string =>
    `part ${index} of the ${index % 7 === 0 ? 'harbour' : 'lighthouse'} ${index % 61}${' light'.repeat((index * 31) % 89)}`;
  const ask = (cache: SearchCache, storeId: string, options: Partial<SearchRequest> = {}): Promise<SearchHit[]> => {
    const text = 'the harbour and part 17';
    const queries = [{ text, vector: embedText(text) }];
    return cache.search(storeId, {
      ...{ queries, maxResults: 10, scoreThreshold: 0, ranker: 'hybrid', vectorWeight: 0.3 },
      ...options,
    });
  };
  const [neighbour, huge] = [await createStore(), await createStore()];
  await engine.put(neighbour, 'file-a', ['a harbour', 'a lighthouse']);
  for (let file = 0; file < 6; file += 1) {
    const texts = Array.from({ length: 700 }, (_, index) => words(700 * file + index));
    await engine.put(huge, `file-${file}`, texts, { file });
  }
  const same = async (cache: SearchCache, what: string): Promise<void> => {
    const plain = new SearchCache(reader, { budgetBytes: 2 ** 26 });
    for (const options of [
      { ranker: 'vector' },
      { ranker: 'keyword' },
      { ranker: 'hybrid' },
      { ranker: 'hybrid', filter: { type: 'lt', key: 'file', value: 2 } },
    ] as const) {
      const expected = await ask(plain, huge, options);
      t.strictSame(await ask(cache, huge, options), expected, `${what}: ${JSON.stringify(options)}`);
    }
  };

  await t.test('is refused without files of codes, before it is read, and evicts no other', async (t) => {
    const cache = new SearchCache(counting, small);
    t.equal((await ask(cache, neighbour)).length, 2);
    reads = 0;
    await t.rejects(ask(cache, huge), { message: /does not fit/ });
    await t.rejects(ask(cache, huge), { message: /does not fit/ });
    t.equal((await ask(cache, neighbour)).length, 2);
    t.equal(reads, 0);
  });

  await t.test('is refused above the maximum size, until it is smaller', async (t) => {
    const store = await createStore();
    await engine.put(store, 'file-a', ['one', 'two']);
    await engine.put(store, 'file-b', ['three', 'four']);
    const cache = new SearchCache(
      counting,
      { ...small, maxStoreBytes: 3 * bytesOfCodes(1, embedText('').length) },
      folder,
    );
    reads = 0;
    await t.rejects(ask(cache, store), { message: /does not fit/ });
    await t.rejects(ask(cache, store), { message: /does not fit/ });
    t.equal(reads, 0);
    await transaction((tx) => engine.collections.removeFile(store, 'file-b', tx));
    t.equal((await ask(cache, store)).length, 2);
  });

  await t.test('is searched in files, with the same hits', async (t) => {
    const cache = new SearchCache(counting, small, folder);
    t.equal((await ask(cache, neighbour)).length, 2);
    await same(cache, 'after the load');
    reads = 0;
    t.equal((await ask(cache, neighbour)).length, 2, 'the neighbour is still in the cache');
    t.equal(reads, 0);
    t.ok(cache.usedBytes <= small.budgetBytes);
    t.ok(cache.counts.passes > 0);
    const names = await readdir(settings.folder);
    t.ok(names.length > 3);
    for (const name of names) t.equal((await stat(join(settings.folder, name))).mode & 0o777, 0o600);
    await engine.put(huge, 'file-1', [words(4217), 'the harbour is new'], { file: 1 });
    await transaction((tx) => engine.collections.removeFile(huge, 'file-2', tx));
    await same(cache, 'after changes');
  });

  await t.test('is not read again after a restart, but for files that are missing or broken', async (t) => {
    const all = async (): Promise<number> => {
      reads = 0;
      await same(new SearchCache(counting, small, folder), 'after a restart');
      return reads;
    };
    await all();
    const again = await all();
    t.ok(again <= 2, `${again} reads`);
    const [first, second, third] = (await readdir(settings.folder)).sort().map((name) => join(settings.folder, name));
    await rm(first as string);
    await truncate(second as string, 1000);
    const bytes = await readFile(third as string);
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] as number) ^ 255;
    await writeFile(third as string, bytes);
    t.ok((await all()) > again);
    t.ok((await all()) <= again);
    const cache = new SearchCache(reader, small, folder);
    await ask(cache, huge);
    await rm(settings.folder, { recursive: true });
    await same(cache, 'without the folder');
  });

  await t.test('two that do not fit together are searched at the same time', async (t) => {
    const cache = new SearchCache(reader, small, folder);
    const found = await Promise.all([huge, neighbour, huge, neighbour].map((store) => ask(cache, store)));
    t.strictSame(
      found.map(({ length }) => length),
      [10, 2, 10, 2],
    );
  });

  await t.test('a sweep deletes the files with chunks that were removed', async (t) => {
    await folder.sweep(reader);
    const before = (await readdir(settings.folder)).length;
    t.ok(before > 1);
    await transaction((tx) => engine.collections.removeFile(huge, 'file-5', tx));
    await engine.collections.sweep();
    await folder.sweep(reader);
    const after = (await readdir(settings.folder)).length;
    t.ok(after > 0 && after < before, `${after} of ${before}`);
    await new CodesFolder({ ...settings, limitBytes: 1 }).sweep(reader);
    t.strictSame(await readdir(settings.folder), [], 'the limit was lowered');
    const full = new SearchCache(reader, { budgetBytes: 2 ** 20 }, new CodesFolder({ ...settings, limitBytes: 1 }));
    await t.rejects(ask(full, huge), { message: /does not fit/ });
  });
});

t.test('a store of 20 chunks takes at most 48 KiB of the search cache', once, async (t) => {
  const [relational] = engines(app, log);
  const engine = await (relational as EngineKind).open(t);
  const { url, dataDir } = app.database;
  const reader = openReader({ url, dataDir, poolSize: 2, timeoutMs: 8000 });
  t.teardown(() => reader.close());
  const text = (chunk: number): string =>
    Array.from({ length: 75 }, (_, index) => `word${(chunk * 7919 + index * index * 31) % 1500}`).join(' ');
  const cache = new SearchCache(reader, { budgetBytes: 2 ** 23 });
  const stores = 10;
  for (let index = 0; index < stores; index += 1) {
    const store = await createStore();
    const texts = Array.from({ length: 20 }, (_, chunk) => text(20 * index + chunk));
    await engine.put(store, 'file-a', texts);
    const vector = embedText(texts[3] as string);
    const request = { queries: [{ text: texts[3] as string, vector }], maxResults: 3, scoreThreshold: 0 };
    const hits = await cache.search(store, { ...request, ranker: 'hybrid', vectorWeight: 0.3 });
    t.equal(hits[0]?.chunkIndex, 3);
  }
  const perStore = cache.usedBytes / stores;
  t.ok(perStore <= 48 * 1024, `${Math.round(perStore / 1024)} KiB`);
  t.equal(cache.counts.stores, stores);
});

/** Returns a vector of length 1. */
function unit(dimensions: number, at: (place: number) => number): Float32Array {
  const vector = Float32Array.from({ length: dimensions }, (_, place) => at(place));
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

async function suite(t: Test, engine: Engine, another: () => Promise<Engine>): Promise<void> {
  const { collections } = engine;
  const stageVectors = (storeId: string, fileId: string, vectors: Record<string, Float32Array>): Promise<Staged> => {
    const chunks = Object.entries(vectors).map(([text, vector], index) => ({ index, text, tokens: 3, vector }));
    return collections.stage(storeId, fileId, Readable.from([chunks]));
  };

  t.test('a collection has the dimensions of its model, from one to the allowed maximum', async (t) => {
    for (const dimensions of [1, 3, 1024, 3072, 16_000]) {
      const store = await createStore();
      const near = unit(dimensions, (place) => Math.sin(place + 1));
      const far = near.map((value) => -value);
      const staged = await stageVectors(store, 'file-a', { 'the near one': near, 'the far one': far });
      t.equal(staged.chunks, 2);
      t.ok(staged.bytes >= 2 * 4 * dimensions, 'their bytes are counted');
      await transaction((tx) => collections.publish(staged, {}, tx));
      const search = (ranker: 'vector' | 'hybrid', vector = near) =>
        collections.search(store, {
          queries: [{ text: 'near', vector }],
          maxResults: 10,
          scoreThreshold: 0,
          ranker,
          vectorWeight: 0.6,
        });
      for (const ranker of ['vector', 'hybrid'] as const) {
        const hits = await search(ranker);
        t.strictSame(
          hits.map(({ text }) => text),
          ['the near one', 'the far one'],
          `${dimensions} dimensions, ${ranker}`,
        );
      }
      t.ok(((await search('vector'))[0]?.score ?? 0) > 0.99);
      t.strictSame((await search('vector', far)).map(({ text }) => text)[0], 'the far one');
      const other = unit(dimensions + 1, () => 1);
      await t.rejects(stageVectors(store, 'file-b', { 'of another model': other }), /dimensions/);
      t.equal((await search('vector')).length, 2, 'stored chunks do not change');
    }
  });

  t.test('terms that were counted during reading are not counted again', async (t) => {
    const store = await createStore();
    const vector = unit(4, () => 1);
    const chunks = [
      { index: 0, text: 'first', tokens: 1, vector, terms: encodeTerms(termsOf('heron heron')) },
      { index: 1, text: 'second', tokens: 1, vector },
    ];
    const staged = await collections.stage(store, 'file-a', Readable.from([chunks]));
    await transaction((tx) => collections.publish(staged, {}, tx));
    const found = async (text: string) => {
      const queries = [{ text, vector }];
      const hits = await collections.search(store, {
        queries,
        maxResults: 10,
        scoreThreshold: 0,
        ranker: 'keyword',
        vectorWeight: 0,
      });
      return hits.map((hit) => hit.text);
    };
    t.strictSame(await found('heron'), ['first']);
    t.strictSame(await found('first'), []);
    t.strictSame(await found('second'), ['second'], 'the other texts are found');
  });

  t.test(
    'terms stored by an earlier version of the server are counted again, and never mixed with others',
    async (t) => {
      const store = await createStore();
      const vector = unit(4, () => 1);
      const old = encodeTerms(termsOf('heron'));
      old[3] = 0;
      const chunks = [{ index: 0, text: 'relational databases', tokens: 1, vector, terms: old }];
      const more = [{ index: 0, text: 'a related text', tokens: 1, vector }];
      for (const [fileId, some] of Object.entries({ 'file-a': chunks, 'file-b': more })) {
        const staged = await collections.stage(store, fileId, Readable.from([some]));
        await transaction((tx) => collections.publish(staged, {}, tx));
      }
      for (const collections of [engine.collections, (await another()).collections]) {
        const found = async (text: string) => {
          const request = { maxResults: 10, scoreThreshold: 0, ranker: 'keyword' as const, vectorWeight: 0 };
          const hits = await collections.search(store, { ...request, queries: [{ text, vector }] });
          return hits.map((hit) => hit.text).sort();
        };
        t.strictSame(await found('heron'), [], 'by the stored terms');
        t.strictSame(await found('relate'), ['a related text', 'relational databases'], 'by the terms of the texts');
      }
    },
  );

  t.test('a word counts more if it is repeated in the question', async (t) => {
    const store = await createStore();
    await engine.put(store, 'file-a', ['the pump of the heater', 'the valve of the heater']);
    const first = async (question: string) => (await engine.search(store, question, { ranker: 'keyword' }))[0]?.text;
    t.equal(await first('pump valve pump'), 'the pump of the heater');
    t.equal(await first('valve pump valve'), 'the valve of the heater');
  });

  t.test('only published chunks fix the dimensions of a collection', async (t) => {
    const store = await createStore();
    const early = await stageVectors(store, 'file-a', { early: unit(6, () => 1) });
    const staged = await stageVectors(store, 'file-b', { right: unit(4, () => 1) });
    await t.rejects(
      transaction((tx) => collections.publish(early, {}, tx)),
      lost,
      'of two versions with different dimensions, the later one counts',
    );
    await transaction((tx) => collections.publish(staged, {}, tx));
    await t.rejects(stageVectors(store, 'file-a', { early: unit(6, () => 1) }), /dimensions/);
    const queries = [{ text: 'right', vector: unit(4, () => 1) }];
    const found = async () => {
      const hits = await collections.search(store, {
        queries,
        maxResults: 10,
        scoreThreshold: 0,
        ranker: 'vector',
        vectorWeight: 0,
      });
      return hits.map(({ text }) => text);
    };
    t.strictSame(await found(), ['right']);
    await transaction((tx) => collections.removeFile(store, 'file-b', tx));
    t.strictSame(await found(), []);
    await t.rejects(stageVectors(store, 'file-a', { early: unit(6, () => 1) }), /dimensions/, 'its caches have them');
  });

  t.test('chunks are found once they are published, with their file, position, text and attributes', async (t) => {
    const store = await createStore();
    const staged = await engine.stage(store, 'file-a', ['The cat sat on the mat.', 'Dogs chase cats through gardens.']);
    t.match(staged, { chunks: 2, fileId: 'file-a', storeId: store });
    t.ok(staged.bytes > 2 * 384 * 4);
    t.strictSame(await engine.search(store, 'cat on a mat'), []);
    t.strictSame(await textsOf(collections, store, 'file-a'), []);
    await transaction((tx) => collections.publish(staged, { lang: 'en', page: 3, draft: false }, tx));
    const [first, second] = await engine.search(store, 'cat on a mat');
    t.match(first, {
      fileId: 'file-a',
      chunkIndex: 0,
      text: 'The cat sat on the mat.',
      attributes: { lang: 'en', page: 3, draft: false },
    });
    t.equal(second?.chunkIndex, 1);
    t.ok(first && second && first.score > second.score && first.score <= 1 && second.score >= 0);
    t.strictSame(await textsOf(collections, store, 'file-a'), [
      'The cat sat on the mat.',
      'Dogs chase cats through gardens.',
    ]);
  });

  t.test('rolled back chunks are not published', async (t) => {
    const store = await createStore();
    const staged = await engine.stage(store, 'file-a', ['Nobody shall read this sentence.']);
    await t.rejects(
      transaction(async (tx) => {
        await collections.publish(staged, {}, tx);
        throw new Error('no');
      }),
    );
    t.strictSame(await engine.search(store, 'sentence'), []);
    await transaction((tx) => collections.publish(staged, {}, tx));
    t.equal((await engine.search(store, 'sentence')).length, 1);
  });

  t.test('a file that is published again is replaced atomically', async (t) => {
    const store = await createStore();
    await engine.put(
      store,
      'file-a',
      Array.from({ length: 30 }, (_, index) => `old harbour number ${index}`),
    );
    const staged = await engine.stage(
      store,
      'file-a',
      Array.from({ length: 20 }, (_, index) => `new harbour number ${index}`),
    );
    const seen = Promise.all(Array.from({ length: 20 }, () => engine.search(store, 'harbour', { maxResults: 50 })));
    await transaction((tx) => collections.publish(staged, {}, tx));
    for (const hits of await seen) {
      const olds = hits.filter(({ text }) => text.startsWith('old')).length;
      t.ok((olds === 30 && hits.length === 30) || (olds === 0 && hits.length === 20), `${olds} of ${hits.length}`);
    }
    t.equal((await engine.search(store, 'harbour', { maxResults: 50 })).length, 20);
    t.equal((await textsOf(collections, store, 'file-a')).length, 20);
  });

  t.test('a removed file or dropped store is gone in the next search', async (t) => {
    const store = await createStore();
    await engine.put(store, 'file-a', ['alpha beta gamma']);
    await engine.put(store, 'file-b', ['alpha delta']);
    t.equal((await engine.search(store, 'alpha')).length, 2);
    await transaction((tx) => collections.removeFile(store, 'file-a', tx));
    t.strictSame(
      (await engine.search(store, 'alpha')).map(({ fileId }) => fileId),
      ['file-b'],
    );
    t.strictSame(await textsOf(collections, store, 'file-a'), []);
    await transaction((tx) => collections.removeFile(store, 'file-a', tx));
    const staged = await engine.stage(store, 'file-c', ['alpha omega']);
    await transaction((tx) => collections.dropStore(store, tx));
    t.strictSame(await engine.search(store, 'alpha'), []);
    await t.rejects(
      transaction((tx) => collections.publish(staged, {}, tx)),
      lost,
    );
    await engine.put(store, 'file-d', ['alpha again']);
    t.strictSame(
      (await engine.search(store, 'alpha')).map(({ fileId }) => fileId),
      ['file-d'],
    );
  });

  t.test('changes of one server are visible in the next search of another', async (t) => {
    const other = await another();
    const store = await createStore();
    for (let round = 0; round < 10; round += 1) {
      await engine.put(store, `file-${round}`, [`lighthouse keeper ${round}`]);
      t.equal((await other.search(store, 'lighthouse', { maxResults: 50 })).length, round + 1);
    }
    await transaction((tx) => other.collections.removeFile(store, 'file-3', tx));
    const left = await engine.search(store, 'lighthouse', { maxResults: 50 });
    t.equal(left.length, 9);
    t.notOk(left.some(({ fileId }) => fileId === 'file-3'));
    await transaction((tx) => other.collections.setAttributes(store, 'file-4', { kept: true }, tx));
    const filter: Filter = { type: 'eq', key: 'kept', value: true };
    t.strictSame(
      (await engine.search(store, 'lighthouse', { filter })).map(({ fileId }) => fileId),
      ['file-4'],
    );
  });

  t.test("stores with the same texts never return each other's chunks", async (t) => {
    const stores = await Promise.all([createStore(), createStore(), createStore()]);
    for (const [index, store] of stores.entries()) {
      await engine.put(store, `file-${index}`, ['The same words in every project.', 'Another common passage.'], {
        index,
      });
    }
    for (const [index, store] of stores.entries()) {
      for (const ranker of ['hybrid', 'vector', 'keyword'] as const) {
        const hits = await engine.search(store, 'same words in every common project', { ranker, maxResults: 50 });
        t.equal(hits.length, 2);
        t.ok(hits.every(({ fileId, attributes }) => fileId === `file-${index}` && attributes.index === index));
      }
    }
  });

  t.test('filters select files by attributes, and values of different types are different', async (t) => {
    const store = await createStore();
    const files: Record<string, Record<string, string | number | boolean>> = {
      one: { year: 2020, lang: 'en', draft: true, "odd'key": 'a"b' },
      two: { year: 2021, lang: 'de', draft: false },
      three: { year: 2022.5, lang: 'Zürich', sign: '\uff01' },
      four: { year: '2021', lang: 'é', sign: '\u{1f600}' },
      five: {},
    };
    for (const [file, attributes] of Object.entries(files))
      await engine.put(store, file, [`museum ${file}`], attributes);
    const found = async (filter: Filter): Promise<string> =>
      (await engine.search(store, 'museum', { filter }))
        .map(({ fileId }) => fileId)
        .sort()
        .join(' ');
    const compare = (type: 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte', key: string, value: string | number | boolean) =>
      found({ type, key, value });
    t.equal(await compare('eq', 'year', 2021), 'two');
    t.equal(await compare('eq', 'year', '2021'), 'four');
    t.equal(await compare('ne', 'year', 2021), 'five four one three');
    t.equal(await compare('gt', 'year', 2020), 'three two');
    t.equal(await compare('gte', 'year', 2020), 'one three two');
    t.equal(await compare('lt', 'year', 2022.5), 'one two');
    t.equal(await compare('lte', 'year', 2022.5), 'one three two');
    t.equal(await compare('gt', 'lang', 'Zz'), 'four one three two', 'sorted by code points');
    t.equal(await compare('lt', 'lang', 'de'), 'three');
    t.equal(await compare('gt', 'sign', '\uff01'), 'four', 'and not by UTF-16 units');
    t.equal(await compare('eq', 'draft', false), 'two');
    t.equal(await compare('gt', 'draft', false), '', 'booleans have no order');
    t.equal(await compare('eq', "odd'key", 'a"b'), 'one');
    t.equal(await compare('ne', 'missing', 1), 'five four one three two');
    t.equal(await found({ type: 'in', key: 'lang', value: ['en', 'é', 7] }), 'four one');
    t.equal(await found({ type: 'nin', key: 'lang', value: ['en', 'é'] }), 'five three two');
    t.equal(await found({ type: 'in', key: 'lang', value: [] }), '');
    const recent: Filter = { type: 'gte', key: 'year', value: 2021 };
    const german: Filter = { type: 'eq', key: 'lang', value: 'de' };
    const english: Filter = { type: 'eq', key: 'lang', value: 'en' };
    t.equal(await found({ type: 'and', filters: [recent, german] }), 'two');
    t.equal(await found({ type: 'or', filters: [english, german] }), 'one two');
    t.equal(await found({ type: 'and', filters: [{ type: 'or', filters: [english, german] }, recent] }), 'two');
  });

  t.test('changed attributes apply from the next search on', async (t) => {
    const store = await createStore();
    await engine.put(store, 'file-a', ['orchid'], { state: 'draft' });
    const filter: Filter = { type: 'eq', key: 'state', value: 'final' };
    t.strictSame(await engine.search(store, 'orchid', { filter }), []);
    await transaction((tx) => collections.setAttributes(store, 'file-a', { state: 'final' }, tx));
    t.match(await engine.search(store, 'orchid', { filter }), [{ fileId: 'file-a', attributes: { state: 'final' } }]);
    await t.rejects(
      transaction(async (tx) => {
        await collections.setAttributes(store, 'file-a', { state: 'gone' }, tx);
        throw new Error('no');
      }),
    );
    t.equal((await engine.search(store, 'orchid', { filter })).length, 1);
  });

  t.test('an identifier is found by its characters, and a threshold excludes weak hits', async (t) => {
    const store = await createStore();
    const texts = Array.from(
      { length: 40 },
      (_, index) => `Error E-${1000 + index} is raised by the pump when its valve sticks.`,
    );
    await engine.put(store, 'file-a', texts);
    const [first, second] = await engine.search(store, 'E-1023');
    t.equal(first?.chunkIndex, 23);
    t.ok(first && second && first.score > second.score);
    const strong = await engine.search(store, 'E-1023', { scoreThreshold: first?.score ?? 1 });
    t.equal(strong.length, 1);
    t.equal((await engine.search(store, '1023', { ranker: 'keyword' })).length, 1, 'only texts with the word');
    t.equal((await engine.search(store, 'E-1023', { maxResults: 7 })).length, 7);
  });

  t.test('several queries return the best hits of each', async (t) => {
    const store = await createStore();
    await engine.put(store, 'file-a', [
      'Volcanoes erupt when magma rises.',
      'Bakers knead dough at night.',
      'Trams run on rails.',
    ]);
    const hits = await engine.search(store, ['magma in volcanoes', 'kneading dough'], { maxResults: 2 });
    t.strictSame(hits.map(({ chunkIndex }) => chunkIndex).sort(), [0, 1]);
  });

  t.test('every ranker equals a plain computation over all chunks', async (t) => {
    const store = await createStore();
    await sameAsPlain(t, engine, store);
    // A sweep may build an index for a large collection.
    await collections.sweep();
    await sameAsPlain(t, engine, store);
  });

  t.test('files without chunks, and chunks without words, are harmless', async (t) => {
    const store = await createStore();
    await engine.put(store, 'empty', []);
    await engine.put(store, 'signs', ['?!', '…', '']);
    await engine.put(store, 'file-a', ['A real sentence.']);
    t.equal((await engine.search(store, 'real sentence'))[0]?.fileId, 'file-a');
    t.ok((await engine.search(store, '???', { maxResults: 50 })).every(({ score }) => score >= 0 && score <= 1));
    t.strictSame(await textsOf(collections, store, 'empty'), []);
    t.strictSame(await textsOf(collections, store, 'signs'), ['?!', '…', '']);
  });

  t.test('a sweep removes only unreachable data', async (t) => {
    const store = await createStore();
    const gone = await createStore();
    await engine.put(store, 'kept', ['kept text one', 'kept text two']);
    await engine.put(
      store,
      'replaced',
      Array.from({ length: 250 }, (_, index) => `first form ${index}`),
    );
    await engine.put(store, 'replaced', ['second form']);
    await engine.put(store, 'removed', ['removed text']);
    await transaction((tx) => collections.removeFile(store, 'removed', tx));
    const abandoned = await engine.stage(store, 'abandoned', ['never published']);
    await engine.put(gone, 'file-a', ['in a store that is deleted']);
    await VectorStore.destroy({ where: { id: gone } });
    t.strictSame(await engine.search(gone, 'deleted'), []);
    await engine.search(store, 'text');
    await collections.sweep();
    t.strictSame(await engine.storedChunks(), await engine.publishedChunks());
    const hits = await engine.search(store, 'kept text second form', { maxResults: 50 });
    t.strictSame(hits.map(({ fileId }) => fileId).sort(), ['kept', 'kept', 'replaced']);
    const fresh = await another();
    t.equal((await fresh.search(store, 'kept text second form', { maxResults: 50 })).length, 3);
    await t.rejects(
      transaction((tx) => collections.publish(abandoned, {}, tx)),
      lost,
      'swept chunks are not published',
    );
  });

  t.test('staging for an unknown store is refused', async (t) => {
    await t.rejects(engine.stage('vs_01M7XY3JZR2E7JP3HNP3VFFZ2W', 'file-a', ['text']), { code: 'not_found' });
  });

  t.test('a hundred files that two servers publish at once are all found, each once', async (t) => {
    const other = await another();
    const store = await createStore();
    // Fewer at once than a server has connections for, so that none waits too long for one on a busy machine.
    await inParallel(16, [...Array(100).keys()], (index) =>
      (index % 2 === 0 ? engine : other).put(store, `file-${index}`, [`pebble ${index}`]),
    );
    for (const server of [engine, other]) {
      const found = new Set<string>();
      for (let index = 0; index < 100; index += 1) {
        const [hit] = await server.search(store, `pebble ${index}`, { ranker: 'keyword', maxResults: 1 });
        t.equal(hit?.fileId, `file-${index}`);
        found.add(hit?.fileId ?? '');
      }
      t.equal(found.size, 100);
    }
  });
}
