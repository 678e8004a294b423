// Opens the database and binds every model to it.

import { definitions } from '../generated/models.ts';
import { checkDatabase, type DatabaseSettings, openConnections } from './connection.ts';
import { migrate } from './migrate.ts';

/** Binds the models, checks that the database answers, and migrates it. Returns the names of the migrations that ran. */
export async function openDatabase(settings: DatabaseSettings): Promise<string[]> {
  const sequelize = openConnections(settings);
  for (const define of definitions) define(sequelize);
  await checkDatabase();
  return migrate(sequelize, settings);
}

export { closeConnections as closeDatabase } from './connection.ts';
