// Writes and reads the audit log: who did what to which resource, from which address.

import type { Transaction } from 'sequelize';
import type { operations } from '../../generated/openapi.ts';
import { AuditEntry, type AuditEntryRow } from '../../models/audit-entry.ts';
import { nowSeconds } from '../../models/clock.ts';
import { createdAt, firstIdAt, newId } from '../../models/ids.ts';
import {
  isReadUpwards,
  keyAfter,
  type PageOf,
  page,
  type Range,
  type Scope,
  type TextMatch,
} from '../../models/page.ts';
import { type Log, type Queue, registerPeriodic } from '../platform/index.ts';
import type { Config, Secrets } from '../settings/index.ts';
import { chainEntries, hasNewEntries } from './chain.ts';
import { eitherWord } from './public-words.ts';
import { BrokenChainError, removeEntries } from './retention.ts';
import { ownSeal } from './seals.ts';
import { type Actor, type AuditEvent, type AuditWriter, follow, type Trail } from './trail.ts';

export {
  type Actor,
  type AuditEvent,
  auditChange,
  auditEvent,
  auditEvents,
  auditNothing,
  changeDetails,
  follow,
  type Trail,
} from './trail.ts';

const chainEveryMs = 2000;
const entriesInStatement = 500;
const hourMs = 3_600_000;
const daySeconds = 86_400;
const maxDetailsLength = 16_000;
/**
 * The most entries that a page with a filter without an index reads: more would block the event loop of a server with
 * the embedded database.
 */
const maxSearched = 10_000;
const searchedAttributes = ['type', 'email', 'actorId', 'targetId', 'projectId', 'requestId', 'address', 'details'];

export class Audit implements AuditWriter {
  readonly #secrets: Secrets;
  readonly #log: Log;
  #loggedAt = Number.NEGATIVE_INFINITY;
  #loggedPlace = 0;

  constructor(secrets: Secrets, log: Log) {
    this.#secrets = secrets;
    this.#log = log;
  }

  /** Registers the jobs that chain new entries and remove old ones. One server at a time runs each job. */
  register(queue: Queue, { retention_days: retentionDays }: Config['audit']): void {
    registerPeriodic(queue, {
      name: 'audit-chain',
      repeatMs: chainEveryMs,
      hasWork: hasNewEntries,
      run: () => this.#chain(),
    });
    if (retentionDays === 0) return;
    registerPeriodic(queue, {
      name: 'audit-retention',
      repeatMs: hourMs,
      run: () => this.#removeOld(retentionDays),
    });
  }

