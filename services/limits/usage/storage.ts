// Records the storage of projects as usage, once an hour, on one server, and reports it.

import { QueryTypes } from 'sequelize';
import { nowSeconds } from '../../../models/clock.ts';
import { database, transaction } from '../../../models/connection.ts';
import { type UsageKind, UsageRollup, type UsageRow } from '../../../models/usage-rollup.ts';
import { type Queue, registerPeriodic } from '../../platform/index.ts';
import { inAllWidths, zeroSums } from './recorder.ts';
import { reportUsage, type UsagePage, type UsageQuery, type UsageSum } from './report.ts';
import { startOf } from './time.ts';

const hourMs = 3_600_000;

interface Holding {
  organizationId: string;
  projectId: string;
  vectorStoreBytes: number | string;
  fileBytes: number | string;
}

/** Returns the stored bytes of each project that has any: of the organization, or of all. */
async function holdings(organizationId?: string): Promise<Holding[]> {
  return database().sequelize.query<Holding>(
    'SELECT p.organization_id AS organizationId, p.id AS projectId, s.vector_store_bytes AS vectorStoreBytes, s.file_bytes AS fileBytes' +
      ' FROM project_storage s JOIN projects p ON p.id = s.project_id WHERE (s.vector_store_bytes > 0 OR s.file_bytes > 0)' +
      (organizationId === undefined ? '' : ' AND p.organization_id = :organizationId'),
    { type: QueryTypes.SELECT, replacements: { organizationId } },
  );
}

/**
 * Returns a page of a storage report. The bucket of this moment also counts what is stored now: a file that was uploaded
 * after the last sample would be missing for up to an hour.
 */
export async function reportStorage(
  organizationId: string,
  kind: 'vector_store_bytes' | 'file_bytes',
  query: UsageQuery,
): Promise<UsagePage> {
  const page = await reportUsage(organizationId, [kind], query);
  const now = nowSeconds();
  const current = page.buckets.find(({ start, end }) => start <= now && now < end);
  // Storage has no caller and no model.
  if (current === undefined || (query.user_ids ?? query.api_key_ids ?? query.models) !== undefined) return page;
  const isByProject = query.group_by?.includes('project_id') === true;
  const held = new Map<string | null, number>();
  for (const { projectId, vectorStoreBytes, fileBytes } of await holdings(organizationId)) {
    if (query.project_ids?.includes(projectId) === false) continue;
    const group = isByProject ? projectId : null;
    held.set(group, (held.get(group) ?? 0) + Number(kind === 'file_bytes' ? fileBytes : vectorStoreBytes));
  }
  for (const sum of current.sums) {
    sum.bytes = Math.max(sum.bytes, held.get(sum.project_id) ?? 0);
    held.delete(sum.project_id);
  }
  for (const [project, bytes] of held) if (bytes > 0) current.sums.push(sumOf(project, bytes));
  return page;
}

function sumOf(project: string | null, bytes: number): UsageSum {
  return { project_id: project, user_id: null, api_key_id: null, model: null, mcp_tool: null, ...zeroSums, bytes };
}

/** Records the current storage of every project. */
export async function recordStorage(): Promise<void> {
  const startsAt = startOf('minute', nowSeconds());
  const rows = (await holdings()).flatMap((holding) => [
    rowOf(holding, 'vector_store_bytes', Number(holding.vectorStoreBytes), startsAt),
    rowOf(holding, 'file_bytes', Number(holding.fileBytes), startsAt),
  ]);
  const held = inAllWidths(rows.filter(({ bytes }) => bytes > 0));
  if (held.length > 0) await transaction((tx) => UsageRollup.add(held, tx));
}

export function registerStorageUsage(queue: Queue): void {
  registerPeriodic(queue, {
    name: 'storage-usage',
    repeatMs: hourMs,
    run: recordStorage,
  });
}

function rowOf({ organizationId, projectId }: Holding, kind: UsageKind, bytes: number, startsAt: number): UsageRow {
  return { organizationId, projectId, callerId: '', kind, model: '', width: 'minute', startsAt, ...zeroSums, bytes };
}
