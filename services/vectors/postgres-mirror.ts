// Mirrors a collection from the relational database to PostgreSQL up to a revision: the visible chunk set of each file
// and its attributes. It runs before each search, and after each publication so that searches find little to do. Each
// statement applies some changes, and only to the revision that they are based on. So if several servers update the
// mirror at once, one of them succeeds, and no change is applied twice.

import type { Reader } from '../../models/reader.ts';
import { type Changes, changesSince, type FileChange } from '../../models/search-rows.ts';
import { MovedError } from './engine.ts';
import type { PostgresClient } from './postgres-client.ts';
import { jsonOf } from './postgres-filter.ts';
import type { PostgresTables } from './postgres-tables.ts';

/** The chunks of the files of one statement, so that it takes seconds at most. */
const chunksPerStep = 20_000;

/** A collection that is mirrored in PostgreSQL. */
export interface Mirrored {
  collectionId: string;
  dimensions: number;
}

/**
 * Updates the mirror with everything that is committed in the relational database. Returns the store's collection, or
 * undefined if it has none. Throws a MovedError if its chunks are in another engine.
 *
 * @param isComing the chunks have been copied from another engine, which is still recorded.
 */
export async function mirror(
  client: PostgresClient,
  tables: PostgresTables,
  reader: Reader,
  storeId: string,
  isComing = false,
): Promise<Mirrored | undefined> {
  let known: { id: string; revision: number } | undefined;
  for (;;) {
    const changes = await changesSince(reader, storeId, known?.revision ?? Number.MAX_SAFE_INTEGER);
    if (changes === undefined || changes.dimensions === 0) return undefined;
    const { collectionId, dimensions, engine } = changes;
    if (!isComing && engine !== null && engine !== tables.engine)
      throw new MovedError(`The chunks of ${storeId} are in ${engine}`);
    if (known?.id === collectionId && changes.files.length === 0 && known.revision >= changes.sweptRevision)
      return { collectionId, dimensions };
    if (known?.id === collectionId) await catchUp(client, tables, reader, storeId, changes, known.revision);
    known = { id: collectionId, revision: await revisionOf(client, tables, collectionId) };
  }
}

async function revisionOf(
  client: PostgresClient,
  { collections }: PostgresTables,
  collectionId: string,
): Promise<number> {
  const read = `SELECT revision FROM ${collections} WHERE id = $1`;
  const [row] = await client.query<{ revision: number }>(read, [collectionId]);
  if (row !== undefined) return row.revision;
  const add = `INSERT INTO ${collections} (id, revision) VALUES ($1, 0) ON CONFLICT (id) DO NOTHING`;
  await client.query(add, [collectionId]);
  return 0;
}

async function catchUp(
  client: PostgresClient,
  tables: PostgresTables,
  reader: Reader,
  storeId: string,
  changes: Changes,
  from: number,
): Promise<void> {
  const { collectionId, sweptRevision } = changes;
  // Tombstones that the mirror has not seen were swept. So this reads all files, and treats those that are missing as
  // removed.
  const anew = from < sweptRevision && from > 0;
  const all = anew ? await allChanges(reader, storeId) : changes.files;
  if (all === undefined) return;
  const files = anew ? all : firstOf(all);
  const isLast = files.length === all.length && (anew || !changes.more);
  const to = Math.max(isLast ? sweptRevision : 0, from, ...files.map(({ revision }) => revision));
  const kept = files.filter((file): file is FileChange & { setId: string } => file.setId !== null);
  const { text, values } = tables.mirror({
    ...{ collectionId, from, to, anew },
    gone: files.filter(({ setId }) => setId === null).map(({ fileId }) => fileId),
    kept: kept.map(({ fileId, setId, attributes }) => ({ fileId, setId, attributes: jsonOf(JSON.parse(attributes)) })),
  });
  await client.query(text, values);
}

/** Returns the first of the files, at least one if there is one. */
function firstOf(files: FileChange[]): FileChange[] {
  let chunks = 0;
  const end = files.findIndex((file) => {
    chunks += file.chunks;
    return chunks > chunksPerStep;
  });
  return end < 0 ? files : files.slice(0, Math.max(end, 1));
}

/** Returns all files, or undefined if the collection was dropped meanwhile. */
async function allChanges(reader: Reader, storeId: string): Promise<FileChange[] | undefined> {
  const files = new Map<string, FileChange>();
  for (let revision = 0; ; ) {
    const changes = await changesSince(reader, storeId, revision);
    if (changes === undefined) return undefined;
    for (const file of changes.files) files.set(file.fileId, file);
    if (!changes.more) return [...files.values()];
    revision = changes.files.at(-1)?.revision ?? revision;
  }
}
