// Who is acting, carried along with the work: so that each change notes itself in its own transaction, and no function on
// the way has to pass its caller on.

import { AsyncLocalStorage } from 'node:async_hooks';
import type { Transaction } from 'sequelize';
import type { ActorKind } from '../../models/audit-entry.ts';

/** Who acts. */
export interface Actor {
  kind: ActorKind;
  /** The key, or the user where no key is used. */
  id: string | null;
  userId: string | null;
  email: string | null;
}

/** Something that happened. Nothing in it may be a secret. */
export interface AuditEvent {
  /** `project.created`. */
  type: string;
  organizationId?: string | null;
  projectId?: string | null;
  targetId?: string | null;
  details?: Record<string, unknown>;
  /** Who it was, where that is known only now: a user who has just signed in. */
  actor?: Actor;
}

/** What writes entries. */
export interface AuditWriter {
  append(trail: Trail, event: AuditEvent, inside: Transaction | null): Promise<void>;
}

/** A call that may change something. */
export interface Trail {
  writer: AuditWriter;
  actor: Actor;
  address: string;
  requestId: string;
  organizationId: string | null;
  projectId: string | null;
  /** What the call is to change, by the name of its operation; undefined: it is no call. */
  change: Pick<AuditEvent, 'type' | 'details'> | undefined;
  /** Whether it has been told what it did. */
  noted: boolean;
  /** Is told of each note, in the transaction that it is a part of. */
  onNote: ((inside: Transaction | null) => Promise<void>) | undefined;
}

const trails = new AsyncLocalStorage<Trail>();

/** Does the work; what it notes is noted of this trail. */
export function follow<T>(trail: Trail, work: () => T): T {
  return trails.run(trail, work);
}

/** Says that the present call has nothing to note: what it was to change is so already. */
export function noteNothing(): void {
  const trail = trails.getStore();
  if (trail !== undefined) trail.noted = true;
}

/**
 * Notes what the present call changes, in the words of its operation, in the transaction that changes it.
 * @param targetId what it changes. @param details what its path and its body's names do not tell.
 */
export async function noteChange(
  targetId: string,
  inside: Transaction,
  details: Record<string, unknown> = {},
): Promise<void> {
  const change = trails.getStore()?.change;
  if (change === undefined) return;
  await note({ type: change.type, targetId, details: { ...change.details, ...details } }, inside);
}

/**
 * Notes what the present call does, in the transaction that does it. Where there is no call, nobody asked: it is work of
 * the server's own.
 */
export async function note(event: AuditEvent, inside: Transaction | null = null): Promise<void> {
  const trail = trails.getStore();
  if (trail === undefined) return;
  await trail.onNote?.(inside);
  await trail.writer.append(trail, event, inside);
  trail.noted = true;
}
