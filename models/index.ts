// Opens the database and binds every model to it.

import type { Sequelize } from 'sequelize';
import { defineAdminApiKey } from './admin-api-key.ts';
import { defineAudit } from './audit-entry.ts';
import { checkDatabase, type DatabaseSettings, openConnections } from './connection.ts';
import { defineFineTuningWorker } from './fine-tuning-worker.ts';
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
import { defineStoredSetting } from './stored-setting.ts';
import { defineThrottle } from './throttle.ts';
import { defineUsageRollup } from './usage-rollup.ts';
import { defineUser } from './user.ts';
import { defineVectorStore } from './vector-store.ts';
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
  defineWebhookEvent,
  defineWebhookDelivery,
  defineWebhookAttempt,
  defineWebhookEndpoint,
  defineVectorStore,
  defineFineTuningWorker,
  defineModelResponse,
  defineUsageRollup,
  defineLimitWindow,
  defineStoredSetting,
  defineAudit,
];

/** Binds the models, checks that the database answers, and migrates it. Returns the names of the migrations that ran. */
export async function openDatabase(settings: DatabaseSettings): Promise<string[]> {
  const sequelize = openConnections(settings);
  for (const define of definitions) define(sequelize);
  await checkDatabase();
  return migrate(sequelize, settings);
}

export { closeConnections as closeDatabase } from './connection.ts';
