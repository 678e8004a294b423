// Checks every part of an installation, and says what to do about each that fails. The database is opened as it is: a check
// must not migrate it, and must not make a key.

import type { DatabaseSettings } from '../../models/connection.ts';
import { databaseExists, openAsItIs } from '../../models/index.ts';
import { type PlannedMigration, planMigrations } from '../../models/migrate.ts';
import { auditEvent } from '../audit/index.ts';
import { Upstreams } from '../inference/index.ts';
import type { Log } from '../platform/index.ts';
import { type Config, Configuration, createSecrets } from '../settings/index.ts';
import {
  backlogCheck,
  clockCheck,
  databaseCheck,
  keyCheck,
  migrationsCheck,
  workersCheck,
  writeCheck,
} from './database-checks.ts';
import { type Check, type Finding, failed, findingsOf, ok } from './finding.ts';
import {
  brokerCheck,
  dataDirCheck,
  mailCheck,
  nodeCheck,
  proxyCheck,
  storageCheck,
  upstreamsCheck,
  webhooksCheck,
} from './surroundings-checks.ts';

export type { Finding } from './finding.ts';

const unwatched = { failed: () => undefined, paused: () => undefined, removed: () => undefined };

/** Checks every part. Opens the database; the caller closes it. */
export async function examine(config: Config, log: Log): Promise<Finding[]> {
  const surroundings = [nodeCheck, dataDirCheck(config)];
  const opened = await openingOf(config);
  if (opened.pending === undefined)
    return findAll([...surroundings, openingCheck(opened), ...networkChecks(config, log)]);
  const schemaChecks: Check[] = [databaseCheck(), clockCheck(), openingCheck(opened)];
  // Older tables may lack what the other checks read.
  if (opened.pending.length > 0) return findAll([...surroundings, ...schemaChecks, ...networkChecks(config, log)]);
  const key = await findingsOf(keyCheck(config));
  if (key.every(({ state }) => state === 'ok' || state === 'warning')) await readStoredSettings(config, log);
  return [
    ...(await findAll([...surroundings, ...schemaChecks, writeCheck()])),
    ...key,
    ...(await findAll([workersCheck(config), backlogCheck(), webhooksCheck(config), ...networkChecks(config, log)])),
  ];
}

interface Opening {
  /** The migrations that have not run; undefined: the database cannot be used. */
  pending?: PlannedMigration[];
  error?: unknown;
}

async function openingOf(config: Config): Promise<Opening> {
  const settings: DatabaseSettings = {
    url: config.database.url,
    dataDir: config.data_dir,
    poolSize: 2,
    timeoutMs: config.database.timeout_seconds * 1000,
  };
  if (!databaseExists(settings)) return {};
  try {
    return { pending: await planMigrations(await openAsItIs(settings)) };
  } catch (error) {
    return { error };
  }
}

function openingCheck({ pending, error }: Opening): Check {
  const part = pending === undefined ? 'database' : 'migrations';
  return {
    part,
    advice:
      'Check SVC_DATABASE_URL or SVC_DATA_DIR, and that the database runs and takes connections from this machine.',
    async run() {
      if (pending !== undefined) return migrationsCheck(pending);
      if (error === undefined) return ok('There is no database yet. The first start makes it.');
      if (/newer svc/.test(String(error))) return failed((error as Error).message);
      throw error;
    },
  };
}

/** Whatever can be checked without the database. */
function networkChecks(config: Config, log: Log): Check[] {
  const upstreams = new Upstreams(config, log, unwatched);
  const asked = upstreamsCheck(upstreams);
  return [
    storageCheck(config),
    brokerCheck(config),
    mailCheck(config),
    { ...asked, run: () => asked.run().finally(() => upstreams.close()) },
    proxyCheck(config),
  ];
}

/** Settings that were changed while the server ran count too. */
async function readStoredSettings(config: Config, log: Log): Promise<void> {
  const secrets = createSecrets(config.secrets.key, config.data_dir);
  const owners = { upstreams: { refusals: async () => [], replace: () => undefined } };
  await new Configuration({ config, secrets, log, audit: auditEvent }, owners).refresh();
}

async function findAll(checks: Check[]): Promise<Finding[]> {
  return (await Promise.all(checks.map(findingsOf))).flat();
}
