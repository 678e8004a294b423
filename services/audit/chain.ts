// The hash chain over all audit entries. Any server writes an entry, with a seal over that entry alone, in the
// transaction of the change that it records. So writers neither wait for each other nor read the previous entry. Within
// seconds a job on one server at a time gives the new entries their places, each with a seal over the entry and the
// seal before it.
//
// The seals are HMAC-SHA-256 under the server's secret. `svc audit verify` therefore reports every entry that somebody
// without the key changed, removed, inserted or swapped. The end of the chain is sealed too: cutting off the last
// entries undetected takes an older copy of that row. The server logs the end at most once an hour. A verification that
// is given a logged end detects even such a cut. An entry that is deleted before it is chained leaves no trace.
//
// Retention removes expired entries from the start, and a sealed mark there says where the chain continues
// (retention.ts). Only the holder of the key can write that mark. An entry of type `secrets.reset` says that no entry
// before it is proven (reseal.ts).

import { Op, type Transaction } from 'sequelize';
import { AuditChain, AuditEntry, type AuditEntryRow } from '../../models/audit-entry.ts';
import { nowSeconds } from '../../models/clock.ts';
import { select, transaction } from '../../models/connection.ts';
import { isUniqueViolation } from '../../models/constraints.ts';
import type { Secrets } from '../settings/index.ts';
import { beginning, chainSeal, type Link, markSeal, ownSeal } from './seals.ts';
import { checkKey } from './secrets-key.ts';

/** The type of the entry that a reset of the key adds. The reset sealed all entries before it anew (reseal.ts). */
export const keyReset = 'secrets.reset';
/** The number of entries that one query reads. */
export const stepRows = 500;
/** Entries are chained within seconds. The verification reports an entry that is still unchained after this time. */
const unchainedSeconds = 120;

/** Returns true if there are entries without a place. */
export async function hasNewEntries(): Promise<boolean> {
  return (await select('SELECT 1 FROM `audit_entries` WHERE `place` IS NULL LIMIT 1', [])).length > 0;
}

/**
 * Gives every entry without a place its place. Returns the end of the chain. Throws an OtherKeyError if the key was
 * reset, because the chain continues under the new key.
 */
export async function chainEntries(secrets: Secrets): Promise<Link> {
  for (;;) {
    const { chained, place, seal } = await transaction(async (tx) => {
      const step = await chainStep(secrets, tx);
      // The step locks the end of the chain, and a reset locks the same row. So the key stays until the commit.
      await checkKey(secrets, tx);
      return step;
    });
    if (chained < stepRows) return { place, seal };
  }
}

/** Gives up to `stepRows` entries without a place their places. */
export async function chainStep(secrets: Secrets, tx: Transaction): Promise<Link & { chained: number }> {
  const head = await holdHead(secrets, tx);
  const entries = await AuditEntry.findAll({
    where: { place: null },
    order: ['id'],
    limit: stepRows,
    transaction: tx,
  });
  let end: Link = { place: Number(head.place), seal: head.seal };
  let chained = 0;
  for (const entry of entries) {
    // The writer of this entry did not know the key. The entry stays unchained, so that the verification reports it.
    if (entry.ownSeal !== ownSeal(secrets, entry)) continue;
    end = { place: end.place + 1, seal: chainSeal(secrets, end, entry) };
    await entry.update(end, { transaction: tx });
    chained += 1;
  }
  if (chained > 0) await head.update({ ...end, headSeal: markSeal(secrets, 'head', end) }, { transaction: tx });
  return { chained, ...end };
}

/** Returns the end of the chain, locked until the end of the transaction: no other transaction can move either end. */
export async function holdHead(secrets: Secrets, tx: Transaction): Promise<AuditChain> {
  const find = (): Promise<AuditChain | null> =>
    AuditChain.findOne({ where: { id: 'head' }, lock: true, transaction: tx });
  const found = await find();
  if (found !== null) return found;
  const fresh = { id: 'head', ...beginning, headSeal: markSeal(secrets, 'head', beginning) };
  try {
    return await AuditChain.create(fresh, { transaction: tx });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    return (await find()) as AuditChain;
  }
}

/** Returns the start of the chain: the last removed entry. `isSealed` is false if somebody changed its mark. */
export async function startOfChain(
  secrets: Secrets,
  tx: Transaction | null = null,
): Promise<Link & { isSealed: boolean }> {
  const mark = await AuditChain.findOne({ where: { id: 'start' }, transaction: tx });
  if (mark === null) return { ...beginning, isSealed: true };
  const link = { place: Number(mark.place), seal: mark.seal };
  return { ...link, isSealed: mark.headSeal === markSeal(secrets, 'start', link) };
}

