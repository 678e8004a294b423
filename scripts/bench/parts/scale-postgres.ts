// Measures the engine in PostgreSQL beside the default engine, on a real server: 125,000 chunks, 2,000 stores with an
// index each, vectors of 3,072 dimensions, and the recall of an index on real text. Without `--full`, a hundredth.

import { mkdir } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { transaction } from '../../../models/connection.ts';
import { closeDatabase } from '../../../models/index.ts';
import { VectorStore } from '../../../models/vector-store.ts';
import { openDatabaseWithRetries } from '../../../services/database.ts';
import { embedText } from '../../../services/gateway/embeddings/built-in.ts';
import { createLog } from '../../../services/platform/log.ts';
import { loadConfig } from '../../../services/settings/config.ts';
import type { Chunk, Collections, SearchHit, SearchRequest } from '../../../services/vectors/collections.ts';
import { openCollections } from '../../../services/vectors/open.ts';
import { installedTexts } from '../../fixtures/installed-texts.ts';
import { runPostgres, startRealPostgres } from '../../fixtures/postgres.ts';
import { fill, percentile, search, secondsOf } from '../filled-collections.ts';
import type { Bench } from '../part.ts';
import type { Findings, Goal, Table } from '../report.ts';
import { createTenant } from '../tenant.ts';
import { scaleMoves } from './scale-moves.ts';

type Row = Table['rows'][number];

const searches = 20;
const questionCount = 200;
const smallChunks = 60;
const callers = 4;
const longDimensions = 3072;
const kinds: Record<string, Partial<SearchRequest>> = {
  vector: { ranker: 'vector' },
  keyword: { ranker: 'keyword' },
  hybrid: { ranker: 'hybrid' },
  'hybrid, filtered to 10 % of the files': { filter: { type: 'eq', key: 'tenth', value: 0 } },
};

/** Returns no rows where PostgreSQL cannot be had. */
export async function scaleInPostgres(bench: Bench): Promise<Findings> {
  const server = await startRealPostgres().catch((error: Error) => bench.note(`no PostgreSQL: ${error.message}`));
  if (server === undefined) return { goals: [] };
  const size = bench.full ? 1 : 100;
  const stores = 2000 / size;
  try {
    const settings = { SVC_DATA_DIR: bench.folder, SVC_DATABASE_URL: '' };
    await mkdir(bench.folder, { recursive: true });
    await createTenant(settings, stores + 4);
    const log = await createLog('warn');
    await openDatabaseWithRetries(loadConfig(settings), log);
    const open = (indexChunks: number, url = server.url): Collections => {
      const own = { SVC_COLLECTIONS_URL: url, SVC_COLLECTIONS_INDEX_CHUNKS: String(indexChunks) };
      return openCollections(loadConfig({ ...settings, ...own }), log);
    };
    const [first, second, third, fourth, ...small] = (await VectorStore.findAll({ order: ['id'], raw: true })).map(
      ({ id }) => id,
    ) as [string, string, string, string, ...string[]];
    const beside = await besideDefault(bench, open, [first, second], 125_000 / size, server.url);
    const noted = (rows: Row[]): Row[] => {
      for (const row of rows) bench.note(row.join(' '));
      return rows;
    };
    const { row, goals } = await recall(open, fourth, 100_000 / size, server.url);
    const rows = noted([row]);
    rows.push(...noted(await longVectors(open, third, 10_000 / size)));
    rows.push(...noted(await manyIndexes(bench, open, small, server.url)));
    await closeDatabase();
    const moves = await scaleMoves(bench, server.url, bench.full ? 20_000 : 4000);
    const head = ['PostgreSQL', 'value', 'unit'];
    return { tables: [beside, { head, rows: [...rows, ...moves.rows] }], goals: [...goals, ...moves.goals] };
  } finally {
    await closeDatabase();
    await server.stop();
  }
}

type Open = (indexChunks: number, url?: string) => Collections;

