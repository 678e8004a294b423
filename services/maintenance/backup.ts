// Backs up a running installation: all rows in one snapshot, then the files that these rows name. Servers keep running.
// Every change that was confirmed before the snapshot is in the backup. Objects of files never change, so they need no
// snapshot, and servers remove no objects while the backup runs (models/backup-lease.ts).

import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Transaction } from 'sequelize';
import { holdObjects, releaseObjects } from '../../models/backup-lease.ts';
import { nowSeconds } from '../../models/clock.ts';
import { Collection } from '../../models/collection.ts';
import { newId } from '../../models/ids.ts';
import { executedMigrations } from '../../models/migrate.ts';
import { publishedFiles, relationalCounts } from '../../models/published-chunks.ts';
import { SecretsKey } from '../../models/secrets-key.ts';
import { atOneMoment, piecesOf, type Scalar, type TableShape, tableShapes } from '../../models/snapshot.ts';
import { proofOf } from '../audit/index.ts';
import { createStorage, MissingObjectError } from '../files/index.ts';
import { createLog, fileProblem } from '../platform/index.ts';
import { type Config, secretsUnder } from '../settings/index.ts';
import { type ExternalChunks, engineNames, openExternalChunks, type StoredChunk, splitName } from '../vectors/index.ts';
import { type BackupEnd, BackupWriter, formatVersion, macPurpose } from './backup-file.ts';
import { ownKey } from './own-key.ts';
import { OperationError } from './problem.ts';
import { isShort, sealKey, shortestPassphrase } from './sealed-key.ts';
import { BrokenArchiveError } from './tar.ts';
import { objectsIn, type RecordedObject } from './verify.ts';

/** The duration of the lease: longer than any pause between two renewals. */
const holdMs = 120_000;
const renewMs = 20_000;

/** Returns the name of the backup's file while the backup is incomplete. */
export function unfinishedBackup(path: string): string {
  return `${path}.unfinished`;
}

/**
 * Writes a backup of the open database and its files. The file gets its name when it is complete.
 * @param passphrase protects the secrets key; undefined: the key is left out.
 */
export async function backUp(config: Config, path: string, passphrase: string | undefined): Promise<BackupEnd> {
  if (passphrase !== undefined && isShort(passphrase))
    throw new OperationError(`The passphrase is too short. Use at least ${shortestPassphrase} characters.`);
  const unfinished = unfinishedBackup(path);
  await refuseExisting(path);
  await rm(unfinished, { force: true });
  const key = await ownKey(config);
  if (key === undefined)
    throw new OperationError(
      'The database has no secrets key yet, which protects a backup against changes. Start a server on it once.',
    );
  const sealed = passphrase === undefined ? null : await sealKey(key, passphrase);
  const writer = new BackupWriter(unfinished, secretsUnder(key).keyFor(macPurpose));
  // Takes the lease before the snapshot: an object whose row is in the snapshot must exist until it is copied.
  const lease = newId('lease');
  const external = openExternalChunks(config, await createLog('silent'));
  await holdObjects(lease, holdMs);
  const renewal = setInterval(() => holdObjects(lease, holdMs).catch(() => undefined), renewMs);
  try {
    const tables = await tableShapes();
    const end = await atOneMoment(async (tx) => {
      const proof = await SecretsKey.proof(tx);
      if (proof !== proofOf(secretsUnder(key))) throw new Error('the secrets key was reset meanwhile');
      await writer.head({
        format: 'svc-backup',
        version: formatVersion,
        created_at: nowSeconds(),
        migrations: await executedMigrations(tx),
        tables: tables.map(({ name, columns }) => ({ name, columns })),
        key_proof: proof,
        key: sealed,
      });
      const rows: Record<string, number> = {};
      for (const table of tables)
        for await (const piece of piecesOf(table, tx)) {
          await writer.rows(table.name, piece);
          rows[table.name] = (rows[table.name] ?? 0) + piece.length;
        }
      if (external !== undefined)
        for await (const chunks of publishedChunks(external, tx))
          for (const name of ['chunks', 'chunk_vectors']) {
            await writer.rows(name, rowsFor(tables, name, chunks));
            rows[name] = (rows[name] ?? 0) + chunks.length;
          }
      const objects = tables.filter(({ columns }) => columns.includes('storage_key'));
      const files = { files: 0, file_bytes: 0, missing_files: 0, damaged_files: 0 };
      for (const table of objects)
        for await (const piece of piecesOf(table, tx))
          await copyObjects(config, writer, objectsIn(table, piece), files);
      return { rows, ...files, stores_without_chunks: await storesWithoutChunks(config) };
    });
    await writer.end(end);
    await rename(unfinished, path);
    await flushFolder(dirname(path));
    return end;
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined);
    const problem = fileProblem(error);
    const reason = problem === undefined ? (error as Error).message.replace(/\.$/, '') : `${path}: ${problem}`;
    throw new OperationError(`No backup was written: ${reason}.`, { cause: error });
  } finally {
    clearInterval(renewal);
    await external?.close();
    await releaseObjects(lease);
  }
}

/** Returns the number of vector stores whose chunks the backup cannot read. */
async function storesWithoutChunks(config: Config): Promise<number> {
  const outside = await Collection.outside([...engineNames(config), splitName]);
  return outside.reduce((sum, { engine, stores }) => sum + (engine === null ? 0 : stores), 0);
}

/**
 * Yields the chunks that searches saw at the moment of the snapshot, from PostgreSQL. The first chunks of a set that is
 * being moved may be among the rows of the relational database, too.
 */
async function* publishedChunks(external: ExternalChunks, tx: Transaction): AsyncGenerator<StoredChunk[]> {
  for await (const files of publishedFiles(tx)) {
    const here = await relationalCounts(
      files.map(({ setId }) => setId),
      tx,
    );
    for (const file of files) yield* external.read(file, here.get(file.setId) ?? 0);
  }
}

function rowsFor(tables: TableShape[], name: string, chunks: StoredChunk[]): Scalar[][] {
  const columns = tables.find((table) => table.name === name)?.columns ?? [];
  return chunks.map(({ setId, ...chunk }) => {
    const row: Record<string, Scalar> = { set_id: setId, ...chunk };
    return columns.map((column) => row[column] ?? null);
  });
}

async function copyObjects(
  config: Config,
  writer: BackupWriter,
  objects: RecordedObject[],
  counts: Omit<BackupEnd, 'rows'>,
): Promise<void> {
  const storage = createStorage(config);
  for (const { id, key, bytes, sha256 } of objects) {
    try {
      const sum = await writer.file(key, bytes, await storage.read(key));
      if (sha256 !== null && sum !== sha256) counts.damaged_files += 1;
      counts.files += 1;
      counts.file_bytes += bytes;
    } catch (error) {
      if (error instanceof BrokenArchiveError)
        throw new Error(
          `the content of ${id} does not have the ${bytes} bytes that were received. Delete the file, or restore its content`,
          { cause: error },
        );
      if (!(error instanceof MissingObjectError)) throw error;
      counts.missing_files += 1;
    }
  }
}

async function refuseExisting(path: string): Promise<void> {
  const found = await open(path).catch(() => undefined);
  await found?.close();
  if (found !== undefined)
    throw new OperationError(`${path} exists already. Name another file: a backup overwrites none.`);
}

async function flushFolder(path: string): Promise<void> {
  const folder = await open(path);
  await folder.sync().finally(() => folder.close());
}
