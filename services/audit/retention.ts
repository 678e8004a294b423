// Removes old entries from the start of the chain, and moves the sealed mark that says where the chain continues.
// Removal stops at a gap and at an entry that does not match its seal: such an entry is the proof that somebody changed
// the log.

import { Op, type Transaction } from 'sequelize';
import { AuditChain, AuditEntry } from '../../models/audit-entry.ts';
import { transaction } from '../../models/connection.ts';
import type { Secrets } from '../settings/index.ts';
import { holdHead, startOfChain, stepRows } from './chain.ts';
import { chainSeal, type Link, markSeal } from './seals.ts';

/** The log does not match its seals, so retention removes no more of it. */
export class BrokenChainError extends Error {}

/**
 * Removes chained entries that were written before `before`, in Unix seconds, up to the first younger entry. Returns
 * the number of removed entries. Throws a BrokenChainError at an entry that does not match its seal, after removing the
 * entries before it.
 */
export async function removeEntries(secrets: Secrets, before: number): Promise<number> {
  let removed = 0;
  for (;;) {
    const step = await transaction((tx) => removeStep(secrets, before, tx));
    removed += step.removed;
    if (step.broken !== undefined) throw new BrokenChainError(step.broken);
    if (step.removed < stepRows) return removed;
  }
}

async function removeStep(
  secrets: Secrets,
  before: number,
  tx: Transaction,
): Promise<{ removed: number; broken: string | undefined }> {
  await holdHead(secrets, tx);
  const start = await startOfChain(secrets, tx);
  if (!start.isSealed) return { removed: 0, broken: 'the mark at the start of the audit log was changed' };
  const entries = await AuditEntry.findAll({
    where: { place: { [Op.gt]: start.place } },
    order: ['place'],
    limit: stepRows,
    transaction: tx,
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
  if (removed > 0) await moveStart(secrets, start, end, tx);
  const broken = removed < old.length ? `entry ${end.place + 1} of the audit log does not match its seal` : undefined;
  return { removed, broken };
}

async function moveStart(secrets: Secrets, from: Link, to: Link, tx: Transaction): Promise<void> {
  const { place, seal } = to;
  await AuditChain.upsert({ id: 'start', place, seal, headSeal: markSeal(secrets, 'start', to) }, { transaction: tx });
  const gone = { place: { [Op.gt]: from.place, [Op.lte]: place } };
  await AuditEntry.destroy({ where: gone, transaction: tx });
}
