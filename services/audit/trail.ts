// Carries the acting caller along with the work, in an AsyncLocalStorage. So each change writes its audit entry in its
// own transaction, and functions need no parameter for the caller.

import { AsyncLocalStorage } from 'node:async_hooks';
import type { Transaction } from 'sequelize';
import type { ActorKind } from '../../models/audit-entry.ts';
import { whenCommitted } from '../../models/connection.ts';

/** The actor of an audit event. */
export interface Actor {
  kind: ActorKind;
  /** The id of the key, or of the user if no key is used. */
  id: string | null;
  userId: string | null;
  email: string | null;
}

/** An event for the audit log. It must contain no secret. */
export interface AuditEvent {
  /** The event type, such as `project.created`. */
  type: string;
  organizationId?: string | null;
  projectId?: string | null;
  targetId?: string | null;
  details?: Record<string, unknown>;
  /** The actor, if it is known only now: a user who has just signed in. */
  actor?: Actor;
}

/** Writes audit entries. */
export interface AuditWriter {
  append(trail: Trail, events: readonly AuditEvent[], tx: Transaction | null): Promise<void>;
}

/** The context of a request or a command that may change something. */
export interface Trail {
  writer: AuditWriter;
  actor: Actor;
  address: string;
  requestId: string;
  organizationId: string | null;
  projectId: string | null;
  /** The change that the operation makes; undefined outside of an API request. */
  change: Pick<AuditEvent, 'type' | 'details'> | undefined;
  /** True if nothing more needs an entry: a service writes or has written one, or declared that nothing changed. */
  noted: boolean;
  /** True if a change with its entry is committed. */
  isCommitted?: boolean;
  /** Runs before each entry is written, in the same transaction. */
  onNote: ((tx: Transaction | null) => Promise<void>) | undefined;
}

const trails = new AsyncLocalStorage<Trail>();

/** Does the work with this trail: its audit entries get the trail's actor. */
export function follow<T>(trail: Trail, work: () => T): T {
  return trails.run(trail, work);
}

/**
 * Returns the details of a change: the requested values, and what the same fields were before. `before` may have more
 * fields than were changed.
 */
export function changeDetails(changes: object, before: Record<string, unknown>): Record<string, unknown> {
  const changed = Object.keys(changes).filter((name) => name in before);
  return {
    changes_requested: changes,
    previous_values: Object.fromEntries(changed.map((name) => [name, before[name]])),
  };
}

/** Declares that the current request changed nothing, because the wanted state was there already. */
export function auditNothing(): void {
  const trail = trails.getStore();
  if (trail !== undefined) trail.noted = true;
}

/**
 * Writes the audit entry of the current operation, in the transaction of the change.
 * @param targetId the changed resource. @param details facts beyond the path and the names of the body's fields.
 */
export async function auditChange(
  targetId: string,
  tx: Transaction,
  details: Record<string, unknown> = {},
): Promise<void> {
  const change = trails.getStore()?.change;
  if (change === undefined) return;
  await auditEvent({ type: change.type, targetId, details: { ...change.details, ...details } }, tx);
}

/**
 * Writes an audit entry, in the given transaction. Does nothing outside of a trail, for example in the server's own
 * background jobs.
 */
export function auditEvent(event: AuditEvent, tx: Transaction | null = null): Promise<void> {
  return auditEvents([event], tx);
}

/** Writes the audit entries of a change of many things, some hundreds with each statement. */
export async function auditEvents(events: readonly AuditEvent[], tx: Transaction | null): Promise<void> {
  const trail = trails.getStore();
  if (trail === undefined || events.length === 0) return;
  await trail.onNote?.(tx);
  await trail.writer.append(trail, events, tx);
  trail.noted = true;
  if (tx !== null)
    whenCommitted(tx, () => {
      trail.isCommitted = true;
    });
}
