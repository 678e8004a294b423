// Opens the database and binds every model to it.

import { existsSync } from 'node:fs';
import { definitions } from '../generated/models.ts';
import { checkDatabase, type DatabaseSettings, openConnections } from './connection.ts';
import { migrate, type PlannedMigration, planMigrations } from './migrate.ts';
import { databasePath } from './reader.ts';

/** Binds the models, checks that the database answers, and migrates it. Returns the names of the migrations that ran. */
export async function openDatabase(settings: DatabaseSettings): Promise<string[]> {
  const sequelize = openConnections(settings);
  for (const define of definitions) define(sequelize);
  await checkDatabase();
  return migrate(sequelize, settings);
}

/** Returns the migrations that `openDatabase` would run, without running them. An embedded database is not created. */
export async function planDatabase(settings: DatabaseSettings): Promise<PlannedMigration[]> {
  if (settings.url === '' && !existsSync(databasePath(settings.dataDir))) return planMigrations(undefined);
  const sequelize = openConnections(settings);
  await checkDatabase();
  return planMigrations(sequelize);
}

export { closeConnections as closeDatabase } from './connection.ts';
export type { PlannedMigration } from './migrate.ts';
