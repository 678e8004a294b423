// A backup reads rows as they were at its moment, and copies the objects of files afterwards. Until it has ended, no server
// may remove an object of a file, or chunks, that were deleted in the meantime. The lease ends by itself if the backup dies.

import { QueryTypes } from 'sequelize';
import { database, select, sqlNowMs } from './connection.ts';

/** Holds objects for `ms` milliseconds from now, under the id of a backup. */
export async function holdObjects(id: string, ms: number): Promise<void> {
  const sql = `REPLACE INTO backup_leases (id, expires_at) VALUES ($id, ${sqlNowMs()} + $ms)`;
  await database().sequelize.query(sql, { bind: { id, ms }, type: QueryTypes.INSERT });
}

/** Ends the hold of a backup, and those of backups that have died. */
export async function releaseObjects(id: string): Promise<void> {
  const sql = `DELETE FROM backup_leases WHERE id = $id OR expires_at < ${sqlNowMs()}`;
  await database().sequelize.query(sql, { bind: { id } });
}

/** Returns for how many milliseconds objects must not be removed; 0 if no backup runs. */
export async function objectsHeldMs(): Promise<number> {
  const rows = await select<{ left_ms: number }>(
    `SELECT expires_at - ${sqlNowMs()} AS left_ms FROM backup_leases WHERE expires_at > ${sqlNowMs()}`,
    [],
  );
  return Math.max(0, ...rows.map((row) => Number(row.left_ms)));
}
