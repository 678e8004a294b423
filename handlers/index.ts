// Every operation once: the compiler refuses a gap, and http/backend.ts refuses what is no operation.

import * as account from './account.ts';
import * as adminApiKeys from './admin-api-keys.ts';
import * as adminConfig from './admin-config.ts';
import * as auditLog from './audit-log.ts';
import * as chatCompletions from './chat-completions.ts';
import * as completions from './completions.ts';
import * as customEndpoints from './custom-endpoints.ts';
import * as embeddings from './embeddings.ts';
import * as fineTuningWorkers from './fine-tuning-workers.ts';
import type { Handlers } from './handler.ts';
import * as health from './health.ts';
import * as login from './login.ts';
import * as mcp from './mcp.ts';
import * as models from './models.ts';
import * as organizations from './organizations.ts';
import * as projectApiKeys from './project-api-keys.ts';
import * as projects from './projects.ts';
import * as responses from './responses.ts';
import * as usage from './usage.ts';
import * as users from './users.ts';
import * as vectorStores from './vector-stores.ts';

export const handlers: Handlers = {
  ...login,
  ...account,
  ...users,
  ...organizations,
  ...adminApiKeys,
  ...projects,
  ...projectApiKeys,
  ...vectorStores,
  ...models,
  ...chatCompletions,
  ...completions,
  ...embeddings,
  ...responses,
  ...customEndpoints,
  ...mcp,
  ...fineTuningWorkers,
  ...usage,
  ...adminConfig,
  ...auditLog,
  ...health,
};
