// Runs one server process: the only one, or one of those that the supervisor starts.

import cluster from 'node:cluster';
import { flushCompileCache } from 'node:module';
import { startApp } from '../../http/app.ts';
import { watchKey } from '../../services/audit/index.ts';
import { hasUsers } from '../../services/people/index.ts';
import { createLog } from '../../services/platform/index.ts';
import { loadConfig, publicUrl, shareOfProcess } from '../../services/settings/index.ts';
import { svcCommand } from '../command/index.ts';
import { giveUp } from './give-up.ts';
import { joinSupervisor } from './join-supervisor.ts';
import { logConsole } from './log-console.ts';
import { collectWhenQuiet } from './quiet.ts';
import { offerSetup } from './setup-address.ts';
import { closeOnSignal } from './stop.ts';

/** The delay of the compile-cache write, so that it does not slow down the start. */
const flushAfterMs = 1000;

const config = await Promise.resolve()
  .then(() => shareOfProcess(loadConfig()))
  .catch(giveUp);
const log = await createLog(config.log.level);
logConsole(log);
const app = await startApp(config, log).catch(giveUp);
watchKey(app.services.secrets, closeOnSignal(app, log));
collectWhenQuiet();

joinSupervisor(app.services, log);

const url = `http://${config.server.host.includes(':') ? `[${config.server.host}]` : config.server.host}:${app.port}`;
// One process of several speaks for all.
if (cluster.worker === undefined || cluster.worker.id === 1) await sayWhere();

// Writes the compile cache for the next start now, because a killed server could not write it at its end.
setTimeout(flushCompileCache, flushAfterMs).unref();

/** Prints the address and what to do next, and offers the set-up of a server without an account. */
async function sayWhere(): Promise<void> {
  const nextSteps = (await hasUsers())
    ? []
    : [
        'next: in another terminal, with the same settings, make an admin, a project and a key:',
        `  ${svcCommand} quickstart`,
        `then sign in and look around: ${publicUrl(config, app.port)}/panel`,
      ];
  const hints = [...(app.metricsUrl === undefined ? [] : [`metrics at ${app.metricsUrl}`]), ...nextSteps];
  console.log(`listening on ${url}`);
  // Without a terminal, log collectors read the output, so each hint is a JSON log line.
  for (const hint of hints) process.stdout.isTTY ? console.log(hint) : log.info(hint.trim());

  await offerSetup(config, app.services.site, log).catch((error: unknown) =>
    log.warn({ err: error }, 'the set-up address cannot be made'),
  );
}
