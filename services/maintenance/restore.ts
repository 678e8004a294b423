// Restores a backup into an empty installation, on MySQL or the embedded database. An unfinished restore must never
// look like an installation. So the database has a mark from the first row to the last check, and every server refuses
// a database with the mark.

import { mkdtemp, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { Collection } from '../../models/collection.ts';
import type { DatabaseSettings } from '../../models/connection.ts';
import { closeDatabase, databaseExists, openAsItIs } from '../../models/index.ts';
import { Installation } from '../../models/installation.ts';
import {
  beginRestore,
  endRestore,
  hasUnfinishedRestore,
  knownMigrations,
  migrate,
  unfinishedRestoreText,
} from '../../models/migrate.ts';
import { insertPiece, isEmptyDatabase } from '../../models/snapshot.ts';
import { proofOf } from '../audit/index.ts';
import { createStorage } from '../files/index.ts';
import { createLog } from '../platform/index.ts';
import { type Config, isFileKey, keyInFile, makeKeyFile, secretsUnder } from '../settings/index.ts';
import { type ExternalChunks, openExternalChunks, relationalName, targetNames } from '../vectors/index.ts';
import {
  type BackupEnd,
  type BackupHead,
  type BackupVisitor,
  isKeyed,
  macPurpose,
  readBackup,
  readHead,
} from './backup-file.ts';
import { OperationError } from './problem.ts';
import { openKey, type SealedKey } from './sealed-key.ts';
import { chunkProblems, type Digest, storedDigests, verifyInstallation } from './verify.ts';

export type AskPassphrase = () => Promise<string>;

export interface ReadOptions {
  ask: AskPassphrase;
  /** Refuses a backup whose keyed checksum is missing, or cannot be checked. */
  requireKeyed: boolean;
}

/** The keyed checksum is checked; or the backup has none; or nobody has the key. */
export type Proof = 'keyed' | 'unkeyed' | 'no key';

/**
 * Restores a backup into the configured database and data directory, which must be empty, and verifies the result. Throws an
 * OperationError that says whether anything was written.
 */
export async function restore(
  config: Config,
  path: string,
  { ask, requireKeyed, engine }: ReadOptions & { engine?: string },
): Promise<{ end: BackupEnd; proof: Proof }> {
  if (engine !== undefined) refuseUnknownEngine(config, engine);
  const first = await knownHead(path, requireKeyed);
  const { key, isConfigured } = await keyFor(first, config, ask);
  if (key !== undefined && !isConfigured) refuseUnfit(key);
  // Reads the whole backup first, so that a damaged file is found before anything is written.
  const { head, end } = await readBackup(path, macKeyOf(key));
  refuseOther(first, head);
  const external = openExternalChunks(config, await createLog('silent'));
  try {
    await refuseUsed(config, external);
    const target = engine ?? external?.firstName ?? relationalName;
    await restoreInto(config, { path, head, end, engine: target }, { key, isConfigured }, external);
    return { end, proof: isKeyed(head) ? 'keyed' : 'unkeyed' };
  } finally {
    await external?.close();
  }
}

async function restoreInto(
  config: Config,
  { path, head, end, engine }: { path: string; head: BackupHead; end: BackupEnd; engine: string },
  { key, isConfigured }: RestoredKey,
  external: ExternalChunks | undefined,
): Promise<void> {
  const settings = settingsOf(config);
  try {
    if (key !== undefined && !isConfigured && keyInFile(config.data_dir) === undefined)
      makeKeyFile(config.data_dir, key);
    const sequelize = await openAsItIs(settings);
    await beginRestore(sequelize, head.migrations);
    const storage = createStorage(config);
    // The MAC is checked again: the file may have been replaced since it was read.
    await readBackup(path, macKeyOf(key), {
      head: async (again) => refuseOther(head, again),
      rows: insertInto(head),
      file: (name, content) => storage.put(name, Readable.from(content)),
    });
    // The chunks in the backup were in any engine, and are now in one.
    if (hasEngines(head)) await Collection.recordChunksHere(engine);
    if (engine !== relationalName) await external?.takeOver(engine);
    await refuseBroken(key, config, end);
    await endRestore(sequelize);
    await migrate(sequelize, settings);
    await Installation.load();
  } catch (error) {
    throw new OperationError(
      `The restore was not finished: ${(error as Error).message.replace(/\.$/, '')}. Servers refuse this database. Empty the database and the data directory, and restore again.`,
      { cause: error },
    );
  }
}

/** Throws an OperationError for an engine that the settings do not name. */
function refuseUnknownEngine(config: Config, engine: string): void {
  const names = targetNames(config);
  if (!names.includes(engine))
    throw new OperationError(`The settings do not name the search engine ${engine}, but ${names.join(', ')}.`);
}

async function refuseBroken(key: string | undefined, config: Config, end: BackupEnd): Promise<void> {
  if (key === undefined) return;
  const problems = await verifyInstallation(secretsUnder(key), storedDigests(config));
  // Ignores problems that the installation had before the backup, which `end` counts. The sums have proven that the
  // backup itself is not damaged.
  const known = [
    ...(end.missing_files > 0 ? [/ is missing$/] : []),
    ...(end.damaged_files > 0 ? [/ is damaged: /] : []),
  ];
  const unexpected = problems.filter((problem) => !known.some((form) => form.test(problem)));
  if (unexpected.length > 0) throw new OperationError(unexpected.slice(0, 3).join('; '));
}

/**
 * Verifies a backup: its sums and counts, then references, files, encrypted values and the audit log, in a temporary
 * database beside the backup. Without the key, encrypted values and the audit log are not verified. Returns the problems.
 * Leaves no database open.
 */
export async function verifyBackup(
  config: Config,
  path: string,
  { ask, requireKeyed }: ReadOptions,
): Promise<{ proof: Proof; problems: string[] }> {
  const first = await knownHead(path, requireKeyed);
  const key = await keyForVerification(first, config, ask);
  if (key === undefined && requireKeyed)
    throw new OperationError(
      'The keyed checksum cannot be checked: the backup has no key (--without-key). Set SVC_SECRETS_KEY to the key of the installation that was backed up.',
    );
  const macKey = macKeyOf(key);
  const { head } = await readBackup(path, macKey);
  refuseOther(first, head);
  const folder = await mkdtemp(join(dirname(path), 'svc-verify-'));
  const settings = { ...settingsOf(config), url: '', dataDir: folder };
  try {
    const sequelize = await openAsItIs(settings);
    await beginRestore(sequelize, head.migrations);
    const digests = new Map<string, Digest>();
    await readBackup(path, macKey, {
      head: async (again) => refuseOther(head, again),
      rows: insertInto(head),
      digest: (name, digest) => digests.set(name, digest),
    });
    const proof = !isKeyed(head) ? 'unkeyed' : key === undefined ? 'no key' : 'keyed';
    if (head.key_proof === null) return { proof, problems: [] };
    const secrets = key === undefined ? undefined : secretsUnder(key);
    const problems = await verifyInstallation(secrets, async (name) => digests.get(name));
    return { proof, problems: [...problems, ...(await chunkProblems(undefined))] };
  } finally {
    await closeDatabase();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the first part of a backup. Throws an OperationError if this version must not read the rest. */
async function knownHead(path: string, requireKeyed: boolean): Promise<BackupHead> {
  const head = await readHead(path);
  refuseUnknown(head);
  if (requireKeyed && !isKeyed(head))
    throw new OperationError(
      'The checksums of this backup have no key (--require-keyed): svc 0.1.0 or 0.2.0 made it, or somebody has changed it.',
    );
  return head;
}

/** Throws an OperationError if the file was replaced while it was read. */
function refuseOther(known: BackupHead, head: BackupHead): void {
  if (JSON.stringify(known) !== JSON.stringify(head))
    throw new OperationError('The backup was replaced while it was read. Try again.');
}

function macKeyOf(key: string | undefined): Buffer | undefined {
  return key === undefined ? undefined : secretsUnder(key).keyFor(macPurpose);
}

/** Returns true if the backup is of a version that records the engines of stores. */
function hasEngines({ tables }: BackupHead): boolean {
  return tables.some(({ name, columns }) => name === 'collections' && columns.includes('engine'));
}

function insertInto(head: BackupHead): NonNullable<BackupVisitor['rows']> {
  const columns = new Map(head.tables.map((table) => [table.name, table.columns]));
  return async (table, rows) => insertPiece(table, columns.get(table) ?? [], rows);
}

interface RestoredKey {
  key: string | undefined;
  /** True if SVC_SECRETS_KEY has the key, so that no key file is needed. */
  isConfigured: boolean;
}

/**
 * Returns the key that the rows were written with; undefined if the installation had no key yet. Throws an
 * OperationError if the key is missing or wrong.
 */
async function keyFor(
  head: BackupHead,
  { secrets, data_dir: dataDir }: Config,
  ask: AskPassphrase,
): Promise<RestoredKey> {
  const isConfigured = secrets.key !== '';
  if (head.key_proof === null) return { key: undefined, isConfigured };
  const isRight = (key: string): boolean => proofOf(secretsUnder(key)) === head.key_proof;
  const own = isConfigured ? secrets.key : keyInFile(dataDir);
  if (own !== undefined && isRight(own)) return { key: own, isConfigured };
  if (isConfigured)
    throw new OperationError(
      'SVC_SECRETS_KEY is not the key of this backup. Set it to the key of the installation that was backed up, or leave it out to take the key from the backup.',
    );
  if (own !== undefined)
    throw new OperationError(
      'The secrets.key in SVC_DATA_DIR is not the key of this backup. Restore into an empty data directory.',
    );
  if (head.key === null)
    throw new OperationError(
      'The backup has no key (--without-key). Set SVC_SECRETS_KEY to the key of the installation that was backed up.',
    );
  return { key: await openedKey(head.key, ask), isConfigured };
}

async function openedKey(sealed: SealedKey, ask: AskPassphrase): Promise<string> {
  const key = await openKey(sealed, await ask());
  if (key === undefined) throw new OperationError('The passphrase is not the one of this backup.');
  return key;
}

/** Returns the key for a verification; undefined if it is neither at hand nor in the backup. */
async function keyForVerification(head: BackupHead, config: Config, ask: AskPassphrase): Promise<string | undefined> {
  if (config.secrets.key !== '' || head.key_proof === null) return (await keyFor(head, config, ask)).key;
  const own = keyInFile(config.data_dir);
  if (own !== undefined && proofOf(secretsUnder(own)) === head.key_proof) return own;
  return head.key === null ? undefined : openedKey(head.key, ask);
}

/**
 * Throws an OperationError for a key that secrets.key cannot hold: the file holds only keys in the form that svc
 * generates.
 */
function refuseUnfit(key: string): void {
  if (isFileKey(key)) return;
  throw new OperationError(
    'The key of this backup was set with SVC_SECRETS_KEY, and secrets.key cannot hold a key of this form. Set SVC_SECRETS_KEY to the same key.',
  );
}

function refuseUnknown({ migrations }: BackupHead): void {
  const known = knownMigrations();
  const newer = migrations.filter((name) => !known.includes(name));
  if (newer.length === 0) return;
  throw new OperationError(
    `The backup is of a newer svc (${newer.join(', ')}). Restore it with that version, or a newer one.`,
  );
}

async function refuseUsed(config: Config, external: ExternalChunks | undefined): Promise<void> {
  const settings = settingsOf(config);
  const place = settings.url === '' ? 'SVC_DATA_DIR' : 'The database of SVC_DATABASE_URL';
  const used = new OperationError(`${place} is not empty. Restore into an empty database. Nothing was changed.`);
  if (databaseExists(settings)) {
    try {
      if (await hasUnfinishedRestore(await openAsItIs(settings))) throw new OperationError(unfinishedRestoreText);
      if (!(await isEmptyDatabase())) throw used;
    } finally {
      await closeDatabase();
    }
  }
  if (external !== undefined && !(await external.isEmpty()))
    throw new OperationError(
      'A PostgreSQL of the settings is not empty. Restore into an empty database. Nothing was changed.',
    );
  for await (const _object of createStorage(config).objects())
    throw new OperationError(
      'The file storage is not empty. Restore into an empty folder or bucket. Nothing was changed.',
    );
}

function settingsOf({ database, data_dir: dataDir }: Config): DatabaseSettings {
  return { url: database.url, dataDir, poolSize: 2, timeoutMs: Math.max(60, database.timeout_seconds) * 1000 };
}
