// Opens the database and binds every model to it.

import type { Sequelize } from 'sequelize';
import { defineAdminApiKey } from './admin-api-key.ts';
import { defineAudit } from './audit-entry.ts';
import { defineChunk } from './chunk.ts';
import { defineChunkSet } from './chunk-set.ts';
import { defineCollection } from './collection.ts';
import { checkDatabase, type DatabaseSettings, openConnections } from './connection.ts';
import { defineFileBatch } from './file-batch.ts';
import { defineFineTuningWorker } from './fine-tuning-worker.ts';
import { defineIdempotencyKey } from './idempotency-key.ts';
import { defineInvitation } from './invitation.ts';
import { defineJob } from './job.ts';
import { defineLimitWindow } from './limit-window.ts';
import { defineLogin } from './login.ts';
import { defineMembership } from './membership.ts';
import { migrate } from './migrate.ts';
import { defineModelResponse } from './model-response.ts';
import { defineOrganization } from './organization.ts';
import { definePasswordReset } from './password-reset.ts';
import { defineProject } from './project.ts';
import { defineProjectApiKey } from './project-api-key.ts';
import { defineProjectStorage } from './project-storage.ts';
import { defineSecretsKey } from './secrets-key.ts';
import { defineStoredFile } from './stored-file.ts';
import { defineStoredSetting } from './stored-setting.ts';
import { defineThrottle } from './throttle.ts';
import { defineUpload } from './upload.ts';
import { defineUsageRollup } from './usage-rollup.ts';
import { defineUser } from './user.ts';
import { defineVectorStore } from './vector-store.ts';
import { defineVectorStoreFile } from './vector-store-file.ts';
import { defineWebhookAttempt } from './webhook-attempt.ts';
import { defineWebhookDelivery } from './webhook-delivery.ts';
import { defineWebhookEndpoint } from './webhook-endpoint.ts';
import { defineWebhookEvent } from './webhook-event.ts';

const definitions: ((sequelize: Sequelize) => void)[] = [
  defineUser,
  defineOrganization,
  defineMembership,
  defineLogin,
  definePasswordReset,
  defineInvitation,
  defineJob,
  defineThrottle,
  defineAdminApiKey,
  defineProject,
  defineProjectApiKey,
  defineProjectStorage,
  defineStoredFile,
  defineUpload,
  defineWebhookEvent,
  defineWebhookDelivery,
  defineWebhookAttempt,
  defineWebhookEndpoint,
  defineVectorStore,
  defineFileBatch,
  defineVectorStoreFile,
  defineCollection,
  defineChunkSet,
  defineChunk,
  defineFineTuningWorker,
  defineModelResponse,
  defineUsageRollup,
  defineLimitWindow,
  defineStoredSetting,
  defineAudit,
  defineSecretsKey,
  defineIdempotencyKey,
];

/** Binds the models, checks that the database answers, and migrates it. Returns the names of the migrations that ran. */
export async function openDatabase(settings: DatabaseSettings): Promise<string[]> {
  const sequelize = openConnections(settings);
  for (const define of definitions) define(sequelize);
  await checkDatabase();
  return migrate(sequelize, settings);
}

export { closeConnections as closeDatabase } from './connection.ts';
