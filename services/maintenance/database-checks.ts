// Checks of an open database, which may not be migrated yet.

import { QueryTypes } from 'sequelize';
import { backlog, periodOverdueMs } from '../../models/backlog.ts';
import { nowMs } from '../../models/clock.ts';
import { database, probeWrite, select, sqlNowMs } from '../../models/connection.ts';
import { exactCollationOf } from '../../models/dialects/table.ts';
import type { PlannedMigration } from '../../models/index.ts';
import { isSchemaProbe, probeSchemaRights } from '../../models/schema-probes.ts';
import { SecretsKey } from '../../models/secrets-key.ts';
import { proofOf } from '../audit/index.ts';
import { createLog } from '../platform/index.ts';
import { type Config, createSecrets, keyInFile, weaknessOf } from '../settings/index.ts';
import { findEngineProblems } from '../vectors/index.ts';
import { type Check, failed, ok, type Result, skipped, warning } from './finding.ts';

const rounds = 5;
const slowMs = 20;
const [warnClockMs, failClockMs] = [2000, 30_000];
/** The age of a due job that is a problem. Jobs normally start within a second of their due time. */
const lateMs = 60_000;
const longBacklogMs = 300_000;

/** Checks the version, the rights, the collation and the latency. */
export function databaseCheck(): Check {
  return {
    part: 'database',
    advice: 'Check that the user of SVC_DATABASE_URL has all rights on the database and that its disk is not full.',
    async run() {
      const { dialect } = database();
      const version = await versionOf();
      if (dialect === 'mysql') {
        await probeSchemaRights();
        const wrong = await otherCollations(exactCollationOf(version));
        if (wrong.length > 0)
          return failed(
            `The tables ${wrong.slice(0, 5).join(', ')} have another collation than ${exactCollationOf(version)}: ids would be compared without regard to case. Convert them with ALTER TABLE … CONVERT TO CHARACTER SET utf8mb4 COLLATE ${exactCollationOf(version)}.`,
          );
      }
      const ms = await latencyMs();
      const text = `${version}, ${ms.toFixed(1)} ms for a query`;
      return ms > slowMs
        ? warning(`${text}. Each request needs several queries: bring the servers and the database closer together.`)
        : ok(text);
    },
  };
}

/** Checks that the database accepts writes. Needs the tables of a migrated database. */
export function writeCheck(): Check {
  return {
    part: 'database writes',
    advice: 'Check that the database is not read-only and that its disk is not full.',
    async run() {
      await probeWrite();
      return ok('The database accepts writes.');
    },
  };
}

/**
 * Compares the clock of this machine with that of the database. A difference makes tokens and limits wrong.
 */
export function clockCheck(): Check {
  return {
    part: 'clock',
    advice: 'Check the database.',
    async run() {
      const before = nowMs();
      const [row] = await select<{ now: number }>(`SELECT ${sqlNowMs()} AS now`, []);
      const apartMs = Math.abs((before + nowMs()) / 2 - Number(row?.now));
      const text = `This machine and the database are ${(apartMs / 1000).toFixed(1)} s apart`;
      if (apartMs > failClockMs) return failed(`${text}: tokens and limits are wrong. Synchronize both with NTP.`);
      return apartMs > warnClockMs ? warning(`${text}. Synchronize both with NTP.`) : ok(`${text}.`);
    },
  };
}

export function migrationsCheck(pending: PlannedMigration[]): Result {
  if (pending.length === 0) return ok('The database has the version of this program.');
  const names = pending.map(({ name }) => name);
  return warning(
    `${names.length === 1 ? '1 migration has' : `${names.length} migrations have`} not run (${names[0]}${names.length === 1 ? '' : ` to ${names.at(-1)}`}). The next start runs them, or "svc migrate"; "svc migrate --plan" says what they do.`,
  );
}

