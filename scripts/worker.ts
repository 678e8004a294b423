// Runs the background worker without a server: `svc worker`, and `npm run worker` from source. The worker processes
// every job in the queue, webhook deliveries and retries included. Any number of workers and servers may share one
// database.

import { listenForMetrics } from '../http/metrics.ts';
import { closeDatabase } from '../models/index.ts';
import { watchKey } from '../services/audit/index.ts';
import { openDatabaseWithRetries } from '../services/database.ts';
import { closeServices, createServices, startWork } from '../services/index.ts';
import { checkWorkerSettings } from '../services/maintenance/index.ts';
import { createLog } from '../services/platform/index.ts';
import { loadConfig } from '../services/settings/index.ts';
import { closeOnSignal, collectWhenQuiet, giveUp, logConsole } from './process/index.ts';

const config = await Promise.resolve()
  .then(() => loadConfig())
  .catch(giveUp);
const log = await createLog(config.log.level);
logConsole(log);
await openDatabaseWithRetries(config, log, () => checkWorkerSettings(config)).catch(giveUp);
const services = createServices(config, log);
await services.configuration.start().catch(giveUp);
// The worker needs upstream models for embeddings and image descriptions.
services.upstreams.start();
const metrics = await listenForMetrics(services).catch(giveUp);
await startWork(services).catch(giveUp);
const fail = closeOnSignal(
  {
    async close() {
      services.lifecycle.stopping = true;
      await metrics?.close();
      await closeServices(services);
      await closeDatabase();
    },
  },
  log,
);
watchKey(services.secrets, fail);
collectWhenQuiet();
console.log(['working', ...(metrics === undefined ? [] : [`metrics at ${metrics.url}`])].join('\n'));
