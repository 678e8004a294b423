// The chain over all entries. An entry is written with a seal of its own, by whichever server, in the transaction of what
// it tells of: writers neither wait for each other nor need to know what came before. Soon after, one server at a time
// gives the new entries their places, each with a seal over itself and the seal before it.
//
// The seals are keyed (HMAC-SHA-256 under the server's secret): who can write to the database, but does not know the key,
// can neither change an entry, nor take one out, nor put one in, nor exchange two, without `svc audit verify` saying so.
// The end of the chain is sealed too: cutting off the last entries takes an older copy of that row. Against that, the end
// is logged every hour, and can be given to the verification. What is deleted before it is chained, is lost.

import { type InferAttributes, Op, type Transaction } from 'sequelize';
import { AuditChain, AuditEntry, type AuditEntryRow } from '../../models/audit-entry.ts';
import { transaction } from '../../models/connection.ts';
import { isUniqueViolation } from '../../models/constraints.ts';
import { nowSeconds } from '../clock.ts';
import type { Secrets } from '../secrets.ts';

const headId = 'head';
const stepRows = 500;
/** Entries are chained within seconds; one that is older was put past the chain. */
const unchainedSeconds = 120;
const firstSeal = '0'.repeat(64);

type Entry = Omit<InferAttributes<AuditEntry>, 'place' | 'seal' | 'ownSeal'>;

/** The seal of an entry alone. */
export function ownSeal(secrets: Secrets, entry: Entry): string {
  return secrets.mac(`entry\0${textOf(entry)}`);
}

function chainSeal(secrets: Secrets, before: string, place: number, entry: Entry): string {
  return secrets.mac(`chain\0${before}\0${place}\0${textOf(entry)}`);
}

function headSeal(secrets: Secrets, place: number, seal: string): string {
  return secrets.mac(`head\0${place}\0${seal}`);
}

/** Every member, in one order, so that no two entries have one text. */
function textOf(entry: Entry): string {
  return JSON.stringify([
    entry.id,
    entry.organizationId,
    entry.projectId,
    entry.type,
    entry.actorKind,
    entry.actorId,
    entry.userId,
    entry.email,
    entry.address,
    entry.requestId,
    entry.targetId,
    entry.details,
    Number(entry.createdAt),
  ]);
}

/** Gives every entry that has none its place. Returns the end of the chain. */
export async function chainEntries(secrets: Secrets): Promise<{ place: number; seal: string }> {
  for (;;) {
    const { chained, place, seal } = await transaction((inside) => chainStep(secrets, inside));
    if (chained < stepRows) return { place, seal };
  }
}

async function chainStep(
  secrets: Secrets,
  inside: Transaction,
): Promise<{ chained: number; place: number; seal: string }> {
  const head = await holdHead(secrets, inside);
  const entries = await AuditEntry.findAll({
    where: { place: null },
    order: ['id'],
    limit: stepRows,
    transaction: inside,
  });
  let { place, seal } = head;
  let chained = 0;
  for (const entry of entries) {
    // Whoever wrote it did not know the key: it stays outside, where the verification finds it.
    if (entry.ownSeal !== ownSeal(secrets, entry)) continue;
    place += 1;
    seal = chainSeal(secrets, seal, place, entry);
    await entry.update({ place, seal }, { transaction: inside });
    chained += 1;
  }
  if (chained > 0)
    await head.update({ place, seal, headSeal: headSeal(secrets, place, seal) }, { transaction: inside });
  return { chained, place, seal };
}

/** The end of the chain, which nobody else can move until the end of the transaction. */
async function holdHead(secrets: Secrets, inside: Transaction): Promise<AuditChain> {
  const find = (): Promise<AuditChain | null> =>
    AuditChain.findOne({ where: { id: headId }, lock: true, transaction: inside });
  const found = await find();
  if (found !== null) return found;
  const fresh = { id: headId, place: 0, seal: firstSeal, headSeal: headSeal(secrets, 0, firstSeal) };
  try {
    return await AuditChain.create(fresh, { transaction: inside });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    return (await find()) as AuditChain;
  }
}

export interface Verification {
  /** How many entries the chain has. */
  entries: number;
  /** The end of the chain, as `place:seal`; to be kept elsewhere, and given to a later verification. */
  head: string;
  /** What is wrong; empty: nothing that could be found. */
  problems: string[];
}

/**
 * Looks at every entry. `expected` is the head of an earlier verification, or one from the log: the chain must still lead
 * through it.
 */
export async function verifyChain(secrets: Secrets, expected?: string): Promise<Verification> {
  const problems: string[] = [];
  const walk: { place: number; seal: string; entries: number } = { place: 0, seal: firstSeal, entries: 0 };
  const [expectedPlace, expectedSeal] = (expected ?? '').split(':');
  let seen = expected === undefined || expectedPlace === '0';
  for (;;) {
    const entries = await entriesAfter(walk.place);
    for (const entry of entries) {
      problems.push(...problemsOf(secrets, walk, entry));
      walk.place = Number(entry.place);
      walk.seal = entry.seal as string;
      walk.entries += 1;
      if (String(walk.place) === expectedPlace && walk.seal === expectedSeal) seen = true;
    }
    if (entries.length < stepRows) break;
  }
  problems.push(...(await headProblems(secrets, walk)), ...(await strayProblems(secrets)));
  if (!seen) problems.push(`the chain does not lead through ${expected}: its end was cut off, or it was written anew`);
  return { entries: walk.entries, head: `${walk.place}:${walk.seal}`, problems };
}

function entriesAfter(place: number): Promise<AuditEntry[]> {
  return AuditEntry.findAll({ where: { place: { [Op.gt]: place } }, order: ['place'], limit: stepRows });
}

function problemsOf(secrets: Secrets, walk: { place: number; seal: string }, entry: AuditEntry): string[] {
  const place = Number(entry.place);
  if (place !== walk.place + 1) return [`entries ${walk.place + 1} to ${place - 1} are missing`];
  const isRight = entry.seal === chainSeal(secrets, walk.seal, place, entry);
  return isRight ? [] : [`entry ${place} (${entry.id}) was changed, or is not the one that stood there`];
}

async function headProblems(secrets: Secrets, walk: { place: number; seal: string }): Promise<string[]> {
  const head = await AuditChain.findOne({ where: { id: headId } });
  if (head === null) return walk.place === 0 ? [] : ['the end of the chain is not marked'];
  const place = Number(head.place);
  if (head.headSeal !== headSeal(secrets, place, head.seal)) return ['the mark at the end of the chain was changed'];
  if (place > walk.place) return [`entries ${walk.place + 1} to ${place}, the last ones, are missing`];
  return place < walk.place || head.seal !== walk.seal ? ['the end of the chain is not where it was marked'] : [];
}

async function strayProblems(secrets: Secrets): Promise<string[]> {
  const strays: AuditEntryRow[] = await AuditEntry.findAll({ where: { place: null }, order: ['id'], limit: stepRows });
  return strays.flatMap((entry) => {
    if (entry.ownSeal !== ownSeal(secrets, entry)) return [`entry ${entry.id} was not written by this server`];
    const isLate = nowSeconds() - Number(entry.createdAt) > unchainedSeconds;
    return isLate ? [`entry ${entry.id} is not chained`] : [];
  });
}
