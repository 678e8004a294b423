// Plain messages of a process that cannot start.

import { DatabaseUnusableError } from '../../services/database.ts';
import { ConfigError } from '../../services/settings/index.ts';

/**
 * Ends a process that cannot start, because a setting is wrong or a dependency is missing. Prints one line for each
 * problem to stderr, without a stack trace.
 */
export function giveUp(error: unknown): never {
  for (const line of startProblem(error)) process.stderr.write(`svc: ${line}\n`);
  process.exit(1);
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
