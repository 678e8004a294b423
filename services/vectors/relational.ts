// The default search engine, which needs no further service: chunks are rows of the relational database, and worker
// threads of this server rank them from a cache in memory.

import { Chunk as ChunkModel } from '../../models/chunk.ts';
import { ChunkSet } from '../../models/chunk-set.ts';
import type { DatabaseSettings } from '../../models/reader.ts';
import type { Log } from '../platform/index.ts';
import { type CountedChunk, dropStore, publish, publishedSet, removeFile, setAttributes, stage } from './catalog.ts';
import type { Collections } from './collections.ts';
import { SearchThreads } from './search-threads.ts';
import { type SweepAges, sweepCollections } from './sweep.ts';
import { encodeVector } from './terms.ts';

export interface RelationalSettings {
  database: DatabaseSettings;
  cacheBytes: number;
  threads: number;
  sweepAges?: SweepAges;
}

/** Creates the engine over the open database. */
export function relationalCollections(settings: RelationalSettings, log: Log): Collections {
  const threads = new SearchThreads(settings.database, settings.cacheBytes, settings.threads, log);
  return {
    stage: (storeId, fileId, chunks) => stage(storeId, fileId, chunks, { add: addChunks }),
    publish,
    abandon: ({ setId }, transaction) => ChunkSet.abandon(setId, transaction),
    setAttributes,
    removeFile,
    dropStore,
    async read(storeId, fileId) {
      const setId = await publishedSet(storeId, fileId);
      return setId === undefined ? [] : ChunkModel.texts(setId);
    },
    search: (storeId, request) => threads.search(storeId, request),
    sweep: () => sweepCollections((setId, limit) => ChunkModel.removeSome(setId, limit), settings.sweepAges),
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
