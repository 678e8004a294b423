// `svc migrate`: migrates the database to this version and exits, for deployments that migrate before they start
// servers.

import { Command } from 'commander';
import type { UnpricedUse } from '../../services/maintenance/index.ts';
import type { UpgradePlan } from './accounts.ts';
import { printJson, printLine, printTable } from './output.ts';
import { onThisMachine } from './server-commands.ts';
import type { Globals } from './session.ts';
import { countText, durationText, sizeText } from './values.ts';

/** Returns the command `svc migrate`. */
export function migrateCommand(): Command {
  return new Command('migrate')
    .summary('Migrate the database to this version')
    .description(
      'Migrates the configured database to this version, and exits. A server does the same when it starts; several may try at once.',
    )
    .option(
      '--plan',
      'lists what would run, with the rows that it touches and an estimate, and the projects whose calls have no price; changes nothing',
    )
    .action((_, command: Command) => migrate(command.optsWithGlobals<Globals & { plan?: true }>()));
}

async function migrate(flags: Globals & { plan?: true }): Promise<void> {
  onThisMachine(flags);
  const { migrateDatabase, planUpgrade } = await import('./accounts.ts');
  if (flags.plan) return printPlan(await planUpgrade(), flags);
  const migrations = await migrateDatabase();
  if (flags.json) printJson({ migrations });
  else if (migrations.length === 0) printLine('nothing to do: the database has this version');
  else printLine(`ran ${counted(migrations.length)}: ${migrations.join(', ')}`);
}

async function printPlan({ migrations, unpriced, oldTables }: UpgradePlan, { json }: Globals): Promise<void> {
  const changes = migrations.flatMap(({ name, changes }) => changes.map((change) => ({ migration: name, ...change })));
  const rows = sum(changes.map((change) => change.rows));
  const seconds = Math.round(sum(changes.map(({ estimatedSeconds }) => estimatedSeconds)) * 100) / 100;
  if (json)
    return printJson({
      migrations: migrations.map(({ name, changes }) => ({
        name,
        changes: changes.map(({ change, rows, estimatedSeconds }) => ({
          change,
          rows,
          estimated_seconds: estimatedSeconds,
        })),
      })),
      rows,
      estimated_seconds: seconds,
      ...(unpriced.length === 0 ? {} : { unpriced_use: unpriced.map(toJson) }),
      ...(oldTables === undefined ? {} : { postgres_move: sizeOf(oldTables) }),
    });
  if (unpriced.length > 0) printLine((await import('../../services/maintenance/index.ts')).unpricedUseText(unpriced));
  if (oldTables === 'unknown')
    printLine(
      'PostgreSQL does not answer at SVC_COLLECTIONS_URL: the rows and the disk of a move to new tables are not known.',
    );
  else if (oldTables !== undefined)
    printLine(
      `In the background a server moves about ${countText(oldTables.chunks)} rows of svc_chunks in PostgreSQL to new tables. Both need up to ${sizeText(oldTables.bytes)} of disk, until the old tables are dropped.`,
    );
  if (migrations.length === 0) return printLine('nothing to do: the database has this version');
  const shown = changes.map(({ estimatedSeconds, ...change }) => ({ ...change, seconds: estimatedSeconds }));
  await printTable(shown, ['migration', 'change', 'rows', 'seconds'], { schema: {}, emptyMeans: {} });
  printLine(
    `${counted(migrations.length)} ${migrations.length === 1 ? 'touches' : 'touch'} ${countText(rows)} rows in about ${durationText(seconds)}`,
  );
}

function sizeOf(oldTables: NonNullable<UpgradePlan['oldTables']>): { rows: number | null; bytes: number | null } {
  return oldTables === 'unknown' ? { rows: null, bytes: null } : { rows: oldTables.chunks, bytes: oldTables.bytes };
}

function toJson({ projectId, name, targets }: UnpricedUse): Record<string, unknown> {
  return { project_id: projectId, name, targets };
}

function counted(migrations: number): string {
  return migrations === 1 ? '1 migration' : `${migrations} migrations`;
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
