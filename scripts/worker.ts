// Runs the background work alone, without a server: `svc worker`, and `npm run worker` from source. Deliveries and their retries, and all else that is
// in the queue. Any number of them may run beside any number of servers on one database.

import { listenForMetrics } from '../http/metrics.ts';
import { closeDatabase } from '../models/index.ts';
import { watchKey } from '../services/audit/index.ts';
import { openDatabaseWhenThere } from '../services/database.ts';
import { closeServices, createServices, startWork } from '../services/index.ts';
import { createLog } from '../services/platform/index.ts';
import { loadConfig } from '../services/settings/index.ts';
import { closeOnSignal, giveUp } from './process/index.ts';

const config = await Promise.resolve()
  .then(() => loadConfig())
  .catch(giveUp);
const log = await createLog(config.log.level);
await openDatabaseWhenThere(config, log).catch(giveUp);
const services = createServices(config, log);
await services.configuration.start().catch(giveUp);
// Files are embedded and images described by models of upstreams.
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
console.log(['working', ...(metrics === undefined ? [] : [`metrics at ${metrics.url}`])].join('\n'));
