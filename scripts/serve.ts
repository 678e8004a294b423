// Runs the server: `svc serve`, and `npm start` from source.

import { flushCompileCache } from 'node:module';
import { startApp } from '../http/app.ts';
import { watchKey } from '../services/audit/index.ts';
import { hasUsers } from '../services/people/index.ts';
import { createLog } from '../services/platform/index.ts';
import { loadConfig, publicUrl } from '../services/settings/index.ts';
import { svcCommand } from './command/index.ts';
import { closeOnSignal, giveUp } from './process/index.ts';

/** When a server that has started has nothing better to do. */
const flushAfterMs = 1000;

const config = await Promise.resolve()
  .then(() => loadConfig())
  .catch(giveUp);
const log = await createLog(config.log.level);
const app = await startApp(config, log).catch(giveUp);
watchKey(app.services.secrets, closeOnSignal(app, log));

const url = `http://${config.server.host.includes(':') ? `[${config.server.host}]` : config.server.host}:${app.port}`;
const nextSteps = (await hasUsers())
  ? []
  : [
      'next: in another terminal, make yourself an admin:',
      `  ${svcCommand} server create-admin --email you@example.com`,
      `then sign in and look around: ${publicUrl(config, app.port)}/panel`,
    ];
const hints = [...(app.metricsUrl === undefined ? [] : [`metrics at ${app.metricsUrl}`]), ...nextSteps];
console.log(`listening on ${url}`);
// Collectors of logs read what is no terminal, a line of JSON at a time.
for (const hint of hints) process.stdout.isTTY ? console.log(hint) : log.info(hint.trim());

// The next start takes it from there, also where this server does not end as it should.
setTimeout(flushCompileCache, flushAfterMs).unref();
