// The stop of every long-running process of svc: a graceful stop on signals, and an exit after an uncaught
// error.

import cluster from 'node:cluster';
import type { Log } from '../../services/platform/index.ts';

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
    cluster.worker?.disconnect();
  };
  process.on('SIGTERM', (signal) => void stop(signal));
  // A terminal sends SIGINT to the supervisor too, which stops its processes by SIGTERM.
  process.on('SIGINT', (signal) => void (cluster.worker === undefined && stop(signal)));
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
