// LanceDB without an index, because the other engines also read all vectors.

import { join } from 'node:path';
import { connect, type Table } from '@lancedb/lancedb';
import { folder, serve } from './engine.ts';
import { percentOf, readPassages, type Size, textOf } from './passages.ts';

/**
 * Large writes keep the number of table versions low. Each version has its own files, and many files slow a search
 * down.
 */
const rowsPerWrite = 5000;

const database = await connect(join(folder, 'lancedb'));
const tables = new Map<Size, Table>();

async function tableOf(size: Size): Promise<Table> {
  const table = tables.get(size) ?? (await database.openTable(`passages_${size}`));
  tables.set(size, table);
  return table;
}

await serve({
  async fill(size) {
    let table: Table | undefined;
    for (let first = 0; first < size; first += rowsPerWrite) {
      const rows = readPassages(folder, first, rowsPerWrite).map((vector, index) => {
        const id = first + index;
        return { id, percent: percentOf(id), text: textOf(id), vector: Array.from(vector) };
      });
      if (table === undefined) table = await database.createTable(`passages_${size}`, rows);
      else await table.add(rows);
    }
    await table?.optimize();
  },
  async search({ size, vector, below }) {
    const all = (await tableOf(size)).vectorSearch(vector).distanceType('cosine').select(['id', 'text', '_distance']);
    const query = below === undefined ? all : all.where(`percent < ${below}`);
    const rows = (await query.limit(10).toArray()) as { id: number }[];
    return rows.map(({ id }) => Number(id));
  },
});
