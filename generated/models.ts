// Made by `npm run generate` from the files of models/. Never edited by hand.

import type { Sequelize } from 'sequelize';
import { defineAdminApiKey } from '../models/admin-api-key.ts';
import { defineArrivingFile } from '../models/arriving-file.ts';
import { defineAudit } from '../models/audit-entry.ts';
import { defineChunk } from '../models/chunk.ts';
import { defineChunkSet } from '../models/chunk-set.ts';
import { defineCollection } from '../models/collection.ts';
import { defineConversation } from '../models/conversation.ts';
import { defineDirectoryUser } from '../models/directory-user.ts';
import { defineFileBatch } from '../models/file-batch.ts';
import { defineFineTuningWorker } from '../models/fine-tuning-worker.ts';
import { defineGroupMember } from '../models/group-member.ts';
import { defineIdempotencyKey } from '../models/idempotency-key.ts';
import { defineIdentity } from '../models/identity.ts';
import { defineInstallation } from '../models/installation.ts';
import { defineInvitation } from '../models/invitation.ts';
import { defineJob } from '../models/job.ts';
import { defineLatencyCount } from '../models/latency-count.ts';
import { defineLimitCount } from '../models/limit-count.ts';
import { defineLimitLease } from '../models/limit-lease.ts';
import { defineLogin } from '../models/login.ts';
import { defineMcpSession } from '../models/mcp-session.ts';
import { defineMembership } from '../models/membership.ts';
import { defineModelResponse } from '../models/model-response.ts';
import { defineOrganization } from '../models/organization.ts';
import { defineOwnRole } from '../models/own-role.ts';
import { definePasswordReset } from '../models/password-reset.ts';
import { definePendingSignIn } from '../models/pending-sign-in.ts';
import { defineProject } from '../models/project.ts';
import { defineProjectApiKey } from '../models/project-api-key.ts';
import { defineProjectStorage } from '../models/project-storage.ts';
import { defineProviderGrant } from '../models/provider-grant.ts';
import { defineProviderLogin } from '../models/provider-login.ts';
import { defineResponseItem } from '../models/response-item.ts';
import { defineRoleAssignment } from '../models/role-assignment.ts';
import { defineSecretsKey } from '../models/secrets-key.ts';
import { defineServiceAccount } from '../models/service-account.ts';
import { defineSetupToken } from '../models/setup-token.ts';
import { defineSpendAlert } from '../models/spend-alert.ts';
import { defineSpendNotice } from '../models/spend-notice.ts';
import { defineStoredFile } from '../models/stored-file.ts';
import { defineStoredResponse } from '../models/stored-response.ts';
import { defineStoredSetting } from '../models/stored-setting.ts';
import { defineThrottle } from '../models/throttle.ts';
import { defineUpload } from '../models/upload.ts';
import { defineUsageRollup } from '../models/usage-rollup.ts';
import { defineUsageWriter } from '../models/usage-writer.ts';
import { defineUser } from '../models/user.ts';
import { defineUserGroup } from '../models/user-group.ts';
import { defineVectorStore } from '../models/vector-store.ts';
import { defineVectorStoreFile } from '../models/vector-store-file.ts';
import { defineWebhookAttempt } from '../models/webhook-attempt.ts';
import { defineWebhookDelivery } from '../models/webhook-delivery.ts';
import { defineWebhookEndpoint } from '../models/webhook-endpoint.ts';
import { defineWebhookEvent } from '../models/webhook-event.ts';
import { defineWebhookPosition } from '../models/webhook-position.ts';

/** What binds each model to a database. */
export const definitions: ((sequelize: Sequelize) => void)[] = [
  defineAdminApiKey,
  defineArrivingFile,
  defineAudit,
  defineChunk,
  defineChunkSet,
  defineCollection,
  defineConversation,
  defineDirectoryUser,
  defineFileBatch,
  defineFineTuningWorker,
  defineGroupMember,
  defineIdempotencyKey,
  defineIdentity,
  defineInstallation,
  defineInvitation,
  defineJob,
  defineLatencyCount,
  defineLimitCount,
  defineLimitLease,
  defineLogin,
  defineMcpSession,
  defineMembership,
  defineModelResponse,
  defineOrganization,
  defineOwnRole,
  definePasswordReset,
  definePendingSignIn,
  defineProject,
  defineProjectApiKey,
  defineProjectStorage,
  defineProviderGrant,
  defineProviderLogin,
  defineResponseItem,
  defineRoleAssignment,
  defineSecretsKey,
  defineServiceAccount,
  defineSetupToken,
  defineSpendAlert,
  defineSpendNotice,
  defineStoredFile,
  defineStoredResponse,
  defineStoredSetting,
  defineThrottle,
  defineUpload,
  defineUsageRollup,
  defineUsageWriter,
  defineUser,
  defineUserGroup,
  defineVectorStore,
  defineVectorStoreFile,
  defineWebhookAttempt,
  defineWebhookDelivery,
  defineWebhookEndpoint,
  defineWebhookEvent,
  defineWebhookPosition,
];
