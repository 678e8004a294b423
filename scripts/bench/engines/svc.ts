// The vector search of svc, called as a handler calls it: in worker threads, with a database read for new data and for
// the texts of the hits.

import { transaction } from '../../../models/connection.ts';
import { closeDatabase } from '../../../models/index.ts';
import { VectorStore } from '../../../models/vector-store.ts';
import { openDatabaseWithRetries } from '../../../services/database.ts';
import { createLog } from '../../../services/platform/log.ts';
import { loadConfig } from '../../../services/settings/config.ts';
import type { Chunk } from '../../../services/vectors/collections.ts';
import { openCollections } from '../../../services/vectors/open.ts';
import { vectorWeights } from '../../../services/vectors/ranking.ts';
import { folder, serve } from './engine.ts';
import { passagesPerFile, percentOf, readPassages, type Size, sizes, textOf } from './passages.ts';

const config = loadConfig();
const log = await createLog('warn');
await openDatabaseWithRetries(config, log);
const collections = openCollections(config, log);
const stores = (await VectorStore.findAll({ order: ['id'], limit: sizes.length, raw: true })).map(({ id }) => id);

function storeOf(size: Size): string {
  return stores[sizes.indexOf(size)] as string;
}

async function* chunksOf(first: number): AsyncGenerator<Chunk[]> {
  yield readPassages(folder, first, passagesPerFile).map((vector, index) => ({
    ...{ index, vector, text: textOf(first + index), tokens: 100 },
  }));
}

await serve({
  async fill(size) {
    for (let first = 0; first < size; first += passagesPerFile) {
      const staged = await collections.stage(storeOf(size), `file-${first}`, chunksOf(first));
      await transaction((tx) => collections.publish(staged, { percent: percentOf(first) }, tx));
    }
    if (size === sizes.at(-1)) await closeDatabase();
  },
  async search({ size, text, vector, below, ranker = 'vector' }) {
    const hits = await collections.search(storeOf(size), {
      queries: [{ text, vector }],
      maxResults: 10,
      scoreThreshold: 0,
      ranker,
      vectorWeight: vectorWeights.lexical,
      ...(below === undefined ? {} : { filter: { type: 'lt', key: 'percent', value: below } }),
    });
    return hits.map(({ fileId, chunkIndex }) => Number(fileId.slice(5)) + chunkIndex);
  },
  remove: (size, passage) =>
    transaction((tx) => collections.removeFile(storeOf(size), `file-${passage - (passage % passagesPerFile)}`, tx)),
});
