import type { components } from '../generated/openapi.ts';
import type { AuditEntryRow } from '../models/audit-entry.ts';
import type { PageOf } from '../models/page.ts';
import { listAuditEntries, namesIn } from '../services/audit/index.ts';
import type { Handler } from './handler.ts';
import { envelope } from './list.ts';

type AuditLog = components['schemas']['AuditLog'];

export const listAuditLog: Handler<'listAuditLog'> = async ({ query }) => {
  return { status: 200, body: await named(await listAuditEntries(query.organization_id, query)) };
};

export const listOrganizationAuditLogs: Handler<'listOrganizationAuditLogs'> = async ({ query, organization }) => {
  return { status: 200, body: await named(await listAuditEntries(organization.id, query)) };
};

async function named(entries: PageOf<AuditEntryRow>): Promise<components['schemas']['AuditLogList']> {
  const names = await namesIn(entries.rows);
  return envelope(entries, (row) => toResource(row, (id) => (id === null ? null : (names.get(id) ?? null))));
}

type NameOf = (id: string | null) => string | null;

function toResource(row: AuditEntryRow, nameOf: NameOf): AuditLog {
  const details = JSON.parse(row.details) as Record<string, unknown>;
  return {
    id: row.id,
    object: 'organization.audit_log',
    type: row.type,
    effective_at: row.createdAt,
    organization_id: row.organizationId,
    organization_name: nameOf(row.organizationId),
    project: row.projectId === null ? null : { id: row.projectId, name: nameOf(row.projectId) },
    actor: actorOf(row, nameOf),
    ip_address: row.address,
    request_id: row.requestId,
    target_id: row.targetId,
    target_name: nameOf(row.targetId),
    [row.type]: { ...(row.targetId === null ? {} : { id: row.targetId }), ...details },
  };
}

function actorOf(row: AuditEntryRow, nameOf: NameOf): AuditLog['actor'] {
  const user = { id: row.userId, email: row.email };
  if (row.actorId !== null && (row.actorKind === 'organization_key' || row.actorKind === 'project_key'))
    return { type: 'api_key', api_key: { id: row.actorId, name: nameOf(row.actorId), type: 'user', user } };
  return { type: 'session', session: { user, ip_address: row.address } };
}
