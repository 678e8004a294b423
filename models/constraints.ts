// Classifies database errors, independent of the database.

import { ConnectionError, DatabaseError, ForeignKeyConstraintError, UniqueConstraintError } from 'sequelize';
import { type DriverError, isOfDemoted } from './dialects/driver-errors.ts';

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
  'ER_ERROR_DURING_COMMIT',
  'ER_DISK_FULL',
  'ER_RECORD_FILE_FULL',
  'SQLITE_BUSY',
  'SQLITE_FULL',
  'SQLITE_IOERR',
]);

/** A commit whose answer was lost: the change may have been made. The cause is the driver's error. */
export class CommitUnknownError extends Error {
  override readonly name = 'CommitUnknownError';
}

/**
 * Driver codes of errors that do not tell whether the statement took effect: the connection ended before the answer, or
 * the node left its cluster during the commit. The other nodes may have the commit then: Galera's 1180 was seen so.
 */
const unansweredCodes = new Set([
  'PROTOCOL_CONNECTION_LOST',
  'PROTOCOL_SEQUENCE_TIMEOUT',
  'PROTOCOL_ENQUEUE_AFTER_FATAL_ERROR',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ER_SERVER_SHUTDOWN',
  'ER_CONNECTION_KILLED',
  'ER_QUERY_INTERRUPTED',
  'ER_ERROR_DURING_COMMIT',
]);

/** Returns whether the answer to a statement is lost, so that nobody knows whether it took effect. */
export function isUnanswered(error: unknown): boolean {
  if (driverError(error).hasLeftGroup === true) return true;
  return unansweredCodes.has(driverCode(error)) || /in closed state/.test(error instanceof Error ? error.message : '');
}

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

/** Returns whether a server did not take the statement because it is not the primary: another one may take it. */
export function isDemoted(error: unknown): boolean {
  return isOfDemoted(driverError(error));
}

/** Returns whether no server took the statement: it is not the primary, or there is no connection. */
export function isRefused(error: unknown): boolean {
  return error instanceof ConnectionError || isDemoted(error);
}

/** Returns whether the database is unreachable or not writable, in contrast to a wrong statement. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof ConnectionError || error instanceof CommitUnknownError || isDemoted(error)) return true;
  const text = error instanceof Error ? error.message : '';
  return awayCodes.has(driverCode(error)) || /in closed state|Pool is closed|Queue limit reached/.test(text);
}

function driverCode(error: unknown): string {
  return String(driverError(error).code ?? '');
}

function driverError(error: unknown): DriverError {
  const driver = error instanceof DatabaseError || error instanceof ConnectionError ? error.parent : error;
  return typeof driver === 'object' && driver !== null ? (driver as DriverError) : {};
}
