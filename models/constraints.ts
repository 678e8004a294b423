// What a database's refusal means, whichever database it is.

import { ConnectionError, DatabaseError, ForeignKeyConstraintError, UniqueConstraintError } from 'sequelize';

/** Codes of drivers that say: not now, the whole transaction again. */
const transientCodes = new Set(['ER_LOCK_DEADLOCK', 'ER_LOCK_WAIT_TIMEOUT', 'ER_CHECKREAD', 'SQLITE_BUSY']);

/** Codes of drivers that say: there is nobody there. */
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

/** Whether the write broke a unique index. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof UniqueConstraintError;
}

/** Whether the write refers to a row that is not there, or removes one that is referred to. */
export function isReferenceViolation(error: unknown): boolean {
  return error instanceof ForeignKeyConstraintError;
}

/** Whether the same transaction, begun anew, may succeed. */
export function isTransient(error: unknown): boolean {
  return transientCodes.has(driverCode(error));
}

/** Whether the database is away, rather than the statement wrong. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof ConnectionError) return true;
  const text = error instanceof Error ? error.message : '';
  return awayCodes.has(driverCode(error)) || /in closed state|Pool is closed|Queue limit reached/.test(text);
}

function driverCode(error: unknown): string {
  const driver = error instanceof DatabaseError ? error.parent : error;
  return typeof driver === 'object' && driver !== null && 'code' in driver ? String(driver.code) : '';
}
