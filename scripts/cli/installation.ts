// Backups of the installation that the settings describe. Loaded only by the commands that need it.

import { openAsItIs } from '../../models/index.ts';
import { planMigrations } from '../../models/migrate.ts';
import {
  type AskPassphrase,
  type BackupEnd,
  backUp,
  ownKey,
  restore,
  verifyBackup,
  verifyEverything,
} from '../../services/operation/index.ts';
import { type Config, loadConfig, secretsUnder } from '../../services/settings/index.ts';
import { existingInstallation, guarded } from './accounts.ts';
import { Failure } from './failure.ts';

export { unfinishedBackup } from '../../services/operation/index.ts';

/** Writes a backup of the installation. Without a passphrase the secrets key is left out. */
export function backUpTo(path: string, passphrase: string | undefined): Promise<BackupEnd> {
  return guarded(async () => backUp(await openedConfig(), path, passphrase));
}

/** Restores a backup into the configured place, which must be empty. */
export function restoreFrom(path: string, ask: AskPassphrase): Promise<BackupEnd> {
  return guarded(() => restore(loadConfig(), path, ask));
}

/** Returns the problems of a backup; an empty list if the backup has none. */
export function problemsOfBackup(path: string, ask: AskPassphrase): Promise<string[]> {
  return guarded(async () => (await verifyBackup(loadConfig(), path, ask)).problems);
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
