// sqlite-vec on node:sqlite. The filter attribute is a metadata column, as the documentation of sqlite-vec recommends.

import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { getLoadablePath } from 'sqlite-vec';
import { folder, serve } from './engine.ts';
import { dimensions, passagesPerFile, percentOf, readPassages, type Size, textOf } from './passages.ts';

const database = new DatabaseSync(join(folder, 'sqlite-vec.sqlite'), { allowExtension: true });
database.loadExtension(getLoadablePath());
database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
const statements = new Map<string, StatementSync>();

function prepared(sql: string): StatementSync {
  const statement = statements.get(sql) ?? database.prepare(sql);
  statements.set(sql, statement);
  return statement;
}

function bytesOf({ buffer, byteOffset, byteLength }: Float32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

await serve({
  async fill(size) {
    database.exec(`CREATE TABLE texts_${size} (id INTEGER PRIMARY KEY, text TEXT)`);
    database.exec(
      `CREATE VIRTUAL TABLE vectors_${size} USING vec0(percent integer, ` +
        `vector float[${dimensions}] distance_metric=cosine)`,
    );
    const texts = prepared(`INSERT INTO texts_${size} VALUES (?, ?)`);
    const vectors = prepared(`INSERT INTO vectors_${size} (rowid, percent, vector) VALUES (?, ?, ?)`);
    for (let first = 0; first < size; first += passagesPerFile) {
      database.exec('BEGIN');
      for (const [index, vector] of readPassages(folder, first, passagesPerFile).entries()) {
        texts.run(first + index, textOf(first + index));
        vectors.run(BigInt(first + index), BigInt(percentOf(first)), bytesOf(vector));
      }
      database.exec('COMMIT');
    }
  },
  async search({ size, vector, below }) {
    const found = prepared(searchSql(size, below !== undefined));
    const rows = found.all(bytesOf(vector), ...(below === undefined ? [] : [below])) as { id: number; text: string }[];
    return rows.map(({ id }) => id);
  },
});

function searchSql(size: Size, filtered: boolean): string {
  const best = `SELECT rowid, distance FROM vectors_${size} WHERE vector MATCH ? AND k = 10`;
  return (
    `WITH best AS (${best}${filtered ? ' AND percent < ?' : ''}) ` +
    `SELECT id, text FROM best JOIN texts_${size} ON id = best.rowid ORDER BY distance`
  );
}
