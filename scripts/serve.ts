// `svc serve`, and `npm start` from source: one server process, or a supervisor with several on one port.

import cluster from 'node:cluster';
import { loadConfig, processesOf } from '../services/settings/index.ts';
import { giveUp, runServer, runServers } from './process/index.ts';

const count = await Promise.resolve()
  .then(() => processesOf(loadConfig()))
  .catch(giveUp);
// A process loads only what it runs: the supervisor has no server, and one server alone has no supervisor.
if (count > 1 && cluster.isPrimary) await runServers(count);
else await runServer();
