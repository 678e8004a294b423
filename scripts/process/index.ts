// What every long-running process of svc does: it says in plain lines why it cannot start, stops when it is told to,
// and does not go on after a defect that nobody caught.

import { DatabaseUnusableError } from '../../services/database.ts';
import type { Log } from '../../services/platform/index.ts';
import { ConfigError } from '../../services/settings/index.ts';

/** A setting is wrong, or something that is needed is not there: a line for each on stderr, and no stack. */
export function giveUp(error: unknown): never {
  for (const line of startProblem(error)) process.stderr.write(`svc: ${line}\n`);
  process.exit(1);
}

interface Running {
  giveNotice?(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Closes on SIGTERM and SIGINT, and after an uncaught error; at once on a second signal. Returns what stops the process
 * where it cannot go on, with exit code 1.
 */
export function closeOnSignal(running: Running, log: Log): (error: Error) => void {
  let stopping = false;
  const stop = async (signal: string): Promise<void> => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'stopping: finishing what is in flight; a second signal stops at once');
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
  /** A defect that nobody caught leaves an unknown state behind: stop, and let the supervisor start anew. */
  const crash = (error: unknown): void => fail(error, 'uncaught: stopping');
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', crash);
  return (error) => fail(error, 'stopping');
}

/** What the system says of a file or folder that this user cannot have there. */
const pathProblems = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'ENOTDIR', 'EEXIST']);

function startProblem(error: unknown): string[] {
  if (error instanceof ConfigError) return error.lines;
  if (error instanceof DatabaseUnusableError) return [error.message];
  const { code, message, syscall, path } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return [
      `${message}. Another server has this port: set SVC_PORT, or 0 for a free one; where it is that of the metrics, SVC_METRICS_ADDRESS.`,
    ];
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || (code === 'EACCES' && syscall === 'listen'))
    return [`It cannot listen: ${message}. See SVC_HOST and SVC_PORT, or SVC_METRICS_ADDRESS.`];
  if (path !== undefined && pathProblems.has(code ?? '')) return [`${message}. See SVC_DATA_DIR.`];
  throw error;
}
