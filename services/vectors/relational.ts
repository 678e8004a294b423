// The engine that needs nothing else: chunks are rows of the relational database, ranked by threads of this server that
// keep what they need of a store in memory.

import { Chunk as ChunkModel } from '../../models/chunk.ts';
import type { DatabaseSettings } from '../../models/reader.ts';
import type { Log } from '../platform/index.ts';
import { dropStore, publish, publishedSet, removeFile, setAttributes, stage } from './catalog.ts';
import type { Chunk, Collections } from './collections.ts';
import { SearchThreads } from './search-threads.ts';
import { type SweepAges, sweepCollections } from './sweeping.ts';
import { encodeTerms, encodeVector, termsOf } from './terms.ts';

export interface RelationalSettings {
  database: DatabaseSettings;
  cacheBytes: number;
  threads: number;
  sweepAges?: SweepAges;
}

/** Opens the engine over the open database. */
export function relationalCollections(settings: RelationalSettings, log: Log): Collections {
  const threads = new SearchThreads(settings.database, settings.cacheBytes, settings.threads, log);
  return {
    stage: (storeId, fileId, chunks) => stage(storeId, fileId, chunks, { add: addChunks }),
    publish,
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

async function addChunks({ setId }: { setId: string }, chunks: Chunk[]): Promise<number> {
  const rows = chunks.map(({ index: position, text, tokens, vector, terms }) => ({
    ...{ setId, position, text, tokens },
    vector: encodeVector(vector),
    terms: terms ?? encodeTerms(termsOf(text)),
  }));
  await ChunkModel.add(rows);
  return rows.reduce((sum, { text, vector, terms }) => sum + Buffer.byteLength(text) + vector.length + terms.length, 0);
}
