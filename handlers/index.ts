// Every operation once: the compiler refuses a gap, and http/backend.ts refuses what is no operation.

import * as account from './account.ts';
import * as adminApiKeys from './admin-api-keys.ts';
import * as adminConfig from './admin-config.ts';
import * as auditLog from './audit-log.ts';
import * as browserSession from './browser-session.ts';
import * as chatCompletions from './chat-completions.ts';
import * as completions from './completions.ts';
import * as costs from './costs.ts';
import * as customEndpoints from './custom-endpoints.ts';
import * as embeddings from './embeddings.ts';
import * as fileBatches from './file-batches.ts';
import * as files from './files.ts';
import * as fineTuningWorkers from './fine-tuning-workers.ts';
import type { Handlers } from './handler.ts';
import * as health from './health.ts';
import * as invitations from './invitations.ts';
import * as login from './login.ts';
import * as mcp from './mcp.ts';
import * as members from './members.ts';
import * as models from './models.ts';
import * as organizations from './organizations.ts';
import * as panel from './panel.ts';
import * as passwordResets from './password-resets.ts';
import * as projectApiKeys from './project-api-keys.ts';
import * as projects from './projects.ts';
import * as responses from './responses.ts';
import * as spendLimits from './spend-limits.ts';
import * as uploads from './uploads.ts';
import * as upstreams from './upstreams.ts';
import * as usage from './usage.ts';
import * as users from './users.ts';
import * as vectorStoreFiles from './vector-store-files.ts';
import * as vectorStoreSearch from './vector-store-search.ts';
import * as vectorStores from './vector-stores.ts';
import * as webhookDeliveries from './webhook-deliveries.ts';

export const handlers: Handlers = {
  ...login,
  ...browserSession,
  ...account,
  ...passwordResets,
  ...users,
  ...organizations,
  ...adminApiKeys,
  ...members,
  ...invitations,
  ...projects,
  ...spendLimits,
  ...projectApiKeys,
  ...files,
  ...uploads,
  ...webhookDeliveries,
  ...vectorStores,
  ...vectorStoreSearch,
  ...vectorStoreFiles,
  ...fileBatches,
  ...models,
  ...chatCompletions,
  ...completions,
  ...embeddings,
  ...responses,
  ...customEndpoints,
  ...mcp,
  ...fineTuningWorkers,
  ...usage,
  ...costs,
  ...adminConfig,
  ...upstreams,
  ...auditLog,
  ...health,
  ...panel,
};
