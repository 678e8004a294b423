// Reads what needs attention in all projects of an organization: one query for each kind, however many projects there
// are. Each query stops at `most` rows.

import { select } from './connection.ts';
import { daysSince, ofProjectOn } from './usage-rollup.ts';

/** The projects that are looked at. */
export interface Scope {
  organizationId: string;
  /** undefined: all active projects. */
  projectId: string | undefined;
}

interface OfProject {
  projectId: string;
  projectName: string;
}

export interface StoreRow extends OfProject {
  id: string;
  name: string;
  filesFailed: number;
  expiresAt: number;
}

export interface KeyRow {
  projectId: string | null;
  projectName: string | null;
  id: string;
  name: string;
  expiresAt: number;
}

export interface SpendRow extends OfProject {
  spendLimit: number;
  /** Billionths of a US dollar. */
  spent: number;
}

type Values = (string | number)[];

function activeIn({ organizationId, projectId }: Scope): { sql: string; values: Values } {
  const sql = "p.organization_id = ? AND p.status = 'active'";
  return projectId === undefined
    ? { sql, values: [organizationId] }
    : { sql: `${sql} AND p.id = ?`, values: [organizationId, projectId] };
}

/** Returns the number of active projects, and the bytes that all projects hold: archived ones hold theirs too. */
export async function totalsIn(scope: Scope): Promise<{ projects: number; storeBytes: number; fileBytes: number }> {
  const { organizationId, projectId } = scope;
  const [row] = await select<{ projects: number; storeBytes: number; fileBytes: number }>(
    "SELECT COALESCE(SUM(CASE WHEN p.status = 'active' THEN 1 ELSE 0 END), 0) AS projects," +
      ' COALESCE(SUM(s.vector_store_bytes), 0) AS storeBytes, COALESCE(SUM(s.file_bytes), 0) AS fileBytes' +
      ' FROM projects p LEFT JOIN project_storage s ON s.project_id = p.id WHERE p.organization_id = ?' +
      (projectId === undefined ? '' : ' AND p.id = ?'),
    projectId === undefined ? [organizationId] : [organizationId, projectId],
  );
  return {
    projects: Number(row?.projects),
    storeBytes: Number(row?.storeBytes),
    fileBytes: Number(row?.fileBytes),
  };
}

/** Returns the vector stores that have expired or have failed files, the newest first. */
export async function troubledStores(scope: Scope, now: number, most: number): Promise<StoreRow[]> {
  const { sql, values } = activeIn(scope);
  return select<StoreRow>(
    'SELECT s.id, s.name, s.files_failed AS filesFailed, s.expires_at AS expiresAt, p.id AS projectId, p.name AS projectName' +
      ` FROM vector_stores s JOIN projects p ON p.id = s.project_id WHERE ${sql} AND (s.files_failed > 0 OR s.expires_at <= ?)` +
      ` ORDER BY s.id DESC LIMIT ${most}`,
    [...values, now],
  );
}

/** Returns the keys of projects that expire before the time, the first to expire first. */
export async function expiringProjectKeys(scope: Scope, before: number, most: number): Promise<KeyRow[]> {
  const { sql, values } = activeIn(scope);
  return select<KeyRow>(
    'SELECT k.id, k.name, k.expires_at AS expiresAt, p.id AS projectId, p.name AS projectName' +
      ` FROM project_api_keys k JOIN projects p ON p.id = k.project_id WHERE ${sql} AND k.expires_at <= ?` +
      ` ORDER BY k.expires_at, k.id LIMIT ${most}`,
    [...values, before],
  );
}

/** Returns the keys of the organization that expire before the time, the first to expire first. */
export async function expiringOrganizationKeys(
  organizationId: string,
  before: number,
  most: number,
): Promise<KeyRow[]> {
  return select<KeyRow>(
    'SELECT id, name, expires_at AS expiresAt, NULL AS projectId, NULL AS projectName FROM admin_api_keys' +
      ` WHERE organization_id = ? AND expires_at <= ? ORDER BY expires_at, id LIMIT ${most}`,
    [organizationId, before],
  );
}

/** Returns the projects with a webhook whose last failed delivery was made since the time. */
export async function failingWebhooks(
  scope: Scope,
  since: number,
  most: number,
): Promise<(OfProject & { at: number })[]> {
  const { sql, values } = activeIn(scope);
  return select<OfProject & { at: number }>(
    'SELECT p.id AS projectId, p.name AS projectName, d.created_at AS at FROM projects p JOIN webhook_deliveries d' +
      " ON d.id = (SELECT MAX(f.id) FROM webhook_deliveries f WHERE f.project_id = p.id AND f.status = 'failed')" +
      ` WHERE ${sql} AND p.webhook_url IS NOT NULL AND d.created_at >= ? ORDER BY p.id DESC LIMIT ${most}`,
    [...values, since],
  );
}

/**
 * Returns the projects with a spend limit and their cost since the start of the month: the higher one of the written
 * usage and of the count that enforces the limit.
 */
export async function spentOfLimits(scope: Scope, month: number): Promise<SpendRow[]> {
  const { sql, values } = activeIn(scope);
  const rows = await select<SpendRow & { counted: number | null }>(
    'SELECT p.id AS projectId, p.name AS projectName, p.spend_limit AS spendLimit, c.month_cost AS counted,' +
      ` COALESCE((SELECT SUM(u.cost) FROM (${daysSince(month)}) d JOIN usage_rollups u ON ${ofProjectOn('d.day')}), 0) AS spent` +
      ' FROM projects p LEFT JOIN limit_counts c ON c.subject_id = p.id AND c.month = ?' +
      ` WHERE ${sql} AND p.spend_limit IS NOT NULL ORDER BY p.id DESC`,
    [month, ...values],
  );
  return rows.map(({ counted, spent, spendLimit, ...row }) => {
    return { ...row, spendLimit: Number(spendLimit), spent: Math.max(Number(spent), Number(counted ?? 0)) };
  });
}
