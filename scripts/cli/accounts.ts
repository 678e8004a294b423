// Account operations directly on the database, for a person with access to the server's configuration. They also work
// beside a running server, which notices the change within seconds. Only the commands that need this file load it.

import type { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { formatRules, IssueWriter } from '../../http/validation/index.ts';
import { isDatabaseAway } from '../../models/constraints.ts';
import { closeDatabase, databaseExists, databasePlace, type PlannedMigration } from '../../models/index.ts';
import { User, type UserRow } from '../../models/user.ts';
import {
  Audit,
  agreeOnKey,
  asOperator,
  auditEvent,
  chainEntries,
  checkStrength,
  OtherKeyError,
  type Verification,
  verifyChain,
} from '../../services/audit/index.ts';
import {
  DatabaseUnusableError,
  openDatabaseWithRetries,
  openWithoutKeyCheck,
  planWithRetries,
} from '../../services/database.ts';
import { StorageError } from '../../services/files/index.ts';
import {
  type DoctorReport,
  examine,
  OperationError,
  planUnpricedUse,
  reportOf,
  type UnpricedUse,
} from '../../services/maintenance/index.ts';
import { createResetLink, createSignInLink, createUser, hasUsers, setPassword } from '../../services/people/index.ts';
import {
  createLog,
  issueSentence,
  type Log,
  pageLink,
  ServiceError,
  ValidationError,
} from '../../services/platform/index.ts';
import { type Losses, lossesOfReset, resetSecrets } from '../../services/secrets-reset.ts';
import {
  type Config,
  ConfigError,
  Configuration,
  createSecrets,
  keyInFile,
  loadConfig,
  makeKeyFile,
  publicUrl,
  type Secrets,
} from '../../services/settings/index.ts';
import { type OldTablesSize, sizeOfOldTables } from '../../services/vectors/index.ts';
import { addressPolicy } from '../../services/webhooks/index.ts';
import type { Json, Schema } from '../document/index.ts';
import { Failure } from './failure.ts';
import { document } from './operations.ts';

/** Accepts every configuration of the upstreams: this process uses no upstreams. */
const unusedUpstreams = { refusals: async () => [], replace: () => undefined };

interface NewAdmin {
  email: string;
  name: string | null;
  password: string;
}

/**
 * Creates an admin. Returns the user and the place of the database. Throws a Failure if the email address is taken or
 * the password is weak.
 */
export function createAdmin({ email, name, password }: NewAdmin): Promise<{ user: UserRow; database: string }> {
  return guarded(async () => {
    const config = loadConfig();
    return onDatabase(config, async () => {
      check({ email, ...(name === null ? {} : { name }), password });
      const user = await createUser({ email, name, password, isAdmin: true });
      return { user, database: databasePlace({ url: config.database.url, dataDir: config.data_dir }) };
    });
  });
}

/** Returns true if the database has an account. Throws a Failure if there is no database. */
export function hasAccounts(): Promise<boolean> {
  return onExistingDatabase(() => hasUsers());
}

/** Sets a user's password, and ends all sessions of the user. Throws a Failure if no user has the address. */
export function resetPassword(email: string, password: string): Promise<UserRow> {
  return onExistingDatabase(async () => {
    check({ email, password });
    const user = await userAt(email);
    await setPassword(user, password, undefined, ['body', 'password']);
    return user;
  });
}

/**
 * Returns a single-use link that sets a user's password. Throws a Failure if no user has the address, or the user is
 * disabled.
 */
export function makeResetLink(email: string): Promise<{ user: UserRow; url: string; expiresAt: number }> {
  return onExistingDatabase(async (secrets, config) => {
    check({ email });
    const user = await enabledUserAt(email);
    // The lifetime of links is a live setting, which may have changed since the start of the server.
    await new Configuration(
      { config, secrets, log: await createLog('silent'), audit: auditEvent },
      { upstreams: unusedUpstreams },
    ).refresh();
    const { token, expiresAt } = await createResetLink(user, config);
    return { user, url: pageLink({ url: publicUrl(config, config.server.port) }, 'reset', token), expiresAt };
  });
}

/** Returns a single-use link that signs a user in. Throws a Failure like `makeResetLink`. */
export function makeSignInLink(email: string): Promise<{ user: UserRow; url: string; expiresAt: number }> {
  return onExistingDatabase(async (_, config) => {
    check({ email });
    const user = await enabledUserAt(email);
    const { token, expiresAt } = await createSignInLink(user);
    return { user, url: pageLink({ url: publicUrl(config, config.server.port) }, 'sign-in', token), expiresAt };
  });
}

async function enabledUserAt(email: string): Promise<UserRow> {
  const user = await userAt(email);
  if (!user.disabled) return user;
  throw new Failure(`The user ${email} is disabled and cannot sign in. An admin can enable the account.`);
}

async function userAt(email: string): Promise<UserRow> {
  const user = await User.byEmail(email);
  if (user === undefined) throw new Failure(`No user has the e-mail address ${email}.`);
  return user;
}

/** Verifies the audit log against its seals. `expected` is a head that was saved earlier. */
export function verifyAuditLog(expected: string | undefined): Promise<Verification> {
  return onExistingDatabase(async (secrets) => {
    await chainEntries(secrets);
    return verifyChain(secrets, expected);
  });
}

/**
 * Replaces a lost secrets key by the configured key, or else by the key in the data directory, which is created if it
 * is missing. `agree` receives a list of the losses, and throws to cancel. Throws a Failure if no key is lost.
 */
export function resetLostKey(agree: (losses: Losses) => Promise<void>): Promise<{ losses: Losses; ownKey: boolean }> {
  return guarded(async () => {
    const config = existingInstallation();
    const { key } = config.secrets;
    const log = await createLog('silent');
    await openWithoutKeyCheck(config, log);
    if (await hasKey(config))
      throw new Failure('The secrets key of this database is present, so there is nothing to reset.');
    checkStrength(key);
    await agree(await lossesOfReset());
    if (key === '' && keyInFile(config.data_dir) === undefined) makeKeyFile(config.data_dir);
    const secrets = createSecrets(key, config.data_dir);
    const losses = await asOperator(new Audit(secrets, log), () => resetSecrets(secrets));
    return { losses, ownKey: key === '' };
  });
}

async function hasKey(config: Config): Promise<boolean> {
  try {
    await agreeOnKey(config);
    return true;
  } catch (error) {
    if (error instanceof OtherKeyError) return false;
    throw error;
  }
}

/** Migrates the database. Returns the names of the migrations that ran. */
export function migrateDatabase(): Promise<string[]> {
  return guarded(async () => openWithoutKeyCheck(loadConfig(), await createLog('silent')));
}

export interface UpgradePlan {
  /** The migrations that would run. */
  migrations: PlannedMigration[];
  /** The projects with a spend limit that used something without a price. */
  unpriced: UnpricedUse[];
  /**
   * The tables of 0.2.0 in PostgreSQL, whose stores a server moves to other tables in the background. `unknown`:
   * PostgreSQL does not answer. Undefined: there are none.
   */
  oldTables: OldTablesSize | 'unknown' | undefined;
}

/** Returns what an upgrade would do. */
export function planUpgrade(): Promise<UpgradePlan> {
  return guarded(async () => {
    const config = loadConfig();
    const log = await createLog('silent');
    const migrations = await planWithRetries(config, log);
    return {
      migrations,
      unpriced: databaseExists({ url: config.database.url, dataDir: config.data_dir })
        ? await planUnpricedUse(config, log)
        : [],
      oldTables: await oldTablesOf(config, log),
    };
  });
}

/** PostgreSQL is another server, so the plan of the database's own migrations does not depend on it. */
async function oldTablesOf({ collections: { url } }: Config, log: Log): Promise<UpgradePlan['oldTables']> {
  if (url === '') return undefined;
  return sizeOfOldTables(url, log).catch((error: unknown) => {
    if (error instanceof ServiceError && error.code === 'unavailable') return 'unknown';
    throw error;
  });
}

/** Checks every part of the installation. Wrong settings are a finding too. */
export function examineInstallation(): Promise<DoctorReport> {
  return guarded(async () => {
    try {
      return reportOf(await examine(loadConfig(), await createLog('silent')));
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      return reportOf(error.lines.map((message) => ({ part: 'settings', state: 'failed', message })));
    }
  });
}

/** Returns the settings. Throws a Failure if they name a database that does not exist: opening it would create it. */
export function existingInstallation(): Config {
  const config = loadConfig();
  if (databaseExists({ url: config.database.url, dataDir: config.data_dir })) return config;
  throw new Failure(
    `There is no database in '${config.data_dir}'. Set SVC_DATA_DIR or SVC_DATABASE_URL as for the server.`,
  );
}

function onExistingDatabase<T>(work: (secrets: Secrets, config: Config) => Promise<T>): Promise<T> {
  return guarded(async () => {
    const config = existingInstallation();
    return onDatabase(config, (secrets) => work(secrets, config));
  });
}

async function onDatabase<T>(config: Config, work: (secrets: Secrets) => Promise<T>): Promise<T> {
  const log = await createLog('silent');
  await openDatabaseWithRetries(config, log);
  const secrets = createSecrets(config.secrets.key, config.data_dir);
  return asOperator(new Audit(secrets, log), () => work(secrets));
}

/** Does the work and closes the database. Converts errors to a Failure. */
export async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw failureOf(error);
  } finally {
    await closeDatabase();
  }
}

