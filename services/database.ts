// Opens the database with retries, because a server and its database are often started together. Then checks that the
// encryption key is the one that the database was written with.

import { setTimeout as wait } from 'node:timers/promises';
import type { DatabaseSettings } from '../models/connection.ts';
import { isDatabaseAway } from '../models/constraints.ts';
import { processesWith } from '../models/dialects/lock-holders.ts';
import {
  type BeforeWriting,
  closeDatabase,
  openDatabase,
  type PlannedMigration,
  planDatabase,
} from '../models/index.ts';
import { Installation } from '../models/installation.ts';
import { databasePath } from '../models/reader.ts';
import { agreeOnKey, checkKeyBeforeWriting, checkStrength } from './audit/index.ts';
import type { Log } from './platform/index.ts';
import { type Config, weaknessOf } from './settings/index.ts';

const retryMs = 500;

/** The cause is the error of a check that ran before the database was written. The database is not at fault. */
class RefusedSettings extends Error {}

/** The database cannot be used. The message is for the operator. */
export class DatabaseUnusableError extends Error {}

/**
 * Opens and migrates the database. Throws a DatabaseUnusableError if it is not available within the configured time,
 * and a ConfigError if the encryption key is not the one that it was written with.
 * @param checkSettings runs before a database is created or migrated. Throws if a setting is wrong.
 */
export async function openDatabaseWithRetries(
  config: Config,
  log: Log,
  checkSettings: () => Promise<void> = async () => undefined,
): Promise<void> {
  await migrateWithRetries(config, log, async (isNew) => {
    await checkSettings();
    await checkKeyBeforeWriting(config, isNew);
  });
  try {
    await agreeOnKey(config);
    await Installation.load();
  } catch (error) {
    await closeDatabase();
    throw error;
  }
  const { key } = config.secrets;
  const weakness = key === '' ? undefined : weaknessOf(key);
  if (weakness !== undefined)
    log.warn(`SVC_SECRETS_KEY ${weakness} The server starts, since its database was written with this key.`);
  if (config.database.url === '') tellOfOthers(config, log);
}

/** Logs that other processes use the embedded database too: that is allowed, but often not intended. */
function tellOfOthers({ data_dir: dataDir }: Config, log: Log): void {
  const others = processesWith(databasePath(dataDir))?.filter((pid) => pid !== process.pid) ?? [];
  if (others.length === 0) return;
  const who = others.length === 1 ? `The process ${others[0]} uses` : `The processes ${others.join(', ')} use`;
  log.info(`${who} the data directory ${dataDir} too. They share its data: one of them writes at a time.`);
}

/**
 * Opens and migrates the database without checking that it was written with the key. Returns the names of the
 * migrations that ran.
 */
export function openWithoutKeyCheck(config: Config, log: Log): Promise<string[]> {
  return migrateWithRetries(config, log, (isNew) => {
    if (isNew) checkStrength(config.secrets.key);
  });
}

function migrateWithRetries(config: Config, log: Log, beforeWriting: BeforeWriting): Promise<string[]> {
  let created = false;
  return withRetries(config, log, async (settings) => {
    const migrated = await openDatabase(settings, async (isNew) => {
      try {
        await beforeWriting(isNew);
      } catch (error) {
        throw new RefusedSettings('A setting is wrong', { cause: error });
      }
      created = isNew;
    });
    // One line each: on a terminal the names of all migrations would hide the lines that follow.
    if (migrated.length > 0)
      log.info(created ? 'created the database' : `migrated the database: ${migrated.join(', ')}`);
    return migrated;
  });
}

/** Returns the migrations that a start would run. Throws a DatabaseUnusableError as a start would. */
export function planWithRetries(config: Config, log: Log): Promise<PlannedMigration[]> {
  return withRetries(config, log, planDatabase);
}

/** Calls `open` again until the database answers or the configured time is over. */
async function withRetries<T>(config: Config, log: Log, open: (settings: DatabaseSettings) => Promise<T>): Promise<T> {
  const settings = {
    url: config.database.url,
    dataDir: config.data_dir,
    poolSize: config.database.pool,
    timeoutMs: config.database.timeout_seconds * 1000,
  };
  const deadline = performance.now() + config.database.wait_seconds * 1000;
  for (;;) {
    try {
      return await open(settings);
    } catch (error) {
      await closeDatabase().catch(() => undefined);
      if (error instanceof RefusedSettings) throw error.cause;
      const reason = error instanceof Error ? error.message : String(error);
      if (!isDatabaseAway(error) || isRefused(error) || performance.now() + retryMs > deadline) {
        throw new DatabaseUnusableError(`The database cannot be used: ${reason}${adviceFor(error, config)}`, {
          cause: error,
        });
      }
      log.warn({ reason }, 'the database does not answer yet; retrying');
      await wait(retryMs);
    }
  }
}

/** Returns what to do about the error, as the end of a sentence. Errors of migrations say it themselves. */
function adviceFor(error: unknown, { database: { url } }: Config): string {
  if (url === '') return isFileError(error) ? '. See SVC_DATA_DIR.' : '';
  const isUnreachable = isDatabaseAway(error) || isRefused(error);
  return isUnreachable ? '. Check SVC_DATABASE_URL, and that the database server runs.' : '';
}

/**
 * Returns true if the error says that the file or folder of the embedded database cannot be created, opened or written.
 */
function isFileError(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).path !== undefined || /database file|readonly|disk/.test(String(error));
}

/** Returns true if the database refuses the connection for a reason that waiting does not change. */
function isRefused(error: unknown): boolean {
  return /access denied|unknown database/i.test(String(error));
}