export interface Verification {
  /** The number of entries in the chain. */
  entries: number;
  /**
   * The number of entries before a reset of the key. Changes that were made to them before the reset cannot be
   * detected.
   */
  unproven: number;
  /** The number of entries that retention removed from the start. */
  removed: number;
  /** The end of the chain, as `place:seal`. Keep it elsewhere, and pass it to a later verification. */
  head: string;
  /** The problems found; empty if there are none. */
  problems: string[];
}

/**
 * Verifies every entry. `expected` is the head from an earlier verification or from the server's log: the chain must
 * still contain it.
 */
export async function verifyChain(secrets: Secrets, expected?: string): Promise<Verification> {
  const start = await startOfChain(secrets);
  const problems = start.isSealed ? [] : ['the mark at the start of the chain was changed'];
  const seen = new Set([textOf(beginning), textOf(start)]);
  let end: Link = start;
  let entries = 0;
  let reset: { place: number; before: number } | undefined;
  const walkOn = async (): Promise<number> => {
    const from = entries;
    for (;;) {
      const found = await entriesAfter(end.place);
      for (const entry of found) {
        const wrong = problemsOf(secrets, end, entry);
        problems.push(...wrong);
        if (entry.type === keyReset && wrong.length === 0) reset = { place: Number(entry.place), before: entries };
        end = { place: Number(entry.place), seal: entry.seal as string };
        entries += 1;
        if (textOf(end) === expected) seen.add(expected);
      }
      if (found.length < stepRows) return entries - from;
    }
  };
  await walkOn();
  let head = await readHead();
  // Entries and the mark of the end are committed together, so more entries may have been chained during the walk.
  while (head !== null && Number(head.place) > end.place && (await walkOn()) > 0) head = await readHead();
  // Retention may have removed entries during the walk, before the walk read them.
  if ((await startOfChain(secrets)).place !== start.place) return verifyChain(secrets, expected);
  problems.push(...headProblems(secrets, head, end), ...(await strayProblems(secrets, start)));
  if (expected !== undefined && !seen.has(expected)) problems.push(absence(expected, start, reset?.place ?? 0));
  return { entries, unproven: reset?.before ?? 0, removed: start.place, head: textOf(end), problems };
}

function textOf({ place, seal }: Link): string {
  return `${place}:${seal}`;
}

function absence(expected: string, start: Link, resetPlace: number): string {
  const place = Number(expected.split(':')[0]);
  if (place >= start.place && place < resetPlace)
    return `the entries up to ${resetPlace - 1} were sealed anew when the secrets key was reset, so it is unknown whether ${expected} was one of them`;
  return place < start.place
    ? `the entries up to ${start.place} were removed after their retention, so it is unknown whether ${expected} was one of them`
    : `the chain does not contain ${expected}: its last entries were removed, or the chain was rewritten`;
}

function entriesAfter(place: number): Promise<AuditEntry[]> {
  return AuditEntry.findAll({ where: { place: { [Op.gt]: place } }, order: ['place'], limit: stepRows });
}

function problemsOf(secrets: Secrets, before: Link, entry: AuditEntry): string[] {
  const place = Number(entry.place);
  if (place !== before.place + 1) return [`entries ${before.place + 1} to ${place - 1} are missing`];
  const isRight = entry.seal === chainSeal(secrets, before, entry);
  return isRight ? [] : [`entry ${place} (${entry.id}) was changed or replaced`];
}

function readHead(): Promise<AuditChain | null> {
  return AuditChain.findOne({ where: { id: 'head' } });
}

function headProblems(secrets: Secrets, head: AuditChain | null, end: Link): string[] {
  if (head === null) return end.place === 0 ? [] : ['the end of the chain is not marked'];
  const marked = { place: Number(head.place), seal: head.seal };
  if (head.headSeal !== markSeal(secrets, 'head', marked)) return ['the mark at the end of the chain was changed'];
  if (marked.place > end.place) return [`entries ${end.place + 1} to ${marked.place}, the last ones, are missing`];
  return textOf(marked) === textOf(end)
    ? []
    : ['the last entry of the chain is not the one that the mark at its end names'];
}

/** Reports entries that the API shows but that are not in the chain. */
async function strayProblems(secrets: Secrets, start: Link): Promise<string[]> {
  const strays: AuditEntryRow[] = await AuditEntry.findAll({
    where: { [Op.or]: [{ place: null }, { place: { [Op.lte]: start.place } }] },
    order: ['id'],
    limit: stepRows,
  });
  return strays.flatMap((entry) => {
    if (entry.place !== null)
      return [`entry ${entry.id} has the place of a removed entry, or a place that does not exist`];
    if (entry.ownSeal !== ownSeal(secrets, entry)) return [`entry ${entry.id} was not written by this server`];
    const isLate = nowSeconds() - Number(entry.createdAt) > unchainedSeconds;
    return isLate ? [`entry ${entry.id} is not chained`] : [];
  });
}
