// Reseals the audit log after the key of its seals was lost. Without the key nobody can check the old seals, so every
// entry gets a new place and seal under the new key. An entry of type `secrets.reset` follows them. The verification
// reports all entries before it as unproven, and detects changes made after it. The reset is recorded in the chain,
// because a record beside the chain could be removed unnoticed.
//
// Each entry keeps its own seal (`ownSeal`). If the old key is found again, the entries can still be checked with it.

import { Op, type Transaction, type WhereOptions } from 'sequelize';
import { AuditChain, AuditEntry, type AuditEntryRow } from '../../models/audit-entry.ts';
import { changeIn } from '../../models/statements.ts';
import type { Secrets } from '../settings/index.ts';
import { holdHead, startOfChain, stepRows } from './chain.ts';
import { chainSeal, type Link, markSeal } from './seals.ts';

/** Seals all entries anew, unchained ones too. The caller must chain the entry of the reset next. */
export async function resealEntries(secrets: Secrets, tx: Transaction): Promise<void> {
  const head = await holdHead(secrets, tx);
  const { place, seal } = await startOfChain(secrets, tx);
  let end: Link = { place, seal };
  if (place > 0) {
    const headSeal = markSeal(secrets, 'start', end);
    await AuditChain.update({ headSeal }, { where: { id: 'start' }, transaction: tx });
  }
  // New places are never greater than the old ones, because gaps close. So no entry takes the place of a later one.
  for (let from = place; ; ) {
    const chained = await entriesWhere({ place: { [Op.gt]: from } }, 'place', tx);
    end = await sealAll(secrets, end, chained, tx);
    const last = chained.at(-1);
    if (last === undefined) break;
    from = Number(last.place);
  }
  for (;;) {
    const fresh = await entriesWhere({ place: null }, 'id', tx);
    if (fresh.length === 0) break;
    end = await sealAll(secrets, end, fresh, tx);
  }
  await head.update({ ...end, headSeal: markSeal(secrets, 'head', end) }, { transaction: tx });
}

function entriesWhere(where: WhereOptions, order: string, tx: Transaction): Promise<AuditEntryRow[]> {
  return AuditEntry.findAll({ where, order: [order], limit: stepRows, raw: true, transaction: tx });
}

async function sealAll(secrets: Secrets, before: Link, entries: AuditEntryRow[], tx: Transaction): Promise<Link> {
  let end = before;
  for (const entry of entries) {
    end = { place: end.place + 1, seal: chainSeal(secrets, end, entry) };
    await changeIn(tx, 'UPDATE audit_entries SET place = ?, seal = ? WHERE id = ?', [end.place, end.seal, entry.id]);
  }
  return end;
}
