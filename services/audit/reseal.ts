// What becomes of the log where the key of its seals is lost. Nobody can tell any more whether an entry was changed, so
// each gets its place and its seal anew, under the new key, and an entry of the reset follows on them: the verification
// says of all before it that they are not proven, and finds what is changed from then on. The mark of that is an entry of
// the chain since one that stands beside it could be taken away.
//
// The seal of an entry alone stays as it is: who finds the old key again can still hold the entry against it.

import { Op, type Transaction, type WhereOptions } from 'sequelize';
import { AuditChain, AuditEntry, type AuditEntryRow } from '../../models/audit-entry.ts';
import { changeIn } from '../../models/statements.ts';
import type { Secrets } from '../settings/index.ts';
import { holdHead, startOfChain, stepRows } from './chain.ts';
import { chainSeal, type Link, markSeal } from './seals.ts';

/** Seals all entries anew, those too that had no place yet. The entry of the reset is to be chained next. */
export async function resealEntries(secrets: Secrets, inside: Transaction): Promise<void> {
  const head = await holdHead(secrets, inside);
  const { place, seal } = await startOfChain(secrets, inside);
  let end: Link = { place, seal };
  if (place > 0) {
    const headSeal = markSeal(secrets, 'start', end);
    await AuditChain.update({ headSeal }, { where: { id: 'start' }, transaction: inside });
  }
  // Places only become smaller, where some are missing: so none is taken by an entry that is still to come.
  for (let from = place; ; ) {
    const chained = await entriesWhere({ place: { [Op.gt]: from } }, 'place', inside);
    end = await sealAll(secrets, end, chained, inside);
    const last = chained.at(-1);
    if (last === undefined) break;
    from = Number(last.place);
  }
  for (;;) {
    const fresh = await entriesWhere({ place: null }, 'id', inside);
    if (fresh.length === 0) break;
    end = await sealAll(secrets, end, fresh, inside);
  }
  await head.update({ ...end, headSeal: markSeal(secrets, 'head', end) }, { transaction: inside });
}

function entriesWhere(where: WhereOptions, order: string, inside: Transaction): Promise<AuditEntryRow[]> {
  return AuditEntry.findAll({ where, order: [order], limit: stepRows, raw: true, transaction: inside });
}

async function sealAll(secrets: Secrets, before: Link, entries: AuditEntryRow[], inside: Transaction): Promise<Link> {
  let end = before;
  for (const entry of entries) {
    end = { place: end.place + 1, seal: chainSeal(secrets, end, entry) };
    await changeIn(inside, 'UPDATE audit_entries SET place = ?, seal = ? WHERE id = ?', [
      end.place,
      end.seal,
      entry.id,
    ]);
  }
  return end;
}
