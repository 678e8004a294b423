// The default search engine, which needs no further service: chunks are rows of the relational database, and worker
// threads of this server rank them from a cache in memory.

import { Chunk as ChunkModel } from '../../models/chunk.ts';
import type { DatabaseSettings } from '../../models/reader.ts';
import type { Log } from '../platform/index.ts';
import type { CountedChunk, Engine } from './engine.ts';
import { SearchThreads } from './search-threads.ts';
import { encodeVector } from './terms.ts';

export interface RelationalSettings {
  database: DatabaseSettings;
  cacheBytes: number;
  threads: number;
}

/** The name of this engine, which is always configured. */
export const relationalName = 'relational';

/** Creates the engine over the open database. */
export function relationalEngine(settings: RelationalSettings, log: Log): Engine {
  const threads = new SearchThreads(settings.database, settings.cacheBytes, settings.threads, log);
  return {
    name: relationalName,
    add: addChunks,
    texts: (setId, from, to) => ChunkModel.texts(setId, from, to),
    setsAmong: (setIds) => ChunkModel.setsAmong(setIds),
    removeSome: (setId, limit) => ChunkModel.removeSome(setId, limit),
    search: (storeId, request) => threads.search(storeId, request),
    maintain: async () => undefined,
    close: () => threads.close(),
  };
}

async function addChunks({ setId }: { setId: string }, chunks: CountedChunk[]): Promise<void> {
  const rows = chunks.map(({ index: position, text, tokens, vector, terms }) => ({
    ...{ setId, position, text, tokens, terms },
    vector: encodeVector(vector),
  }));
  await ChunkModel.add(rows);
}