/** Checks that the configured key is the one with which the database was written. */
export function keyCheck({ secrets: { key }, data_dir: dataDir }: Config): Check {
  return {
    part: 'key',
    advice:
      'Restore the right key from a backup, or start with a new key: "svc secrets reset" lists what would be lost.',
    async run() {
      const known = await SecretsKey.proof();
      const place = key === '' ? 'secrets.key in SVC_DATA_DIR' : 'SVC_SECRETS_KEY';
      if (key === '' && keyInFile(dataDir) === undefined)
        return known === undefined
          ? skipped('No key exists yet. The first start makes secrets.key in SVC_DATA_DIR.')
          : failed(
              'The key of this database is missing. Set SVC_SECRETS_KEY, or restore secrets.key in SVC_DATA_DIR from a backup. If the key is lost, run "svc secrets reset".',
            );
      if (known !== undefined && known !== proofOf(createSecrets(key, dataDir)))
        return failed(
          `${place} is not the key of this database. Restore the right key from a backup. If that key is lost, run "svc secrets reset".`,
        );
      const weakness = key === '' ? undefined : weaknessOf(key);
      return weakness === undefined
        ? ok(`${place} is the key of this database.`)
        : warning(`SVC_SECRETS_KEY ${weakness}`);
    },
  };
}

/** Checks that the settings which the database stores are valid. `problems` reads them. */
export function storedSettingsCheck(problems: () => Promise<string[]>): Check {
  return {
    part: 'stored settings',
    advice: 'Check the database.',
    async run() {
      const found = await problems();
      return found.length === 0 ? ok('The settings in the database are valid.') : found.map(failed);
    },
  };
}

/** Checks that a server or a worker does the background work. */
export function workersCheck({ workers }: Config): Check {
  const advice = workers.enabled
    ? 'Start a server or a worker ("svc worker"), and look at its log.'
    : 'SVC_RUN_WORKERS is false, so servers do no background work: start "svc worker".';
  return {
    part: 'workers',
    advice,
    async run() {
      const overdueMs = await periodOverdueMs('housekeeping');
      if (overdueMs === undefined) return skipped('No server or worker has run on this database yet.');
      return overdueMs > lateMs
        ? failed(`No worker has taken jobs for ${spanText(overdueMs)}. ${advice}`)
        : ok('Workers take jobs.');
    },
  };
}

/** Checks that the background work keeps up. */
export function backlogCheck(): Check {
  return {
    part: 'backlog',
    advice: 'Check the database.',
    async run() {
      const { due, oldestMs } = await backlog();
      const text =
        due === 0
          ? 'No jobs are due.'
          : `${due === 1 ? '1 job waits' : `${due} jobs wait`}, the oldest for ${spanText(oldestMs)}.`;
      return oldestMs > longBacklogMs
        ? warning(`${text} Start more workers ("svc worker"), or look in their logs for what holds them up.`)
        : ok(text);
    },
  };
}

/** Checks that the search engines answer, and that the settings name the engine of every vector store. */
export function enginesCheck(config: Config): Check {
  return {
    part: 'search engines',
    advice: 'Check the database, SVC_COLLECTIONS_URL and collections.engines.',
    async run() {
      const problems = await findEngineProblems(config, await createLog('silent'));
      if (problems.length > 0) return problems.map(({ text }) => failed(text));
      return ok('Every vector store is in a search engine of the settings.');
    },
  };
}

async function versionOf(): Promise<string> {
  const isMysql = database().dialect === 'mysql';
  const sql = isMysql ? 'SELECT VERSION() AS version' : 'SELECT sqlite_version() AS version';
  const [row] = await select<{ version: string }>(sql, []);
  return isMysql ? (row?.version ?? '') : `SQLite ${row?.version}`;
}

async function otherCollations(collation: string): Promise<string[]> {
  const rows = await database().sequelize.query<{ name: string }>(
    'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() AND table_collation <> :collation ORDER BY table_name',
    { replacements: { collation }, type: QueryTypes.SELECT },
  );
  // The collation of this table is the default one. Its values are ASCII, so the collation does not matter.
  return rows.map(({ name }) => name).filter((name) => name !== 'schema_migrations' && !isSchemaProbe(name));
}

/** Returns the median of several queries. */
async function latencyMs(): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    await select('SELECT 1 AS one', []);
    times.push(performance.now() - startedAt);
  }
  return times.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
}

function spanText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
