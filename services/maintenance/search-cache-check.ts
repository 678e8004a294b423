// Compares the largest vector store of the default search engine with the share of the search cache that it can have.

import { select } from '../../models/connection.ts';
import type { Config } from '../settings/index.ts';
import { mebibytes, relationalName, shareOf } from '../vectors/index.ts';
import { type Check, ok, warning } from './finding.ts';

export function searchCacheCheck({ collections }: Config): Check {
  const { cache_bytes: cacheBytes, threads } = collections;
  return {
    part: 'search cache',
    advice: 'Check the database.',
    async run() {
      const [largest] = await select<{ storeId: string; chunks: number | string; dimensions: number }>(
        'SELECT c.store_id AS storeId, c.dimensions AS dimensions, SUM(f.chunks) AS chunks FROM collections c ' +
          'JOIN collection_files f ON f.collection_id = c.id WHERE c.engine = ? OR c.engine IS NULL ' +
          'GROUP BY c.id, c.store_id, c.dimensions ORDER BY SUM(f.chunks) * c.dimensions DESC LIMIT 1',
        [relationalName],
      );
      const size = { chunks: Number(largest?.chunks ?? 0), dimensions: largest?.dimensions ?? 0 };
      const { needed, share, isLarge } = shareOf(size, { cacheBytes, threads });
      if (largest === undefined) return ok(`${mebibytes(share)} for each search thread, and no vector store.`);
      const text = `The largest vector store ${largest.storeId} needs ${mebibytes(needed)} of the ${mebibytes(share)} that one search thread has.`;
      if (!isLarge) return ok(text);
      const slower =
        collections.codes_bytes === 0
          ? 'A store that needs more is refused'
          : 'What does not fit is read from files at each search, which is slower';
      return warning(`${text} ${slower}: raise SVC_COLLECTIONS_CACHE_BYTES (now ${cacheBytes}).`);
    },
  };
}
