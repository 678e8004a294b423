// The interface of a search engine in the benchmark, and the protocol to its process. One process fills the engine and
// another one answers queries, so that the measured process starts with empty memory.

import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Ranker } from '../../../services/vectors/collections.ts';
import { queryCount, queryText, readQueries, type Size, sizes } from './passages.ts';

export interface Query {
  size: Size;
  text: string;
  vector: Float32Array;
  /** Filters by the attribute `percent`: only passages with a lower value match. */
  below?: number;
  /** Vector search by default. */
  ranker?: Ranker;
}

export interface Engine {
  fill(size: Size): Promise<void>;
  /** Returns the numbers of the ten best passages, and reads their texts too. */
  search(query: Query): Promise<number[]>;
  /** Deletes the file that contains the passage. */
  remove?(size: Size, passage: number): Promise<void>;
}

/** Runs queries one after another until `count` is reached or the time budget is used. */
export interface Run {
  type: 'run';
  size: Size;
  below?: number;
  ranker?: Ranker;
  /** The number of the first query, and the maximum number of queries. */
  first: number;
  count: number;
  budgetMs: number;
}

export interface Answer {
  /** The duration of each query, in milliseconds. */
  times: number[];
  hits: number[][];
  /** The 99th percentile of the event loop delay in the engine's main thread, in milliseconds. */
  lateMs: number;
  rssBytes: number;
}

/** For each of some queries: removes the best passage, and searches again at once. */
export interface Removals {
  type: 'remove';
  size: Size;
  count: number;
}

export type Order = Run | Removals;

export const folder = process.env.BENCH_FOLDER ?? '';
/** The minimum number of queries in a run, even if the time budget is used. */
const fewest = 3;
const resolution = 1;

/** Fills the engine if BENCH_FILL is `yes`. Otherwise answers orders until the benchmark ends. */
export async function serve(engine: Engine): Promise<void> {
  if (process.env.BENCH_FILL === 'yes') {
    for (const size of sizes) await engine.fill(size);
    process.exit();
  }
  const vectors = readQueries(folder);
  process.on('message', (order: Order) => {
    const answer = order.type === 'run' ? run(engine, vectors, order) : remove(engine, vectors, order);
    void answer.then((found) => process.send?.(found));
  });
  process.once('disconnect', () => process.exit());
  process.send?.('ready');
}

async function run(engine: Engine, vectors: Float32Array[], order: Run): Promise<Answer> {
  const { size, below, ranker, first, count, budgetMs } = order;
  const loop = monitorEventLoopDelay({ resolution });
  loop.enable();
  const answer: Answer = { times: [], hits: [], lateMs: 0, rssBytes: 0 };
  const ends = performance.now() + budgetMs;
  for (let done = 0; done < count && (done < fewest || performance.now() < ends); done += 1) {
    const index = (first + done) % queryCount;
    const query: Query = { size, text: queryText(index), vector: vectors[index] as Float32Array };
    if (below !== undefined) query.below = below;
    if (ranker !== undefined) query.ranker = ranker;
    const began = performance.now();
    answer.hits.push(await engine.search(query));
    answer.times.push(performance.now() - began);
  }
  loop.disable();
  return { ...answer, lateMs: loop.percentile(99) / 1e6 - resolution, rssBytes: process.memoryUsage.rss() };
}

/** Returns how many removed passages the next search still found. */
async function remove(engine: Engine, vectors: Float32Array[], { size, count }: Removals): Promise<number> {
  let stale = 0;
  for (let index = 0; index < count; index += 1) {
    const query = { size, text: queryText(index), vector: vectors[index] as Float32Array };
    const [best] = await engine.search(query);
    if (best === undefined) throw new Error('The search returned no passage');
    await engine.remove?.(size, best);
    if ((await engine.search(query)).includes(best)) stale += 1;
  }
  return stale;
}