async function besideDefault(
  bench: Bench,
  open: Open,
  stores: [string, string],
  chunks: number,
  url: string,
): Promise<Table> {
  const columns = [];
  for (const [index, collections] of [open(0, ''), open(0)].entries()) {
    const store = stores[index] as string;
    const attributesOf = (file: number): { tenth: number } => ({ tenth: file % 10 });
    const seconds = await secondsOf(async () => {
      await fill(collections, store, chunks, { attributesOf });
      await search(collections, store, 0);
    });
    const column = new Map([['chunks a second, until they are found', chunks / seconds]]);
    // PostgreSQL does so by itself within minutes. Before, a question of words reads the whole index of the chunks' keys.
    if (index > 0) await runPostgres(url, 'ANALYZE svc2_chunks');
    for (const [kind, request] of Object.entries(kinds))
      column.set(`${kind}, p50 ms`, await p50(collections, store, request));
    columns.push(column);
    bench.note(
      `${index === 0 ? 'the default engine' : 'PostgreSQL'}: ${[...column.values()].map(Math.round).join(', ')}`,
    );
    await collections.close();
  }
  const [relational, postgres] = columns as [Map<string, number>, Map<string, number>];
  const bytesPerChunk = async (): Promise<number> => {
    const sizes = `SELECT sum(pg_total_relation_size(inhrelid))::float8 AS bytes FROM pg_inherits WHERE inhparent = 'svc2_chunks'::regclass`;
    const [stored] = await runPostgres<{ bytes: number }>(url, sizes);
    return (stored?.bytes ?? 0) / chunks;
  };
  const stored = await bytesPerChunk();
  const collections = open(chunks / 2);
  const seconds = await built(collections);
  const indexed = await p50(collections, stores[1], { ranker: 'vector' });
  await collections.close();
  return {
    head: [`${chunks} chunks of 384 dimensions`, 'default engine', 'PostgreSQL'],
    rows: [
      ...[...relational].map(([name, value]): Row => [name, rounded(value), rounded(postgres.get(name) ?? 0)]),
      ['bytes a chunk, without its index', '', Math.round(stored)],
      ['bytes a chunk in its index', '', Math.round((await bytesPerChunk()) - stored)],
      ['building the index, s', '', rounded(seconds)],
      ['vector with the index, p50 ms', '', rounded(indexed)],
    ],
  };
}

/** Measures searches of small stores before and after each of them has an index. */
async function manyIndexes(bench: Bench, open: Open, stores: string[], url: string): Promise<Row[]> {
  let collections = open(0);
  for (const store of stores) await fill(collections, store, smallChunks);
  const perSecond = async (): Promise<number> => {
    let done = 0;
    const end = performance.now() + 3000 * bench.seconds;
    const call = async (caller: number): Promise<void> => {
      while (performance.now() < end) {
        done += 1;
        await search(collections, stores[(done * 7 + caller) % stores.length] as string, done, { ranker: 'vector' });
      }
    };
    await Promise.all(Array.from({ length: callers }, (_, caller) => call(caller)));
    return done / 3 / bench.seconds;
  };
  await perSecond();
  const before = await perSecond();
  await collections.close();
  collections = open(smallChunks - 1);
  const seconds = await built(collections);
  await perSecond();
  const after = await perSecond();
  await collections.close();
  const { planning, locks } = await planOf(url);
  const name = `${stores.length} stores with an index each`;
  return [
    [`${name}: searches a second, without`, rounded(before), ''],
    [`${name}: with`, rounded(after), ''],
    [`${name}: planning a search`, rounded(planning), 'ms'],
    [`${name}: locks of a search`, locks, ''],
    [`${name}: building them`, rounded(seconds), 's'],
  ];
}

async function planOf(url: string): Promise<{ planning: number; locks: number }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const collections = await client.query('SELECT max(id) AS id FROM svc2_collections');
  const vector = `[${Array.from({ length: 384 }, () => 0.05).join(',')}]`;
  const text = `EXPLAIN (SUMMARY, FORMAT JSON) SELECT set_id FROM svc2_chunks
    WHERE collection_id = '${collections.rows[0].id}' ORDER BY (vector::halfvec(384)) <#> '${vector}' LIMIT 64`;
  await client.query(text);
  await client.query('BEGIN');
  const plan = await client.query(text);
  const locks = await client.query('SELECT count(*)::int AS n FROM pg_locks WHERE pid = pg_backend_pid()');
  await client.end();
  return { planning: plan.rows[0]['QUERY PLAN'][0]['Planning Time'], locks: locks.rows[0].n };
}

