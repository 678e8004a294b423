// Opens the database and binds every model to it.

import { existsSync } from 'node:fs';
import type { Sequelize } from 'sequelize';
import { models } from '../generated/models.ts';
import { checkDatabase, type DatabaseSettings, openConnections } from './connection.ts';
import { makeShrinkable } from './dialects/sqlite.ts';
import { migrate, type PlannedMigration, planMigrations, stateOf } from './migrate.ts';
import { databasePath } from './reader.ts';
import { bindTable } from './table.ts';

/** Runs before a database is created or migrated. Throws to leave everything as it is. */
export type BeforeWriting = (isNew: boolean) => void | Promise<void>;

/** Binds the models, checks that the database answers, and migrates it. Returns the names of the migrations that ran. */
export async function openDatabase(
  settings: DatabaseSettings,
  beforeWriting: BeforeWriting = () => undefined,
): Promise<string[]> {
  const exists = databaseExists(settings);
  // Opening an embedded database creates its file.
  if (!exists) await beforeWriting(true);
  const sequelize = await openAsItIs(settings);
  const state = await stateOf(sequelize);
  if (exists && state !== 'current') await beforeWriting(state === 'new');
  const migrated = await migrate(sequelize, settings);
  if (settings.url === '') makeShrinkable(databasePath(settings.dataDir));
  return migrated;
}

/** Returns the migrations that `openDatabase` would run, without running them. An embedded database is not created. */
export async function planDatabase(settings: DatabaseSettings): Promise<PlannedMigration[]> {
  return planMigrations(databaseExists(settings) ? await openAsItIs(settings) : undefined);
}

/** Opens the database without migrating it. Tables that its version does not have cannot be used. */
export async function openAsItIs(settings: DatabaseSettings): Promise<Sequelize> {
  const sequelize = openConnections(settings);
  for (const model of models) bindTable(sequelize, model);
  await checkDatabase();
  return sequelize;
}

/** Returns false for an embedded database that no server has made yet. */
export function databaseExists({ url, dataDir }: Pick<DatabaseSettings, 'url' | 'dataDir'>): boolean {
  return url !== '' || existsSync(databasePath(dataDir));
}

/** Returns the file of the embedded database, or the address of the database without user and password. */
export function databasePlace({ url, dataDir }: Pick<DatabaseSettings, 'url' | 'dataDir'>): string {
  if (url === '') return databasePath(dataDir);
  const { protocol, host, pathname, searchParams } = new URL(url);
  const socket = searchParams.get('socket');
  return `${protocol}//${host}${pathname}${socket === null ? '' : `?socket=${socket}`}`;
}

export { closeConnections as closeDatabase } from './connection.ts';
export type { PlannedMigration } from './migrate.ts';
