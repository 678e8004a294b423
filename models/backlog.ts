// Measures how far the background work is behind.

import { select, sqlNowMs } from './connection.ts';

/** Returns how many jobs are due, and how long the oldest of them has been, in ms. Periodic jobs do not count. */
export async function backlog(): Promise<{ due: number; oldestMs: number }> {
  const [row] = await select<{ due: number; oldest: number }>(
    `SELECT COUNT(*) AS due, COALESCE(MAX(${sqlNowMs()} - due_at), 0) AS oldest FROM jobs ` +
      `WHERE due_at <= ${sqlNowMs()} AND (unique_key IS NULL OR unique_key <> kind)`,
    [],
  );
  return { due: Number(row?.due ?? 0), oldestMs: Number(row?.oldest ?? 0) };
}

/** Returns how long a periodic job has been due, in ms; negative: it is not due yet; undefined: it was never added. */
export async function periodOverdueMs(kind: string): Promise<number | undefined> {
  const [row] = await select<{ overdue: number }>(
    `SELECT ${sqlNowMs()} - due_at AS overdue FROM jobs WHERE unique_key = ? AND kind = ?`,
    [kind, kind],
  );
  return row === undefined ? undefined : Number(row.overdue);
}
