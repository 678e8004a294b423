// Checks every part of an installation, with advice for each failure. `svc doctor` checks in a process of its own, GET
// /admin/doctor in a server. The command opens the database without migrating it and without creating a key.

import { nowSeconds } from '../../models/clock.ts';
import { type DatabaseSettings, database } from '../../models/connection.ts';
import { databaseExists, openAsItIs } from '../../models/index.ts';
import { type PlannedMigration, planMigrations } from '../../models/migrate.ts';
import { Upstreams } from '../gateway/index.ts';
import type { Log } from '../platform/index.ts';
import type { Config, Configuration } from '../settings/index.ts';
import { connectionsCheck } from './connections-check.ts';
import {
  backlogCheck,
  clockCheck,
  databaseCheck,
  enginesCheck,
  keyCheck,
  migrationsCheck,
  storedSettingsCheck,
  workersCheck,
  writeCheck,
} from './database-checks.ts';
import {
  brokerCheck,
  dataDirCheck,
  mailCheck,
  nodeCheck,
  proxyCheck,
  storageCheck,
  upstreamsCheck,
  webhooksCheck,
} from './environment-checks.ts';
import { type Check, type Finding, failed, findingsOf, ok } from './finding.ts';
import { keptKeysCheck } from './kept-keys-check.ts';
import { lockCheck } from './lock-check.ts';
import { nodesChecks } from './nodes-check.ts';
import { olderReadersCheck } from './older-readers.ts';
import { searchCacheCheck } from './search-cache-check.ts';
import { signInCheck } from './sign-in-check.ts';
import { applyStoredSettings } from './stored-settings.ts';
import { unpricedUseCheck } from './unpriced-use.ts';
import { vectorIndexesCheck } from './vector-indexes-check.ts';

export type { Finding } from './finding.ts';

const unwatched = { failed: () => undefined, paused: () => undefined, removed: () => undefined };

/** What `svc doctor --json` prints, and `GET /admin/doctor` returns. */
export interface DoctorReport {
  object: 'doctor.report';
  /** `true` if no part has failed. */
  healthy: boolean;
  checked_at: number;
  checks: Finding[];
}

export function reportOf(checks: Finding[]): DoctorReport {
  const healthy = checks.every(({ state }) => state !== 'failed');
  return { object: 'doctor.report', healthy, checked_at: nowSeconds(), checks };
}

/** Checks every part from a process of its own. Opens the database; the caller closes it. */
export async function examine(config: Config, log: Log): Promise<Finding[]> {
  const environment = [nodeCheck, dataDirCheck(config)];
  const opened = await openingOf(config);
  if (opened.pending === undefined)
    return findAll([...environment, openingCheck(opened), ...networkChecks(config, log)]);
  const schemaChecks = [...databaseChecks(config), openingCheck(opened)];
  // Tables without the pending migrations may lack columns that the other checks read.
  if (opened.pending.length > 0) return findAll([...environment, ...schemaChecks, ...networkChecks(config, log)]);
  const key = await findingsOf(keyCheck(config));
  const isKeyRight = key.every(({ state }) => state === 'ok' || state === 'warning');
  const stored = isKeyRight ? [storedSettingsCheck(await applyStoredSettings(config, log))] : [];
  return [
    ...(await findAll([...environment, ...schemaChecks, writeCheck()])),
    ...key,
    ...(await findAll([...stored, ...useChecks(config), ...networkChecks(config, log)])),
  ];
}

function databaseChecks(config: Config): Check[] {
  return [...lockChecks(config), databaseCheck(), ...connectionsChecks(config), ...nodesChecks(config), clockCheck()];
}

/** Returns the checks of what the server does with its rows. */
function useChecks(config: Config): Check[] {
  return [
    workersCheck(config),
    backlogCheck(),
    enginesCheck(config),
    searchCacheCheck(config),
    vectorIndexesCheck(config),
    olderReadersCheck(),
    keptKeysCheck(),
    webhooksCheck(config),
    unpricedUseCheck(config),
    ...signInChecks(config),
  ];
}

interface CheckedServer {
  config: Config;
  configuration: Configuration;
  upstreams: Upstreams;
}

/** Checks every part of the server in this process. */
export class Doctor {
  readonly #server: CheckedServer;
  #running: Promise<DoctorReport> | undefined;

  constructor(server: CheckedServer) {
    this.#server = server;
  }

  /** Returns a report. Calls during a check share its report, so that many callers cause only one set of probes. */
  report(): Promise<DoctorReport> {
    this.#running ??= this.#examine().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #examine(): Promise<DoctorReport> {
    const { config, configuration, upstreams } = this.#server;
    const checks = [
      nodeCheck,
      dataDirCheck(config),
      ...databaseChecks(config),
      migrationsOfServer,
      writeCheck(),
      keyCheck(config),
      storedSettingsCheck(async () => {
        await configuration.refresh();
        return configuration.storedProblems();
      }),
      ...useChecks(config),
      ...environmentChecks(config, upstreamsCheck(upstreams)),
    ];
    return reportOf(await findAll(checks));
  }
}

const migrationsOfServer: Check = {
  part: 'migrations',
  advice: 'Check the database.',
  run: async () => migrationsCheck(await planMigrations(database().sequelize)),
};

function lockChecks({ database: { url }, data_dir: dataDir }: Config): Check[] {
  return url === '' ? [lockCheck(dataDir)] : [];
}

function signInChecks(config: Config): Check[] {
  return config.sso.providers.length === 0 ? [] : [signInCheck(config)];
}

function connectionsChecks(config: Config): Check[] {
  return config.database.url === '' ? [] : [connectionsCheck(config)];
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

/** Returns the checks that need no database. */
function networkChecks(config: Config, log: Log): Check[] {
  const upstreams = new Upstreams(config, log, unwatched);
  const asked = upstreamsCheck(upstreams);
  return environmentChecks(config, { ...asked, run: () => asked.run().finally(() => upstreams.close()) });
}

function environmentChecks(config: Config, upstreams: Check): Check[] {
  return [storageCheck(config), brokerCheck(config), mailCheck(config), upstreams, proxyCheck(config)];
}

async function findAll(checks: Check[]): Promise<Finding[]> {
  return (await Promise.all(checks.map(findingsOf))).flat();
}
