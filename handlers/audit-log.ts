import type { components } from '../generated/openapi.ts';
import type { AuditEntryRow } from '../models/audit-entry.ts';
import { listAuditEntries } from '../services/audit/index.ts';
import type { Handler } from './handler.ts';
import { envelope } from './list.ts';

type AuditLog = components['schemas']['AuditLog'];

export const listAuditLog: Handler<'listAuditLog'> = async ({ query }) => {
  return { status: 200, body: envelope(await listAuditEntries(query.organization_id, query), toResource) };
};

export const listOrganizationAuditLogs: Handler<'listOrganizationAuditLogs'> = async ({ query, organization }) => {
  return { status: 200, body: envelope(await listAuditEntries(organization.id, query), toResource) };
};

function toResource(row: AuditEntryRow): AuditLog {
  const details = JSON.parse(row.details) as Record<string, unknown>;
  return {
    id: row.id,
    object: 'organization.audit_log',
    type: row.type,
    effective_at: row.createdAt,
    organization_id: row.organizationId,
    project: row.projectId === null ? null : { id: row.projectId },
    actor: actorOf(row),
    ip_address: row.address,
    request_id: row.requestId,
    target_id: row.targetId,
    [row.type]: { ...(row.targetId === null ? {} : { id: row.targetId }), ...details },
  };
}

function actorOf(row: AuditEntryRow): AuditLog['actor'] {
  const user = { id: row.userId, email: row.email };
  if (row.actorId !== null && (row.actorKind === 'organization_key' || row.actorKind === 'project_key'))
    return { type: 'api_key', api_key: { id: row.actorId, type: 'user', user } };
  return { type: 'session', session: { user, ip_address: row.address } };
}
