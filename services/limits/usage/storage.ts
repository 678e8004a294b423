// Records the storage of projects as usage, once an hour, on one server.

import { QueryTypes } from 'sequelize';
import { nowSeconds } from '../../../models/clock.ts';
import { database, transaction } from '../../../models/connection.ts';
import { type UsageKind, UsageRollup, type UsageRow } from '../../../models/usage-rollup.ts';
import { type Queue, registerPeriodic } from '../../platform/index.ts';
import { inAllWidths, zeroSums } from './recorder.ts';
import { startOf } from './time.ts';

const hourMs = 3_600_000;

interface Holding {
  organizationId: string;
  projectId: string;
  vectorStoreBytes: number | string;
  fileBytes: number | string;
}

/** Returns the stored bytes of each project that has any. */
async function holdings(): Promise<Holding[]> {
  return database().sequelize.query<Holding>(
    'SELECT p.organization_id AS organizationId, p.id AS projectId, s.vector_store_bytes AS vectorStoreBytes, s.file_bytes AS fileBytes' +
      ' FROM project_storage s JOIN projects p ON p.id = s.project_id WHERE s.vector_store_bytes > 0 OR s.file_bytes > 0',
    { type: QueryTypes.SELECT },
  );
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
