// The engines of vector search, as tests use them: texts in, hits out.

import { join } from 'node:path';
import type { Test } from 'tap';
import { Chunk as ChunkModel } from '../../models/chunk.ts';
import { CollectionFile } from '../../models/collection.ts';
import { database, transaction } from '../../models/connection.ts';
import type { DatabaseSettings } from '../../models/reader.ts';
import { embedText } from '../../services/gateway/embeddings/built-in.ts';
import type { Log } from '../../services/platform/log.ts';
import type {
  Attributes,
  Chunk,
  Collections,
  SearchHit,
  SearchRequest,
  Staged,
} from '../../services/vectors/collections.ts';
import { collectionsOver } from '../../services/vectors/open.ts';
import { postgresEngine } from '../../services/vectors/postgres.ts';
import { cosineOf, scoreOf, vectorWeights } from '../../services/vectors/ranking.ts';
import { relationalEngine } from '../../services/vectors/relational.ts';
import type { SearchSettings } from '../../services/vectors/search-threads.ts';
import { termsOf } from '../../services/vectors/terms.ts';
import type { TestApp } from './app.ts';
import { type PostgresServer, poolSize, startPostgres } from './postgres.ts';
import { textsOf } from './stores.ts';

export interface Engine {
  collections: Collections;
  stage(storeId: string, fileId: string, texts: string[]): Promise<Staged>;
  /** Stages and publishes the texts as the chunks of a file. */
  put(storeId: string, fileId: string, texts: string[], attributes?: Attributes): Promise<void>;
  search(storeId: string, queries: string | string[], options?: Partial<SearchRequest>): Promise<SearchHit[]>;
  /** Returns the set and position of every chunk that is stored (`storedChunks`) or should be (`publishedChunks`). */
  storedChunks(): Promise<string[]>;
  /** The sample sizes of the comparison with a plain computation. */
  samples: Samples;
  publishedChunks(): Promise<string[]>;
}

/** Sizes, and the greatest error of a score. */
export interface Samples {
  perFile: number;
  queries: number;
  error?: number;
}

export interface EngineKind {
  name: string;
  /** Opens the engine like an additional server, and closes it when the test ends. */
  open(t: Test): Promise<Engine>;
}

/** With these ages, a sweep deletes everything that it may delete. */
const sweepAges = { garbageMs: 0, stagedMs: 0, keptTraces: 0 };

/** Returns the settings of the relational engine with a cache of 64 MiB. */
export function searchSettings(database: DatabaseSettings): SearchSettings {
  const codes = { folder: join(database.dataDir, 'codes'), limitBytes: 2 ** 30, reserveBytes: 0 };
  return { database, cacheBytes: 2 ** 26, threads: 1, maxStoreBytes: undefined, codes };
}

/** Returns every engine, on the database of the started app. The first one keeps its chunks in that database. */
export function engines(app: TestApp, log: Log): EngineKind[] {
  let postgres: Promise<PostgresServer> | undefined;
  const settings = { url: app.database.url, dataDir: app.database.dataDir, poolSize: 2, timeoutMs: 8000 };
  return [
    {
      name: 'the relational engine',
      open: async (t) => {
        const relational = relationalEngine(searchSettings(settings), log);
        const collections = collectionsOver([relational], log, sweepAges);
        return engineOver(t, collections, storedInRelations, { perFile: 300, queries: 20 });
      },
    },
    {
      name: 'the PostgreSQL engine',
      open: async (t) => {
        if (postgres === undefined) {
          postgres = startPostgres();
          const { stop } = await postgres;
          t.teardown(stop);
        }
        const { url, query } = await postgres;
        // An index takes the stand-in a minute, in which it answers nobody: test/postgres/indexes.test.ts has a real server.
        const engine = postgresEngine({ url, poolSize, indexChunks: 0 }, database().reader, log);
        const collections = collectionsOver([engine], log, sweepAges);
        const storedChunks = async (): Promise<string[]> => {
          const rows = await query<{ set_id: string; position: string }>('SELECT set_id, position FROM svc2_chunks');
          return rows.map(({ set_id: setId, position }) => `${setId} ${position}`).sort();
        };
        return engineOver(t, collections, storedChunks, { perFile: 100, queries: 8, error: 4e-4 });
      },
    },
  ];
}

/** Returns an engine that is closed when the test ends. */
export function engineOver(
  t: Test,
  collections: Collections,
  storedChunks: Engine['storedChunks'],
  samples: Samples,
): Engine {
  t.teardown(() => collections.close());
  const stage = (storeId: string, fileId: string, texts: string[]): Promise<Staged> =>
    collections.stage(storeId, fileId, chunksOf(texts));
  return {
    collections,
    stage,
    async put(storeId, fileId, texts, attributes = {}) {
      const staged = await stage(storeId, fileId, texts);
      await transaction((tx) => collections.publish(staged, attributes, tx));
    },
    search: (storeId, queries, options = {}) =>
      collections.search(storeId, {
        queries: [queries].flat().map((text) => ({ text, vector: embedText(text) })),
        maxResults: 10,
        scoreThreshold: 0,
        ranker: 'hybrid',
        vectorWeight: vectorWeights.lexical,
        ...options,
      }),
    storedChunks,
    samples,
    async publishedChunks() {
      const files = await CollectionFile.findAll();
      return files
        .flatMap(({ setId, chunks }) => Array.from({ length: chunks }, (_, position) => `${setId} ${position}`))
        .sort();
    },
  };
}

