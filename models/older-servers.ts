// Knows whether servers of older versions use the database too, on MySQL and MariaDB: dialects/marks.ts.

import { setTimeout as wait } from 'node:timers/promises';
import { database, select } from './connection.ts';
import { showConnections, showOwn, showUnmarked } from './dialects/marks.ts';

/** A new connection of this version has its mark after this time. */
const settleMs = 250;
/** A server of version 0.2.0 uses a connection every two seconds. */
const lastUseSeconds = 10;

/** Returns true if a server of an older version uses the database. Always false on the embedded database. */
export async function hasOlderServers(): Promise<boolean> {
  if (database().dialect === 'sqlite') return false;
  const first = await unmarkedConnections();
  if (first.length === 0) return false;
  await wait(settleMs);
  const second = new Set(await unmarkedConnections());
  return first.some((id) => second.has(id));
}

/** Returns the ids of connections that were in use lately and have no mark. */
async function unmarkedConnections(): Promise<string[]> {
  const [own] = await select<{ db: string; user: string }>(showOwn, []);
  if (own === undefined) return [];
  const all = await select<{ Id: number; User: string; db: string | null; Time: number }>(showConnections, []);
  const ids = all
    .filter(({ User, db, Time }) => User === own.user && db === own.db && Time <= lastUseSeconds)
    .map(({ Id }) => String(Id));
  const marks = await Promise.all(ids.map((id) => select<{ isUnmarked: number }>(showUnmarked, [id])));
  return ids.filter((_, index) => marks[index]?.[0]?.isUnmarked === 1);
}
