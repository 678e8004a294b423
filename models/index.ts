// Opens the database and binds every model to it.

import { existsSync } from 'node:fs';
import type { Sequelize } from 'sequelize';
import { definitions } from '../generated/models.ts';
import { checkDatabase, type DatabaseSettings, openConnections } from './connection.ts';
import { makeShrinkable } from './dialects/sqlite.ts';
import { migrate, type PlannedMigration, planMigrations } from './migrate.ts';
import { databasePath } from './reader.ts';

/** Binds the models, checks that the database answers, and migrates it. Returns the names of the migrations that ran. */
export async function openDatabase(settings: DatabaseSettings): Promise<string[]> {
  const migrated = await migrate(await openAsItIs(settings), settings);
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
  for (const define of definitions) define(sequelize);
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
