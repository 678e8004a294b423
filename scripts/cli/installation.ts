// Backups of the installation that the settings describe. Loaded only by the commands that need it.

import { openAsItIs } from '../../models/index.ts';
import { planMigrations } from '../../models/migrate.ts';
import {
  type BackupEnd,
  backUp,
  ownKey,
  type ReadOptions,
  restore,
  verifyBackup,
  verifyEverything,
} from '../../services/maintenance/index.ts';
import { type Config, loadConfig, secretsUnder } from '../../services/settings/index.ts';
import { existingInstallation, guarded } from './accounts.ts';
import { Failure } from './failure.ts';

export { unfinishedBackup } from '../../services/maintenance/index.ts';

/** Writes a backup of the installation. Without a passphrase the secrets key is left out. */
export function backUpTo(path: string, passphrase: string | undefined): Promise<BackupEnd> {
  return guarded(async () => backUp(await openedConfig(), path, passphrase));
}

/** Restores a backup into the configured place, which must be empty. */
export function restoreFrom(path: string, options: ReadOptions & { engine?: string }): ReturnType<typeof restore> {
  return guarded(() => restore(loadConfig(), path, options));
}

/** Returns the problems of a backup (an empty list if the backup has none), and what its checksums prove. */
export function problemsOfBackup(path: string, options: ReadOptions): ReturnType<typeof verifyBackup> {
  return guarded(() => verifyBackup(loadConfig(), path, options));
}

/** Returns the problems of the installation; an empty list if it has none. */
export function problemsOfInstallation(): Promise<string[]> {
  return guarded(async () => {
    const config = await openedConfig();
    const key = await ownKey(config);
    if (key === undefined)
      throw new Failure('No server has run on this database yet. Check SVC_DATA_DIR and SVC_DATABASE_URL.');
    return verifyEverything(config, secretsUnder(key));
  });
}

/** Opens the database without migrating it: a backup before an upgrade must contain the old schema. */
async function openedConfig(): Promise<Config> {
  const config = existingInstallation();
  const settings = {
    url: config.database.url,
    dataDir: config.data_dir,
    poolSize: 2,
    timeoutMs: config.database.timeout_seconds * 1000,
  };
  const pending = await openAsItIs(settings).then(planMigrations).catch(unusable);
  if (pending.length > 0)
    throw new Failure('The database has an older version. Use the svc of that version, or run "svc migrate" first.');
  return config;
}

function unusable(error: unknown): never {
  throw new Failure(`The database cannot be used: ${(error as Error).message}`, { cause: error });
}
