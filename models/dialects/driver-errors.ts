// Judges the errors of mysql2. Does not import Sequelize, because a search thread opens its own connections and does not
// load it.

/** The members of a driver's error. mysql.ts sets the last two where the number alone does not tell. */
export interface DriverError {
  code?: unknown;
  errno?: unknown;
  isDemoted?: boolean;
  hasLeftGroup?: boolean;
}

/**
 * MySQL's and MariaDB's numbers of errors that mean: this server is not the primary any more, or its group is being
 * reconfigured. The transaction was rolled back, and may succeed on a new connection. In order: read-only by an option;
 * read-only transaction; read-only mode; a replication hook failed; rolled back during commit; a Galera node that is not
 * ready.
 */
const demotedNumbers: ReadonlySet<unknown> = new Set([1290, 1792, 1836, 3100, 3101, 1047]);

/** Group replication refused a write. Only the state of the member tells whether the member or the table is at fault. */
export const refusedByGroup = 3098;

/**
 * Group replication refused a commit. A member of the group has rolled it back. If the member has left the group, the
 * others may have the commit.
 */
export const refusedCommits: ReadonlySet<unknown> = new Set([3100, 3101]);

/** Returns whether the error says that this server is not the primary: another one may take the statement. */
export function isOfDemoted({ errno, isDemoted }: DriverError): boolean {
  return demotedNumbers.has(errno) || isDemoted === true;
}

/** Returns whether a commit failed on a node that is leaving its cluster. */
export function failedCommit({ code }: DriverError): boolean {
  return code === 'ER_ERROR_DURING_COMMIT';
}
