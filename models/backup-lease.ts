// A backup reads all rows in one snapshot, and copies the objects of files afterwards. While its lease lasts, no server
// removes objects or chunks, even if their files were deleted after the snapshot. If the backup dies, the lease
// expires.

import { QueryTypes } from 'sequelize';
import { database, select, sqlNowMs } from './connection.ts';

/** Takes or renews the lease of a backup, for `ms` milliseconds from now. */
export async function holdObjects(id: string, ms: number): Promise<void> {
  const sql = `REPLACE INTO backup_leases (id, expires_at) VALUES ($id, ${sqlNowMs()} + $ms)`;
  await database().sequelize.query(sql, { bind: { id, ms }, type: QueryTypes.INSERT });
}

/** Deletes the lease of a backup, and expired leases. */
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
