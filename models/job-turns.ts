// The turns of lanes: a claim of jobs goes round-robin over the lanes of a kind.

import type { Transaction } from 'sequelize';
import { sqlNowMs, sqlSkipLocked } from './connection.ts';
import { rowsIn, sqlList } from './statements.ts';

/** A job that a claim has read and not leased yet. */
export interface FoundJob {
  id: string;
  kind: string;
  payload: string;
  lane: string | null;
  lease: string | null;
  attempts: number;
  lastError: string | null;
  traceparent: string | null;
}

export const claimed = 'id, kind, payload, lane, lease, attempts, last_error AS lastError, traceparent';

/** The turns of the lanes of a kind on this worker. */
export interface LaneTurns {
  /** The lane that was served last; undefined: start with the first lane. */
  last: string | null | undefined;
  /** The number of jobs of each lane that this worker holds. */
  inUse: ReadonlyMap<string | null, number>;
  /** The most jobs that it may hold of one lane while another lane has a due job. */
  share: number;
}

/** Returns up to `limit` due jobs of the kind in turn. Lanes that have their share get what the others leave. */
export async function chooseInTurn(
  kind: string,
  limit: number,
  { last, inUse, share }: LaneTurns,
  tx: Transaction,
): Promise<FoundJob[]> {
  const chosen: FoundJob[] = [];
  const held = new Map(inUse);
  let lane = last;
  for (const most of [share, Number.POSITIVE_INFINITY]) {
    /** The lanes that got nothing since the last job was chosen. */
    const passed = new Set<string | null>();
    while (chosen.length < limit) {
      lane = await nextLane(kind, lane, tx);
      if (lane === undefined || passed.has(lane)) break;
      const jobs = held.get(lane) ?? 0;
      const job = jobs < most ? await firstOf(kind, lane, chosen, tx) : undefined;
      if (job === undefined) {
        passed.add(lane);
        continue;
      }
      passed.clear();
      chosen.push(job);
      held.set(lane, jobs + 1);
    }
  }
  return chosen;
}

/** Returns the lane that follows `last` in the round-robin order, or undefined if no job is due. */
async function nextLane(
  kind: string,
  last: string | null | undefined,
  tx: Transaction,
): Promise<string | null | undefined> {
  const first = `SELECT lane FROM jobs WHERE kind = ? AND due_at <= ${sqlNowMs()} ORDER BY lane LIMIT 1`;
  const behind = `SELECT lane FROM jobs WHERE kind = ? AND lane > ? AND due_at <= ${sqlNowMs()} ORDER BY lane LIMIT 1`;
  const [row] = await rowsIn<{ lane: string | null }>(tx, behind, [kind, last ?? '']);
  if (row !== undefined) return row.lane;
  const [again] = await rowsIn<{ lane: string | null }>(tx, first, [kind]);
  return again?.lane;
}

/** Returns the longest due job of a lane that is neither chosen already nor locked by another worker. */
async function firstOf(
  kind: string,
  lane: string | null,
  chosen: FoundJob[],
  tx: Transaction,
): Promise<FoundJob | undefined> {
  const ids = chosen.filter((job) => job.lane === lane).map(({ id }) => id);
  const others = ids.length === 0 ? '' : ` AND id NOT IN ${sqlList()}`;
  const ofLane = lane === null ? 'lane IS NULL' : 'lane = ?';
  const [job] = await rowsIn<FoundJob>(
    tx,
    `SELECT ${claimed} FROM jobs WHERE kind = ? AND ${ofLane} AND due_at <= ${sqlNowMs()}${others} ORDER BY due_at LIMIT 1${sqlSkipLocked()}`,
    [kind, ...(lane === null ? [] : [lane]), ...(ids.length === 0 ? [] : [ids])],
  );
  return job;
}
