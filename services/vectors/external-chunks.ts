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
import { postgresName } from './postgres-tables.ts';
import { decodeVector, encodeVector } from './terms.ts';

const chunksPerRead = 200;
const poolSize = 2;

export type StoredChunk = ChunkRow & ChunkVectorRow;

/** Opens the PostgreSQL servers of the settings. Returns undefined if the relational database has the chunks. */
export function openExternalChunks({ collections: { url, engines } }: Config, log: Log): ExternalChunks | undefined {
  const servers = [...(url === '' ? [] : [{ name: postgresName, url }]), ...engines];
  return servers.length === 0 ? undefined : new ExternalChunks(servers, log);
}

interface Server {
  name: string;
  url: string;
}

export class ExternalChunks {
  readonly #servers: Server[];
  readonly #log: Log;
  /** Undefined until they are used, because a restore opens the relational database later. */
  #engines: Engine[] | undefined;

  constructor(servers: Server[], log: Log) {
    this.#servers = servers;
    this.#log = log;
  }

  /** The engine that a restore puts the stores into, if nobody names another one. */
  get firstName(): string | undefined {
    return this.#servers[0]?.name;
  }

  /** Returns true if no server has chunks, in the old or in the current tables. */
  async isEmpty(): Promise<boolean> {
    for (const { url } of this.#servers) if (!(await this.#isEmpty(url))) return false;
    return true;
  }

  async #isEmpty(url: string): Promise<boolean> {
    const client = openPostgres({ url, poolSize }, this.#log);
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

  /** Yields the chunks of a set from a position on. */
  async *read(set: SetOf, start: number): AsyncGenerator<StoredChunk[]> {
    let best: { engine: Engine; count: number } | undefined;
    // A set that is being moved is in two of them.
    for (const engine of this.#opened()) {
      const count = (await engine.counts(set.collectionId, [set.setId])).get(set.setId) ?? 0;
      if (count > (best?.count ?? 0)) best = { engine, count };
    }
    if (best === undefined) return;
    for (let from = start; ; from += chunksPerRead) {
      const chunks = await best.engine.read(set, from, from + chunksPerRead);
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

  /** Moves all chunks of the relational database to an engine, which must have none. */
  async takeOver(name: string): Promise<void> {
    const current = this.#opened().find((engine) => engine.name === name);
    if (current === undefined) throw new Error(`The settings do not name the search engine ${name}`);
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
    await Promise.all((this.#engines ?? []).map((engine) => engine.close()));
  }

  #opened(): Engine[] {
    this.#engines ??= this.#servers.flatMap(({ name, url }) => {
      const settings = { name, url, poolSize, indexChunks: 0 };
      const [old, current] = postgresEngines(settings, database().reader, this.#log);
      return name === postgresName ? [old, current] : [current];
    });
    return this.#engines;
  }
}
