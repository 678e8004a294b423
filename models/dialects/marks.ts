// Marks the connections of this version on MySQL and MariaDB, by which servers of older versions are known.
//
// Version 0.2.0 writes nothing by which an idle server could be known, but it reads the proof of the secrets key every two
// seconds, so one of its connections is always in use. Each connection of later versions holds a lock that is named
// after its id. So a connection in use without this lock belongs to an older server, or to another program with the same
// user.

/** A version with data that this one would ignore raises the number, and so takes this version for an older one. */
const generation = 1;
const nameOfLock = (id: string): string => `CONCAT('svc ${generation} ', ${id})`;

/** Runs on each new connection. */
export const markConnection = `DO GET_LOCK(${nameOfLock('CONNECTION_ID()')}, 0)`;

/** Selects what connections of servers on this database have in common; no row if the database gives no such locks. */
export const showOwn = `SELECT DATABASE() AS db, SUBSTRING_INDEX(USER(), '@', 1) AS user FROM DUAL
 WHERE IS_USED_LOCK(${nameOfLock('CONNECTION_ID()')}) = CONNECTION_ID()`;

/** Selects whether the connection with this id has no mark. */
export const showUnmarked = `SELECT IS_USED_LOCK(${nameOfLock('?')}) IS NULL AS isUnmarked`;

/**
 * Lists connections. Without the privilege PROCESS, a user sees its own only. Not information_schema.processlist: MySQL
 * fails to read it while the text of any statement under way has bytes or an emoji.
 */
export const showConnections = 'SHOW PROCESSLIST';
