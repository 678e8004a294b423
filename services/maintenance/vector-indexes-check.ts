// Reports the vector indexes of the large stores in PostgreSQL.

import { createLog } from '../platform/index.ts';
import type { Config } from '../settings/index.ts';
import { engineNames, findIndexes, type StoreIndex } from '../vectors/index.ts';
import { type Check, failed, ok, type Result, skipped, warning } from './finding.ts';

export function vectorIndexesCheck(config: Config): Check {
  return {
    part: 'vector indexes',
    advice: 'Check the database, and the PostgreSQL servers of SVC_COLLECTIONS_URL and collections.engines.',
    async run() {
      if (engineNames(config).length === 1) return skipped('No vector store is in PostgreSQL.');
      if (config.collections.index_chunks === 0) return skipped('SVC_COLLECTIONS_INDEX_CHUNKS=0 turns them off.');
      const indexes = await findIndexes(config, await createLog('silent'));
      const others = indexes.filter(({ state }) => state !== 'valid').map(resultOf);
      if (others.length > 0) return others;
      return ok(
        indexes.length === 0
          ? `No vector store in PostgreSQL has more than ${config.collections.index_chunks} chunks.`
          : `The indexes of ${indexes.length === 1 ? '1 vector store' : `${indexes.length} vector stores`} are valid.`,
      );
    },
  };
}

function resultOf({ storeId, chunks, dimensions, state, done }: StoreIndex): Result {
  const exact = `Until the index of the vector store ${storeId} (${chunks} chunks) is valid, its searches are exact and slow.`;
  switch (state) {
    case 'building':
      return ok(`${exact} It is being built: ${Math.floor(done * 100)} %.`);
    case 'failed':
      return failed(
        `${exact} Its build failed, and is repeated every 10 minutes. The reason is in the log of a server with workers and in that of PostgreSQL.`,
      );
    case 'impossible':
      return warning(
        `The vector store ${storeId} (${chunks} chunks) is always searched exactly, which is slow: its vectors have ${dimensions} dimensions, and PostgreSQL indexes at most 4000. Use an embedding model with fewer.`,
      );
    default:
      return warning(`${exact} One index is built at a time, and others wait.`);
  }
}
