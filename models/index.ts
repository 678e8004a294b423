// Opens the database and binds every model to it.

import type { Sequelize } from 'sequelize';
import { defineAdminApiKey } from './admin-api-key.ts';
import { defineChunk } from './chunk.ts';
import { defineChunkSet } from './chunk-set.ts';
import { defineCollection } from './collection.ts';
import { checkDatabase, type DatabaseSettings, openConnections } from './connection.ts';
import { defineFineTuningWorker } from './fine-tuning-worker.ts';
import { defineJob } from './job.ts';
import { defineLogin } from './login.ts';
import { defineMembership } from './membership.ts';
import { migrate } from './migrate.ts';
import { defineOrganization } from './organization.ts';
import { defineProject } from './project.ts';
import { defineProjectApiKey } from './project-api-key.ts';
import { defineThrottle } from './throttle.ts';
import { defineUser } from './user.ts';
import { defineVectorStore } from './vector-store.ts';

const definitions: ((sequelize: Sequelize) => void)[] = [
  defineUser,
  defineOrganization,
  defineMembership,
  defineLogin,
  defineJob,
  defineThrottle,
  defineAdminApiKey,
  defineProject,
  defineProjectApiKey,
  defineVectorStore,
  defineCollection,
  defineChunkSet,
  defineChunk,
  defineFineTuningWorker,
];

/** Binds the models, checks that the database answers, and migrates it. Returns the names of the migrations that ran. */
export async function openDatabase(settings: DatabaseSettings): Promise<string[]> {
  const sequelize = openConnections(settings);
  for (const define of definitions) define(sequelize);
  await checkDatabase();
  return migrate(sequelize, settings);
}

export { closeConnections as closeDatabase } from './connection.ts';
