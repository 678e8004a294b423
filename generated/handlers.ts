// Made by `npm run generate` from the files of handlers/. Never edited by hand.

import type { Handlers } from '../handlers/handler.ts';
import * as account from '../handlers/account.ts';
import * as adminApiKeys from '../handlers/admin-api-keys.ts';
import * as adminConfig from '../handlers/admin-config.ts';
import * as auditLog from '../handlers/audit-log.ts';
import * as browserSession from '../handlers/browser-session.ts';
import * as chatCompletions from '../handlers/chat-completions.ts';
import * as collectionMoves from '../handlers/collection-moves.ts';
import * as completions from '../handlers/completions.ts';
import * as conversations from '../handlers/conversations.ts';
import * as costs from '../handlers/costs.ts';
import * as customEndpoints from '../handlers/custom-endpoints.ts';
import * as dataRetention from '../handlers/data-retention.ts';
import * as deviceSignIn from '../handlers/device-sign-in.ts';
import * as doctor from '../handlers/doctor.ts';
import * as embeddings from '../handlers/embeddings.ts';
import * as fileBatches from '../handlers/file-batches.ts';
import * as files from '../handlers/files.ts';
import * as fineTuningWorkers from '../handlers/fine-tuning-workers.ts';
import * as groups from '../handlers/groups.ts';
import * as health from '../handlers/health.ts';
import * as invitations from '../handlers/invitations.ts';
import * as invites from '../handlers/invites.ts';
import * as login from '../handlers/login.ts';
import * as mcp from '../handlers/mcp.ts';
import * as members from '../handlers/members.ts';
import * as messages from '../handlers/messages.ts';
import * as modelPermissions from '../handlers/model-permissions.ts';
import * as models from '../handlers/models.ts';
import * as organizationSettings from '../handlers/organization-settings.ts';
import * as organizations from '../handlers/organizations.ts';
import * as overview from '../handlers/overview.ts';
import * as panel from '../handlers/panel.ts';
import * as passwordResets from '../handlers/password-resets.ts';
import * as projectApiKeys from '../handlers/project-api-keys.ts';
import * as projectUsers from '../handlers/project-users.ts';
import * as projects from '../handlers/projects.ts';
import * as rateLimits from '../handlers/rate-limits.ts';
import * as rerank from '../handlers/rerank.ts';
import * as responses from '../handlers/responses.ts';
import * as roleAssignments from '../handlers/role-assignments.ts';
import * as roles from '../handlers/roles.ts';
import * as scim from '../handlers/scim.ts';
import * as scimGroups from '../handlers/scim-groups.ts';
import * as scimUsers from '../handlers/scim-users.ts';
import * as serviceAccounts from '../handlers/service-accounts.ts';
import * as sessions from '../handlers/sessions.ts';
import * as setup from '../handlers/setup.ts';
import * as spendAlerts from '../handlers/spend-alerts.ts';
import * as spendLimits from '../handlers/spend-limits.ts';
import * as sso from '../handlers/sso.ts';
import * as uploads from '../handlers/uploads.ts';
import * as upstreams from '../handlers/upstreams.ts';
import * as usage from '../handlers/usage.ts';
import * as users from '../handlers/users.ts';
import * as vectorStoreFiles from '../handlers/vector-store-files.ts';
import * as vectorStoreSearch from '../handlers/vector-store-search.ts';
import * as vectorStores from '../handlers/vector-stores.ts';
import * as webhookDeliveries from '../handlers/webhook-deliveries.ts';
import * as webhookEvents from '../handlers/webhook-events.ts';

/** Every operation once: the compiler refuses a gap. */
export const handlers: Handlers = {
  ...account,
  ...adminApiKeys,
  ...adminConfig,
  ...auditLog,
  ...browserSession,
  ...chatCompletions,
  ...collectionMoves,
  ...completions,
  ...conversations,
  ...costs,
  ...customEndpoints,
  ...dataRetention,
  ...deviceSignIn,
  ...doctor,
  ...embeddings,
  ...fileBatches,
  ...files,
  ...fineTuningWorkers,
  ...groups,
  ...health,
  ...invitations,
  ...invites,
  ...login,
  ...mcp,
  ...members,
  ...messages,
  ...modelPermissions,
  ...models,
  ...organizationSettings,
  ...organizations,
  ...overview,
  ...panel,
  ...passwordResets,
  ...projectApiKeys,
  ...projectUsers,
  ...projects,
  ...rateLimits,
  ...rerank,
  ...responses,
  ...roleAssignments,
  ...roles,
  ...scim,
  ...scimGroups,
  ...scimUsers,
  ...serviceAccounts,
  ...sessions,
  ...setup,
  ...spendAlerts,
  ...spendLimits,
  ...sso,
  ...uploads,
  ...upstreams,
  ...usage,
  ...users,
  ...vectorStoreFiles,
  ...vectorStoreSearch,
  ...vectorStores,
  ...webhookDeliveries,
  ...webhookEvents,
};
