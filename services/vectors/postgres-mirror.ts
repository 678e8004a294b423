// Mirrors a collection from the relational database to PostgreSQL up to a revision: the visible chunk set of each file
// and its attributes. It runs before each search. One statement applies the changes, and only to the revision that they
// are based on. So if several servers update the mirror at once, one of them succeeds, and no search sees a partial
// update.

import type { Reader } from '../../models/reader.ts';
import { type Changes, changesSince, type FileChange } from '../../models/search-rows.ts';
import type { PgValue, PostgresClient } from './postgres-client.ts';
import { jsonOf } from './postgres-filter.ts';

/** A collection that is mirrored in PostgreSQL. */
export interface Mirrored {
  collectionId: string;
  dimensions: number;
}

/**
 * Updates the mirror with everything that is committed in the relational database. Returns the store's collection, or
 * undefined if it has none.
 */
export async function mirror(client: PostgresClient, reader: Reader, storeId: string): Promise<Mirrored | undefined> {
  let known: { id: string; revision: number } | undefined;
  for (;;) {
    const changes = await changesSince(reader, storeId, known?.revision ?? Number.MAX_SAFE_INTEGER);
    if (changes === undefined || changes.dimensions === 0) return undefined;
    const { collectionId, dimensions } = changes;
    if (known?.id === collectionId && changes.files.length === 0 && known.revision >= changes.sweptRevision)
      return { collectionId, dimensions };
    if (known?.id === collectionId) await catchUp(client, reader, storeId, changes, known.revision);
    known = { id: collectionId, revision: await revisionOf(client, collectionId) };
  }
}

async function revisionOf(client: PostgresClient, collectionId: string): Promise<number> {
  const read = 'SELECT revision FROM svc_collections WHERE id = $1';
  const [row] = await client.query<{ revision: number }>(read, [collectionId]);
  if (row !== undefined) return row.revision;
  await client.query('INSERT INTO svc_collections (id, revision) VALUES ($1, 0) ON CONFLICT DO NOTHING', [
    collectionId,
  ]);
  return 0;
}

async function catchUp(
  client: PostgresClient,
  reader: Reader,
  storeId: string,
  changes: Changes,
  from: number,
): Promise<void> {
  const { collectionId, sweptRevision } = changes;
  // Tombstones that the mirror has not seen were swept. So this reads all files, and treats those that are missing as
  // removed.
  const anew = from < sweptRevision && from > 0;
  const files = anew || changes.more ? await allChanges(reader, storeId, anew ? 0 : from) : changes.files;
  if (files === undefined) return;
  const to = Math.max(sweptRevision, from, ...files.map(({ revision }) => revision));
  const kept = files.filter((file): file is FileChange & { setId: string } => file.setId !== null);
  const gone = files.filter(({ setId }) => setId === null).map(({ fileId }) => fileId);
  const values: PgValue[] = [
    ...[collectionId, from, to, gone],
    kept.map(({ fileId }) => fileId),
    kept.map(({ setId }) => setId),
    kept.map(({ attributes }) => jsonOf(JSON.parse(attributes))),
  ];
  const removed = anew ? 'NOT (f.file_id = ANY ($5::text[]))' : 'f.file_id = ANY ($4::text[])';
  await client.query(
    `WITH turn AS (
       UPDATE svc_collections SET revision = $3 WHERE id = $1 AND revision = $2 RETURNING id
     ), removed AS (
       DELETE FROM svc_files f USING turn WHERE f.collection_id = turn.id AND (${removed} OR f.file_id = ANY ($4::text[]))
     )
     INSERT INTO svc_files (collection_id, file_id, set_id, attributes, chunks, words)
     SELECT turn.id, new.file_id, new.set_id, new.attributes::jsonb, sums.chunks, sums.words
     FROM turn
     CROSS JOIN unnest($5::text[], $6::text[], $7::text[]) AS new (file_id, set_id, attributes)
     CROSS JOIN LATERAL (
       SELECT count(*) AS chunks, coalesce(sum(words), 0) AS words FROM svc_chunks c WHERE c.set_id = new.set_id
     ) AS sums
     ON CONFLICT (collection_id, file_id) DO UPDATE SET
       set_id = excluded.set_id, attributes = excluded.attributes, chunks = excluded.chunks, words = excluded.words`,
    values,
  );
}

/** Returns all files that changed after the revision, or undefined if the collection was dropped meanwhile. */
async function allChanges(reader: Reader, storeId: string, from: number): Promise<FileChange[] | undefined> {
  const files = new Map<string, FileChange>();
  for (let revision = from; ; ) {
    const changes = await changesSince(reader, storeId, revision);
    if (changes === undefined) return undefined;
    for (const file of changes.files) files.set(file.fileId, file);
    if (!changes.more) return [...files.values()];
    revision = changes.files.at(-1)?.revision ?? revision;
  }
}
