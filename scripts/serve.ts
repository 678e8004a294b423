// Runs the server: `npm start`.

import { enableCompileCache } from 'node:module';

// What Node compiled once, the next start takes from its cache: a third of the time to listen.
enableCompileCache();

const { startApp } = await import('../http/app.ts');
const { loadConfig, publicUrl } = await import('../services/config.ts');
const { createLog } = await import('../services/log.ts');
const { hasUsers } = await import('../services/users.ts');
const { closeOnSignal, giveUp } = await import('./run.ts');

const config = await Promise.resolve()
  .then(() => loadConfig())
  .catch(giveUp);
const log = await createLog(config.log.level);
const app = await startApp(config, log).catch(giveUp);

const url = `http://${config.server.host.includes(':') ? `[${config.server.host}]` : config.server.host}:${app.port}`;
const nextSteps = (await hasUsers())
  ? []
  : [
      'next: in another terminal, make yourself an admin:',
      '  npm run --silent svc -- server create-admin --email you@example.com',
      `then sign in and look around: ${publicUrl(config, app.port)}/docs`,
    ];
console.log([`listening on ${url}`, ...nextSteps].join('\n'));

closeOnSignal(app, log);