async function longVectors(open: Open, store: string, chunks: number): Promise<Row[]> {
  const collections = open(chunks / 2);
  await fill(collections, store, chunks, { dimensions: longDimensions });
  const exact = await p50(collections, store, { ranker: 'vector' }, longDimensions);
  await built(collections);
  const state = (await collections.indexes()).find((index) => index.storeId === store)?.state ?? 'none';
  const indexed = await p50(collections, store, { ranker: 'vector' }, longDimensions);
  await collections.close();
  const name = `${chunks} vectors of ${longDimensions} dimensions`;
  return [
    [`${name}: exact, p50`, rounded(exact), 'ms'],
    [`${name}: with the index (${state}), p50`, rounded(indexed), 'ms'],
  ];
}

/** Compares the best ten by an index with the best ten by the exact order. Equal scores are equally good. */
async function recall(open: Open, store: string, count: number, url: string): Promise<{ row: Row; goals: Goal[] }> {
  const { texts, questions } = installedTexts(count, questionCount);
  let collections = open(0);
  const chunks = (first: number, some: string[]): Chunk[] =>
    some.map((text, index) => ({ index: first + index, text, tokens: 60, vector: embedText(text) }));
  async function* batches(): AsyncGenerator<Chunk[]> {
    for (let first = 0; first < texts.length; first += 250) yield chunks(first, texts.slice(first, first + 250));
  }
  const staged = await collections.stage(store, 'file-texts', batches());
  await transaction((tx) => collections.publish(staged, {}, tx));
  const ask = async (): Promise<SearchHit[][]> => {
    const found = [];
    for (const text of questions)
      found.push(
        await collections.search(store, {
          ...{ queries: [{ text, vector: embedText(text) }], maxResults: 10, scoreThreshold: 0 },
          ...{ ranker: 'vector', vectorWeight: 1, projectId: store },
        }),
      );
    return found;
  };
  const exact = await ask();
  await collections.close();
  const scansBefore = await scansOfIndexes(url);
  collections = open(texts.length - 1);
  await built(collections);
  const shares = (await ask()).map((hits, index) => shareOfBest(hits, exact[index] as SearchHit[]));
  await collections.close();
  const scans = (await scansOfIndexes(url)) - scansBefore;
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  const lowest = Math.min(...shares);
  const name = `recall@10 of ${questions.length} questions to ${texts.length} real texts`;
  const goal = (what: string, must: number, measured: number): Goal => ({
    ...{ what, sense: 'at least', must, measured, unit: '', slack: 0 },
  });
  return {
    row: [name, Number(mean.toFixed(4)), `lowest ${lowest}, ${scans} by the index`],
    goals: [goal('recall@10 of an index in PostgreSQL', 0.97, mean), goal('the lowest of a question', 0.7, lowest)],
  };
}

/** Returns the scans by connections that are closed. */
async function scansOfIndexes(url: string): Promise<number> {
  const counted =
    "SELECT coalesce(sum(idx_scan), 0)::int AS scans FROM pg_stat_user_indexes WHERE indexrelname LIKE 'svc2_hnsw_%'";
  return (await runPostgres<{ scans: number }>(url, counted))[0]?.scans ?? 0;
}

function shareOfBest(hits: SearchHit[], exact: SearchHit[]): number {
  const last = exact.at(-1)?.score ?? 0;
  return hits.filter(({ score }) => score >= last - 1e-6).length / exact.length;
}

/** Builds all indexes. Returns the seconds. */
function built(collections: Collections): Promise<number> {
  return secondsOf(async () => {
    await collections.sweep();
    for (;;) {
      const states = (await collections.indexes()).map(({ state }) => state);
      if (states.every((state) => state === 'valid')) return;
      if (states.includes('failed')) throw new Error('An index was not built');
      await wait(100);
    }
  });
}

async function p50(
  collections: Collections,
  store: string,
  request: Partial<SearchRequest>,
  dimensions?: number,
): Promise<number> {
  const times: number[] = [];
  const more = dimensions === undefined ? {} : { dimensions };
  for (let query = 0; query < searches; query += 1)
    times.push(1000 * (await secondsOf(() => search(collections, store, query, { ...request, ...more }))));
  return percentile(times, 0.5);
}

function rounded(value: number): number {
  return Number(value.toFixed(value < 10 ? 2 : 0));
}
