// Runs the server: `npm start`.

import { startApp } from '../http/app.ts';
import { ConfigError, loadConfig, publicUrl } from '../services/config.ts';
import { DatabaseUnusableError } from '../services/database.ts';
import { createLog } from '../services/log.ts';
import { hasUsers } from '../services/users.ts';

/** A setting is wrong, or something the server needs is not there: a line for each, and no stack. */
function giveUp(lines: string[]): never {
  for (const line of lines) process.stderr.write(`svc: ${line}\n`);
  process.exit(1);
}

function startProblem(error: unknown): string[] {
  if (error instanceof ConfigError) return error.lines;
  if (error instanceof DatabaseUnusableError) return [error.message];
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return [`${message}. Another server has this port: set SVC_PORT, or 0 for a free one.`];
  if (code === 'EADDRNOTAVAIL' || code === 'EACCES' || code === 'ENOTFOUND')
    return [`It cannot listen: ${message}. See SVC_HOST and SVC_PORT.`];
  throw error;
}

const config = await Promise.resolve()
  .then(() => loadConfig())
  .catch((error: unknown) => giveUp(startProblem(error)));
const log = await createLog(config.log.level);
const app = await startApp(config, log).catch((error: unknown) => giveUp(startProblem(error)));

const url = `http://${config.server.host.includes(':') ? `[${config.server.host}]` : config.server.host}:${app.port}`;
const nextSteps = (await hasUsers())
  ? []
  : [
      'next: in another terminal, make yourself an admin:',
      '  npm run --silent svc -- server create-admin --email you@example.com',
      `then sign in and look around: ${publicUrl(config, app.port)}/docs`,
    ];
console.log([`listening on ${url}`, ...nextSteps].join('\n'));

let stopping = false;
async function stop(signal: string): Promise<void> {
  if (stopping) process.exit(1);
  stopping = true;
  log.info({ signal }, 'stopping: finishing what is in flight; a second signal stops at once');
  await app.close();
  log.flush();
  process.exitCode = 0;
}
process.on('SIGTERM', (signal) => void stop(signal));
process.on('SIGINT', (signal) => void stop(signal));

/** A defect that nobody caught leaves an unknown state behind: stop, and let the supervisor start anew. */
function crash(error: unknown): void {
  log.fatal({ err: error }, 'uncaught: stopping');
  process.exitCode = 1;
  if (stopping) return;
  stopping = true;
  void app.close().finally(() => process.exit(1));
}
process.on('uncaughtException', crash);
process.on('unhandledRejection', crash);