  async append(trail: Trail, events: readonly AuditEvent[], tx: Transaction | null): Promise<void> {
    const [first, ...others] = events;
    if (first !== undefined && others.length === 0)
      await AuditEntry.create(this.#entry(trail, first), { transaction: tx });
    else
      for (let at = 0; at < events.length; at += entriesInStatement) {
        const some = events.slice(at, at + entriesInStatement).map((event) => this.#entry(trail, event));
        await AuditEntry.bulkCreate(some, { transaction: tx });
      }
  }

  #entry(trail: Trail, event: AuditEvent) {
    const id = newId('log-entry');
    const actor = event.actor ?? trail.actor;
    const entry = {
      id,
      organizationId: event.organizationId === undefined ? trail.organizationId : event.organizationId,
      projectId: event.projectId === undefined ? trail.projectId : event.projectId,
      type: event.type,
      actorKind: actor.kind,
      actorId: actor.id,
      userId: actor.userId,
      email: actor.email,
      address: trail.address,
      requestId: trail.requestId,
      targetId: event.targetId?.slice(0, 255) ?? null,
      details: detailsOf(event),
      createdAt: createdAt(id),
    };
    return { ...entry, ownSeal: ownSeal(this.#secrets, entry), place: null, seal: null };
  }

  async #removeOld(retentionDays: number): Promise<void> {
    try {
      const removed = await removeEntries(this.#secrets, nowSeconds() - retentionDays * daySeconds);
      if (removed > 0) this.#log.info({ removed, retentionDays }, 'removed old entries of the audit log');
    } catch (error) {
      if (!(error instanceof BrokenChainError)) throw error;
      this.#log.error({ err: error }, 'stopped removing entries from the audit log: run svc audit verify');
    }
  }

  async #chain(): Promise<void> {
    const { place, seal } = await chainEntries(this.#secrets);
    const now = performance.now();
    if (place === this.#loggedPlace || now - this.#loggedAt < hourMs) return;
    this.#loggedAt = now;
    this.#loggedPlace = place;
    this.#log.info({ head: `${place}:${seal}` }, 'the end of the audit log: keep it for svc audit verify --expect');
  }
}

/** Returns the actor for a user who has just proven their identity with a password or a mailed link. */
export function userActor({ id, email }: { id: string; email: string }): Actor {
  return { kind: 'user', id, userId: id, email };
}

/** The actor of an event that no known caller caused. */
export const nobody: Actor = { kind: 'anyone', id: null, userId: null, email: null };

/** Does the work with the operator at the server's command line as the actor. */
export function asOperator<T>(writer: AuditWriter, work: () => T): T {
  return withoutRequest(writer, { ...nobody, kind: 'operator' }, work);
}

/** Does the work of a background job whose changes belong in the audit log, although nobody known caused them. */
export function unattended<T>(writer: AuditWriter, work: () => T): T {
  return withoutRequest(writer, nobody, work);
}

function withoutRequest<T>(writer: AuditWriter, actor: Actor, work: () => T): T {
  const trail: Trail = {
    writer,
    actor,
    address: '',
    requestId: '',
    organizationId: null,
    projectId: null,
    change: undefined,
    noted: false,
    onNote: undefined,
  };
  return follow(trail, work);
}

function detailsOf({ details = {} }: AuditEvent): string {
  const text = JSON.stringify(details);
  return text.length <= maxDetailsLength ? text : JSON.stringify({ too_long: true, fields: Object.keys(details) });
}

type AuditQuery = NonNullable<operations['listOrganizationAuditLogs']['parameters']['query']>;

export interface AuditPage extends PageOf<AuditEntryRow> {
  /** The id of the last entry that was looked at, if the page ends there and not at the end of the log. */
  searchedUntil?: string;
}

/**
 * Returns a page of the organization's audit entries, or of the whole server's without an organization. Only the
 * organization and the time have an index. With any other filter, the page looks at `maxSearched` entries and ends there.
 */
export async function listAuditEntries(organizationId: string | undefined, query: AuditQuery): Promise<AuditPage> {
  const { event_types: types, actor_ids: actorId, actor_emails: email, project_ids: projectId, search } = query;
  const indexed = given({ organizationId });
  const filters = given({ actorId, email, projectId, targetId: query.resource_ids });
  const scope = { ...indexed, ...filters };
  const ranges = rangesOf(query);
  const index = organizationId === undefined ? undefined : 'audit_entries_page';
  const anyOf = [
    ...(types === undefined ? [] : [types.flatMap(eitherWord).map(typeMatch)]),
    ...(search === undefined ? [] : [searchedAttributes.map((attribute) => containing(attribute, search))]),
  ];
  if (anyOf.length === 0 && Object.keys(filters).length === 0) return page(AuditEntry, scope, query, { ranges, index });
  const end = await keyAfter(AuditEntry, indexed, query, maxSearched, { ranges, index });
  if (end === undefined) return page(AuditEntry, scope, query, { ranges, anyOf, index });
  const until: Range = { attribute: 'id', sign: isReadUpwards(query) ? '<=' : '>=', value: end };
  const { rows, hasMore } = await page(AuditEntry, scope, query, { ranges: [...ranges, until], anyOf, index });
  return { rows, hasMore: true, ...(hasMore || rows.length === query.limit ? {} : { searchedUntil: end }) };
}

function given(filters: Record<string, Scope[string] | undefined>): Scope {
  return Object.fromEntries(
    Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  );
}

function containing(attribute: string, text: string): TextMatch {
  return { attribute, how: 'contains', text };
}

function typeMatch(type: string): TextMatch {
  return type.endsWith('*')
    ? { attribute: 'type', how: 'begins', text: type.slice(0, -1) }
    : { attribute: 'type', how: 'is', text: type };
}

/** Returns the times as ranges of ids, which have an index and sort by the time of the entry. */
function rangesOf(query: AuditQuery): Range[] {
  const bounds = [
    ['>=', query['effective_at[gt]'], 1],
    ['>=', query['effective_at[gte]'], 0],
    ['<', query['effective_at[lt]'], 0],
    ['<', query['effective_at[lte]'], 1],
  ] as const;
  return bounds.flatMap(([sign, value, later]) =>
    value === undefined ? [] : [{ attribute: 'id', sign, value: firstIdAt('log-entry', value + later) }],
  );
}
