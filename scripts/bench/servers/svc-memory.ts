// All of svc, except that three operations answer from memory.

import { handlers } from '../../../generated/handlers.ts';
import type { Handlers } from '../../../handlers/handler.ts';
import { startApp } from '../../../http/app.ts';
import { auditNothing } from '../../../services/audit/audit.ts';
import { createLog } from '../../../services/platform/log.ts';
import { loadConfig } from '../../../services/settings/config.ts';
import { modelList, newVectorStore, projectKey } from './memory.ts';

const config = loadConfig();
const operations: Handlers = {
  ...handlers,
  listModels: () => ({ status: 200, body: modelList() }),
  getProjectApiKey: ({ params }) => ({ status: 200, body: projectKey(params.key_id) }),
  createVectorStore({ body }) {
    // No server of the comparison stores anything, so svc must not write an audit entry either.
    auditNothing();
    return { status: 200, body: newVectorStore(body) };
  },
};
await startApp(config, await createLog(config.log.level), { operations });
