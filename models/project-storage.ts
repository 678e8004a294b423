// The stored bytes of each project. The UPDATE that adds bytes also checks the limit in its WHERE clause, so concurrent
// callers together cannot exceed the limit.

import type { Transaction } from 'sequelize';
import { database } from './connection.ts';
import { changeIn } from './statements.ts';
import { integer, primaryKey, table, text } from './table.ts';

const columns = { file_bytes: 'file_bytes', vector_store_bytes: 'vector_store_bytes' } as const;

/** The kind of storage, which is also the name of its limit. */
export type StorageKind = keyof typeof columns;

/** The stored bytes of a project. */
export class ProjectStorage extends table('project_storage', {
  projectId: primaryKey(text()),
  fileBytes: integer(),
  vectorStoreBytes: integer(),
}) {
  /** Adds bytes. Returns false and changes nothing if the limit would be exceeded. */
  static async reserve(
    projectId: string,
    kind: StorageKind,
    bytes: number,
    limit: number | null,
    tx: Transaction,
  ): Promise<boolean> {
    if (bytes === 0) return true;
    const room = limit === null ? '' : ` AND ${columns[kind]} + ? <= ?`;
    const values = limit === null ? [] : [bytes, limit];
    if (await add(projectId, kind, bytes, room, values, tx)) return true;
    // The limit is exceeded, or the project has no row yet.
    const ignore = database().dialect === 'mysql' ? 'INSERT IGNORE' : 'INSERT OR IGNORE';
    await changeIn(
      tx,
      `${ignore} INTO project_storage (project_id, file_bytes, vector_store_bytes) SELECT id, 0, 0 FROM projects WHERE id = ?`,
      [projectId],
    );
    return add(projectId, kind, bytes, room, values, tx);
  }

  /** Subtracts bytes. */
  static async release(projectId: string, kind: StorageKind, bytes: number, tx: Transaction): Promise<void> {
    if (bytes !== 0) await add(projectId, kind, -bytes, '', [], tx);
  }
}

async function add(
  projectId: string,
  kind: StorageKind,
  bytes: number,
  condition: string,
  values: number[],
  tx: Transaction,
): Promise<boolean> {
  const changed = await changeIn(
    tx,
    `UPDATE project_storage SET ${columns[kind]} = ${columns[kind]} + ? WHERE project_id = ?${condition}`,
    [bytes, projectId, ...values],
  );
  return changed === 1;
}
