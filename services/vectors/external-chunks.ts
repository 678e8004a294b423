// The chunks of an installation whose collections are in PostgreSQL, for backup, restore and verification. A backup has them as
// rows of the relational tables, so it can be restored with PostgreSQL and without.

import { Chunk, type ChunkRow, type ChunkVectorRow } from '../../models/chunk.ts';
import { ChunkSet } from '../../models/chunk-set.ts';
import { database } from '../../models/connection.ts';
import { relationalChunks, setsWithChunks } from '../../models/published-chunks.ts';
import type { Log } from '../platform/index.ts';
import type { Config } from '../settings/index.ts';
import type { Engine, SetOf } from './engine.ts';
import { postgresEngines } from './postgres.ts';
import { openPostgres } from './postgres-client.ts';
import { decodeVector, encodeVector } from './terms.ts';

const chunksPerRead = 200;
const poolSize = 2;

export type StoredChunk = ChunkRow & ChunkVectorRow;

/** Opens the configured PostgreSQL. Returns undefined if the relational database has the chunks. */
export function openExternalChunks({ collections: { url } }: Config, log: Log): ExternalChunks | undefined {
  return url === '' ? undefined : new ExternalChunks(url, log);
}

export class ExternalChunks {
  readonly #url: string;
  readonly #log: Log;
  /** Undefined until it is used, because a restore opens the relational database later. */
  #engines: [old: Engine, current: Engine] | undefined;

  constructor(url: string, log: Log) {
    this.#url = url;
    this.#log = log;
  }

  /** Returns true if neither the old nor the current tables have chunks. */
  async isEmpty(): Promise<boolean> {
    const client = openPostgres({ url: this.#url, poolSize }, this.#log);
    try {
      const [old] = await client.query<{ isThere: boolean }>(
        `SELECT to_regclass('svc_chunks') IS NOT NULL AS "isThere"`,
      );
      const tables = ['svc2_chunks', ...(old?.isThere === true ? ['svc_chunks'] : [])];
      const found = await Promise.all(tables.map((table) => client.query(`SELECT 1 FROM ${table} LIMIT 1`)));
      return found.every((rows) => rows.length === 0);
    } finally {
      await client.close();
    }
  }

  /** Yields the chunks of a set. */
  async *read(set: SetOf): AsyncGenerator<StoredChunk[]> {
    const [old, current] = this.#opened();
    const [before = 0, now = 0] = await Promise.all(
      [old, current].map(async (engine) => (await engine.counts(set.collectionId, [set.setId])).get(set.setId)),
    );
    const engine = now >= before ? current : old;
    for (let from = 0; ; from += chunksPerRead) {
      const chunks = await engine.read(set, from, from + chunksPerRead);
      if (chunks.length > 0)
        yield chunks.map(({ index: position, vector, ...chunk }) => ({
          ...{ ...chunk, setId: set.setId, position },
          vector: encodeVector(vector),
        }));
      if (chunks.length < chunksPerRead) return;
    }
  }

  /** Returns how many chunks each of the sets has. */
  async counts(sets: SetOf[]): Promise<Map<string, number>> {
    const found = new Map<string, number>();
    for (const [collectionId, own] of Map.groupBy(sets, (set) => set.collectionId))
      for (const engine of this.#opened()) {
        const ids = own.map(({ setId }) => setId);
        // A set that is being moved is in both.
        for (const [id, count] of await engine.counts(collectionId, ids))
          found.set(id, Math.max(count, found.get(id) ?? 0));
      }
    return found;
  }

  /** Moves all chunks of the relational database to PostgreSQL, which must have none. */
  async takeOver(): Promise<void> {
    const [, current] = this.#opened();
    for (let sets = await setsWithChunks(); sets.length > 0; sets = await setsWithChunks())
      for (const setId of sets) {
        const { collectionId } = await ChunkSet.findByPk(setId, { attributes: ['collectionId'], rejectOnEmpty: true });
        for (let from = 0; ; from += chunksPerRead) {
          const rows = await relationalChunks(setId, from, from + chunksPerRead);
          const chunks = rows.map(({ position: index, vector, ...row }) => ({
            ...row,
            index,
            vector: decodeVector(vector),
          }));
          await current.add({ setId, collectionId, dimensions: chunks[0]?.vector.length ?? 0 }, chunks);
          if (rows.length < chunksPerRead) break;
        }
        while ((await Chunk.removeSome(setId, chunksPerRead)) > 0);
      }
  }

  async close(): Promise<void> {
    await this.#engines?.[1].close();
  }

  #opened(): [old: Engine, current: Engine] {
    this.#engines ??= postgresEngines({ url: this.#url, poolSize, indexChunks: 0 }, database().reader, this.#log);
    return this.#engines;
  }
}
