// Start and stop of every long-running process of svc: plain messages if it cannot start, a graceful stop on signals,
// and an exit after an uncaught error.

import { DatabaseUnusableError } from '../../services/database.ts';
import type { Log } from '../../services/platform/index.ts';
import { ConfigError } from '../../services/settings/index.ts';

export { collectWhenQuiet } from './quiet.ts';
export { offerSetup } from './setup-address.ts';

/**
 * Ends a process that cannot start, because a setting is wrong or a dependency is missing. Prints one line for each
 * problem to stderr, without a stack trace.
 */
export function giveUp(error: unknown): never {
  for (const line of startProblem(error)) process.stderr.write(`svc: ${line}\n`);
  process.exit(1);
}

interface Running {
  giveNotice?(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Closes on SIGTERM and SIGINT, and after an uncaught error; exits at once on a second signal. Returns a function that
 * stops the process with exit code 1.
 */
export function closeOnSignal(running: Running, log: Log): (error: Error) => void {
  let stopping = false;
  const stop = async (signal: string): Promise<void> => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'stopping: finishing the work in flight; a second signal stops at once');
    await running.giveNotice?.();
    await running.close();
    log.flush();
    process.exitCode = 0;
  };
  process.on('SIGTERM', (signal) => void stop(signal));
  process.on('SIGINT', (signal) => void stop(signal));
  const fail = (error: unknown, message: string): void => {
    log.fatal({ err: error }, message);
    process.exitCode = 1;
    if (stopping) return;
    stopping = true;
    void running.close().finally(() => process.exit(1));
  };
  /** The state is unknown after an uncaught error, so the process stops and the supervisor restarts it. */
  const crash = (error: unknown): void => fail(error, 'uncaught: stopping');
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', crash);
  return (error) => fail(error, 'stopping');
}

/** The system errors for a file or folder that this user cannot create or read. */
const pathProblems = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'ENOTDIR', 'EEXIST']);

function startProblem(error: unknown): string[] {
  if (error instanceof ConfigError) return error.lines;
  if (error instanceof DatabaseUnusableError) return [error.message];
  const { code, message, syscall, path } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return [
      `${message}. Another process uses this port: set SVC_PORT to another port, or to 0 for a free one. If it is the port of the metrics, set SVC_METRICS_ADDRESS.`,
    ];
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || (code === 'EACCES' && syscall === 'listen'))
    return [`The process cannot listen: ${message}. See SVC_HOST and SVC_PORT, or SVC_METRICS_ADDRESS.`];
  if (path !== undefined && pathProblems.has(code ?? '')) return [`${message}. See SVC_DATA_DIR.`];
  throw error;
}