/** Embeds the texts, and returns them as chunks in batches of 100. */
async function* chunksOf(texts: string[]): AsyncIterable<Chunk[]> {
  const chunks = texts.map((text, index) => ({ index, text, tokens: text.length, vector: embedText(text) }));
  for (let first = 0; first < chunks.length; first += 100) yield chunks.slice(first, first + 100);
}

async function storedInRelations(): Promise<string[]> {
  const rows = await ChunkModel.findAll({ attributes: ['setId', 'position'] });
  const [vectors] = (await database().sequelize.query('SELECT COUNT(*) AS n FROM chunk_vectors')) as [
    { n: number }[],
    unknown,
  ];
  if (vectors[0]?.n !== rows.length) throw new Error(`${vectors[0]?.n} vectors for ${rows.length} texts`);
  return rows.map(({ setId, position }) => `${setId} ${position}`).sort();
}

/** Fails the test if the engine's hits differ from those of a plain computation over all chunks. */
export async function sameAsPlain(
  t: Test,
  { collections, put, search, samples }: Engine,
  store: string,
): Promise<void> {
  const { perFile, queries, error = 1e-4 } = samples;
  const words = Array.from({ length: 400 }, (_, index) => `word${index}x`);
  let state = 7;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
  const sentence = (): string => Array.from({ length: 12 }, () => words[Math.min(random(400), random(400))]).join(' ');
  const texts = Array.from({ length: 10 * perFile }, sentence);
  for (let file = 0; file < 10; file += 1) {
    const isThere = (await textsOf(collections, store, `file-${file}`)).length > 0;
    if (!isThere) await put(store, `file-${file}`, texts.slice(file * perFile, file * perFile + perFile));
  }
  const plain = plainSearch(texts);
  const place = (fileId: string, chunkIndex: number): number => Number(fileId.slice(5)) * perFile + chunkIndex;
  for (const ranker of ['vector', 'keyword', 'hybrid'] as const) {
    let found = 0;
    for (let query = 0; query < queries; query += 1) {
      const text = sentence();
      const all = plain(text, ranker);
      const expected = all.slice(0, 10);
      const hits = await search(store, text, { ranker });
      const scores = new Map(all.map(({ index, score }) => [index, score]));
      // Any of several chunks with equal scores is one of the best.
      const least = (expected.at(-1)?.score ?? 0) - 1e-9;
      found += hits.filter(({ fileId, chunkIndex }) => (scores.get(place(fileId, chunkIndex)) ?? 0) >= least).length;
      const worst = Math.max(
        ...hits.map(({ score, fileId, chunkIndex }) => Math.abs(score - (scores.get(place(fileId, chunkIndex)) ?? 2))),
      );
      t.ok(worst < error, `${ranker}: the scores equal those of the plain computation, with an error of ${worst}`);
    }
    t.ok(found >= 9.7 * queries, `${ranker}: ${found} of the best ${10 * queries} hits were found`);
  }
}

/** Returns a function that computes the score of every text by definition. */
function plainSearch(
  texts: string[],
): (query: string, ranker: SearchRequest['ranker']) => { index: number; score: number }[] {
  const terms = texts.map(termsOf);
  const vectors = texts.map(embedText);
  const average = terms.reduce((sum, { words }) => sum + words, 0) / texts.length;
  const countIn = (text: number, hash: number): number => {
    const at = terms[text]?.hashes.indexOf(hash) ?? -1;
    return at < 0 ? 0 : (terms[text]?.counts[at] ?? 0);
  };
  return (query, ranker) => {
    const vector = embedText(query);
    const asked = termsOf(query);
    const weighed = [...asked.hashes].map((hash, index) => {
      const documents = texts.filter((_, index) => countIn(index, hash) > 0).length;
      const count = asked.counts[index] ?? 0;
      return {
        hash,
        weight: (Math.log(1 + (texts.length - documents + 0.5) / (documents + 0.5)) * 9 * count) / (8 + count),
      };
    });
    const total = weighed.reduce((sum, { weight }) => sum + weight, 0);
    const scored = texts.map((_, index) => {
      const norm = 1.2 * (0.25 + (0.75 * (terms[index]?.words ?? 0)) / average);
      const cover = weighed.reduce((sum, { hash, weight }) => {
        const count = countIn(index, hash);
        return sum + ((weight / total) * count * 2.2) / (count + norm);
      }, 0);
      return {
        index,
        score: scoreOf(ranker, cosineOf(vector, vectors[index] as Float32Array), cover, vectorWeights.lexical),
      };
    });
    return scored.sort((a, b) => b.score - a.score);
  };
}
