// Opens the database with retries, because a server and its database are often started together. Then checks that the
// encryption key is the one that the database was written with.

import { setTimeout as wait } from 'node:timers/promises';
import type { DatabaseSettings } from '../models/connection.ts';
import { isDatabaseAway } from '../models/constraints.ts';
import { closeDatabase, openDatabase, type PlannedMigration, planDatabase } from '../models/index.ts';
import { Installation } from '../models/installation.ts';
import { agreeOnKey } from './audit/index.ts';
import type { Log } from './platform/index.ts';
import { type Config, weaknessOf } from './settings/index.ts';

const retryMs = 500;

/** The database cannot be used. The message is for the operator. */
export class DatabaseUnusableError extends Error {}

/**
 * Opens and migrates the database. Throws a DatabaseUnusableError if it is not available within the configured time,
 * and a ConfigError if the encryption key is not the one that it was written with.
 */
export async function openDatabaseWithRetries(config: Config, log: Log): Promise<void> {
  await openWithoutKeyCheck(config, log);
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
}

/** Opens and migrates the database without checking the key. Returns the names of the migrations that ran. */
export function openWithoutKeyCheck(config: Config, log: Log): Promise<string[]> {
  return withRetries(config, log, async (settings) => {
    const migrated = await openDatabase(settings);
    if (migrated.length > 0) log.info({ migrations: migrated }, 'migrated the database');
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
  return (error as NodeJS.ErrnoException).path !== undefined || /database file|readonly/.test(String(error));
}

/** Returns true if the database refuses the connection for a reason that waiting does not change. */
function isRefused(error: unknown): boolean {
  return /access denied|unknown database/i.test(String(error));
}
