import type { components } from '../generated/openapi.ts';
import type { AuditEntryRow } from '../models/audit-entry.ts';
import { createdAt, isId } from '../models/ids.ts';
import { maskQuery } from '../models/secret-mask.ts';
import { type AuditPage, listAuditEntries, namesIn, publicDetails, publicTypeOf } from '../services/audit/index.ts';
import type { Handler } from './handler.ts';
import { envelope } from './list.ts';

type AuditLog = components['schemas']['AuditLog'];

export const listAuditLog: Handler<'listAuditLog'> = async ({ query }) => {
  return answer(await listAuditEntries(query.organization_id, query), query);
};

export const listOrganizationAuditLogs: Handler<'listOrganizationAuditLogs'> = async ({ query, organization }) => {
  return answer(await listAuditEntries(organization.id, query), query);
};

/** If the page ends before its limit, its last id is that of the last entry that was looked at. */
async function answer(page: AuditPage, { after, before }: { after?: string; before?: string }) {
  const names = await namesIn(page.rows);
  const body = envelope(page, (row) => toResource(row, (id) => (id === null ? null : (names.get(id) ?? null))));
  const { searchedUntil: end } = page;
  if (end === undefined) return { status: 200 as const, body };
  const isBackwards = before !== undefined && after === undefined;
  const ends = isBackwards
    ? { first_id: end, last_id: body.last_id ?? end }
    : { first_id: body.first_id ?? end, last_id: end };
  return {
    status: 200 as const,
    body: { ...body, ...ends },
    headers: { 'svc-searched-until': String(createdAt(end)) },
  };
}

type NameOf = (id: string | null) => string | null;

function toResource(row: AuditEntryRow, nameOf: NameOf): AuditLog {
  // Entries from before 0.3 have the query of a webhook's address, and cannot be changed.
  const details = JSON.parse(row.details, maskAddress) as Record<string, unknown>;
  const target = row.targetId === null ? {} : { id: row.targetId };
  const type = publicTypeOf(row.type);
  return {
    id: row.id,
    object: 'organization.audit_log',
    type,
    effective_at: row.createdAt,
    organization_id: row.organizationId,
    organization_name: nameOf(row.organizationId),
    project: row.projectId === null ? null : { id: row.projectId, name: nameOf(row.projectId) },
    actor: actorOf(row, nameOf),
    ip_address: row.address,
    request_id: row.requestId,
    target_id: row.targetId,
    target_name: nameOf(row.targetId),
    [row.type]: { ...target, ...details },
    [type]: { ...target, ...publicDetails(type, details) },
  };
}

function maskAddress(name: string, value: unknown): unknown {
  return name === 'webhook_url' && typeof value === 'string' ? maskQuery(value) : value;
}

function actorOf(row: AuditEntryRow, nameOf: NameOf): AuditLog['actor'] {
  const user = { id: row.userId, email: row.email };
  if (row.actorId !== null && (row.actorKind === 'organization_key' || row.actorKind === 'project_key')) {
    const { userId } = row;
    const owner =
      userId !== null && isId('service-account', userId)
        ? { type: 'service_account' as const, user: { id: null, email: null }, service_account: { id: userId } }
        : { type: 'user' as const, user };
    return { type: 'api_key', api_key: { id: row.actorId, name: nameOf(row.actorId), ...owner } };
  }
  const origin = row.actorKind === 'operator' ? 'command_line' : 'server';
  return { type: 'session', session: { user, ip_address: row.address, ...(row.address === '' ? { origin } : {}) } };
}
