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

/**
 * Selects the ids of connections that are in use and have no mark; none if the database gives no such locks. Without the
 * privilege PROCESS, a user sees its own connections only.
 */
export const showUnmarked = `SELECT id FROM information_schema.processlist
 WHERE IS_USED_LOCK(${nameOfLock('CONNECTION_ID()')}) = CONNECTION_ID()
 AND db = DATABASE() AND user = SUBSTRING_INDEX(USER(), '@', 1) AND time <= 10
 AND IS_USED_LOCK(${nameOfLock('id')}) IS NULL`;
