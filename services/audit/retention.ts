// What becomes of old entries: they are removed from the start of the chain, as many as stand there without a gap, and a
// sealed mark says where it goes on. An entry that is not what its seal says is never removed: it would take the proof
// with it that somebody changed the log.

import { Op, type Transaction } from 'sequelize';
import { AuditChain, AuditEntry } from '../../models/audit-entry.ts';
import { transaction } from '../../models/connection.ts';
import type { Secrets } from '../settings/index.ts';
import { holdHead, startOfChain, stepRows } from './chain.ts';
import { chainSeal, type Link, markSeal } from './seals.ts';

/** The log does not hold against its seals: nothing more may be removed from it. */
export class BrokenChainError extends Error {}

/**
 * Removes chained entries that were written before the time, in Unix seconds, up to the first that was not. Returns how
 * many. Throws a BrokenChainError, with all removed that stand before the place that is broken.
 */
export async function removeEntries(secrets: Secrets, before: number): Promise<number> {
  let removed = 0;
  for (;;) {
    const step = await transaction((inside) => removeStep(secrets, before, inside));
    removed += step.removed;
    if (step.broken !== undefined) throw new BrokenChainError(step.broken);
    if (step.removed < stepRows) return removed;
  }
}

async function removeStep(
  secrets: Secrets,
  before: number,
  inside: Transaction,
): Promise<{ removed: number; broken: string | undefined }> {
  await holdHead(secrets, inside);
  const start = await startOfChain(secrets, inside);
  if (!start.isSealed) return { removed: 0, broken: 'the mark at the start of the audit log was changed' };
  const entries = await AuditEntry.findAll({
    where: { place: { [Op.gt]: start.place } },
    order: ['place'],
    limit: stepRows,
    transaction: inside,
  });
  const young = entries.findIndex(({ createdAt }) => Number(createdAt) >= before);
  const old = young === -1 ? entries : entries.slice(0, young);
  let end: Link = start;
  for (const entry of old) {
    const isRight = Number(entry.place) === end.place + 1 && entry.seal === chainSeal(secrets, end, entry);
    if (!isRight) break;
    end = { place: end.place + 1, seal: entry.seal as string };
  }
  const removed = end.place - start.place;
  if (removed > 0) await moveStart(secrets, start, end, inside);
  const broken = removed < old.length ? `entry ${end.place + 1} of the audit log is not what was written` : undefined;
  return { removed, broken };
}

async function moveStart(secrets: Secrets, from: Link, to: Link, inside: Transaction): Promise<void> {
  const { place, seal } = to;
  await AuditChain.upsert(
    { id: 'start', place, seal, headSeal: markSeal(secrets, 'start', to) },
    { transaction: inside },
  );
  const gone = { place: { [Op.gt]: from.place, [Op.lte]: place } };
  await AuditEntry.destroy({ where: gone, transaction: inside });
}
