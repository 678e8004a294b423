// The metrics of the search cache, of the search engines, and of the vector indexes in PostgreSQL.

import { setTimeout as delay } from 'node:timers/promises';
import type { EngineSize } from '../../models/collection.ts';
import { type Metrics, metersOf } from '../platform/index.ts';
import type { CacheCounts, IndexState, StoreIndex } from './collections.ts';

/** The time that the metrics wait for the search threads, which may be busy. */
const waitMs = 500;

export interface SearchCacheMetrics {
  /** Sets the size of the cache, and the function that reads its counts. */
  watch(limitBytes: number, read: () => Promise<CacheCounts | undefined>): void;
}

/** Registers the metrics of the search cache. */
export function searchCacheMetrics(registry: Metrics['registry']): SearchCacheMetrics {
  // All processes of one server have one search cache.
  const { counter, gauge } = metersOf(registry, 'max');
  let readCounts = (): Promise<CacheCounts | undefined> => Promise.resolve(undefined);
  const evictions = counter('svc_search_cache_evictions_total', 'Vector stores that left the search cache for others.');
  const passes = counter(
    'svc_search_passes_total',
    'Times that a search read codes from a file because the search cache did not have them.',
  );
  const limit = gauge('svc_search_cache_limit_bytes', 'The maximum size of the search cache.');
  const stores = gauge('svc_search_cache_stores', 'Vector stores in the search cache.');
  const largest = gauge(
    'svc_search_largest_store_bytes',
    'The memory of the largest vector store in the search cache.',
  );
  let counted = { evictions: 0, passes: 0 };
  gauge('svc_search_cache_bytes', 'The size of the search cache.', [], async (metric) => {
    const counts = await inTime(readCounts());
    if (counts === undefined) return;
    metric.set(counts.bytes);
    stores.set(counts.stores);
    largest.set(counts.largestStoreBytes);
    // A search thread that died begins again at 0.
    evictions.inc(Math.max(0, counts.evictions - counted.evictions));
    passes.inc(Math.max(0, counts.passes - counted.passes));
    counted = { evictions: counts.evictions, passes: counts.passes };
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
export function indexMetrics(registry: Metrics['registry']): IndexMetrics {
  const { gauge } = metersOf(registry);
  let readIndexes: (() => Promise<StoreIndex[]>) | undefined;
  const progress = gauge(
    'svc_collections_index_progress',
    'The part of the running build of a vector index that is done; 0 without a build.',
  );
  gauge(
    'svc_collections_indexes',
    'Vector stores that are large enough for a vector index in PostgreSQL, by its state.',
    ['state'],
    async (metric) => {
      const indexes = await inTime(readIndexes?.());
      if (indexes === undefined) return;
      for (const state of indexStates) metric.set({ state }, indexes.filter((index) => index.state === state).length);
      progress.set(indexes.find(({ state }) => state === 'building')?.done ?? 0);
    },
  );
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
export function engineMetrics(registry: Metrics['registry']): EngineMetrics {
  const { gauge } = metersOf(registry);
  let readSizes: (() => Promise<EngineSize[]>) | undefined;
  const show = (member: 'stores' | 'chunks', help: string) =>
    gauge(`svc_collections_${member}`, help, ['engine'], async (metric) => {
      const sizes = await inTime(readSizes?.());
      if (sizes === undefined) return;
      metric.reset();
      for (const { engine, ...size } of sizes) metric.set({ engine: engine ?? 'unknown' }, size[member]);
    });
  show('stores', 'Vector stores with files, by the search engine that has their chunks; unknown: not recorded yet.');
  show('chunks', 'Chunks of vector stores, by search engine.');
  return {
    watch(read) {
      readSizes = read;
    },
  };
}

/** Returns undefined if the value does not come in time. */
function inTime<Value>(value: Promise<Value> | undefined): Promise<Value | undefined> {
  return Promise.race([value?.catch(() => undefined), delay(waitMs, undefined, { ref: false })]);
}