function failureOf(error: unknown): unknown {
  if (error instanceof ConfigError) return new Failure(error.lines.join(' '), { cause: error });
  if (error instanceof DatabaseUnusableError || error instanceof ServiceError || error instanceof OperationError)
    return new Failure(error.message, { cause: error });
  if (error instanceof StorageError)
    return new Failure(`${error.message}. "svc doctor" checks the file storage.`, { cause: error });
  if (error instanceof Error && isDatabaseAway(error))
    return new Failure(`The database failed: ${error.message}. "svc doctor" checks it.`, { cause: error });
  if (!(error instanceof ValidationError)) return error;
  // The password may come from a prompt.
  const place = (name = ''): string => (name === 'password' ? 'The password' : `--${name}`);
  const issues = error.issues.map((issue) => issueSentence(issue, place(issue.loc.at(-1))));
  return new Failure(issues.join(' '), { cause: error });
}

/** Validates the values against the spec, as the server validates requests. */
function check(values: { email: string; name?: string; password?: string }): void {
  const formats = formatRules(addressPolicy([]));
  const ajv = new Ajv2020({ strict: false, allErrors: true, verbose: true }) as unknown as Ajv;
  for (const [name, rule] of formats) ajv.addFormat(name, (text: string) => rule(text) === undefined);
  const { EmailAddress, Name, NewPassword } = document.components.schemas;
  const properties = { email: EmailAddress, name: Name, password: NewPassword } as Record<string, Schema>;
  const validate = ajv.compile({ properties: { requestBody: { properties } } });
  const parts = { path: {}, query: {}, header: {}, requestBody: values satisfies Json };
  const issues = new IssueWriter({ thorough: ajv, quick: ajv }, formats, new Set(['password'])).issues(
    [{ thorough: validate, quick: validate }],
    parts,
    parts,
  );
  if (issues.length > 0) throw new ValidationError(issues);
}
