// Measures a vector store that is larger than the search cache, and small stores beside it, on the embedded database.
// The default size is a hundredth of the published one: 10,000 chunks, a cache of 8 MiB and 100 small stores. `--full`
// takes 1,000,000 chunks, the default cache of 512 MiB and 10,000 small stores. A search after a restart is that of new
// search threads with an empty cache, while the kernel still has the files in its page cache.

import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { closeDatabase } from '../../../models/index.ts';
import { VectorStore } from '../../../models/vector-store.ts';
import { openDatabaseWithRetries } from '../../../services/database.ts';
import { createLog, type Log } from '../../../services/platform/log.ts';
import { type Config, loadConfig } from '../../../services/settings/config.ts';
import type { Collections } from '../../../services/vectors/collections.ts';
import { openCollections } from '../../../services/vectors/open.ts';
import { fill, percentile, search, secondsOf } from '../filled-collections.ts';
import type { Bench, Part } from '../part.ts';
import { type Goal, timeSlack } from '../report.ts';
import { createTenant } from '../tenant.ts';
import { scaleInPostgres } from './scale-postgres.ts';

const smallChunks = 20;
/** The small stores that are searched beside the large one. */
const neighbours = 20;
const callers = 4;

/** The goals of a store of 1,000,000 chunks, by the name of their row. They hold for the smaller one too. */
const goalsOf: Record<string, number> = {
  [`a store of ${smallChunks} chunks in the cache`]: 48,
  'small stores that left the cache for others': 0,
  "a neighbour's search during it, longest": 100,
  'first search after a restart': 1500,
  'a search by hybrid, p95': 300,
  'a search by vector, p95': 300,
  [`a neighbour's search beside ${callers} large ones, longest`]: 100,
};

export const scale: Part = {
  name: 'scale',
  about: 'a vector store that is larger than the search cache, and its neighbours',
  async run(bench) {
    const isFull = bench.full;
    const [chunks, cacheMiB, smallStores] = isFull ? [1_000_000, 512, 10_000] : [10_000, 8, 100];
    const settings = { SVC_DATA_DIR: bench.folder, SVC_DATABASE_URL: '' };
    await mkdir(bench.folder, { recursive: true });
    await createTenant(settings, smallStores + 1);
    const config = loadConfig({ ...settings, SVC_COLLECTIONS_CACHE_BYTES: String(cacheMiB * 2 ** 20) });
    const log = await createLog('warn');
    await openDatabaseWithRetries(config, log);
    // The search threads do not keep the process alive.
    const alive = setInterval(() => undefined, 1000);
    try {
      const rows = await measure(bench, config, log, chunks);
      const goals = rows.flatMap(([what, measured, unit]): Goal[] => {
        const must = goalsOf[what];
        return must === undefined ? [] : [{ what, sense: 'at most', must, measured, unit, slack: timeSlack }];
      });
      const own = { head: [`${chunks} chunks, cache of ${cacheMiB} MiB`, 'value', 'unit'], rows };
      await closeDatabase();
      const { tables = [], goals: more } = await scaleInPostgres({ ...bench, folder: join(bench.folder, 'postgres') });
      return { tables: [own, ...tables], goals: [...goals, ...more] };
    } finally {
      clearInterval(alive);
      await closeDatabase();
    }
  },
};

type Row = [name: string, value: number, unit: string];

async function measure(bench: Bench, config: Config, log: Log, chunks: number): Promise<Row[]> {
  const rows: Row[] = [];
  const row = (name: string, value: number, unit: string): void => {
    bench.note(`${name}: ${value.toFixed(1)} ${unit}`);
    rows.push([name, Number(value.toFixed(1)), unit]);
  };
  const stores = (await VectorStore.findAll({ order: ['id'], raw: true })).map(({ id }) => id);
  const [large, ...all] = stores as [string, ...string[]];
  const small = all.slice(0, neighbours);
  let collections = openCollections(config, log);
  const restart = async (): Promise<void> => {
    await collections.close();
    collections = openCollections(config, log);
  };
  row('filling the store', await secondsOf(() => fill(collections, large, chunks)), 's');
  row(
    'filling the small stores',
    await secondsOf(() => inTurn(all, (store) => fill(collections, store, smallChunks))),
    's',
  );
  await restart();
  await inTurn(all, (store, index) => search(collections, store, index));
  const again = await inTurn(all, (store, index) => search(collections, store, index));
  const counts = await collections.cacheCounts();
  row('small stores in the cache', counts?.stores ?? 0, '');
  row('small stores that left the cache for others', counts?.evictions ?? 0, '');
  row(`a store of ${smallChunks} chunks in the cache`, (counts?.bytes ?? 0) / all.length / 1024, 'KiB');
  row('a search of a small store, p95', percentile(again, 0.95), 'ms');
  await restart();
  await inTurn(small, (store, index) => search(collections, store, index));
  const loading = { isOver: false };
  const first = secondsOf(() => search(collections, large, 0)).finally(() => {
    loading.isOver = true;
  });
  const duringLoad = await timesWhile(() => !loading.isOver, collections, small);
  row('first search of all', await first, 's');
  row("a neighbour's search during it, longest", Math.max(...duringLoad), 'ms');
  await restart();
  row('first search after a restart', 1000 * (await secondsOf(() => search(collections, large, 1))), 'ms');
  for (const ranker of ['hybrid', 'vector'] as const) {
    const times: number[] = [];
    for (let query = 0; query < 40; query += 1)
      times.push(1000 * (await secondsOf(() => search(collections, large, query, { ranker }))));
    row(`a search by ${ranker}, p50`, percentile(times, 0.5), 'ms');
    row(`a search by ${ranker}, p95`, percentile(times, 0.95), 'ms');
  }
  const searching = { isOver: false };
  const searches = Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      for (let query = 0; query < 10; query += 1)
        await search(collections, large, caller + query, { projectId: 'large' });
    }),
  ).finally(() => {
    searching.isOver = true;
  });
  const duringSearches = await timesWhile(() => !searching.isOver, collections, small);
  await searches;
  row(`a neighbour's search beside ${callers} large ones, p50`, percentile(duringSearches, 0.5), 'ms');
  row(`a neighbour's search beside ${callers} large ones, longest`, Math.max(...duringSearches), 'ms');
  const end = await collections.cacheCounts();
  row('the cache', (end?.bytes ?? 0) / 2 ** 20, 'MiB');
  row('reads of codes from files', end?.passes ?? 0, '');
  row('files of codes', (await bytesIn(join(config.data_dir, 'codes'))) / 2 ** 20, 'MiB');
  await collections.close();
  return rows;
}

/** Does the work for each store, one after another. Returns the milliseconds of each. */
async function inTurn(stores: string[], work: (store: string, index: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (const [index, store] of stores.entries()) times.push(1000 * (await secondsOf(() => work(store, index))));
  return times;
}

/** Searches the small stores one after another while a condition holds. Returns the milliseconds of each. */
async function timesWhile(holds: () => boolean, collections: Collections, small: string[]): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; holds() || times.length === 0; index += 1) {
    const store = small[index % small.length] as string;
    times.push(1000 * (await secondsOf(() => search(collections, store, index))));
  }
  return times;
}

async function bytesIn(folder: string): Promise<number> {
  const sizes = await Promise.all((await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
