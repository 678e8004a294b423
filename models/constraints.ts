// Classifies database errors, independent of the database.

import { ConnectionError, DatabaseError, ForeignKeyConstraintError, UniqueConstraintError } from 'sequelize';

/** Driver codes of transient errors: the whole transaction may be retried. */
const transientCodes = new Set(['ER_LOCK_DEADLOCK', 'ER_LOCK_WAIT_TIMEOUT', 'ER_CHECKREAD', 'SQLITE_BUSY']);

/** Driver codes of lost or failed connections. */
const awayCodes = new Set([
  'PROTOCOL_CONNECTION_LOST',
  'PROTOCOL_SEQUENCE_TIMEOUT',
  'PROTOCOL_ENQUEUE_AFTER_FATAL_ERROR',
  'POOL_CLOSED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'EAI_AGAIN',
  'ER_SERVER_SHUTDOWN',
  'ER_CON_COUNT_ERROR',
  'ER_CONNECTION_KILLED',
  'ER_QUERY_INTERRUPTED',
  'ER_OPTION_PREVENTS_STATEMENT',
  'ER_DISK_FULL',
  'ER_RECORD_FILE_FULL',
  'SQLITE_BUSY',
  'SQLITE_FULL',
  'SQLITE_IOERR',
]);

/** Returns whether the write violated a unique index. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof UniqueConstraintError;
}

/**
 * Returns whether the write violated a foreign key: it refers to a missing row, or removes a row that others refer to.
 */
export function isReferenceViolation(error: unknown): boolean {
  return error instanceof ForeignKeyConstraintError;
}

/** Returns whether a retry of the whole transaction may succeed. */
export function isTransient(error: unknown): boolean {
  return transientCodes.has(driverCode(error));
}

/** Returns whether the database is unreachable, in contrast to a wrong statement. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof ConnectionError) return true;
  const text = error instanceof Error ? error.message : '';
  return awayCodes.has(driverCode(error)) || /in closed state|Pool is closed|Queue limit reached/.test(text);
}

function driverCode(error: unknown): string {
  const driver = error instanceof DatabaseError ? error.parent : error;
  return typeof driver === 'object' && driver !== null && 'code' in driver ? String(driver.code) : '';
}
