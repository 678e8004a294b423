// The bytes that a project may hold.

import type { Transaction } from 'sequelize';
import type { components } from '../../generated/openapi.ts';
import type { ProjectRow } from '../../models/project.ts';
import { ProjectStorage, type StorageKind } from '../../models/project-storage.ts';
import { quotaReached } from '../platform/index.ts';

type Limits = components['schemas']['EffectiveProjectLimits'];

/** The project's limit; null: none. */
export function limitOf({ limits }: Pick<ProjectRow, 'limits'>, kind: StorageKind): number | null {
  return (JSON.parse(limits) as Limits)[kind];
}

/** Takes bytes of the project's limit. Throws the limit's error where they do not fit. */
export async function takeRoom(
  project: Pick<ProjectRow, 'id' | 'limits'>,
  kind: StorageKind,
  bytes: number,
  inside: Transaction,
): Promise<void> {
  const limit = limitOf(project, kind);
  if (await ProjectStorage.take(project.id, kind, bytes, limit, inside)) return;
  throw quotaReached(kind, limit ?? 0);
}
