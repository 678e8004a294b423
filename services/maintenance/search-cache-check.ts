// Compares the largest vector store of the default search engine with the share of the search cache that it can have.

import { select } from '../../models/connection.ts';
import type { Config } from '../settings/index.ts';
import { codesBytes, relationalName } from '../vectors/index.ts';
import { type Check, ok, warning } from './finding.ts';

/** The part of its share that a store may use without a warning. */
const warnShare = 0.7;

export function searchCacheCheck({ collections }: Config): Check {
  return {
    part: 'search cache',
    advice: 'Check the database.',
    async run() {
      const share = Math.floor(collections.cache_bytes / collections.threads);
      const [largest] = await select<{ storeId: string; chunks: number | string; dimensions: number }>(
        'SELECT c.store_id AS storeId, c.dimensions AS dimensions, SUM(f.chunks) AS chunks FROM collections c ' +
          'JOIN collection_files f ON f.collection_id = c.id WHERE c.engine = ? OR c.engine IS NULL ' +
          'GROUP BY c.id, c.store_id, c.dimensions ORDER BY SUM(f.chunks) * c.dimensions DESC LIMIT 1',
        [relationalName],
      );
      if (largest === undefined) return ok(`${mebibytes(share)} for each search thread, and no vector store.`);
      const bytes = codesBytes(Number(largest.chunks), largest.dimensions);
      const text = `The largest vector store ${largest.storeId} needs ${mebibytes(bytes)} of the ${mebibytes(share)} that one search thread has.`;
      if (bytes <= warnShare * share) return ok(text);
      const slower =
        collections.codes_bytes === 0
          ? 'A store that needs more is refused'
          : 'What does not fit is read from files at each search, which is slower';
      return warning(`${text} ${slower}: raise SVC_COLLECTIONS_CACHE_BYTES (now ${collections.cache_bytes}).`);
    },
  };
}

function mebibytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(bytes < 10 * 2 ** 20 ? 1 : 0)} MiB`;
}
