// The audit log: who did what to which resource, from which address. Entries are only added. services/audit assigns
// their place in the chain later.

import { integer, nullable, primaryKey, type RowOf, table, text } from './table.ts';

export type AuditEntryRow = RowOf<AuditEntry>;
export type ActorKind = 'user' | 'organization_key' | 'project_key' | 'worker_token' | 'anyone' | 'operator';

export class AuditEntry extends table('audit_entries', {
  id: primaryKey(text()),
  organizationId: nullable(text()),
  projectId: nullable(text()),
  /** The action: `project.created`. */
  type: text(),
  actorKind: text<ActorKind>(),
  /** The id of the key, or of the user if no key was used. */
  actorId: nullable(text()),
  /** The user who acted, or who owns the key. */
  userId: nullable(text()),
  email: nullable(text()),
  /** The client's network address; empty: none. */
  address: text(),
  requestId: text(),
  /** The id of the changed resource. */
  targetId: nullable(text()),
  /** JSON text. */
  details: text(),
  createdAt: integer(),
  /** The HMAC of the entry alone: proves that a server with the key wrote the entry. */
  ownSeal: text(),
  /** The position in the hash chain, from 1 and without gaps; null until the entry is chained. */
  place: nullable(integer()),
  seal: nullable(text()),
}) {}

/** The last entry of the chain. */
export class AuditChain extends table('audit_chain', {
  id: primaryKey(text()),
  place: integer(),
  seal: text(),
  headSeal: text(),
}) {}
