// What a search engine of the benchmark is, and how its process is talked to. Each is filled by one process and asked in
// another, which has nothing in memory when it starts.

import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Ranker } from '../../../services/vectors/collections.ts';
import { queryCount, queryText, readQueries, type Size, sizes } from './passages.ts';

export interface Query {
  size: Size;
  text: string;
  vector: Float32Array;
  /** Only passages below this `percent`. */
  below?: number;
  /** By vectors, where it is left out. */
  ranker?: Ranker;
}

export interface Engine {
  fill(size: Size): Promise<void>;
  /** The numbers of the ten best passages, whose texts were read too. */
  search(query: Query): Promise<number[]>;
  /** Removes the file that the passage is of, for good. */
  remove?(size: Size, passage: number): Promise<void>;
}

/** A run of queries, one after the other, until all were asked or the time is over. */
export interface Run {
  type: 'run';
  size: Size;
  below?: number;
  ranker?: Ranker;
  /** The first query, and the most that are asked. */
  first: number;
  count: number;
  budgetMs: number;
}

export interface Answer {
  /** Of each query, in milliseconds. */
  times: number[];
  hits: number[][];
  /** The 99th percentile of how late the event loop of the engine's main thread was. */
  lateMs: number;
  rssBytes: number;
}

/** Removes what is found first for some queries, and searches at once. */
export interface Removals {
  type: 'remove';
  size: Size;
  count: number;
}

export type Order = Run | Removals;

export const folder = process.env.BENCH_FOLDER ?? '';
/** A run has at least so many queries, whatever they take. */
const fewest = 3;
const resolution = 1;

/** Fills the engine, or answers orders until the benchmark ends. */
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

/** How many passages were found although they had been removed. */
async function remove(engine: Engine, vectors: Float32Array[], { size, count }: Removals): Promise<number> {
  let stale = 0;
  for (let index = 0; index < count; index += 1) {
    const query = { size, text: queryText(index), vector: vectors[index] as Float32Array };
    const [best] = await engine.search(query);
    if (best === undefined) throw new Error('Nothing was found');
    await engine.remove?.(size, best);
    if ((await engine.search(query)).includes(best)) stale += 1;
  }
  return stale;
}
