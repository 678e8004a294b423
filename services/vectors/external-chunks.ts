// The chunks of an installation whose collections are in PostgreSQL, for backup, restore and verification. A backup has them as
// rows of the relational tables, so it can be restored with PostgreSQL and without.

import { Chunk, type ChunkRow, type ChunkVectorRow } from '../../models/chunk.ts';
import { ChunkSet } from '../../models/chunk-set.ts';
import { relationalChunks, setsWithChunks } from '../../models/published-chunks.ts';
import type { Log } from '../platform/index.ts';
import type { Config } from '../settings/index.ts';
import { addChunks } from './postgres.ts';
import { openPostgres, type PostgresClient } from './postgres-client.ts';
import { decodeVector, encodeVector } from './terms.ts';

const chunksPerRead = 200;
const poolSize = 2;

export type StoredChunk = ChunkRow & ChunkVectorRow;

/** Opens the configured PostgreSQL. Returns undefined if the relational database has the chunks. */
export function openExternalChunks({ collections: { url } }: Config, log: Log): ExternalChunks | undefined {
  return url === '' ? undefined : new ExternalChunks(openPostgres({ url, poolSize }, log));
}

export class ExternalChunks {
  readonly #client: PostgresClient;

  constructor(client: PostgresClient) {
    this.#client = client;
  }

  async isEmpty(): Promise<boolean> {
    return (await this.#client.query('SELECT 1 FROM svc_chunks LIMIT 1')).length === 0;
  }

  /** Yields the chunks of a set. */
  async *read(setId: string): AsyncGenerator<StoredChunk[]> {
    for (let from = 0; ; from += chunksPerRead) {
      const rows = await this.#client.query<{ position: number; text: string; vector: string; terms: Buffer }>(
        'SELECT position, text, vector::text AS vector, terms FROM svc_chunks WHERE set_id = $1 AND position >= $2 AND position < $3 ORDER BY position',
        [setId, from, from + chunksPerRead],
      );
      // PostgreSQL does not store the number of tokens, which nothing reads.
      if (rows.length > 0)
        yield rows.map(({ position, text, vector, terms }) => ({
          ...{ setId, position, text, tokens: 0, terms },
          vector: encodeVector(Float32Array.from(JSON.parse(vector) as number[])),
        }));
      if (rows.length < chunksPerRead) return;
    }
  }

  /** Returns how many chunks each of the sets has. */
  async counts(setIds: string[]): Promise<Map<string, number>> {
    const rows = await this.#client.query<{ id: string; count: number }>(
      'SELECT set_id AS id, COUNT(*) AS count FROM svc_chunks WHERE set_id = ANY ($1::text[]) GROUP BY set_id',
      [setIds],
    );
    return new Map(rows.map(({ id, count }) => [id, count]));
  }

  /** Moves all chunks of the relational database to PostgreSQL, which must have none. */
  async takeOver(): Promise<void> {
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
          await addChunks(this.#client, { setId, collectionId }, chunks);
          if (rows.length < chunksPerRead) break;
        }
        while ((await Chunk.removeSome(setId, chunksPerRead)) > 0);
      }
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}
