// The seals of the audit log: HMAC-SHA-256 under the server's secret, with a separate domain for each kind of seal.

import type { AuditEntry } from '../../models/audit-entry.ts';
import type { RowOf } from '../../models/table.ts';
import type { Secrets } from '../settings/index.ts';

type Entry = Omit<RowOf<AuditEntry>, 'place' | 'seal' | 'ownSeal'>;

/** A place in the chain, with the seal over all entries up to it. */
export interface Link {
  place: number;
  seal: string;
}

/** The link before the first entry. */
export const beginning: Link = { place: 0, seal: '0'.repeat(64) };

/** Returns the seal over an entry alone. */
export function ownSeal(secrets: Secrets, entry: Entry): string {
  return secrets.mac(`entry\0${textOf(entry)}`);
}

/** Returns the seal of the entry that follows the link. */
export function chainSeal(secrets: Secrets, before: Link, entry: Entry): string {
  return secrets.mac(`chain\0${before.seal}\0${before.place + 1}\0${textOf(entry)}`);
}

/** Returns the seal of the mark at an end of the chain. `start` is the last removed entry, `head` the last entry. */
export function markSeal(secrets: Secrets, end: 'start' | 'head', { place, seal }: Link): string {
  return secrets.mac(`${end}\0${place}\0${seal}`);
}

/** Returns every field in a fixed order, so that no two different entries have the same text. */
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
