// The storage limits of a project, in bytes.

import type { Transaction } from 'sequelize';
import type { components } from '../../generated/openapi.ts';
import type { ProjectRow } from '../../models/project.ts';
import { ProjectStorage, type StorageKind } from '../../models/project-storage.ts';
import { quotaReached } from '../platform/index.ts';

type Limits = components['schemas']['EffectiveProjectLimits'];

/** Returns the project's limit in bytes; null means no limit. */
export function storageLimitOf({ limits }: Pick<ProjectRow, 'limits'>, kind: StorageKind): number | null {
  return (JSON.parse(limits) as Limits)[kind];
}

/** Counts bytes against the project's limit. Throws the limit's error if they do not fit. */
export async function chargeStorage(
  project: Pick<ProjectRow, 'id' | 'limits'>,
  kind: StorageKind,
  bytes: number,
  tx: Transaction,
): Promise<void> {
  const limit = storageLimitOf(project, kind);
  if (await ProjectStorage.reserve(project.id, kind, bytes, limit, tx)) return;
  throw quotaReached(kind, limit ?? 0);
}
