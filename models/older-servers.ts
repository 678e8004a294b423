// Knows whether servers of older versions use the database too, on MySQL and MariaDB: dialects/marks.ts.

import { setTimeout as wait } from 'node:timers/promises';
import { database, select } from './connection.ts';
import { showUnmarked } from './dialects/marks.ts';

/** A new connection of this version has its mark after this time. */
const settleMs = 250;

/** Returns true if a server of an older version uses the database. Always false on the embedded database. */
export async function hasOlderServers(): Promise<boolean> {
  if (database().dialect === 'sqlite') return false;
  const first = await unmarkedConnections();
  if (first.length === 0) return false;
  await wait(settleMs);
  const second = new Set(await unmarkedConnections());
  return first.some((id) => second.has(id));
}

async function unmarkedConnections(): Promise<number[]> {
  return (await select<{ id: number }>(showUnmarked, [])).map(({ id }) => Number(id));
}
