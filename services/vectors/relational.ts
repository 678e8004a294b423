// The default search engine, which needs no further service: chunks are rows of the relational database, and worker
// threads of this server rank them from a cache in memory.

import cluster from 'node:cluster';
import { Chunk as ChunkModel } from '../../models/chunk.ts';
import { ChunkSet } from '../../models/chunk-set.ts';
import { database } from '../../models/connection.ts';
import { relationalChunks, relationalCounts } from '../../models/published-chunks.ts';
import type { Log } from '../platform/index.ts';
import { bytesOfCodes } from './codes.ts';
import { CodesFolder } from './codes-folder.ts';
import { type CountedChunk, type Engine, relationalName } from './engine.ts';
import { countsOf, searchIn } from './search-question.ts';
import { type SearchSettings, SearchThreads } from './search-threads.ts';
import { SupervisorSearch } from './supervisor-search.ts';
import { decodeVector, encodeVector } from './terms.ts';

const sweepFilesMs = 10 * 60_000;

/** The part of its share of the search cache that a store may use without a warning. */
const warnShare = 0.7;

/** Returns the bytes of codes that a store has and may have in memory, and true if it deserves a warning. */
export function shareOf(
  { chunks, dimensions }: { chunks: number; dimensions: number },
  { cacheBytes, threads }: Pick<SearchSettings, 'cacheBytes' | 'threads'>,
): { needed: number; share: number; isLarge: boolean } {
  const [needed, share] = [bytesOfCodes(chunks, dimensions), Math.floor(cacheBytes / threads)];
  return { needed, share, isLarge: needed > warnShare * share };
}

/** Returns a number of bytes as people read it. */
export function mebibytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(bytes < 10 * 2 ** 20 ? 1 : 0)} MiB`;
}

/** Creates the engine over the open database. */
export function relationalEngine(settings: SearchSettings, log: Log): Engine {
  const searcher = cluster.isWorker ? new SupervisorSearch() : new SearchThreads(settings, log);
  const folder = new CodesFolder(settings.codes);
  let sweeping: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const sweep = (): void => {
    sweeping = folder.sweep(database().reader).catch((error: unknown) => {
      log.warn({ err: error }, 'cannot sweep the files of codes');
    });
  };
  return {
    name: relationalName,
    add: addChunks,
    texts: ({ setId }, from, to) => ChunkModel.texts(setId, from, to),
    async read({ setId }, from, to) {
      const rows = await relationalChunks(setId, from, to);
      return rows.map(({ position: index, vector, ...row }) => ({ ...row, index, vector: decodeVector(vector) }));
    },
    ping: async () => undefined,
    setsAmong: (_, setIds) => ChunkModel.setsAmong(setIds),
    counts: (_, setIds) => relationalCounts(setIds),
    setsOf: (collectionId) => ChunkSet.withChunksHere(collectionId),
    removeSome: ({ setId }, limit) => ChunkModel.removeSome(setId, limit),
    search: (storeId, request) => searchIn(searcher, storeId, request),
    maintain: async () => undefined,
    // Each server has a folder of its own, so that the job that sweeps the database cannot sweep it.
    start() {
      timer = setInterval(sweep, sweepFilesMs).unref();
      sweep();
    },
    warningOf(size) {
      const { needed, share, isLarge } = shareOf(size, settings);
      if (!isLarge) return undefined;
      return (
        `Searches of this vector store need ${mebibytes(needed)} of the ${mebibytes(share)} of memory that one store can have. ` +
        'Beyond it they are slower: the operator can raise SVC_COLLECTIONS_CACHE_BYTES.'
      );
    },
    cacheCounts: () => countsOf(searcher),
    async close() {
      clearInterval(timer);
      await sweeping;
      await searcher.close();
    },
  };
}

async function addChunks({ setId }: { setId: string }, chunks: CountedChunk[]): Promise<void> {
  const rows = chunks.map(({ index: position, text, tokens, vector, terms }) => ({
    ...{ setId, position, text, tokens, terms },
    vector: encodeVector(vector),
  }));
  await ChunkModel.add(rows);
}
