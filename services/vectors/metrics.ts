// The metrics of the search cache, of the search engines, and of the vector indexes in PostgreSQL.

import { setTimeout as delay } from 'node:timers/promises';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { EngineSize } from '../../models/collection.ts';
import type { CacheCounts, IndexState, StoreIndex } from './collections.ts';

/** The time that the metrics wait for the search threads, which may be busy. */
const waitMs = 500;
/** All processes of one server have one search cache, and see the same indexes. */
const aggregator = 'max';

export interface SearchCacheMetrics {
  /** Sets the size of the cache, and the function that reads its counts. */
  watch(limitBytes: number, read: () => Promise<CacheCounts | undefined>): void;
}

/** Registers the metrics of the search cache. */
export function searchCacheMetrics(registry: Registry): SearchCacheMetrics {
  const registers = [registry];
  let readCounts = (): Promise<CacheCounts | undefined> => Promise.resolve(undefined);
  const counter = (name: string, help: string): Counter => new Counter({ name, help, aggregator, registers });
  const evictions = counter('svc_search_cache_evictions_total', 'Vector stores that left the search cache for others.');
  const passes = counter(
    'svc_search_passes_total',
    'Times that a search read codes from a file because the search cache did not have them.',
  );
  const limit = new Gauge({
    name: 'svc_search_cache_limit_bytes',
    aggregator,
    help: 'The maximum size of the search cache.',
    registers,
  });
  const stores = new Gauge({
    name: 'svc_search_cache_stores',
    aggregator,
    help: 'Vector stores in the search cache.',
    registers,
  });
  const largest = new Gauge({
    name: 'svc_search_largest_store_bytes',
    aggregator,
    help: 'The memory of the largest vector store in the search cache.',
    registers,
  });
  let counted = { evictions: 0, passes: 0 };
  new Gauge({
    name: 'svc_search_cache_bytes',
    aggregator,
    help: 'The size of the search cache.',
    registers,
    async collect() {
      const counts = await Promise.race([
        readCounts().catch(() => undefined),
        delay(waitMs, undefined, { ref: false }),
      ]);
      if (counts === undefined) return;
      this.set(counts.bytes);
      stores.set(counts.stores);
      largest.set(counts.largestStoreBytes);
      // A search thread that died begins again at 0.
      evictions.inc(Math.max(0, counts.evictions - counted.evictions));
      passes.inc(Math.max(0, counts.passes - counted.passes));
      counted = { evictions: counts.evictions, passes: counts.passes };
    },
  });
  return {
    watch(limitBytes, read) {
      limit.set(limitBytes);
      readCounts = read;
    },
  };
}

const indexStates: readonly IndexState[] = ['valid', 'building', 'failed', 'missing', 'impossible'];

export interface IndexMetrics {
  /** Sets the function that reads the indexes. */
  watch(read: () => Promise<StoreIndex[]>): void;
}

/** Registers the metrics of the vector indexes of large stores in PostgreSQL. */
export function indexMetrics(registry: Registry): IndexMetrics {
  const registers = [registry];
  let readIndexes: (() => Promise<StoreIndex[]>) | undefined;
  const progress = new Gauge({
    name: 'svc_collections_index_progress',
    aggregator,
    help: 'The part of the running build of a vector index that is done; 0 without a build.',
    registers,
  });
  new Gauge({
    name: 'svc_collections_indexes',
    aggregator,
    help: 'Vector stores that are large enough for a vector index in PostgreSQL, by its state.',
    labelNames: ['state'],
    registers,
    async collect() {
      const indexes = await Promise.race([
        readIndexes?.().catch(() => undefined),
        delay(waitMs, undefined, { ref: false }),
      ]);
      if (indexes === undefined) return;
      for (const state of indexStates) this.set({ state }, indexes.filter((index) => index.state === state).length);
      progress.set(indexes.find(({ state }) => state === 'building')?.done ?? 0);
    },
  });
  return {
    watch(read) {
      readIndexes = read;
    },
  };
}

export interface EngineMetrics {
  /** Sets the function that reads the sizes of the engines. */
  watch(read: () => Promise<EngineSize[]>): void;
}

/** Registers the metrics of the search engines. */
export function engineMetrics(registry: Registry): EngineMetrics {
  let readSizes: (() => Promise<EngineSize[]>) | undefined;
  const gauge = (member: 'stores' | 'chunks', help: string): Gauge =>
    new Gauge({
      name: `svc_collections_${member}`,
      aggregator,
      help,
      labelNames: ['engine'],
      registers: [registry],
      async collect() {
        const sizes = await Promise.race([
          readSizes?.().catch(() => undefined),
          delay(waitMs, undefined, { ref: false }),
        ]);
        if (sizes === undefined) return;
        this.reset();
        for (const { engine, ...size } of sizes) this.set({ engine: engine ?? 'unknown' }, size[member]);
      },
    });
  gauge('stores', 'Vector stores with files, by the search engine that has their chunks; unknown: not recorded yet.');
  gauge('chunks', 'Chunks of vector stores, by search engine.');
  return {
    watch(read) {
      readSizes = read;
    },
  };
}
